import { describe, expect, it } from 'vitest';
import type { Frame, RoundWhat, TableEvent, TableView } from '../wire';
import { EMPTY, follow, withOwn } from './felt';

const round = (what: RoundWhat): TableEvent => ({ what: { round: { what, clause: '1' } }, clause: '1' });
const began: TableEvent = { what: { round_began: { no: 4, players: [21, 22] } }, clause: '1' };
const over: TableEvent = { what: { round_over: { no: 4 } }, clause: '1' };
const frame = (events: TableEvent[], view: Partial<TableView> = {}): Frame =>
  ({ table: 5, version: 1, at: 0, view: { round: null, ...view }, events }) as unknown as Frame;
const dealt = (card: string, hand?: number) =>
  round({ dealt: { to: hand === undefined ? 'dealer' : { hand: { box_no: 3, hand } }, card, face: 'up' } });

describe('the layout', () => {
  it('keeps the cards of a round that ends within its frame', () => {
    const felt = follow(
      EMPTY,
      frame([
        began,
        round({ wager_placed: { box_no: 3, player: 1, amount: 500, seated: true } }),
        dealt('Kh', 0),
        dealt('8s'),
        dealt('Ac', 0),
        over,
      ]),
    );
    expect(felt.over).toBe(true);
    expect(felt.boxes[0]?.hands[0]?.cards.map(({ card }) => card)).toEqual(['Kh', 'Ac']);
    expect(felt.boxes[0]?.hands[0]?.stakes[0]).toMatchObject({ player: 22, wager: 500 });
    expect(felt.dealer.map(({ card }) => card)).toEqual(['8s']);
    expect(felt.boxes[0]?.hands[0]?.cards.map(({ at }) => at)).toEqual([0, 220]);
  });

  it('splits a hand where the events say so', () => {
    const start = follow(EMPTY, frame([began, dealt('8h', 0), dealt('8s', 0)], { round: view([['8h', '8s']]) }));
    const keys = start.boxes[0]?.hands[0]?.cards.map(({ key }) => key);
    const felt = follow(start, frame([round({ hand_split: { hand: { box_no: 3, hand: 0 } } }), dealt('Kd', 0), over]));
    expect(felt.boxes[0]?.hands.map(({ cards }) => cards.map(({ card }) => card))).toEqual([['8h', 'Kd'], ['8s']]);
    expect(felt.boxes[0]?.hands[1]?.cards[0]).toMatchObject({ key: keys?.[1], at: -1 });
  });

  it('shows a round one comes into as it lies, without movement', () => {
    const felt = follow(EMPTY, frame([], { round: view([['8h', '3s']]) }));
    expect(felt.boxes[0]?.hands[0]?.cards.every(({ at }) => at < 0)).toBe(true);
    expect(felt.boxes[0]?.controller).toBe(22);
  });

  it('is empty when a round is gone and its end was not seen', () => {
    const start = follow(EMPTY, frame([], { round: view([['8h', '3s']]) }));
    expect(follow(start, frame([]))).toBe(EMPTY);
  });

  it('turns up one’s own cards only', () => {
    const felt = follow(EMPTY, frame([began], { round: view([[null, null]]) }));
    expect(felt.boxes[0]?.hands[0]?.cards.map(({ card }) => card)).toEqual([null, null]);
    const seen = withOwn(felt, view([['8h', '3s']]).boxes);
    expect(seen.boxes[0]?.hands[0]?.cards.map(({ card }) => card)).toEqual(['8h', '3s']);
    expect(felt.boxes[0]?.hands[0]?.cards[0]?.card).toBeNull();
  });
});

function view(hands: (string | null)[][]): NonNullable<TableView['round']> {
  return {
    no: 4,
    players: [21, 22],
    stage: 'subsequent_deal',
    dealer: [],
    dealer_total: null,
    in_turn: null,
    waiting_for: [],
    boxes: [
      {
        no: 3,
        controller: 1,
        hands: hands.map((cards) => ({
          cards: cards.map((card) => (card === null ? 'down' : { up: card })),
          total: null,
          doubled: false,
          stakes: [],
        })),
      },
    ],
  };
}

import { describe, expect, it } from 'vitest';
import type { Frame, RoundView, RoundWhat, TableEvent, Total } from '../wire';
import { EMPTY, type Felt, follow as followAt, withOwn } from './felt';

const round = (what: RoundWhat) => ({ what: { round: { what, clause: '1' } }, clause: '1' });
const began: TableEvent = { what: { round_began: { no: 4, players: [21, 22] } }, clause: '1' };
const isOver: TableEvent = { what: { round_over: { no: 4 } }, clause: '1' };
const split = round({ hand_split: { hand: { box_no: 3, hand: 0 } } });
const frame = (events: TableEvent[], rounds: { now?: RoundView; over?: RoundView } = {}): Frame =>
  ({
    table: 5,
    version: 1,
    at: 0,
    view: { round: rounds.now ?? null },
    over: rounds.over ?? null,
    earlier: [],
    events,
  }) as unknown as Frame;
/** Frames come here as soon as they are sent. */
const follow = (before: Felt, frame: Frame) => followAt(before, frame, frame.at);
const dealt = (card: string, hand?: number) =>
  round({
    dealt: { to: hand === undefined ? 'dealer' : { hand: { box_no: 3, hand } }, card, face: 'up' },
  });
const faces = (felt: Felt) =>
  felt.boxes[0]?.hands.map(({ cards }) => cards.map(({ card }) => card));

const SOFT_TWELVE: Total = { points: 12, kind: 'soft' };

describe('the layout', () => {
  it('keeps a round that ends within its frame, as it was at its end', () => {
    const over = view([['Kh', 'Ac']], {
      dealer: ['8s'],
      dealer_total: { points: 8, kind: 'hard' },
    });
    const felt = follow(
      EMPTY,
      frame([began, dealt('Kh', 0), dealt('8s'), dealt('Ac', 0), isOver], { over }),
    );
    expect(felt.over).toBe(true);
    expect(faces(felt)).toEqual([['Kh', 'Ac']]);
    expect(felt.boxes[0]?.controller).toBe(22);
    expect(felt.boxes[0]?.hands[0]?.stakes).toEqual([
      { player: 22, wager: 500, double: 0, surrendered: false },
    ]);
    expect(felt.dealer.map(({ card }) => card)).toEqual(['8s']);
    expect(felt.boxes[0]?.hands[0]?.cards.map(({ at }) => at)).toEqual([0, 220]);
  });

  it('waits for cards that are on their way when the next frame comes', () => {
    const now = view([['Kh', 'Ac']], { dealer: ['8s'] });
    const felt = follow(
      EMPTY,
      frame([began, dealt('Kh', 0), dealt('8s'), dealt('Ac', 0)], { now }),
    );
    // The third leaves the shoe 220 ms after the first and is on its way for 280.
    expect(felt.landed).toBe(500);
    const next = { ...frame([], { now }), at: 100 };
    expect(follow(felt, next).landed).toBe(500);
    expect(follow(felt, { ...next, at: 1000 }).landed).toBe(1000);
  });

  it('deals a card that comes while others are on their way when they have landed', () => {
    const felt = follow(
      EMPTY,
      frame([began, dealt('Kh', 0), dealt('8s'), dealt('Ac', 0)], { now: view([['Kh', 'Ac']]) }),
    );
    const now = view([['Kh', 'Ac', '2d']]);
    const next = (at: number) => follow(felt, { ...frame([dealt('2d', 0)], { now }), at });
    expect([100, 1000].map((at) => next(at).boxes[0]?.hands[0]?.cards[2]?.at)).toEqual([500, 1000]);
    expect([100, 1000].map((at) => next(at).landed)).toEqual([780, 1280]);
  });

  it('holds nobody up for seconds when the frames of a line that stood still come at once', () => {
    let felt = follow(EMPTY, frame([began, dealt('Kh', 0)], { now: view([['Kh']]) }));
    for (let count = 2; count < 24; count += 1) {
      const cards = Array.from({ length: count }, () => 'Kh');
      felt = follow(felt, frame([dealt('Kh', 0)], { now: view([cards]) }));
    }
    const cards = felt.boxes[0]?.hands[0]?.cards ?? [];
    expect([cards.length, cards.at(-1)?.at, felt.landed]).toEqual([23, 2500, 2780]);
    const dealer = Array.from({ length: 12 }, () => '2c');
    const drawn = follow(
      EMPTY,
      frame([began, ...dealer.map((card) => dealt(card))], { now: view([['Kh']], { dealer }) }),
    );
    expect(drawn.dealer.at(-1)?.at, 'nor those of one frame').toBe(2500);
  });

  it('goes by when frames come, and not by when they were sent', () => {
    const now = view([['Kh', 'Ac']]);
    const felt = followAt(EMPTY, frame([began, dealt('Kh', 0), dealt('Ac', 0)], { now }), 5000);
    // The house's clock was put back, or a line that stood still brings all at once.
    for (const at of [-600_000, 600_000])
      expect(followAt(felt, { ...frame([], { now }), at }, 5100).landed).toBe(5390);
  });

  it('does not wait for the cards of a round when the next one begins', () => {
    const felt = follow(EMPTY, frame([began, dealt('Kh', 0), isOver], { over: view([['Kh']]) }));
    const next: TableEvent = { what: { round_began: { no: 5, players: [21, 22] } }, clause: '1' };
    const second = follow(felt, {
      ...frame([next, dealt('2c', 0)], { now: view([['2c']], { no: 5 }) }),
      at: 100,
    });
    expect(second.boxes[0]?.hands[0]?.cards[0]?.at).toBe(100);
  });

  it('takes back what was settled in a round that is void', () => {
    const over = view([['Kh', 'Ac']], { dealer: ['8s'] });
    const settled = round({
      settled: {
        player: 1,
        box_no: 3,
        hand: 0,
        kind: 'wager',
        outcome: 'won',
        odds: '3 to 2',
        stake: 500,
        net: 750,
      },
    } as unknown as RoundWhat);
    const won = follow(EMPTY, frame([began, dealt('Kh', 0), settled], { now: over }));
    expect(won.results).toHaveLength(1);
    const isVoid: TableEvent = { what: { round_void: { no: 4, why: 'a card fell' } }, clause: '1' };
    const end = follow(won, frame([isVoid], { over }));
    expect([end.results, end.void, end.over]).toEqual([[], 'a card fell', true]);
  });

  it('counts as the server says, and not by itself', () => {
    // No hand of these cards counts so: the figures can only be the server's.
    const total: Total = { points: 3, kind: 'hard' };
    const now = view([['Kh', 'Ac']], { dealer: ['8s'], dealer_total: SOFT_TWELVE }, total);
    const felt = follow(
      EMPTY,
      frame([began, dealt('Kh', 0), dealt('8s'), dealt('Ac', 0)], { now }),
    );
    expect([felt.boxes[0]?.hands[0]?.total, felt.dealerTotal]).toEqual([total, SOFT_TWELVE]);
    const over = view([['Kh', 'Ac']], { dealer: ['8s', '2c'], dealer_total: total }, SOFT_TWELVE);
    const end = follow(felt, frame([dealt('2c'), isOver], { over }));
    expect([end.boxes[0]?.hands[0]?.total, end.dealerTotal]).toEqual([SOFT_TWELVE, total]);
    // Nothing more is said of it while wagers are laid for the next.
    expect(follow(end, frame([])).dealerTotal).toEqual(total);
  });

  it('turns up at the end what lay face down, also on boxes of others', () => {
    const start = follow(EMPTY, frame([began], { now: view([[null, null]]) }));
    expect(faces(start)).toEqual([[null, null]]);
    const keys = start.boxes[0]?.hands[0]?.cards.map(({ key }) => key);
    const end = follow(
      start,
      frame([dealt('9d'), isOver], { over: view([['8h', '3s']], { dealer: ['9d'] }) }),
    );
    expect(faces(end)).toEqual([['8h', '3s']]);
    // They are the same cards, where they lay.
    expect(end.boxes[0]?.hands[0]?.cards.map(({ key, at }) => [key, at])).toEqual(
      keys?.map((key) => [key, -1]),
    );
  });

  it('shows the round that goes on where another ended in the same frame', () => {
    const next: TableEvent = { what: { round_began: { no: 5, players: [21, 22] } }, clause: '1' };
    const rounds = { over: view([['8h', '3s']]), now: view([['Kd', '2c']], { no: 5 }) };
    const felt = follow(EMPTY, frame([began, isOver, next], rounds));
    expect([felt.round, felt.over, faces(felt)]).toEqual([5, false, [['Kd', '2c']]]);
  });

  it('splits a hand where the events say so', () => {
    const start = follow(
      EMPTY,
      frame([began, dealt('8h', 0), dealt('8s', 0)], { now: view([['8h', '8s']]) }),
    );
    const keys = start.boxes[0]?.hands[0]?.cards.map(({ key }) => key);
    const now = view([['8h', 'Kd'], ['8s']], { in_turn: { box_no: 3, hand: 0 } });
    const felt = follow(start, frame([split, dealt('Kd', 0)], { now }));
    expect(faces(felt)).toEqual([['8h', 'Kd'], ['8s']]);
    expect(felt.boxes[0]?.hands[1]?.cards[0]).toMatchObject({ key: keys?.[1], at: -1 });
    expect(felt.inTurn).toEqual({ box_no: 3, hand: 0 });
  });

  it('shows a round one comes into as it lies, without movement', () => {
    const felt = follow(EMPTY, frame([], { now: view([['8h', '3s']]) }));
    expect(felt.boxes[0]?.hands[0]?.cards.every(({ at }) => at < 0)).toBe(true);
    expect(felt.boxes[0]?.controller).toBe(22);
  });

  it('has in a round one comes into what was wagered and settled before', () => {
    const pairs = {
      player: 1,
      box_no: 3,
      hand: null,
      kind: 'pairs',
      outcome: 'lost',
      odds: null,
      stake: 200,
      net: -200,
    };
    const earlier = [
      round({ side_placed: { box_no: 3, player: 1, side: 'pairs', amount: 200 } }),
      dealt('8h', 0),
      dealt('9c'),
      dealt('3s', 0),
      round({ settled: pairs } as unknown as RoundWhat),
      round({ insurance_taken: { box_no: 3, by: 1, amount: 250 } } as unknown as RoundWhat),
    ].map(({ what }) => what.round);
    const felt = follow(EMPTY, {
      ...frame([], { now: view([['8h', '3s']], { dealer: ['9c'] }) }),
      earlier,
    });
    expect(felt.boxes[0]?.beside).toEqual([
      { player: 22, kind: 'pairs', amount: 200 },
      { player: 22, kind: 'insurance', amount: 250 },
    ]);
    expect(felt.results.map(({ player, kind, net }) => [player, kind, net])).toEqual([
      [22, 'pairs', -200],
    ]);
    expect([faces(felt), felt.dealer.map(({ card }) => card), felt.landed]).toEqual([
      [['8h', '3s']],
      ['9c'],
      0,
    ]);
    expect(
      [...felt.dealer, ...(felt.boxes[0]?.hands[0]?.cards ?? [])].every(({ at }) => at < 0),
    ).toBe(true);
    // It is told once more to whoever was away for long: nothing is there twice.
    const again = follow(felt, {
      ...frame([], { now: view([['8h', '3s']], { dealer: ['9c'] }) }),
      earlier,
    });
    expect([again.boxes[0]?.beside.length, again.results.length, faces(again)]).toEqual([
      2,
      1,
      [['8h', '3s']],
    ]);
  });

  it('counts cards on from round to round, so that a new deal is heard', () => {
    const first = follow(
      EMPTY,
      frame([began, dealt('Kh', 0), dealt('8s'), dealt('Ac', 0), isOver], {
        over: view([['Kh', 'Ac']]),
      }),
    );
    const next: TableEvent = { what: { round_began: { no: 5, players: [21, 22] } }, clause: '1' };
    const second = follow(first, frame([next, dealt('2c', 0)], { now: view([['2c']], { no: 5 }) }));
    expect([first.dealt, second.dealt]).toEqual([3, 4]);
  });

  it('is empty when a round is gone and its end was not seen', () => {
    const start = follow(EMPTY, frame([], { now: view([['8h', '3s']]) }));
    expect(follow(start, frame([]))).toBe(EMPTY);
  });

  it('turns up one’s own cards, and they count for oneself alone', () => {
    const felt = follow(EMPTY, frame([began], { now: view([[null, null]]) }));
    const seen = withOwn(felt, view([['8h', '3s']], {}, SOFT_TWELVE).boxes);
    expect([faces(seen), seen.boxes[0]?.hands[0]?.total]).toEqual([[['8h', '3s']], SOFT_TWELVE]);
    expect([faces(felt), felt.boxes[0]?.hands[0]?.total]).toEqual([[[null, null]], null]);
  });

  it('lets what everybody sees stand where one’s own view is older', () => {
    const total: Total = { points: 21, kind: 'hard' };
    const felt = follow(EMPTY, frame([began], { now: view([['8h', '3s', 'Kd']], {}, total) }));
    const seen = withOwn(felt, view([['8h', '3s']], {}, SOFT_TWELVE).boxes);
    expect([faces(seen), seen.boxes[0]?.hands[0]?.total]).toEqual([[['8h', '3s', 'Kd']], total]);
  });
});

/** Round 4 with a wager of player 22 on box 3. */
function view(
  hands: (string | null)[][],
  rest: Partial<RoundView> = {},
  total: Total | null = null,
): RoundView {
  const stakes = [{ player: 1, wager: 500, double: 0, open: true, surrendered: false }];
  return {
    no: 4,
    players: [21, 22],
    stage: 'subsequent_deal',
    dealer: [],
    dealer_total: null,
    dealer_pontoon: false,
    in_turn: null,
    waiting_for: [],
    boxes: [
      {
        no: 3,
        controller: 1,
        hands: hands.map((cards) => ({
          cards: cards.map((card) => (card === null ? 'down' : { up: card })),
          total,
          doubled: false,
          stakes,
        })),
      },
    ],
    ...rest,
  };
}

import { expect, it } from 'vitest';
import type { Frame, RoundWhat, TableWhat } from '../wire';
import { happened } from './words';

const view = { people: [{ player: 9, name: 'bob' }], round: { players: [9] } } as Frame['view'];

function told(...all: TableWhat[]): string[] {
  const events = all.map((what) => ({ what, clause: '6.1' }));
  return happened({ view, events } as Frame, [], 'Pair').map(({ words }) => words);
}

const round = (what: RoundWhat): TableWhat => ({ round: { what, clause: '6.1' } });

it('tells a wager once: when it is laid, and not when the round takes it', () => {
  const placed = { wager_placed: { box_no: 3, player: 0, amount: 500, seated: true } };
  expect(told({ laid: { player: 9, lay: { wager: { box_no: 3, amount: 500 } } } }, round(placed))).toEqual([
    'bob wagers $5 on Box 3',
  ]);
  expect(told(round({ side_placed: { box_no: 3, player: 0, side: 'pairs', amount: 500 } }))).toEqual([]);
});

it('names whoever acts in a round by their place in it', () => {
  expect(told(round({ card_asked: { hand: { box_no: 3, hand: 1 }, by: 0 } }))).toEqual(['bob draws on Box 3, hand 2']);
});

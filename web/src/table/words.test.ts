import { expect, it } from 'vitest';
import type { Frame, RoundWhat, TableWhat } from '../wire';
import { happened } from './words';

const view = { people: [{ player: 9, name: 'bob' }], round: { players: [9] } } as Frame['view'];

const NOW = 60_000;

function told(...all: TableWhat[]): string[] {
  const events = all.map((what) => ({ what, clause: '6.1' }));
  return happened({ view, events, at: NOW } as Frame, [], 'Pair').map(({ words }) => words);
}

const round = (what: RoundWhat): TableWhat => ({ round: { what, clause: '6.1' } });

it('tells a wager once: when it is laid, and not when the round takes it', () => {
  const placed = { wager_placed: { box_no: 3, player: 0, amount: 500, seated: true } };
  expect(
    told({ laid: { player: 9, lay: { wager: { box_no: 3, amount: 500 } } } }, round(placed)),
  ).toEqual(['bob wagers $5 on Box 3']);
  expect(
    told(round({ side_placed: { box_no: 3, player: 0, side: 'pairs', amount: 500 } })),
  ).toEqual([]);
});

it('names whoever acts in a round by their place in it', () => {
  expect(told(round({ card_asked: { hand: { box_no: 3, hand: 1 }, by: 0 } }))).toEqual([
    'bob draws on Box 3, hand 2',
  ]);
});

it('tells how long there is for wagers, so that a last call is another thing than the first', () => {
  const until = (seconds: number): TableWhat => ({ wagers_until: { until: NOW + seconds * 1000 } });
  expect(told(until(15), until(5), until(1))).toEqual([
    'Wagers close in 15 seconds',
    'Wagers close in 5 seconds',
    'Wagers close in 1 second',
  ]);
});

it('tells once that somebody is absent', () => {
  const absent = { player: 0, box_no: 3 };
  expect(told({ found_absent: { player: 9, box_no: 3, by: 'clock' } }, round({ absent }))).toEqual([
    'bob is absent from Box 3',
  ]);
});

import { expect, it } from 'vitest';
import { recorded, TEXT } from '../../e2e/rounds-recorded';
import type { BoxView, HappenedLine, RoundWhat, StepLine } from '../wire';
import { besideOf, handsOf, happenedIn } from './laid';

const { steps } = recorded({ text: TEXT, values: false });
const BARE: BoxView = { no: 1, controller: null, hands: [] };

/** The wagers on box 1 after some more happened. */
function wagers(...more: RoundWhat[]): [player: number, wager: number][] {
  const happened = more.map((what): HappenedLine => ({ what, words: '', clause: '' }));
  const [hand] = handsOf(
    happenedIn([...steps.slice(0, 1), { ...(steps[0] as StepLine), happened }]),
    BARE,
  );
  return hand?.stakes.map(({ player, wager }) => [player, wager]) ?? [];
}

it('lays wagers on their box as they come', () => {
  expect(steps[0]?.view.boxes).toEqual([BARE]);
  expect(wagers()).toEqual([[0, 2500]]);
  const placed = (box_no: number): RoundWhat => ({
    wager_placed: { box_no, player: 1, amount: 1000, seated: false },
  });
  expect(wagers(placed(1))).toEqual([
    [0, 2500],
    [1, 1000],
  ]);
  expect(wagers(placed(2))).toEqual([[0, 2500]]);
});

it('takes away what is given back', () => {
  const kinds = {
    box_no: 1,
    hand: null,
    player: 0,
    outcome: 'returned',
    odds: null,
    stake: 2500,
    net: 0,
  } as const;
  expect(wagers({ settled: { ...kinds, kind: { side: 'pairs' } } })).toEqual([[0, 2500]]);
  expect(wagers({ settled: { ...kinds, kind: 'wager' } })).toEqual([]);
});

it('leaves hands as the round tells them', () => {
  const box = steps.at(-1)?.view.boxes[0] as BoxView;
  expect(handsOf(happenedIn(steps), box)).toBe(box.hands);
});

it('lays side wagers and insurance beside their box until they are settled', () => {
  const step = (...all: RoundWhat[]): StepLine => ({
    ...(steps[0] as StepLine),
    happened: all.map((what) => ({ what, words: '', clause: '' })),
  });
  const laid = step(
    { side_placed: { box_no: 1, player: 0, side: 'pairs', amount: 500 } },
    { side_placed: { box_no: 2, player: 0, side: 'pairs', amount: 700 } },
    { insurance_taken: { box_no: 1, of: 1, by: 1, amount: 1000 } },
  );
  const settled = {
    box_no: 1,
    hand: null,
    player: 0,
    outcome: 'lost',
    odds: null,
    stake: 500,
    net: -500,
  } as const;
  const kinds = (...all: StepLine[]) =>
    besideOf(happenedIn(all), 1).map(({ player, kind, amount }) => [player, kind, amount]);
  expect(kinds(laid)).toEqual([
    [0, 'pairs', 500],
    [1, 'insurance', 1000],
  ]);
  expect(kinds(laid, step({ settled: { ...settled, kind: { side: 'pairs' } } }))).toEqual([
    [1, 'insurance', 1000],
  ]);
  expect(kinds(laid, step({ settled: { ...settled, player: 1, kind: 'insurance' } }))).toEqual([
    [0, 'pairs', 500],
  ]);
  expect(kinds(laid, step({ settled: { ...settled, kind: 'wager' } }))).toHaveLength(2);
});

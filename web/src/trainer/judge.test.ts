import { expect, it } from 'vitest';
import type { ChartLine, Dealt } from '../wire';
import { behind, byChart, isRight, ranked } from './judge';

const line = (
  kind: string,
  hand: string,
  cards: number,
  suits: string | null,
  words: [string, number][],
): ChartLine => ({
  kind,
  hand,
  cards,
  suits,
  cells: [...'23456789TA'].map((upcard) =>
    upcard === '6' ? { upcard, ranked: words, chance: 0 } : null,
  ),
});
const CHART = [
  line('hard', '16', 2, null, [['stand', 0.1]]),
  line('hard', '16', 3, null, [['draw', 0.1]]),
  line('pair', '88', 2, 'mixed', [
    ['stand', 0.3],
    ['surrender', 0.25],
    ['split', 0.2],
  ]),
];
const dealt: Dealt = {
  about: { book: 'sydney', version: 1, decks: 8, wager: 2500, changed: {} },
  drill: 'pairs',
  seed: 1,
  hand: ['8s', '8h'],
  total: { points: 16, kind: 'hard' },
  upcard: '6d',
  doubled: false,
  actions: [
    { action: 'split', worth: 0.4, behind: 0 },
    { action: 'stand', worth: -0.1, behind: 0.5 },
  ],
  margin: 0.5,
};

it('marks by the cards that lie there, or by the chart, which may say something else', () => {
  const cards = ranked(dealt, 'cards', CHART);
  expect([isRight(cards, 'split'), behind(cards, 'stand')]).toEqual([true, 0.5]);
  const chart = ranked(dealt, 'chart', CHART);
  expect(chart.map(({ action }) => action)).toEqual(['stand', 'split']);
  expect(isRight(chart, 'split')).toBe(false);
  expect(behind(chart, 'split')).toBeCloseTo(0.1, 12);
});

it('goes by the best that is allowed, where the chart’s first is not', () => {
  const [, stand] = dealt.actions;
  const only = {
    ...dealt,
    actions: stand ? [stand, { action: 'surrender', worth: -0.5, behind: 0.4 }] : [],
  };
  expect(byChart(only, CHART)?.map(({ action }) => action)).toEqual(['stand', 'surrender']);
  const split = { ...dealt, actions: [{ action: 'split', worth: 0.4, behind: 0 }] };
  expect(byChart(split, CHART)).toEqual([{ action: 'split', worth: 0.2, behind: 0 }]);
});

it('marks by the cards what is on no chart', () => {
  expect(byChart({ ...dealt, doubled: true }, CHART)).toBeNull();
  expect(byChart({ ...dealt, upcard: 'Kd' }, CHART)).toBeNull();
  expect(ranked({ ...dealt, doubled: true }, 'chart', CHART)).toBe(dealt.actions);
  expect(ranked(dealt, 'chart', null)).toBe(dealt.actions);
});

it('knows a hand by the number of its cards too', () => {
  const lines = ['stand', 'draw'].map((action) => ({ action, worth: 0, behind: 0 }));
  const best = (hand: string[]) => byChart({ ...dealt, hand, actions: lines }, CHART)?.[0]?.action;
  expect([best(['9s', '7h']), best(['2s', '7h', '7d'])]).toEqual(['stand', 'draw']);
});

it('takes actions of equal worth for equally right', () => {
  const lines = [
    { action: 'draw', worth: 0.1, behind: 0 },
    { action: 'stand', worth: 0.1, behind: 1e-15 },
  ];
  expect([isRight(lines, 'draw'), isRight(lines, 'stand')]).toEqual([true, true]);
});

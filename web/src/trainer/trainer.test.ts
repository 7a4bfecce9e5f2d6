import { expect, it } from 'vitest';
import type { ChartPage, Dealt } from '../wire';
import { Trainer } from './trainer.svelte';

const chartOf = (decks: number): ChartPage =>
  ({
    edge: { decks },
    lines: [
      {
        kind: 'pair',
        hand: '88',
        cards: 2,
        suits: 'mixed',
        cells: [...'23456789TA'].map((upcard) => ({ upcard, ranked: [['stand', 0.3]], chance: 0 })),
      },
    ],
  }) as unknown as ChartPage;

const dealtFrom = (decks: number): Dealt =>
  ({
    about: { decks },
    hand: ['8s', '8h'],
    upcard: '6d',
    doubled: false,
    actions: [
      { action: 'split', worth: 0.4, behind: 0 },
      { action: 'stand', worth: -0.1, behind: 0.5 },
    ],
  }) as unknown as Dealt;

it.each([
  [8, 8, 'stand'],
  [8, 6, 'split'],
])('marks by a chart of %i decks a hand from %i: %s is best', (chart, hand, best) => {
  const trainer = new Trainer();
  trainer.practice = {
    book: 'sydney',
    decks: chart,
    wager: 2500,
    drill: 'missed',
    measure: 'chart',
  };
  trainer.chart = chartOf(chart);
  trainer.dealt = dealtFrom(hand);
  expect(trainer.lines[0]?.action).toBe(best);
});

// How an answer is marked: by the exact worth of the cards that lie there, or by the card strategy
// of the book, which knows hands by their kind only.
import { spot, strips, UPCARDS } from '../chart/rows';
import type { ActionLine, ChartLine, Dealt } from '../wire';

export const MEASURES = ['cards', 'chart'] as const;
export type Measure = (typeof MEASURES)[number];

/** Two actions whose worth differs by less are as good as each other. */
const EQUAL = 1e-9;

/** What may be done, the best first. Doubled hands are on no chart: nothing for them. */
export function byChart(dealt: Dealt, chart: readonly ChartLine[]): ActionLine[] | null {
  if (dealt.doubled) return null;
  const { strip, upcard } = spot(dealt);
  const square = strips(chart).get(strip)?.[UPCARDS.indexOf(upcard)];
  const cell = square?.find(({ cards }) => cards === dealt.hand.length)?.cell;
  const open =
    cell?.ranked.filter(([word]) => dealt.actions.some(({ action }) => action === word)) ?? [];
  const best = open[0]?.[1];
  return best === undefined
    ? null
    : open.map(([action, worth]) => ({ action, worth, behind: best - worth }));
}

/** The actions as the measure ranks them; by the cards where the chart knows no such hand. */
export function ranked(
  dealt: Dealt,
  measure: Measure,
  chart: readonly ChartLine[] | null,
): ActionLine[] {
  return (measure === 'chart' && chart ? byChart(dealt, chart) : null) ?? dealt.actions;
}

/** How far an answer was behind the best, in initial wagers. */
export const behind = (lines: readonly ActionLine[], action: string): number =>
  lines.find((line) => line.action === action)?.behind ?? 0;

export const isRight = (lines: readonly ActionLine[], action: string): boolean =>
  behind(lines, action) < EQUAL;

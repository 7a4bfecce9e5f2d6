import { expect, it } from 'vitest';
import type { SimulationLine } from '../wire';
import { funnel, HEIGHT, WIDTH } from './funnel';
import { kept } from './simulation.svelte';

const line = (rounds: number, half: number, mean = 0): SimulationLine => ({
  rounds,
  of: 1_000_000,
  expectation: mean,
  standard_error: half / 2,
  interval: [mean - half, mean + half],
  standard_deviation: 1,
  exact: 0,
  exact_bound: 0,
  done: false,
});

it('draws an interval that closes on the exact figure in the middle', () => {
  const found = funnel([line(10_000, 0.1), line(100_000, 0.03), line(1_000_000, 0.01)], 1_000_000);
  const points = found?.band.split(' ').map((point) => point.split(',').map(Number)) ?? [];
  expect(found?.exact).toBe(HEIGHT / 2);
  expect(points.map(([x]) => x)).toEqual([0, WIDTH / 2, WIDTH, WIDTH, WIDTH / 2, 0]);
  const heights = [0, 1, 2].map((no) => (points[5 - no]?.[1] ?? 0) - (points[no]?.[1] ?? 0));
  expect(heights).toEqual([...heights].sort((one, other) => other - one));
  expect(heights[2]).toBeGreaterThan(0);
});

it('draws nothing without a line, and something from the first on', () => {
  expect(funnel([], 100)).toBeNull();
  expect(funnel([line(1000, 0.1)], 1000)?.band.split(' ')).toHaveLength(4);
});

it('keeps the first line, the last, and those that are apart', () => {
  expect(kept([], line(100, 1))).toBe(true);
  expect(kept([line(100, 1)], line(102, 1))).toBe(false);
  expect(kept([line(100, 1)], line(105, 1))).toBe(true);
  expect(kept([line(100, 1)], { ...line(101, 1), done: true })).toBe(true);
});

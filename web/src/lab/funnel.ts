// The interval of a simulation as a picture: rounds from left to right by their logarithm, the
// exact figure in the middle.
import type { SimulationLine } from '../wire';

export const WIDTH = 600;
export const HEIGHT = 260;

interface Funnel {
  /** The interval, as an outline. */
  band: string;
  /** What came out on average, as a line. */
  mean: string;
  exact: number;
  /** The figures at the upper and lower edge. */
  top: number;
  bottom: number;
}

export function funnel(points: readonly SimulationLine[], of: number): Funnel | null {
  const [first] = points;
  if (!first) return null;
  const far =
    Math.max(
      ...points.flatMap(({ interval, exact }) => interval.map((edge) => Math.abs(edge - exact))),
      1e-9,
    ) * 1.05;
  const least = Math.log(first.rounds);
  const span = Math.max(Math.log(of) - least, 1e-9);
  const x = (rounds: number): number =>
    round(Math.min(1, (Math.log(rounds) - least) / span) * WIDTH);
  const y = (worth: number): number => round(((first.exact + far - worth) / (2 * far)) * HEIGHT);
  // A single point would be no outline: it reaches a little to the right.
  const shown = points.length > 1 ? points : [first, { ...first, rounds: first.rounds * 1.01 }];
  const upper = shown.map(({ rounds, interval }) => `${x(rounds)},${y(interval[1])}`);
  const lower = shown.map(({ rounds, interval }) => `${x(rounds)},${y(interval[0])}`).reverse();
  return {
    band: [...upper, ...lower].join(' '),
    mean: shown.map(({ rounds, expectation }) => `${x(rounds)},${y(expectation)}`).join(' '),
    exact: y(first.exact),
    top: first.exact + far,
    bottom: first.exact - far,
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;

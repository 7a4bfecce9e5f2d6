const FIRST = 400;
const MOST = 15_000;

/** How long to wait after so many failures: twice as long each time, and not everybody at once. */
export function delayAfter(tries: number, random: number): number {
  const full = Math.min(MOST, FIRST * 2 ** (tries - 1));
  return Math.round(full * (0.5 + random / 2));
}

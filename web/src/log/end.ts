// Where the log ends. The house tells pages from a position on and not how long the log is, so it is looked for by
// doubling and then by halving: some twenty short questions for a million entries.

/** The last number that exists, from one that does on; 0 where none does. */
export async function findEnd(exists: (no: number) => Promise<boolean>, from = 1): Promise<number> {
  let last = Math.max(0, from - 1);
  let step = 1;
  while (await exists(last + step)) {
    last += step;
    step *= 2;
  }
  // The end lies in [last, last + step).
  while (step > 1) {
    step = Math.floor(step / 2);
    if (await exists(last + step)) last += step;
  }
  return last;
}

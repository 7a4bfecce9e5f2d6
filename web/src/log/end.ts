// Where a stream of the log ends. The house tells how long the whole log is, and no stream is
// longer; the end of one is looked for between by halving: some twenty short questions for a
// million entries.

/** The last number that exists, from `least`, which does or is 0, to `most`. */
export async function findEnd(
  exists: (no: number) => Promise<boolean>,
  least: number,
  most: number,
): Promise<number> {
  let [last, beyond] = [least, most + 1];
  while (beyond - last > 1) {
    const middle = Math.floor((last + beyond) / 2);
    if (await exists(middle)) last = middle;
    else beyond = middle;
  }
  return last;
}

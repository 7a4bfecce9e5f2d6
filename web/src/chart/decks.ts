// Numbers of decks as a book writes them: `8`, `6 or 8`, `3 to 8`, `4 or 6 or 8`.

/** No book, however changed, has more. */
export const DECKS_MOST = 15;

/** Each number once; what is no number is left out, and the house says what is wrong. */
export function decksOf(text: string): number[] {
  const range = /^(\d{1,2}) to (\d{1,2})$/.exec(text.trim());
  if (!range) return [...new Set([...text.matchAll(/\d+/g)].map(Number))];
  const [least, most] = [Number(range[1]), Number(range[2])];
  return Array.from({ length: Math.max(0, most - least + 1) }, (_, no) => least + no);
}

// Numbers of decks as a book writes them: `8`, `6 or 8`, `3 to 8`, `4, 6 or 8`.

export function decksOf(text: string): number[] {
  const range = /^(\d+) to (\d+)$/.exec(text.trim());
  if (!range) return [...text.matchAll(/\d+/g)].map(Number);
  const [least, most] = [Number(range[1]), Number(range[2])];
  return Array.from({ length: Math.max(0, most - least + 1) }, (_, no) => least + no);
}

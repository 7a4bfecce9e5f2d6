// The longest words of a clause behind a decision, in the place of those of every clause.
import type { Page } from '@playwright/test';
import type { BookLine, BookPage, ClauseLine } from '../src/wire';

/** The settings of a book whose clauses are told at decisions. */
const OF_DECISIONS = [
  'insurance.offered',
  'insurance.anothers',
  'surrender.offered',
  'draw.stand',
  'draw.draw',
  'double.on',
  'double.co-bettors',
  'double.forfeit',
  'split.pair',
  'split.further',
  'split.co-bettors',
  'pandemonium.order',
  'pandemonium.nominee',
  'house.interrupted',
];

/** From now on the page is told these words of every clause, and so it says. */
export async function tellLongest(page: Page, url: string): Promise<string> {
  const read = async <T>(path: string) =>
    (await page.request.get(`${url}api/books${path}`)).json() as Promise<T>;
  const found: string[] = [];
  for (const { book } of await read<BookLine[]>('')) {
    const { settings } = await read<BookPage>(`/${book}`);
    const cited = settings
      .filter(({ key }) => OF_DECISIONS.includes(key))
      .map(({ clause }) => clause);
    const clauses = await read<ClauseLine[]>(`/${book}/clauses`);
    found.push(...clauses.filter(({ clause }) => cited.includes(clause)).map(({ words }) => words));
  }
  const words = found.reduce(
    (longest, each) => (each.length > longest.length ? each : longest),
    '',
  );
  await page.route('**/api/books/*/clauses/*', (route) => route.fulfill({ json: { words } }));
  return words;
}

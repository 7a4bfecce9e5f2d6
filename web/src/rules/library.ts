// The pages of the books, asked for once. A failure is forgotten, so that they can be asked for again.
import { get } from '../net/http';
import type { ClauseLine, DifferenceLine } from '../wire';

const kept = new Map<string, Promise<unknown>>();

function once<T>(path: string): Promise<T> {
  const known = kept.get(path);
  if (known) return known as Promise<T>;
  const asked = get<T>(path);
  kept.set(path, asked);
  asked.catch(() => kept.delete(path));
  return asked;
}

const of = (book: string) => `/api/books/${encodeURIComponent(book)}`;
export const clausesOf = (book: string): Promise<ClauseLine[]> => once(`${of(book)}/clauses`);
export const differences = (left: string, right: string): Promise<DifferenceLine[]> =>
  once(`${of(left)}/compare/${encodeURIComponent(right)}`);

/** The address of a clause on its book's page. */
export const clauseAt = (book: string, clause: string): string => `/rules/${book}/${encodeURIComponent(clause)}`;

/** Whether what fixes a setting is a printed clause, and no reading or silence. */
export const isPrinted = (clause: string): boolean => clause !== 'not stated' && !clause.startsWith('reading ');

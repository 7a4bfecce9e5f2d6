// The pages of the books, asked for once.
import { once } from '../books/once';
import { get } from '../net/http';
import type { ClauseLine, DifferenceLine } from '../wire';

const clauses = once((path) => get<ClauseLine[]>(path));
const compared = once((path) => get<DifferenceLine[]>(path));
const of = (book: string) => `/api/books/${encodeURIComponent(book)}`;
export const clausesOf = (book: string): Promise<ClauseLine[]> => clauses(`${of(book)}/clauses`);
export const differences = (left: string, right: string): Promise<DifferenceLine[]> =>
  compared(`${of(left)}/compare/${encodeURIComponent(right)}`);

/** The name of a clause's place on its book's page. */
export const clauseId = (clause: string): string => `clause-${clause}`;

/** The address of a clause on its book's page. */
export const clauseAt = (book: string, clause: string): string =>
  `/rules/${book}/${encodeURIComponent(clause)}`;

/** Whether what fixes a setting is a printed clause, and no reading or silence. */
export const isPrinted = (clause: string): boolean =>
  clause !== 'not stated' && !clause.startsWith('reading ');

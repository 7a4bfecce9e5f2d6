// Clauses found by words, and by their numbers in the words of others.
import type { ClauseLine, ClauseStatus } from '../wire';

const wordsOf = (query: string): string[] =>
  query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

/** The clauses that have every word; one whose number is just that comes first. */
export function find(clauses: readonly ClauseLine[], query: string): ClauseLine[] {
  const words = wordsOf(query);
  const has = ({ clause, section, words: text, reason }: ClauseLine) => {
    const all = `${clause} ${section} ${text} ${reason ?? ''}`.toLowerCase();
    return words.every((word) => all.includes(word));
  };
  const number = query.trim().toLowerCase();
  const isNamed = ({ clause }: ClauseLine) => clause.toLowerCase() === number;
  const named = clauses.filter(isNamed);
  return [...named, ...clauses.filter((clause) => !isNamed(clause) && has(clause))];
}

/** Whether a word of the query is in the reason for a clause's state, which is not always shown. */
export function isReasonFound({ reason }: ClauseLine, query: string): boolean {
  const text = reason?.toLowerCase() ?? '';
  return wordsOf(query).some((word) => text.includes(word));
}

interface Piece {
  text: string;
  hit: boolean;
}

/** A text in pieces, those that were searched for marked. */
export function pieces(text: string, query: string): Piece[] {
  const words = wordsOf(query);
  if (words.length === 0) return [{ text, hit: false }];
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return text
    .split(new RegExp(`(${escaped.join('|')})`, 'i'))
    .map((piece, no) => ({ text: piece, hit: no % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}

/**
 * A text in pieces, each with the clause it names where it is one of these. Numbers without a point
 * may mean anything.
 */
export function references(
  text: string,
  known: ReadonlySet<string>,
): { text: string; clause: string | null }[] {
  return text
    .split(/(\d+(?:\.\d+)+[a-z]?)/)
    .map((piece, no) => ({ text: piece, clause: no % 2 === 1 && known.has(piece) ? piece : null }))
    .filter((piece) => piece.text !== '');
}

interface Section {
  title: string;
  /** How many clauses come before it. */
  start: number;
  clauses: ClauseLine[];
}

/** Clauses under their headings, in the order in which they come. */
export function sections(clauses: readonly ClauseLine[]): Section[] {
  const found: Section[] = [];
  for (const [start, clause] of clauses.entries()) {
    const last = found.at(-1);
    if (last?.title === clause.section) last.clauses.push(clause);
    else found.push({ title: clause.section, start, clauses: [clause] });
  }
  return found;
}

const STATUSES = [
  'enforced',
  'partly_enforced',
  'recorded',
  'informative',
  'outside',
  'planned',
] as const satisfies readonly ClauseStatus[];

/** How many clauses have each status. */
export function statusCounts(
  clauses: readonly ClauseLine[],
): { status: ClauseStatus; count: number }[] {
  return STATUSES.map((status) => ({
    status,
    count: clauses.filter((clause) => clause.status === status).length,
  }));
}

// The lab in an address. Settings have a dot in their keys, so that they need no name of their own;
// what belongs to the second book begins with `2.`.

import { DECKS_MOST } from '../chart/decks';
import type { Question } from '../wire';

export interface Told {
  book: string;
  decks: number | null;
  set: Record<string, string>;
}

export interface LabAddress {
  variants: Told[];
  wager: string | null;
  hand: string;
  upcard: string;
  removed: string;
}

export const SECOND = '2.';
/** What each book has in an address beside its settings, and what the lab has once. */
const OF_BOOK = ['book', 'decks'];
const ONCE = ['wager', 'hand', 'upcard', 'removed'];

export function write({ variants, wager, hand, upcard, removed }: LabAddress): URLSearchParams {
  const params = new URLSearchParams();
  variants.slice(0, 2).forEach(({ book, decks, set }, no) => {
    const before = no === 0 ? '' : SECOND;
    params.set(`${before}book`, book);
    if (decks !== null) params.set(`${before}decks`, String(decks));
    for (const key of Object.keys(set).sort()) params.set(before + key, set[key] ?? '');
  });
  for (const [name, value] of Object.entries({ wager, hand, upcard, removed }))
    if (value) params.set(name, value);
  return params;
}

/**
 * An address need not say which book is the first, which is then empty; a second one there is only
 * where it is said.
 */
export function read(params: URLSearchParams): LabAddress {
  const second = params.get(`${SECOND}book`);
  const first = told(params, '', params.get('book') ?? '');
  const variants = second === null ? [first] : [first, told(params, SECOND, second)];
  const text = (name: string): string => params.get(name) ?? '';
  return {
    variants,
    wager: params.get('wager'),
    hand: text('hand'),
    upcard: text('upcard'),
    removed: text('removed'),
  };
}

function told(params: URLSearchParams, before: string, book: string): Told {
  const decks = Number(params.get(`${before}decks`));
  const keys = [...params.keys()]
    .filter((key) => key.startsWith(before))
    .map((key) => key.slice(before.length));
  const settings = keys.filter((key) => key.includes('.') && !key.startsWith(SECOND));
  return {
    book,
    decks: Number.isInteger(decks) && decks > 0 && decks <= DECKS_MOST ? decks : null,
    set: Object.fromEntries(settings.map((key) => [key, params.get(before + key) ?? ''])),
  };
}

/**
 * The names in an address that say nothing to the lab. Settings are names with a dot; which there
 * are, their book says.
 */
export function unread(params: URLSearchParams): string[] {
  const hasSecond = params.has(`${SECOND}book`);
  const isRead = (name: string): boolean => {
    const isSecond = name.startsWith(SECOND);
    if (isSecond && !hasSecond) return false;
    const own = isSecond ? name.slice(SECOND.length) : name;
    return (
      OF_BOOK.includes(own) ||
      (!isSecond && ONCE.includes(own)) ||
      (own.includes('.') && !own.startsWith(SECOND))
    );
  };
  return [...new Set(params.keys())].filter((name) => !isRead(name));
}

/** Where the house has a file about a question. */
export function fileAddress({ book, decks, wager, set }: Question, file: string): string {
  const params = new URLSearchParams(set);
  if (decks != null) params.set('decks', String(decks));
  if (wager != null) params.set('wager', String(wager));
  return `/api/books/${encodeURIComponent(book)}/${file}?${params}`;
}

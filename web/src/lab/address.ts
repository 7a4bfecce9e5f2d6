// The lab in an address. Settings have a dot in their keys, so that they need no name of their own; what belongs to the
// second book begins with `2.`.

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

const SECOND = '2.';

export function write({ variants, wager, hand, upcard, removed }: LabAddress): URLSearchParams {
  const params = new URLSearchParams();
  variants.slice(0, 2).forEach(({ book, decks, set }, no) => {
    const before = no === 0 ? '' : SECOND;
    params.set(`${before}book`, book);
    if (decks !== null) params.set(`${before}decks`, String(decks));
    for (const key of Object.keys(set).sort()) params.set(before + key, set[key] ?? '');
  });
  for (const [name, value] of Object.entries({ wager, hand, upcard, removed })) if (value) params.set(name, value);
  return params;
}

export function read(params: URLSearchParams): LabAddress {
  const variants = ['', SECOND].flatMap((before) => {
    const book = params.get(`${before}book`);
    return book === null ? [] : [told(params, before, book)];
  });
  const text = (name: string): string => params.get(name) ?? '';
  return { variants, wager: params.get('wager'), hand: text('hand'), upcard: text('upcard'), removed: text('removed') };
}

function told(params: URLSearchParams, before: string, book: string): Told {
  const decks = Number(params.get(`${before}decks`));
  const keys = [...params.keys()].filter((key) => key.startsWith(before)).map((key) => key.slice(before.length));
  const settings = keys.filter((key) => key.includes('.') && !key.startsWith(SECOND));
  return {
    book,
    decks: Number.isInteger(decks) && decks > 0 ? decks : null,
    set: Object.fromEntries(settings.map((key) => [key, params.get(before + key) ?? ''])),
  };
}

/** Where the house has a file about a question. */
export function fileAddress({ book, decks, wager, set }: Question, file: string): string {
  const params = new URLSearchParams(set);
  if (decks != null) params.set('decks', String(decks));
  if (wager != null) params.set('wager', String(wager));
  return `/api/books/${encodeURIComponent(book)}/${file}?${params}`;
}

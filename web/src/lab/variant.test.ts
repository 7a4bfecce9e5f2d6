import { expect, it } from 'vitest';
import { ApiError } from '../net/http';
import type { ErrorBody, FormLine, MayBe, SidePage } from '../wire';
import { Variant } from './variant.svelte';

const line = (key: string, title: string, value: string, may_be: MayBe): FormLine => ({
  key,
  section: key.split('.')[0] ?? '',
  title,
  clause: '1',
  value,
  may_be,
  valid: 'a number from 0 to 3',
  worth: 'side',
  reading: null,
});

/** A book without a wager on a pair, as the form has it. */
function variant(typed: Record<string, string>): Variant {
  const found = new Variant('tasmania');
  found.settings.answer = {
    book: 'tasmania',
    title: 'Tasmania',
    decks: 8,
    decks_allowed: [8],
    settings: [
      line('pairs.wager', 'the wager', 'none', {
        kind: 'one_of',
        values: ['none', 'perfect-pairs'],
      }),
      line('pairs.most', 'how many', '0', { kind: 'number', least: 0, most: 3 }),
    ],
  };
  for (const [key, value] of Object.entries(typed)) found.type(key, value);
  return found;
}

/** Why the house does not take a draft, and what that is about. */
function refusal(error: string, fields?: string[]): ApiError {
  const body: ErrorBody = { code: 'form', error, ...(fields ? { fields } : {}) };
  return new ApiError(400, body.code, error, body);
}

const WORDS = '`pairs.most` must be from 1 to 3 where there is such a wager';
const refused = refusal(WORDS, ['pairs.most', 'pairs.wager']);

it('puts all changes that can be read to the house as one draft', () => {
  const found = variant({ 'pairs.wager': 'perfect-pairs', 'pairs.most': ' 2 ' });
  expect(found.draft(2500)).toEqual({
    book: 'tasmania',
    decks: null,
    wager: 2500,
    set: { 'pairs.wager': 'perfect-pairs', 'pairs.most': '2' },
  });
});

it('leaves out what cannot be a value, and what changes nothing', () => {
  const found = variant({ 'pairs.wager': 'none', 'pairs.most': 'many' });
  expect(found.draft(2500).set).toEqual({});
  expect(found.faults).toEqual({ 'pairs.most': 'Not counted. Write a number from 0 to 3.' });
});

it('says a refusal at the fields it names, changed or not, and keeps the last draft that was taken', () => {
  const found = variant({ 'pairs.wager': 'perfect-pairs' });
  const last = { book: 'tasmania', decks: null, wager: 2500, set: { 'pairs.most': '1' } };
  found.side.answer = {} as SidePage;
  found.side.answered = JSON.stringify(last);
  found.side.fault = refused;
  const words = 'Not counted. “how many” must be from 1 to 3 where there is such a wager.';
  expect(found.faults).toEqual({ 'pairs.most': words, 'pairs.wager': words });
  expect(found.taken(2500)).toEqual(last);
});

it('says at the field changed last what a refusal does not say where it belongs', () => {
  const found = variant({ 'pairs.most': '1', 'pairs.wager': 'perfect-pairs' });
  found.side.fault = refusal('that is never dealt');
  expect(Object.keys(found.faults)).toEqual(['pairs.wager']);
});

it('does not speak of another book when one is picked', () => {
  const found = variant({});
  found.side.answered = JSON.stringify({
    book: 'sydney',
    decks: 6,
    wager: 2500,
    set: { 'pays.pontoon': '6 to 5' },
  });
  expect(found.taken(2500)).toEqual({ book: 'tasmania', decks: null, wager: 2500, set: {} });
});

it('does not hold a refusal against the next draft', () => {
  const found = variant({ 'pairs.wager': 'perfect-pairs', 'pairs.most': '1' });
  found.side.fault = refused;
  found.side.isWaiting = true;
  expect(found.faults).toEqual({});
  expect(found.draft(2500).set).toEqual({ 'pairs.wager': 'perfect-pairs', 'pairs.most': '1' });
});

it('falls back on the book’s own settings where the first draft is refused', () => {
  const found = variant({ 'pairs.wager': 'perfect-pairs' });
  found.side.fault = refused;
  expect(found.taken(2500)).toEqual({ book: 'tasmania', decks: null, wager: 2500, set: {} });
});

it('says at the decks what is wrong with their number', () => {
  const found = variant({});
  found.decks = 5;
  found.side.fault = refusal('tasmania is not dealt from 5 decks: it allows 8', ['decks']);
  expect(found.decksFault).toBe('Tasmania is not dealt from 5 decks: it allows 8.');
  expect(found.faults).toEqual({ decks: expect.any(String) });
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toasts } from '../ui/toast.svelte';
import type { BookLine, FormLine, SettingsPage } from '../wire';
import { Lab } from './lab.svelte';

const BOOKS: BookLine[] = [
  { book: 'adelaide', version: 1, title: 'Adelaide', date: '', decks: 8, decks_allowed: '3 to 8' },
  { book: 'sydney', version: 1, title: 'Sydney', date: '', decks: 8, decks_allowed: '6 or 8' },
];
const FORM = {
  settings: [
    { key: 'double.on', value: 'any', may_be: { kind: 'one_of', values: ['any', 'first-two'] } },
    { key: 'pays.pontoon', value: '3 to 2', may_be: { kind: 'odds' } },
    { key: 'pairs.most', value: '', may_be: { kind: 'nothing' } },
  ] as FormLine[],
} as SettingsPage;

beforeEach(() => {
  toasts.list = [];
});
afterEach(() => vi.unstubAllGlobals());

/** The lab at an address. */
function at(search: string): Lab {
  vi.stubGlobal('location', { pathname: '/lab', search });
  const lab = new Lab();
  lab.begin(BOOKS);
  return lab;
}

const set = ({ variants }: Lab) => variants.map(({ book, decks, typed }) => [book, decks, typed]);
const said = () => toasts.list.map(({ words }) => words);

it('takes what an address says, and has nothing to say of one that is right', () => {
  const lab = at(
    '?book=sydney&decks=6&double.on=first-two&2.book=adelaide&wager=12.50&hand=8s+8h&upcard=6d',
  );
  expect(set(lab)).toEqual([
    ['sydney', 6, { 'double.on': 'first-two' }],
    ['adelaide', null, {}],
  ]);
  expect([lab.wager, lab.hand, said()]).toEqual([
    '12.50',
    { hand: '8s 8h', upcard: '6d', removed: '' },
    [],
  ]);
  expect(set(at(''))).toEqual([['adelaide', null, {}]]);
  expect(said()).toEqual([]);
});

it.each([
  ['book=nosuch', 'Adelaide'],
  ['decks=0', '8, as usual'],
  ['decks=many', '8, as usual'],
  ['wager=much', '$25'],
  ['2.book=nosuch', 'no second book'],
])('says that %s cannot be used, and what is: %s', (part, used) => {
  const lab = at(`?${part}`);
  expect(said()).toEqual([`“${part}” in the link cannot be used. Used instead: ${used}.`]);
  expect([set(lab), lab.wager]).toEqual([[['adelaide', null, {}]], '25']);
});

it('uses what is right beside what is wrong, and says all that is wrong at once', () => {
  const lab = at('?decks=6&2.book=sydney&2.decks=none&double.on=first-two&seed=7');
  expect(set(lab)).toEqual([
    ['adelaide', 6, { 'double.on': 'first-two' }],
    ['sydney', null, {}],
  ]);
  expect(said()).toEqual([
    '“2.decks=none” in the link cannot be used. Used instead: 8, as usual. “seed=7” in the link means nothing here and is left out.',
  ]);
});

it('leaves out what the book cannot have as soon as its form is known, and says so', () => {
  const lab = at(
    '?double.on=never&pays.pontoon=6+to+5&no.such=1&pairs.most=2&2.book=sydney&2.no.such=1',
  );
  const [first, second] = lab.variants;
  if (!first || !second) throw new Error('two books were asked for');
  lab.weed(first, FORM);
  lab.weed(second, FORM);
  expect([first.typed, second.typed]).toEqual([{ 'pays.pontoon': '6 to 5' }, {}]);
  expect(said()).toEqual([
    '“double.on=never” in the link cannot be used. Used instead: any. “no.such=1” in the link means nothing here and is left out. “pairs.most=2” in the link means nothing here and is left out.',
    '“2.no.such=1” in the link means nothing here and is left out.',
  ]);
});

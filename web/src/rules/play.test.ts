import { expect, it } from 'vitest';
import type { BookPage } from '../wire';
import { playOf } from './play';

/** A book with these settings, each fixed by a clause that is called as its place among them. */
function page(settings: Record<string, string>): BookPage {
  return {
    book: { book: 'any', version: 1, title: 'Any', date: '', decks: 8, decks_allowed: '8' },
    settings: Object.entries(settings).map(([key, value], no) => {
      return { key, words: key, value, values: [], clause: String(no + 1) };
    }),
    readings: [],
  };
}

/** What a part says: words, what they pay and the clause. */
const said = (settings: Record<string, string>, name: string) =>
  playOf(page(settings))
    .find((part) => part.name === name)
    ?.lines.map(({ words, pays, clause }) => [words, pays, clause]);

it('tells how a round goes in the order of play, whatever the order of the settings', () => {
  expect(
    said(
      {
        'dealer.soft-17': 'stands',
        'settlement.higher': '',
        'boxes.bettors': '1',
        'cards.joker': 'none',
      },
      'round',
    ),
  ).toEqual([
    ['One bettor has a box', null, '3'],
    ['The hand nearer to 21 wins', null, '2'],
    ['The dealer draws on 16 or less and stands on every 17', null, '1'],
  ]);
});

it('tells to how many hands one may split only where a split hand is split again', () => {
  expect(said({ 'split.again': 'may', 'split.most-hands': '4' }, 'choices')).toEqual([
    ['Two first cards of equal value may be split, to at most 4 hands', null, '2'],
  ]);
  expect(said({ 'split.again': 'may-not', 'split.most-hands': '3' }, 'choices')).toEqual([
    ['Two first cards of equal value may be split, once', null, '1'],
  ]);
});

it('tells what wins pay, and what earns the odds for a number of cards', () => {
  expect(
    said(
      { 'pays.five-cards': '3 to 2', 'pays.other': '1 to 1', 'pays.card-count': 'any-win' },
      'pays',
    ),
  ).toEqual([
    ['A win with five cards', '3 to 2', '1'],
    ['Any other win', '1 to 1', '2'],
  ]);
});

it('tells the side wagers and bonuses that the book has, and no others', () => {
  const odds = { 'pairs.mixed': '5 to 1', 'pairs.pair': '11 to 1' };
  expect(said({ ...odds, 'pairs.wager': 'perfect-pairs' }, 'side')).toEqual([
    ['Perfect Pairs: a pair of two colours', '5 to 1', '1'],
  ]);
  expect(said({ ...odds, 'pairs.wager': 'pair' }, 'side')).toEqual([
    ['Pair: two cards of equal rank', '11 to 1', '2'],
  ]);
  expect(
    said(
      {
        ...odds,
        'pairs.wager': 'none',
        'pandemonium.multipliers': '100 50 2',
        'super-bonus.prizes': '0 to 24.99: 1000, 25 up: 5000',
        'super-bonus.others': 'players',
        'super-bonus.others-pay': '50',
      },
      'side',
    )?.map(([words, pays]) => [words, pays]),
  ).toEqual([
    ['Pontoon Pandemonium: you are dealt Pontoon', '2 to 1 up to 100 to 1'],
    [expect.stringMatching(/^Super Bonus: .* on a wager up to \$24\.99$/), '$1,000'],
    [expect.stringMatching(/^Super Bonus: .* on a wager from \$25$/), '$5,000'],
    [expect.stringMatching(/^Every other player/), '$50'],
  ]);
});

it('leaves out a part that a book has nothing for', () => {
  const settings = {
    'pairs.wager': 'none',
    'pandemonium.multipliers': 'none',
    'super-bonus.prizes': 'none',
  };
  expect(
    playOf(page({ ...settings, 'super-bonus.others': 'nobody', 'double.on': 'first-two' })),
  ).toEqual([
    {
      name: 'choices',
      lines: [
        { key: 'double.on', words: 'Double on the first two cards', pays: null, clause: '5' },
      ],
    },
  ]);
});

// What a player reads first of a book: how it is played and what it pays, told by its settings in
// the order in which a player meets them. It never asks which book it is, and calculates nothing.
import { setting } from '../books/books.svelte';
import { t } from '../text';
import { play } from '../text/en/play';
import { money, parseMoney } from '../text/money';
import type { BookPage } from '../wire';

export interface Line {
  key: string;
  words: string;
  /** What it pays, where that is what the line is about. */
  pays: string | null;
  /** What fixes it. */
  clause: string;
}

export interface Part {
  name: keyof typeof play.part;
  lines: Line[];
}

const ROUND = [
  'boxes.bettors',
  'dealer.hole',
  'settlement.higher',
  'draw.bust',
  'dealer.soft-17',
  'settlement.dealer-bust',
  'settlement.tie',
  'settlement.twenty-one',
  'settlement.pontoon',
  'dealer.pontoon',
];
const CHOICES = [
  'draw.must-draw',
  'double.on',
  'double.amount',
  'double.aces',
  'double.after-split',
  'double.forfeit-when',
  'split.again',
  'split.most-hands',
  'split.aces-cards',
  'surrender.against',
  'insurance.pays',
  'insurance.anothers',
];

/** The parts of a book that have something to tell. */
export function playOf(page: BookPage): Part[] {
  const value = (key: string) => setting(page, key);
  const line = (key: string, words: string, pays: string | null = null): Line => {
    const clause = page.settings.find((each) => each.key === key)?.clause ?? '';
    return { key, words, pays, clause };
  };
  // How many hands a box may have matters where a split hand is split again.
  const isTold = (key: string) => key !== 'split.most-hands' || value('split.again') === 'may';
  const told = (keys: readonly string[]): Line[] =>
    page.settings
      .filter(({ key }) => keys.includes(key) && isTold(key))
      .sort((one, other) => keys.indexOf(one.key) - keys.indexOf(other.key))
      .flatMap(({ key, value }) => {
        const words = wordsOf(key, value);
        return words === undefined ? [] : line(key, words);
      });
  const paid = (names: typeof play.paid, about: string, keys = Object.keys(names)): Line[] =>
    keys.flatMap((key) => {
      const words = names[key]?.(about);
      return words === undefined || value(key) === '' ? [] : line(key, words, value(key));
    });

  const counted = play.counted[value('pays.card-count')] ?? '';
  const wager = value('pairs.wager');
  const isPair = wager === 'pair';
  const pairs = isPair ? ['pairs.pair'] : ['pairs.mixed', 'pairs.coloured', 'pairs.perfect'];
  const parts: Part[] = [
    { name: 'round', lines: told(ROUND) },
    { name: 'choices', lines: told(CHOICES) },
    { name: 'pays', lines: paid(play.paid, counted) },
    {
      name: 'side',
      lines: [
        ...(wager in t.books.pairs ? paid(play.pair, t.books.pairs[wager] ?? '', pairs) : []),
        ...multiplied(value('pandemonium.multipliers')).map((pays) =>
          line('pandemonium.multipliers', play.pandemonium(t.books.pandemonium), pays),
        ),
        ...prizes(value('super-bonus.prizes')).map(([wagers, prize]) =>
          line('super-bonus.prizes', play.superBonus(wagers), prize),
        ),
        ...others(value('super-bonus.others'), value('super-bonus.others-pay')).map(
          ([words, pays]) => line('super-bonus.others', words, pays),
        ),
      ],
    },
  ];
  return parts.filter(({ lines }) => lines.length > 0);
}

const wordsOf = (key: string, value: string): string | undefined =>
  play.filled[key]?.(value) ?? play.says[key]?.[value] ?? t.books.trait[key]?.[value];

/** `100 50 25`: the odds that a multiplier may come to. */
function multiplied(multipliers: string): string[] {
  const all = multipliers.split(' ').filter((each) => /^\d+$/.test(each));
  const [most, least] = [all[0], all.at(-1)];
  return most === undefined || least === undefined ? [] : [play.multiplied(least, most)];
}

/** An amount as the settings write it, as the page does. */
const inMoney = (amount: string): string => money(parseMoney(amount) ?? 0);

/** `5 to 24: 1000, 25 up: 5000`: for each step, which wagers win it and the prize. */
function prizes(bands: string): [string, string][] {
  return bands.split(', ').flatMap((band): [string, string][] => {
    const [, from = '', to, prize] = /^([\d.]+) (?:to ([\d.]+)|up): ([\d.]+)$/.exec(band) ?? [];
    if (prize === undefined) return [];
    if (to === undefined) return [[play.from(inMoney(from)), inMoney(prize)]];
    const wagers = from === '0' ? play.upTo(inMoney(to)) : play.fromTo(inMoney(from), inMoney(to));
    return [[wagers, inMoney(prize)]];
  });
}

/** Who else is paid when somebody wins the Super Bonus, and how much. */
function others(who: string, amount: string): [string, string][] {
  const words = play.others[who];
  return words === undefined ? [] : [[words, inMoney(amount)]];
}

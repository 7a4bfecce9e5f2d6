// What the five books let a bettor do, by names of our own: what is wanted of the page, book by
// book.
import type { Can, Choice, HandRef } from '../src/wire';

const EVERYWHERE = [
  'cut',
  'no cut',
  'draw',
  'stand',
  'double',
  'double for less',
  'follow a double',
  'follow a double for less',
  'do not follow a double',
  'forfeit',
  'do not forfeit',
  'split',
  'match a split',
  'stay on the first hand',
  'surrender',
  'play on',
  'insurance',
  'insurance for less',
  'no insurance',
];

/**
 * The books, the fewest decks they allow a table with everything on it, the number with which
 * everything comes soon, and what they have beside the rest.
 */
export const BOOKS: { book: string; decks: number; cards: number; beside: string[] }[] = [
  {
    book: 'adelaide',
    decks: 6,
    cards: 1,
    beside: ['pairs', 'split again', 'surrender alone', 'decline control'],
  },
  { book: 'canberra', decks: 3, cards: 1, beside: ['pairs', 'split again'] },
  {
    book: 'singapore',
    decks: 4,
    cards: 1,
    beside: [
      'pairs',
      'pandemonium',
      'press',
      'let another press',
      'split again',
      'surrender alone',
      'another’s insurance',
      'another’s insurance for less',
      'no other’s insurance',
    ],
  },
  { book: 'tasmania', decks: 3, cards: 1, beside: ['split again'] },
  { book: 'sydney', decks: 6, cards: 1, beside: ['pairs'] },
];

export const optionsOfBook = (beside: string[]): Set<string> => new Set([...EVERYWHERE, ...beside]);

/** What must be chosen so that something else is asked, of the same bettor or of the other. */
export const LEADS: Record<string, string[]> = {
  double: [
    'follow a double',
    'follow a double for less',
    'do not follow a double',
    'forfeit',
    'do not forfeit',
  ],
  split: ['match a split', 'stay on the first hand', 'split again'],
  'no insurance': ['another’s insurance', 'another’s insurance for less', 'no other’s insurance'],
};

type Kind<C> = C extends string ? C : keyof C;

/** What the page calls a choice. Those before the first card have places of their own. */
export const LABELS: Partial<Record<Kind<Choice>, string>> = {
  insure: 'Insurance',
  no_insurance: 'No insurance',
  take_insurance: 'Take ',
  no_more_insurance: 'No others’ insurance',
  press: 'Press the button',
  nominate: 'Let ',
  surrender: 'Surrender',
  no_surrender: 'Play on',
  stand: 'Stand',
  draw: 'Draw',
  double: 'Double',
  no_double: 'Do not double',
  split: 'Split',
  stay_on_first: 'Stay on the first hand',
  forfeit: 'Forfeit',
  no_forfeit: 'Do not forfeit',
};

/** In cents: less than every wager and every half of one. */
const LESS = 200;

/** Something that the table offers, with the names above. */
export interface Offer {
  kind: Kind<Choice>;
  choice: Choice;
  /** Where it acts; nothing where on no box. */
  at: HandRef | null;
  /** The lesser amount to choose where the amount is free, in dollars. */
  less: string;
  options: string[];
}

interface Fields {
  box_no?: number;
  hand?: HandRef;
  amount?: number;
}

/** The choices among what somebody may do. `isSplit` tells of boxes with several hands. */
export function offersOf(
  can: readonly Can[],
  isController: boolean,
  isSplit: (box: number) => boolean,
): Offer[] {
  return can.flatMap(({ what, least }) => {
    if (typeof what === 'string' || !('choose' in what)) return [];
    const { choice } = what.choose;
    const [kind, is] = (typeof choice === 'string' ? [choice, {}] : Object.entries(choice)[0]) as [
      Kind<Choice>,
      Fields,
    ];
    const at = is.hand ?? (is.box_no === undefined ? null : { box_no: is.box_no, hand: 0 });
    const name = nameOf(kind, isController, at !== null && isSplit(at.box_no));
    const isFree = is.amount !== undefined && (least ?? is.amount) < is.amount;
    return [
      {
        kind,
        choice,
        at,
        less: String(Math.max(least ?? 0, LESS) / 100),
        options: isFree ? [name, `${name} for less`] : [name],
      },
    ];
  });
}

function nameOf(kind: Kind<Choice>, isController: boolean, isSplit: boolean): string {
  switch (kind) {
    case 'insure':
      return 'insurance';
    case 'no_insurance':
      return 'no insurance';
    case 'take_insurance':
      return 'another’s insurance';
    case 'no_more_insurance':
      return 'no other’s insurance';
    case 'press':
      return 'press';
    case 'nominate':
      return 'let another press';
    case 'surrender':
      return isController ? 'surrender' : 'surrender alone';
    case 'no_surrender':
      return 'play on';
    case 'stand':
      return 'stand';
    case 'draw':
      return 'draw';
    case 'double':
      return isController ? 'double' : 'follow a double';
    case 'no_double':
      return 'do not follow a double';
    case 'split':
      if (!isController) return 'match a split';
      return isSplit ? 'split again' : 'split';
    case 'stay_on_first':
      return 'stay on the first hand';
    case 'forfeit':
      return 'forfeit';
    case 'no_forfeit':
      return 'do not forfeit';
    case 'wager':
    case 'side_wager':
    case 'decline_control':
      throw new Error(`${kind} is laid before the first card`);
  }
}

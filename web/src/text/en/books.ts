// What sets a book apart, in words, by the values of its settings. A value without words here is
// not spoken of.

export const books = {
  readRules: 'Read the rules',
  play: 'Play here',
  clause: (clause: string) => `Clause ${clause}`,
  clauseWithin: (clause: string) => `clause ${clause}`,
  notStated: 'The book does not say; it is the house’s custom.',
  reading: (name: string) => `A reading of the book: ${name.replaceAll('-', ' ')}`,
  noWords: 'The words of this clause cannot be shown now.',
  inscription: {
    pontoon: (odds: string) => `Pontoon pays ${odds}`,
    insurance: (odds: string) => `Insurance pays ${odds}`,
    draws: 'Dealer must stand on hard 17 or soft 18',
    stands: 'Dealer must stand on all 17s',
  },
  pairs: { 'perfect-pairs': 'Perfect Pairs', pair: 'Pair' } as Record<string, string>,
  pandemonium: 'Pontoon Pandemonium',
  trait: {
    'double.on': {
      'first-two': 'Double on the first two cards',
      'any-cards': 'Double on any number of cards',
      'hard-9-to-11': 'Double on hard 9, 10 and 11 only',
    },
    'double.aces': {
      'first-two': 'Aces in the first two cards count 1 after a double',
      held: 'Aces already held count 1 after a double',
      free: 'Aces keep their value after a double',
    },
    'draw.must-draw': {
      'under-12': 'Eleven or less must draw',
    },
    'dealer.pontoon': {
      'every-wager': 'A dealer’s Pontoon takes every wager',
      'each-original': 'A dealer’s Pontoon takes original wagers only',
      'busted-and-one': 'A dealer’s Pontoon takes busted wagers and one more',
      'first-hand-only': 'A dealer’s Pontoon takes the first hand’s wager only',
      'one-in-all': 'A dealer’s Pontoon takes one wager in all',
    },
    'surrender.co-bettors': {
      'must-follow': 'Who shares a box follows its surrender',
      'no-more-cards': 'Who shares a surrendered box gets no more cards',
      'play-on': 'Who shares a surrendered box may play on',
    },
    'insurance.anothers': {
      'by-preference': 'Insurance that one declines another may take',
    },
  } as Record<string, Record<string, string>>,
  hands: (most: string) => `Split to ${most} hands`,
  splitOnce: 'Split once, to two hands',
  superBonus: 'Super Bonus for three suited sevens',
  pairPays: (name: string, odds: string) => `${name} pays up to ${odds}`,
};

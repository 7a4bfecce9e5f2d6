// How a book is played and what it pays, in words by the values of its settings. A value without
// words here is not spoken of; what `books.trait` has words for is told in those.

/** What a sentence is about that has an amount, odds or a number in it. */
type Filled = (value: string) => string;

export const play = {
  title: 'How it is played and paid',
  words: 'What this book says on the points that matter most at a table, each with its clause.',
  primer: 'New to the game? How Pontoon is played',
  source: (clause: string) => `In the book: clause ${clause}`,
  hand: 'Hand or wager',
  pays: 'Pays',
  by: 'Clause',
  part: {
    round: 'A round',
    choices: 'What you may do',
    pays: 'What a win pays',
    side: 'Side wagers and bonuses',
  },
  says: {
    'dealer.hole': {
      none: 'Each box gets two cards and the dealer one; the dealer’s second card comes when all hands are played',
      peeks:
        'Each box and the dealer get two cards, and the dealer looks for Pontoon before anybody decides',
    },
    'settlement.higher': { '': 'The hand nearer to 21 wins' },
    'draw.bust': { '': 'A hand over 21 loses at once' },
    'dealer.soft-17': {
      draws: 'The dealer draws on 16 or less and on a soft 17',
      stands: 'The dealer draws on 16 or less and stands on every 17',
    },
    'settlement.dealer-bust': { '': 'If the dealer goes over 21, every hand still in play wins' },
    'settlement.tie': {
      'stand-off': 'Equal totals stand off: you neither win nor lose',
      'dealer-wins': 'Equal totals lose to the dealer',
    },
    'settlement.pontoon': {
      'at-once': 'Your Pontoon is paid at once, whatever the dealer has',
      'as-21': 'An Ace and a ten-point card are an ordinary 21',
      compared: 'Your Pontoon wins, unless the dealer has one too',
    },
    'settlement.twenty-one': {
      'always-wins': 'Your 21 always wins, even against a dealer’s Pontoon',
      'loses-to-pontoon': 'Your 21 wins against everything but a dealer’s Pontoon',
      compared: 'Your 21 is compared with the dealer’s total like any other',
    },
    'dealer.pontoon': {
      'every-wager':
        'A dealer’s Pontoon takes every wager on the hands it beats, doubles and splits too',
      'each-original': 'A dealer’s Pontoon takes one original wager of each hand it beats',
      'busted-and-one':
        'After a double or a split, a dealer’s Pontoon takes one original wager, besides hands already over 21',
      'first-hand-only': 'After a split, a dealer’s Pontoon takes the wager of the first hand only',
      'one-in-all': 'After a double or a split, a dealer’s Pontoon takes one original wager in all',
    },
    'draw.must-draw': { never: 'You may stand on any total' },
    'double.amount': {
      'up-to-original': 'A double adds any amount up to your wager and brings one more card',
      'minimum-to-original':
        'A double adds the table minimum or more, up to your wager, and brings one more card',
      full: 'A double adds as much as your wager and brings one more card',
    },
    'double.after-split': {
      may: 'Split hands may be doubled',
      'may-not': 'Split hands may not be doubled',
    },
    'double.forfeit-when': {
      'under-21':
        'Under 21 after a double you may forfeit: you lose the first wager and take back the added amount',
      'not-over-21':
        'Up to 21 after a double you may forfeit: you lose the first wager and take back the added amount',
      never: 'A doubled hand may not be forfeited',
    },
    'split.again': { 'may-not': 'Two first cards of equal value may be split, once' },
    'split.aces-cards': {
      one: 'A split Ace gets one card',
      any: 'Split Aces may draw like other hands',
    },
    'insurance.anothers': {
      'by-preference': 'Another player may take the insurance that you decline',
    },
    'surrender.against': {
      'ace-or-picture':
        'Against a dealer’s Ace or picture you may surrender: you lose half of the wager, or all of it to a dealer’s Pontoon',
      'any-card':
        'You may surrender: you lose half of the wager, or all of it to a dealer’s Pontoon',
      nothing: 'Hands may not be surrendered',
    },
  } as Record<string, Record<string, string>>,
  filled: {
    'boxes.bettors': (most) =>
      most === '1' ? 'One bettor has a box' : `Up to ${most} bettors may share a box`,
    'split.most-hands': (most) =>
      `Two first cards of equal value may be split, to at most ${most} hands`,
    'insurance.pays': (odds) =>
      `Against a dealer’s Ace you may insure for up to half of your wager, at ${odds}`,
  } as Record<string, Filled>,
  /** What earns the odds for a number of cards. */
  counted: { 'twenty-one': '21', 'any-win': 'A win' } as Record<string, string>,
  /** Hands that are paid; those with a number of cards begin with what earns it. */
  paid: {
    'pays.pontoon': () => 'Pontoon: an Ace and a picture as the first two cards',
    'pays.five-cards': (counted) => `${counted} with five cards`,
    'pays.six-cards': (counted) => `${counted} with six cards`,
    'pays.seven-cards': (counted) => `${counted} with seven cards or more`,
    'pays.six-seven-eight-mixed': () => '6-7-8 of several suits',
    'pays.six-seven-eight-suited': () => '6-7-8 of one suit',
    'pays.six-seven-eight-spades': () => '6-7-8 of spades',
    'pays.sevens-mixed': () => '7-7-7 of several suits',
    'pays.sevens-suited': () => '7-7-7 of one suit',
    'pays.sevens-spades': () => '7-7-7 of spades',
    'pays.other': () => 'Any other win',
    'double.pays': () => 'A doubled hand that wins',
  } as Record<string, Filled>,
  pair: {
    'pairs.mixed': (wager) => `${wager}: a pair of two colours`,
    'pairs.coloured': (wager) => `${wager}: a pair of one colour`,
    'pairs.perfect': (wager) => `${wager}: a pair of one suit`,
    'pairs.pair': (wager) => `${wager}: two cards of equal rank`,
  } as Record<string, Filled>,
  pandemonium: (wager: string) => `${wager}: you are dealt Pontoon`,
  /** Odds that are drawn by chance: the least and the most. */
  multiplied: (least: string, most: string) =>
    least === most ? `${most} to 1` : `${least} to 1 up to ${most} to 1`,
  superBonus: (wagers: string) =>
    `Super Bonus: three sevens of one suit against a dealer’s seven, on a wager ${wagers}`,
  upTo: (most: string) => `up to ${most}`,
  fromTo: (least: string, most: string) => `from ${least} to ${most}`,
  from: (least: string) => `from ${least}`,
  others: {
    wagers: 'Every other wager when somebody wins the Super Bonus',
    'wagers-but-doubled-wins':
      'Every other wager when somebody wins the Super Bonus, except on a doubled hand that wins',
    players: 'Every other player with a wager when somebody wins the Super Bonus',
    'co-bettors': 'Every other wager on a hand that wins the Super Bonus',
  } as Record<string, string>,
};

/** The game in a few words: what holds in all five books, and no more than that. */
export const primer = {
  title: 'How Pontoon is played',
  words:
    'What all five books have in common, in five minutes. Every table plays its own book, to the letter.',
  aim: {
    title: 'The aim',
    words: [
      'Come nearer to 21 than the dealer, and not over it. Over 21 is a bust and loses at once, whatever the dealer does afterwards.',
      'Jacks, queens and kings count ten, an Ace one or eleven, all others what they show. There are no tens: a deck has 48 cards.',
      'A total in which an Ace counts eleven is soft: one more card cannot take it over 21.',
    ],
  },
  round: {
    title: 'A round of play',
    steps: [
      'You put a wager on a box. Up to three bettors may share one; the controlling player decides for its hands.',
      'Every box gets two cards, the dealer one. The dealer’s second card comes only when all have played.',
      'Each box decides in its turn, hand by hand.',
      'The dealer draws on 16 or less and on a soft 17, and stands on more.',
      'If the dealer goes over 21, every hand still in play wins. Else nearer to 21 wins, and equal totals under 21 stand off: the wager is neither won nor lost.',
    ],
    always: 'Your Pontoon and your 21 always win, even where the dealer has as many.',
  },
  decide: {
    title: 'What you may do',
    what: [
      ['Draw or stand', 'One more card, or no more.'],
      [
        'Double',
        'Add up to as much as your wager for one more card, and then no other. A doubled hand that wins pays 1 to 1.',
      ],
      [
        'Forfeit',
        'If that card was a bad one: give up your first wager and take back what you added.',
      ],
      ['Split', 'Two cards of equal value become two hands, each with a wager of its own.'],
      [
        'Surrender',
        'Where the dealer shows an Ace or a picture: half of your wager back before you draw, unless the dealer makes Pontoon.',
      ],
      [
        'Insurance',
        'Where the dealer shows an Ace: up to half of your wager on the dealer’s Pontoon, at 2 to 1.',
      ],
    ] as [string, string][],
    only: 'The page offers what is allowed just now, and nothing else. Each button tells its clause when you point at it or come to it by the keyboard, and every result tells its own.',
  },
  pays: {
    title: 'What a win pays',
    hand: 'Your hand',
    odds: 'Pays',
    lines: [
      {
        hand: 'Pontoon: an Ace and a picture, dealt as the first two',
        odds: '3 to 2',
        cards: 'As Kh',
      },
      { hand: '21 with five cards', odds: '3 to 2', cards: '2c 3d 4h 5s 7c' },
      { hand: '21 with six cards', odds: '2 to 1', cards: '2c 3d 3h 3s 4c 6d' },
      { hand: '21 with seven cards or more', odds: '3 to 1', cards: '2c 2d 3h 3s 3c 4d 4h' },
      { hand: '6-7-8 or 7-7-7 of several suits', odds: '3 to 2', cards: '6c 7d 8h' },
      { hand: '6-7-8 or 7-7-7 of one suit', odds: '2 to 1', cards: '7h 7h 7h' },
      { hand: '6-7-8 or 7-7-7 of spades', odds: '3 to 1', cards: '6s 7s 8s' },
      { hand: 'Any other hand that wins, and every doubled one', odds: '1 to 1', cards: 'Kd 9c' },
    ],
  },
  next: {
    title: 'And now',
    play: 'Take a seat',
    playWords: 'with chips of the house; no account is needed.',
    train: 'Practise',
    trainWords: 'every answer is priced by the exact solver.',
    rules: 'Read the books',
    rulesWords: 'when one may double, how often split, who must draw: there they differ.',
  },
};

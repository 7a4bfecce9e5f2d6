export const trainer = {
  title: 'Trainer',
  words:
    'A hand, an upcard, a decision. Every answer is marked at once, by the exact worth of all you could have done.',
  book: 'Book',
  wager: 'Wager',
  decks: 'Decks',
  ofDecks: (decks: number) => (decks === 1 ? '1 deck' : `${decks} decks`),
  drillTitle: 'Drill',
  drill: {
    any: 'Any hand',
    pairs: 'Pairs',
    soft: 'Soft totals',
    special: '6-7-8 and 7-7-7',
    forfeit: 'Forfeit after a double',
    missed: 'Hands I had wrong',
  },
  measureTitle: 'Marked by',
  measure: {
    cards: 'The cards that lie there, exactly',
    chart: 'The chart of the book',
  },
  badWager: 'Write an amount of money that is more than nothing, for example 25 or 12.50.',
  dealer: 'Dealer shows',
  hand: 'Your hand',
  doubled: 'Doubled: the last card came for it. Keep the hand, or forfeit?',
  ask: 'What do you do?',
  again: 'You had this one wrong before.',
  dealt: (hand: string, total: string, upcard: string) =>
    `Your hand: ${hand}, ${total}. Dealer shows ${upcard}.`,
  right: (action: string) => `Right: ${action.toLowerCase()}.`,
  equal: (action: string) => `${action} is as good as the best.`,
  wrong: (action: string) => `${action} is best here.`,
  costs: (money: string, percent: string, action: string) =>
    `${action} costs ${money} on average, ${percent} of the wager.`,
  apart: (card: string, best: string, money: string, percent: string) =>
    `The chart says ${card.toLowerCase()}, as for all hands of this kind. With these very cards ${best.toLowerCase()} is better by ${money}, ${percent} of the wager.`,
  noCard: 'The chart has no such hand: this one is marked by its cards.',
  otherDecks: (hand: number, chart: number) =>
    `The chart is of ${chart} decks and this hand is from ${hand}: it is marked by its cards.`,
  none: {
    title: 'No hand waits to come again',
    words:
      'Hands that you have wrong in the other drills come here, until each went well three times.',
    go: 'Practise any hand',
  },
  next: 'Next hand',
  soFar: 'So far',
  answers: 'Hands',
  accuracy: 'Right',
  streak: 'In a row',
  longest: 'Longest',
  cost: 'Mistakes cost',
  perHand: (money: string) => `${money} a hand`,
  waiting: (count: number) =>
    count === 0
      ? 'No hand waits to come again.'
      : count === 1
        ? '1 hand comes again.'
        : `${count} hands come again.`,
  keep: 'Your progress is kept in this browser, for each book by itself.',
  notKept: 'This browser keeps nothing: your progress lasts until you leave.',
  export: 'Export progress',
  reset: 'Begin anew',
  resetTitle: 'Begin anew?',
  resetWords: (book: string) => `Everything you did with ${book} in the trainer is forgotten.`,
  chart: 'Chart',
  chartOf: (book: string) => `Strategy, ${book}`,
  chartFirst: 'Show the chart before I answer',
  chartLater: 'The chart comes with the answer.',
  chartWait: 'The chart is being reckoned …',
  away: {
    title: 'No hand could be dealt',
    words: 'Try again in a moment, or choose another drill.',
  },
  keys: { next: 'Next hand' },
  advice: {
    title: 'Advice',
    words: 'By the cards really left, as far as you can know them.',
    nothing: 'Nothing is yours to decide now.',
    best: (action: string) => `Best: ${action}`,
    card: 'chart',
    left: (cards: number) => `${cards} cards not seen`,
    about: 'Reckoned as if this were the only hand of its box.',
    last: 'Last decision',
    lastRight: 'The best there was.',
    lastCost: (percent: string) => `It cost ${percent} of the wager.`,
    lastCostMoney: (money: string, percent: string) => `It cost ${money}, ${percent} of the wager.`,
    sum: (percent: string, count: number) =>
      `Your choices cost ${percent} of the wager in ${count === 1 ? '1 decision' : `${count} decisions`} advised at this table.`,
  },
};

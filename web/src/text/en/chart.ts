// Words of the strategy chart and of figures beside it.

export const chart = {
  title: 'Strategy',
  action: {
    stand: 'Stand',
    draw: 'Draw',
    double: 'Double',
    split: 'Split',
    surrender: 'Surrender',
    keep: 'Keep',
    forfeit: 'Forfeit',
  } as Record<string, string>,
  /**
   * As on the printed charts, where H is a hit. There D is a double, and here it would be taken for
   * the key that draws.
   */
  letter: { stand: 'S', draw: 'H', double: 'Db', split: 'P', surrender: 'R' } as Record<
    string,
    string
  >,
  kind: {
    hard: 'Hard totals',
    soft: 'Soft totals',
    later_soft: 'Soft totals, Ace drawn later',
    pair: 'Pairs',
    straight: 'Two cards of a 6-7-8',
  } as Record<string, string>,
  hand: 'Hand',
  suits: {
    mixed: 'mixed',
    suited: 'one suit',
    spades: 'spades',
    'suited spades': 'one suit',
    'mixed suited': 'no spades',
    'mixed spades': 'mixed, spades',
  } as Record<string, string>,
  upcard: (upcard: string) => (upcard === 'A' ? 'Ace' : upcard === 'T' ? 'ten-point card' : upcard),
  against: (hand: string, upcard: string) => `${hand} against ${upcard}`,
  later: (action: string, cards: number) => `${action} from ${cards} cards`,
  changed: (was: string) => `changed, was ${was}`,
  none: 'no such hand',
  legendChanged: 'differs',
  legendKeys: 'Behind each: its key at the table and in the trainer',
  legendThen:
    'S with 4: stand, but draw from 4 cards on; Db with 3: double, but draw from 3 cards on',
  legendTen: 'T: a card that counts ten, a Jack, Queen or King; A: an Ace',
  pick: 'Choose a square to see what every action is worth.',
  worths: 'Worth of each action, in percent of the wager',
  actionTitle: 'Action',
  inMoney: 'Money',
  inPercent: 'Of the wager',
  yours: 'your answer',
  under: (least: string) => `less than ${least}`,
  numberOf: 'Cards',
  often: (percent: string) => `Best play meets it in ${percent} of hands.`,
  was: (mark: string) => `Compared with: ${mark}`,
};

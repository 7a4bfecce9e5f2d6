// Checking cards: the words around what the verifier says.
import type { Check } from '../../../fair/verify.mjs';

const outcome: Record<Check['outcome'], string> = {
  ok: 'holds',
  FAILED: 'does not hold',
  INCIDENT: 'withheld',
  'not made': 'not checked',
};

/** What each check of the verifier is about, for those who know nothing of digests. */
const asked: Record<string, string> = {
  signature:
    'Whether the promise is signed: only who has the key that is named in it can have made it, and nobody altered it since.',
  key: 'Whether that key is the house’s own: it is compared with one that you have from elsewhere.',
  openings:
    'Whether each card that was shown was fixed beforehand: one that was swapped would not fit the promise.',
  opening:
    'Whether this card was fixed beforehand: one that was swapped would not fit the promise.',
  place: 'Whether this card came in its turn: none was passed over, and none slipped in.',
  clients:
    'Whether somebody beside the house had a part in the chance: the house alone could not choose it.',
  opened: 'Whether the house has shown, after play, all that it had promised before.',
  reveal: 'Whether all cards that were shown after play are those that were promised before.',
  seed: 'Whether the secret that was shown after play is the one that was promised before.',
  pack: 'Whether all cards are there that should be: none too many, and none missing.',
  cut: 'Whether the cards were cut far enough from both ends.',
  'cutting-card': 'Whether the cutting card, which ends a shoe, lay within it.',
  order: 'Whether the cards came out one after the other, in the order that was promised.',
  draws: 'Whether each card that was drawn follows from the chance that was fixed beforehand.',
  rotation: 'Whether the chance was renewed in time, and none was used twice.',
  seen: 'Whether this is the promise that this browser was shown while the cards were dealt.',
};

export const fair = {
  title: 'Were the cards fair?',
  words:
    'Before the first card the house fixes the order of a shoe, or the chance that a device draws by, and publishes a promise of it, the commitment: it gives no card away, and nothing else fits it. Here your browser checks that the cards that were dealt are those that were promised, with a program that shares nothing with the house’s own. Nothing is sent anywhere.',
  tables: {
    title: 'Tables of this house',
    words:
      'The shoe that is being dealt, card by card as far as it was, and from there those that are over.',
  },
  give: {
    title: 'Check a record',
    words:
      'The record of a shoe or a shuffling device, as the house publishes it. Paste it, drop the file here, or choose it.',
    label: 'Record',
    file: 'Choose a file',
    drop: 'Drop the file to check it',
    key: 'The house’s public key',
    keyHint:
      'Only if you know it from somewhere else than the record: 64 digits of 0 to 9 and a to f',
    badKey: 'A key is 64 digits of 0 to 9 and a to f.',
    empty: 'There is no record yet: paste one, or choose a file.',
    unread: 'This file cannot be read.',
    go: 'Check it',
  },
  present: (table: string) => `The present shoe of table ${table}`,
  shoe: (table: string, no: number | string) => `Shoe ${no} of table ${table}`,
  round: (table: string, no: string) => `Round ${no} of table ${table}`,
  other: 'Check another record',
  toTable: (table: string) => `Go to table ${table}`,
  before: (no: number) => `Shoe ${no}, before it`,
  after: (no: number) => `Shoe ${no}, after it`,
  save: 'Save the record',
  again: 'Look again',
  outcome,
  asked,
  accepted: {
    title: 'Accepted',
    words:
      'What was dealt is what was promised before: nothing was changed since. Every check that could be made holds.',
  },
  soFar: {
    title: 'Accepted so far',
    words:
      'Every card that came out was fixed before the first one was dealt. What is left of the shoe stays secret; it is opened, and can be checked, when the shoe is over.',
    opened: 'the shoe is still being dealt: it is opened when it is over',
  },
  withheld: {
    title: 'Not opened',
    words:
      'Nothing that is here is wrong, but the house has not shown all that it promised: whether the rest was kept cannot be known. If the shoe is over, ask the house why.',
  },
  rejected: (check: string) => ({
    title: 'Rejected',
    words: `Something is not as it should be. The first check that does not hold is “${check}”: what it is about stands below.`,
  }),
  notRecord: { title: 'Rejected', words: 'This is no record that can be checked.' },
  noCrypto:
    'This browser checks nothing here: it can do so only where the page comes by https, or from this very computer. Save the record and check it elsewhere.',
  noSignatures:
    'This browser cannot check signatures of this kind. Save the record and check it with another one.',
  checks: 'What was checked',
  seen: {
    name: 'seen',
    ok: (when: string, out: number) =>
      out === 0
        ? `this browser was shown the same commitment at ${when}, before the first card`
        : `this browser was shown the same commitment at ${when}, when ${out} cards were out`,
    other: (when: string, field: string) =>
      `at ${when} this browser was shown another commitment to this shoe: its ${field} was different`,
    none: 'this browser was not shown the commitment while the shoe was dealt',
  },
  cards: {
    title: 'The cards',
    words: 'In the order in which they came out. Choose one to check it by itself.',
    ofRound:
      'The cards of this round, in the order in which they came out. Choose one to check it by itself.',
    notOfRound:
      'Which of them were this round’s cannot be told: the round went on into another shoe, or the same cards came twice. All cards of the shoe:',
    none: 'No card has come out yet.',
    hidden: 'Burned card, hidden until the shoe is over',
    check: (nth: number, card: string) => `Check card ${nth}: ${card}`,
    all: 'Show all cards of the shoe',
    one: (nth: number) => `Card ${nth}`,
    place: 'Place in the committed order, from 0',
    salt: 'Salt',
    path: 'Path to the root, from the card up',
    root: 'Root that was committed to',
  },
  missing: {
    title: 'Nothing to check here',
    words: 'This house has no such shoe, or it is not being dealt any more and was never opened.',
    table: 'This house has no table of that number.',
    round: 'This house has no such round that is over.',
    device:
      'This table has a shuffling device. Its draws can be checked when its seed is revealed: at the next change of seeds, or when the table closes.',
    none: 'No shoe is being dealt at this table now.',
  },
  away: 'The record cannot be had now',
};

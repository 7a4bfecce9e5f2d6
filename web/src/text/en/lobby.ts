import type { Phase } from '../../wire';

const phase: Record<Phase, string> = {
  closed: 'Closed',
  shuffle: 'Shuffling',
  cut: 'New shoe',
  wagers: 'Wagers open',
  round: 'Round in play',
};

export const lobby = {
  title: 'Pontoon, dealt by the book',
  words:
    'Five approved rule books from Australia and Singapore, each at its own table. Every decision names the clause behind it.',
  tables: 'Tables',
  booksTitle: 'The five books',
  never: 'New to it?',
  booksWords: 'The same game in five houses, and never quite the same.',
  compare: 'Compare two of them rule by rule',
  phase,
  limits: (least: string, most: string) => `${least} to ${most}`,
  free: (free: number) =>
    free === 0 ? 'No seat free' : free === 1 ? '1 seat free' : `${free} seats free`,
  nobody: 'Nobody here',
  excluded:
    'You excluded yourself from play: tables can be watched, and your account is yours to read.',
  staff: 'You are here for the house, which does not wager: tables can be watched.',
  closing: 'Closing soon',
  sit: 'Sit down',
  watch: 'Watch',
  sitAt: (title: string) => `Sit down at ${title}`,
  watchAt: (title: string) => `Watch ${title}`,
  shoe: (left: number, all: number) => `${left} of ${all} cards left`,
  housePlayers: (count: number) => (count === 1 ? '1 house player' : `${count} house players`),
  decks: (decks: number) => `${decks} decks`,
  private: {
    name: 'Private',
    start: 'Start a private table',
    title: 'A private table',
    words:
      'Only those whom you give its link can find it. Everything is set already; change what you like.',
    /** The fields of the form, by the names that refusals have for them. */
    fields: {
      book: 'Book',
      decks: 'Decks',
      house_players: 'House players',
      minimum: 'Minimum wager',
      maximum: 'Maximum wager',
    },
    usualDecks: (decks: number) => `${decks}, as usual`,
    usualPlayers: 'As many as come',
    /** By their number. */
    players: ['None', '1', '2', '3'],
    usual: 'Empty: the usual',
    badMoney: 'Write an amount such as 25 or 12.50.',
    go: 'Start the table',
    cancel: 'Cancel',
    toOwn: (table: number) => `Go to your private table ${table}`,
    table: 'Private table',
    whoever: 'Whoever has its link may sit and watch.',
    closed: 'It is closed for good.',
    copy: 'Copy link',
    copied: 'The link is copied.',
    notCopied: 'The browser copies nothing. Mark the link and copy it yourself.',
    about: 'About',
    aboutTable: 'About this table',
    link: 'Its link',
    come: 'Whoever has this link may sit and watch, as a guest too. Nobody else finds the table, and its rounds are for those who have the link or had a wager in them.',
    leave:
      'To leave, choose “Leave the table” below the boxes. The link brings you back as long as the table is open.',
    close:
      'It closes by itself when nobody has been at it for some time, or when whoever started it starts another and nobody else is there. Rounds that were played can be read afterwards.',
  },
  empty: {
    title: 'No table is open',
    words: 'The house has no tables at present. Look in again later.',
  },
  failed: 'The tables cannot be shown',
  away: {
    title: 'The house does not answer',
    words: 'It may be restarting. This page tries again by itself.',
  },
};

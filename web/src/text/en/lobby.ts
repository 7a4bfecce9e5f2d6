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
  booksWords: 'The same game in five houses, and never quite the same.',
  phase,
  limits: (least: string, most: string) => `${least} to ${most}`,
  free: (free: number) => (free === 0 ? 'No seat free' : free === 1 ? '1 seat free' : `${free} seats free`),
  people: (people: number) => (people === 0 ? 'Nobody here' : people === 1 ? '1 person' : `${people} people`),
  rounds: (rounds: number) => (rounds === 1 ? '1 round' : `${rounds} rounds`),
  closing: 'Closing soon',
  sit: 'Sit down',
  watch: 'Watch',
  sitAt: (title: string) => `Sit down at ${title}`,
  watchAt: (title: string) => `Watch ${title}`,
  shoe: (left: number, all: number) => `${left} of ${all} cards left`,
  seated: (names: string) => `Seated: ${names}`,
  housePlayers: (count: number) => (count === 1 ? '1 house player' : `${count} house players`),
  decks: (decks: number) => `${decks} decks`,
  empty: { title: 'No table is open', words: 'The house has no tables at present. Look in again later.' },
  failed: 'The tables cannot be shown',
  away: { title: 'The house does not answer', words: 'It may be restarting. This page tries again by itself.' },
};

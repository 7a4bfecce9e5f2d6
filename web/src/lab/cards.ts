// The cards of a hand that is asked about.
import { cardsIn } from '../cards/typed';

export const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'] as const;
export const SUITS = ['c', 'd', 'h', 's'] as const;

export function without(text: string, place: number): string {
  return cardsIn(text)
    .filter((_, no) => no !== place)
    .join(' ');
}

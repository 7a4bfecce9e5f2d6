// A card's text taken apart for drawing and for words.
import { t } from '../text';

type Suit = 'c' | 'd' | 'h' | 's';

export interface Parts {
  rank: string;
  suit: Suit;
}

export function parts(card: string): Parts {
  return { rank: card.slice(0, -1), suit: card.slice(-1) as Suit };
}

/** Outlines of the suits in a square of 24. */
export const SUITS: Record<Suit, string> = {
  s: 'M12 1.8C14 7 21.2 10 21.2 15.6a4.6 4.6 0 0 1-8 3c.2 1.6.9 2.8 2 3.6H8.8c1.1-.8 1.8-2 2-3.6a4.6 4.6 0 0 1-8-3C2.8 10 10 7 12 1.8z',
  h: 'M12 21.8C8 17.3 2.3 13.6 2.3 8.4A5 5 0 0 1 12 6.3a5 5 0 0 1 9.7 2.1c0 5.2-5.7 8.9-9.7 13.4z',
  d: 'M12 1.3C14 5.4 17 9 20.2 12 17 15 14 18.6 12 22.7 10 18.6 7 15 3.8 12 7 9 10 5.4 12 1.3z',
  c: 'M12 1.9a4.7 4.7 0 0 1 3.9 7.3A4.7 4.7 0 1 1 13.1 16.9c.2 2 .9 3.8 2.3 5.3H8.6c1.4-1.5 2.1-3.3 2.3-5.3A4.7 4.7 0 1 1 8.1 9.2 4.7 4.7 0 0 1 12 1.9z',
};

/** `Ace of spades`, for those who hear the table. */
export function cardName(card: string): string {
  const { rank, suit } = parts(card);
  return t.cards.name(t.cards.rank[rank] ?? rank, t.cards.suit[suit]);
}

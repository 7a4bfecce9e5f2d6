// Cards as people type them: `8s 8h`, `8S8H`, `8♠ 8♥`.
import type { Card } from '../wire';

const PIPS: Record<string, string> = { '♣': 'c', '♦': 'd', '♥': 'h', '♠': 's' };
const CARD = /([2-9tjqka])([cdhs♣♦♥♠])/giu;

/** The cards in a text; what is none is left out, and the house says what it is. */
export function cardsIn(text: string): string[] {
  return [...text.replaceAll('\u{fe0f}', '').matchAll(CARD)].map(([, rank = '', suit = '']) => {
    return rank.toUpperCase() + (PIPS[suit] ?? suit.toLowerCase());
  });
}

/** The cards of a text that holds nothing else; what is no card comes back as `wrong`. */
export function parseCards(text: string): { cards: Card[] } | { wrong: string } {
  const words = text.split(/[\s,|]+/).filter((word) => word !== '');
  const wrong = words.find((word) => word.replaceAll('\u{fe0f}', '').replace(CARD, '') !== '');
  return wrong === undefined ? { cards: cardsIn(text) } : { wrong };
}

// Cards as people type them: `8s 8h`, `8S8H`, `8♠ 8♥`.

export const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'] as const;
export const SUITS = ['c', 'd', 'h', 's'] as const;
const PIPS: Record<string, string> = { '♣': 'c', '♦': 'd', '♥': 'h', '♠': 's' };
const CARD = /([2-9tjqka])([cdhs♣♦♥♠])/giu;

/** The cards in a text; what is none is left out, and the house says what it is. */
export function cardsIn(text: string): string[] {
  return [...text.replaceAll('\u{fe0f}', '').matchAll(CARD)].map(([, rank = '', suit = '']) => {
    return rank.toUpperCase() + (PIPS[suit] ?? suit.toLowerCase());
  });
}

export function without(text: string, place: number): string {
  return cardsIn(text)
    .filter((_, no) => no !== place)
    .join(' ');
}

/** Which field a refusal is about: it begins with its name. */
export function fieldOf(refusal: string): 'hand' | 'upcard' | 'removed' | null {
  const name = /^(hand|upcard|removed): /i.exec(refusal)?.[1]?.toLowerCase();
  return name === 'hand' || name === 'upcard' || name === 'removed' ? name : null;
}

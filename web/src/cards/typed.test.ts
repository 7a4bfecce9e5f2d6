import { expect, it } from 'vitest';
import { cardsIn, parseCards } from './typed';

it('finds the cards in what people type', () => {
  expect(cardsIn('8s 8h')).toEqual(['8s', '8h']);
  expect(cardsIn('8S8H, aC')).toEqual(['8s', '8h', 'Ac']);
  expect(cardsIn('Q♠️ 9♥')).toEqual(['Qs', '9h']);
  expect(cardsIn('what? 10s')).toEqual([]);
});

it('reads cards as they are typed and names what is none', () => {
  expect(parseCards(' 8S, kd|ah ')).toEqual({ cards: ['8s', 'Kd', 'Ah'] });
  expect(parseCards('8S8h Q♠️')).toEqual({ cards: ['8s', '8h', 'Qs'] });
  expect(parseCards('')).toEqual({ cards: [] });
  expect(parseCards('8s 10d')).toEqual({ wrong: '10d' });
  expect(parseCards('8x')).toEqual({ wrong: '8x' });
});

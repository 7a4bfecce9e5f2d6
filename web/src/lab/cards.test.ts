import { expect, it } from 'vitest';
import { cardsIn, fieldOf, without } from './cards';

it('finds the cards in what people type', () => {
  expect(cardsIn('8s 8h')).toEqual(['8s', '8h']);
  expect(cardsIn('8S8H, aC')).toEqual(['8s', '8h', 'Ac']);
  expect(cardsIn('Q♠️ 9♥')).toEqual(['Qs', '9h']);
  expect(cardsIn('what? 10s')).toEqual([]);
});

it('takes one card away and leaves the others', () => {
  expect(without('8s 8h 2c', 1)).toBe('8s 2c');
});

it('knows at which field a refusal belongs', () => {
  expect(fieldOf('Upcard: the dealer shows one card, not 2.')).toBe('upcard');
  expect(fieldOf('There are only eight of these.')).toBeNull();
});

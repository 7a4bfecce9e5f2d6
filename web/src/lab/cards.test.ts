import { expect, it } from 'vitest';
import { fieldOf, without } from './cards';

it('takes one card away and leaves the others', () => {
  expect(without('8s 8h 2c', 1)).toBe('8s 2c');
});

it('knows at which field a refusal belongs', () => {
  expect(fieldOf('Upcard: the dealer shows one card, not 2.')).toBe('upcard');
  expect(fieldOf('There are only eight of these.')).toBeNull();
});

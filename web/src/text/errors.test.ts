import { expect, it } from 'vitest';
import { sentence } from './errors';

it('makes a sentence of what the server says, with what it quotes between quotation marks', () => {
  expect(sentence('`oops` is no card')).toBe('“oops” is no card.');
  expect(sentence('cards are gone: `8s` and `8h`. Which?')).toBe('Cards are gone: “8s” and “8h”. Which?');
  expect(sentence('a stroke ` alone')).toBe('A stroke ` alone.');
});

import { expect, it } from 'vitest';
import { ApiError } from '../net/http';
import { say, sentence } from './errors';

it('says what the house said, and of an answer that is none no more than that', () => {
  expect(say(new ApiError(400, 'form', '`oops` is no card'))).toBe('“oops” is no card.');
  expect(say(new TypeError("Cannot read properties of null (reading 'find')"))).toMatch(
    /^What the house answered cannot be read\./,
  );
});

it('makes a sentence of what the server says, with what it quotes between quotation marks', () => {
  expect(sentence('`oops` is no card')).toBe('“oops” is no card.');
  expect(sentence('cards are gone: `8s` and `8h`. Which?')).toBe('Cards are gone: “8s” and “8h”. Which?');
  expect(sentence('a stroke ` alone')).toBe('A stroke ` alone.');
});

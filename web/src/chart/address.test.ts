import { beforeEach, expect, it } from 'vitest';
import { toasts } from '../ui/toast.svelte';
import { tellWrong, wrong } from './address';

beforeEach(() => {
  toasts.list = [];
});

it('says what is wrong and what is used instead, and of a long part no more than its beginning', () => {
  expect(wrong('decks', '0', '8 decks')).toBe(
    '“decks=0” in the link cannot be used. Used instead: 8 decks.',
  );
  expect(wrong('seed', 'x')).toBe('“seed=x” in the link means nothing here and is left out.');
  expect(wrong('seed', 'x'.repeat(10_000))).toHaveLength(wrong('seed', 'x'.repeat(36)).length);
});

it('says everything that is wrong at once, and nothing where nothing is', () => {
  tellWrong([]);
  expect(toasts.list).toEqual([]);
  tellWrong(['One.', 'Two.']);
  tellWrong(['1.', '2.', '3.', '4.', '5.', '6.', '7.']);
  expect(toasts.list.map(({ words }) => words)).toEqual([
    'One. Two.',
    '1. 2. 3. 4. 5. 2 more parts are wrong.',
  ]);
});

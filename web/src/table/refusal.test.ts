import { expect, test } from 'vitest';
import { whyRefused } from './refusal';

test('a click that came too late is told that the table was quicker, with reason and clause', () => {
  const refused = {
    why: 'wagers are closed',
    clause: '5.6',
    reason: { game: 'wagers_closed' as const },
  };
  expect(whyRefused(refused)).toEqual({
    words: 'The table was quicker. Wagers are closed (clause 5.6).',
    isLate: true,
    isPassing: true,
  });
});

test('what the sign forbids is told as such: nobody was quicker', () => {
  const reason = { game: { below_minimum: { minimum: 500 } } };
  expect(
    whyRefused({ why: 'the wager is below the minimum of $5', clause: '5.2', reason }),
  ).toEqual({
    words: 'The wager is below the minimum of $5 (clause 5.2).',
    isLate: false,
    isPassing: false,
  });
});

test('a clause that has a name is called by it', () => {
  const refused = {
    why: 'wagers are closed',
    clause: 'How to play 2',
    reason: { game: 'wagers_closed' as const },
  };
  expect(whyRefused(refused).words).toBe(
    'The table was quicker. Wagers are closed (clause How to play 2).',
  );
});

test('a reason without a clause names none', () => {
  const refused = {
    why: 'somebody else at this table has that name',
    clause: 'not stated',
    reason: 'name_taken' as const,
  };
  expect(whyRefused(refused).words).toBe('Somebody else at this table has that name.');
});

import { expect, it } from 'vitest';
import { ApiError } from '../net/http';
import type { ErrorDetail } from '../wire';
import { say, sentence } from './errors';

it('says what the house said, and of an answer that is none no more than that', () => {
  expect(say(new ApiError(400, 'form', '`oops` is no card'))).toBe('“oops” is no card.');
  expect(say(new TypeError("Cannot read properties of null (reading 'find')"))).toMatch(
    /^What the house answered cannot be read\./,
  );
});

it('says amounts in its own currency and times on the clock of whoever reads', () => {
  const refused = (detail: ErrorDetail) =>
    say(new ApiError(403, 'limit', 'this wager of 25 is above your own limit', { detail }));
  const until = new Date(2026, 10, 20, 11, 0).getTime();
  expect(refused({ one_wager: { amount: 2500, limit: 2050 } })).toBe(
    '$25 is above your own limit of $20.50 for one wager.',
  );
  expect(refused({ loss: { amount: 2500, limit: 2000, left: 0, until } })).toBe(
    'A wager of $25 could take you over your own daily loss limit of $20. You can still lose $0 before 20 Nov 2026, 11:00 am.',
  );
  expect(refused({ wagered: { amount: 2500, limit: 2000, left: 500, until } })).toMatch(
    /^A wager of \$25 would .* limit of \$20 for wagers\. You can still wager \$5 before 20 Nov 2026, 11:00 am\.$/,
  );
  expect(refused({ play: { limit: 7_200_000, until } })).toMatch(
    /^You have reached your own playing time limit of 2 h a day\. .* 20 Nov 2026, 11:00 am\.$/,
  );
  expect(refused({ excluded: { until: null } })).toMatch(
    /^You excluded yourself from play for ever\./,
  );
  expect(refused({ excluded: { until } })).toMatch(/ until 20 Nov 2026, 11:00 am\./);
  expect(refused({ top_up_enough: { has: 100_050, least: 500 } })).toBe(
    'You have $1,000.50, enough for a wager here. More play money is for those with less than $5.',
  );
  expect(refused({ top_up_at_stake: { open: 2500 } })).toMatch(/^You have \$25 at stake\./);
  expect(refused({ wrong_password: { seconds: 1 } })).toBe(
    'Name or password is wrong. You can try again in 1 second.',
  );
  expect(refused({ wait: { seconds: 16 } })).toMatch(
    /^Too many wrong .* try again in 16 seconds\.$/,
  );
  expect(refused({ top_up_given: { until } })).toMatch(/ again from 20 Nov 2026, 11:00 am\.$/);
});

it('makes a sentence of what the server says, with what it quotes between quotation marks', () => {
  expect(sentence('`oops` is no card')).toBe('“oops” is no card.');
  expect(sentence('cards are gone: `8s` and `8h`. Which?')).toBe(
    'Cards are gone: “8s” and “8h”. Which?',
  );
  expect(sentence('a stroke ` alone')).toBe('A stroke ` alone.');
});

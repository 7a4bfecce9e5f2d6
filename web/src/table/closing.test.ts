import { expect, it } from 'vitest';
import { closingWords } from './closing';

it('tells how a table closes once that is announced', () => {
  expect(closingWords('open')).toBeNull();
  expect(closingWords('closed')).toBeNull();
  expect(closingWords({ rounds: 2 })).toBe('Last rounds: 2 more.');
  expect(closingWords({ rounds: 0 })).toBe('This is the last round.');
  expect(closingWords({ until: Date.UTC(2026, 10, 16, 12, 30) })).toMatch(
    /^This table closes at .*30/,
  );
});

import { expect, it } from 'vitest';
import { faultsOf } from './credentials';

it('tells everything that is wrong at once', () => {
  expect(faultsOf('ann_1-x', 'eight888')).toEqual({});
  expect(Object.keys(faultsOf('Ann!', 'short'))).toEqual(['handle', 'password']);
  expect(Object.keys(faultsOf('', ''))).toEqual(['handle', 'password']);
  expect(Object.keys(faultsOf('a'.repeat(21), 'long enough'))).toEqual(['handle']);
});

it('counts characters and not what they are stored as', () => {
  expect(faultsOf('ann', '🂡'.repeat(8))).toEqual({});
  expect(faultsOf('ann', '🂡'.repeat(7)).password).toContain('7');
});

import { expect, it } from 'vitest';
import type { RoundRecord } from '../wire';
import { callerOf, ownName } from './own';

const record = {
  wagers: [
    { player: 3, name: 'ann' },
    { player: 7, name: 'bob' },
  ],
} as RoundRecord;

it('knows under which name somebody is in a round', () => {
  expect([3, 7, 8, null].map((person) => ownName(record, person))).toEqual([
    'ann',
    'bob',
    null,
    null,
  ]);
});

it('calls whoever looks as the table does, and others by their names', () => {
  expect(['ann', 'bob'].map(callerOf('bob'))).toEqual(['ann', 'You']);
  expect(['ann', 'bob'].map(callerOf(null))).toEqual(['ann', 'bob']);
});

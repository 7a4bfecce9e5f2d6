import { expect, it } from 'vitest';
import type { Sign } from '../wire';
import { fieldsOf, parseNet, signOf } from './sign';

const SIGN: Sign = {
  minimum: 500,
  maximum: 100_000,
  chip: 250,
  multiples: true,
  pairs: [100, 20_000],
  pairs_compulsory: true,
  pandemonium: null,
  bettors: 2,
};

it('reads back the sign it wrote', () => {
  expect(signOf(fieldsOf(SIGN))).toEqual(SIGN);
});

it('names every field that is wrong', () => {
  const wrong = signOf({ ...fieldsOf(SIGN), minimum: 'five', chip: '', bettors: '1.5' });
  expect(Object.keys((wrong as { faults: object }).faults).sort()).toEqual([
    'bettors',
    'chip',
    'minimum',
  ]);
});

it('does not take a maximum below the minimum', () => {
  expect(signOf({ ...fieldsOf(SIGN), maximum: '4' })).toHaveProperty('faults.maximum');
  expect(signOf({ ...fieldsOf(SIGN), pairsMost: '0.50' })).toHaveProperty('faults.pairsMost');
});

it('forgets the limits of what is not offered', () => {
  const sign = signOf({ ...fieldsOf(SIGN), pairs: false, pairsLeast: 'nonsense' });
  expect(sign).toMatchObject({ pairs: null, pairs_compulsory: false });
});

it('reads corrections both ways', () => {
  expect(parseNet('-12.50')).toBe(-1250);
  expect(parseNet('−5')).toBe(-500);
  expect(parseNet('25')).toBe(2500);
  for (const text of ['', '0', '--5', 'five']) expect(parseNet(text)).toBeNull();
});

import { expect, it } from 'vitest';
import { without } from './cards';

it('takes one card away and leaves the others', () => {
  expect(without('8s 8h 2c', 1)).toBe('8s 2c');
});

import { expect, it } from 'vitest';
import { placeOf } from './text';

it('finds the place of a line and column', () => {
  expect(placeOf('ab\ncde\nf', 1, 1)).toBe(0);
  expect(placeOf('ab\ncde\nf', 2, 3)).toBe(5);
  // A column past the end of its line, or a line past the end, is the end.
  expect(placeOf('ab\ncde\nf', 2, 9)).toBe(6);
  expect(placeOf('ab\ncde\nf', 7, 1)).toBe(8);
});

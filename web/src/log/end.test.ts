import { expect, it } from 'vitest';
import { findEnd } from './end';

it('finds the end of any log', async () => {
  for (const end of [0, 1, 2, 3, 7, 8, 100, 539, 1_000_003]) {
    expect(await findEnd(async (no) => no <= end)).toBe(end);
  }
});

it('goes on from what is known, with few questions', async () => {
  let asked = 0;
  const exists = async (no: number) => {
    asked += 1;
    return no <= 1_000_010;
  };
  expect(await findEnd(exists, 1_000_000)).toBe(1_000_010);
  expect(asked).toBeLessThan(12);
});

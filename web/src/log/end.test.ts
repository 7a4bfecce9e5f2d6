import { expect, it } from 'vitest';
import { findEnd } from './end';

it('finds the end of any stream, up to that of the whole log', async () => {
  for (const end of [0, 1, 2, 3, 7, 8, 100, 539, 1_000_003]) {
    for (const most of [end, end + 1, 2_000_000])
      expect(await findEnd(async (no) => no <= end, 0, most)).toBe(end);
  }
});

it('goes on from what is known, and asks nothing where nothing can follow', async () => {
  let asked = 0;
  const exists = async (no: number) => {
    asked += 1;
    return no <= 1_000_010;
  };
  expect(await findEnd(exists, 1_000_000, 1_000_100)).toBe(1_000_010);
  expect(asked).toBeLessThan(8);
  asked = 0;
  expect(await findEnd(exists, 1_000_010, 1_000_010)).toBe(1_000_010);
  expect(asked).toBe(0);
});

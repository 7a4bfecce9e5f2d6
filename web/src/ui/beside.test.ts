import { describe, expect, it } from 'vitest';
import { topBeside } from './beside';

const WINDOW = 700;

describe('words beside something', () => {
  it.each([
    ['below', { top: 300, bottom: 320 }, 100, false, 328],
    ['above where that is wanted', { top: 300, bottom: 320 }, 100, true, 192],
    ['above where there is no room below', { top: 600, bottom: 620 }, 100, false, 492],
    ['below where there is no room above', { top: 60, bottom: 80 }, 100, true, 88],
    [
      'at the top of the window where neither has room and there is more of it',
      { top: 400, bottom: 420 },
      500,
      true,
      8,
    ],
    ['at its foot where there is more of it', { top: 200, bottom: 220 }, 500, false, 192],
    ['never above the window', { top: 200, bottom: 220 }, 900, false, 8],
  ] as const)('stand %s', (_, near, height, isAbove, top) => {
    expect(topBeside(near, height, WINDOW, isAbove)).toBe(top);
  });
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Live } from './live.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Follows one question after another, as an effect does; what comes back is what was asked. */
function following(fails = false) {
  const asked: string[] = [];
  const live = new Live<string>();
  let giveUp: (() => void) | undefined;
  const follow = (question: string | null): void => {
    giveUp?.();
    giveUp = live.follow(question, async () => {
      asked.push(question ?? '');
      if (fails) throw new Error('it cannot be read');
      return `${question}!`;
    });
  };
  return { asked, live, follow };
}

it('asks the first question of a page at once', async () => {
  const { asked, live, follow } = following();
  follow('8s 8h');
  await vi.advanceTimersByTimeAsync(0);
  expect([asked, live.answer]).toEqual([['8s 8h'], '8s 8h!']);
});

it.each([true, false])(
  'waits until nobody types, though nothing was answered yet (it fails: %s)',
  async (fails) => {
    const { asked, follow } = following(fails);
    follow(null);
    for (const typed of ['8', '8s', '8s ', '8s 8', '8s 8h']) {
      follow(typed);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(150);
    expect(asked).toEqual(['8s 8h']);
  },
);

it('waits also where the first question has no answer yet', async () => {
  const { asked, follow } = following(true);
  follow('8s 8x');
  await vi.advanceTimersByTimeAsync(0);
  follow('8s 8');
  follow('8s 8h');
  await vi.advanceTimersByTimeAsync(249);
  expect(asked).toEqual(['8s 8x']);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual(['8s 8x', '8s 8h']);
});

it('learns the answer to its own question from another, and to no other question', async () => {
  const { live, follow } = following();
  follow('sydney');
  await vi.advanceTimersByTimeAsync(0);
  const other = new Live<string>();
  // It had a question of its own, which was given up.
  other.follow('adelaide', async () => '')?.();
  expect(other.isWaiting).toBe(true);
  other.learn('canberra', live);
  expect([other.answer, other.isWaiting]).toEqual([null, false]);
  other.learn('sydney', live);
  expect([other.answer, other.answered]).toEqual(['sydney!', 'sydney']);
});

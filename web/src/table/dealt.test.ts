import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenSeen } from './dealt';

vi.mock('../theme/theme.svelte', () => ({ look: { isStill: false } }));

/** A page whose pictures are so much behind the clock. */
const page = { hidden: false, behind: 0, timeline: { currentTime: 0 } };
const act = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  Object.assign(page, { hidden: false, behind: 0 });
  Object.defineProperty(page.timeline, 'currentTime', {
    get: () => performance.now() - page.behind,
    configurable: true,
  });
  vi.stubGlobal('document', page);
  act.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('acts at its time where the pictures keep up with the clock', () => {
  whenSeen(performance.now() + 1000, act);
  vi.advanceTimersByTime(999);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledOnce();
});

it('waits for pictures that are behind the clock, and not for ever', () => {
  page.behind = 200;
  whenSeen(performance.now() + 1000, act);
  vi.advanceTimersByTime(1190);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(30);
  expect(act).toHaveBeenCalledOnce();
  page.behind = 60_000;
  whenSeen(performance.now() + 1000, act);
  vi.advanceTimersByTime(5000);
  expect(act).toHaveBeenCalledTimes(2);
});

it('waits for no picture in a window that is hidden, and for nothing once it is stopped', () => {
  Object.assign(page, { hidden: true, behind: 60_000 });
  whenSeen(performance.now() + 1000, act);
  vi.advanceTimersByTime(1000);
  expect(act).toHaveBeenCalledOnce();
  whenSeen(performance.now() + 1000, act)();
  vi.advanceTimersByTime(5000);
  expect(act).toHaveBeenCalledOnce();
});

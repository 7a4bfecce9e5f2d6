import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** As much of a window as links and places need. */
class Window extends EventTarget {
  location = { origin: 'http://house', pathname: '/rules', search: '', hash: '' };
  pushed: string[] = [];
  history = {
    state: null as unknown,
    replaceState: (state: unknown) => {
      this.history.state = state;
    },
    pushState: (state: unknown, __: string, address: string) => {
      this.history.state = state;
      const { pathname, search } = new URL(address, this.location.origin);
      Object.assign(this.location, { pathname, search });
      this.pushed.push(address);
    },
  };
}

let window: Window;
let document: EventTarget & { documentElement: { scrollHeight: number } };
const scrollTo = vi.fn();
const scrollBy = vi.fn();
/** A part of a screen, so far from the window's top. */
const article = (top: number) => ({ id: 'clause-5', getBoundingClientRect: () => ({ top }) });
const watched = new Set<() => void>();

afterEach(() => void vi.useRealTimers());

beforeEach(() => {
  window = new Window();
  document = Object.assign(new EventTarget(), {
    documentElement: { scrollHeight: 0 },
    elementFromPoint: () => ({ closest: () => article(40) }),
    getElementById: (id: string) => (id === 'clause-5' ? article(100) : null),
  });
  vi.stubGlobal('location', window.location);
  vi.stubGlobal('history', window.history);
  vi.stubGlobal('document', document);
  vi.stubGlobal('PopStateEvent', Event);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('dispatchEvent', window.dispatchEvent.bind(window));
  vi.stubGlobal('scrollTo', scrollTo);
  vi.stubGlobal('scrollBy', scrollBy);
  vi.stubGlobal('innerWidth', 1000);
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal('innerHeight', 800);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly tell: () => void) {}
      observe = () => watched.add(this.tell);
      disconnect = () => watched.delete(this.tell);
    },
  );
  scrollTo.mockClear();
  scrollBy.mockClear();
  watched.clear();
  vi.resetModules();
  return () => vi.unstubAllGlobals();
});

/** Clicks on a link; false where the page took the click for itself. */
function click(href: string, how: object = {}): boolean {
  const { origin, pathname, search, hash } = new URL(href, window.location.origin);
  const event = new Event('click', { cancelable: true });
  const link = { origin, pathname, search, hash, target: '' };
  Object.defineProperty(event, 'target', { value: { closest: () => link } });
  return document.dispatchEvent(Object.assign(event, { button: 0, ...how }));
}

it('goes where a link of our own leads, with what stands behind its path', async () => {
  const { place } = await import('./location.svelte');
  expect(click('/lab?book=sydney&double.on=first-two')).toBe(false);
  expect(window.pushed).toEqual(['/lab?book=sydney&double.on=first-two']);
  expect(place.path).toBe('/lab');
});

it('tells screens of a link to themselves that asks for something else, and of none that asks for the same', async () => {
  const { place } = await import('./location.svelte');
  const heard = vi.fn();
  window.addEventListener('popstate', heard);
  click('/rules?q=forfeit');
  click('/rules?q=forfeit');
  click('/rules?q=burn');
  expect(window.pushed).toEqual(['/rules?q=forfeit', '/rules?q=burn']);
  expect(heard).toHaveBeenCalledTimes(2);
  expect(place.asked, 'the place that is named may be out of sight').toBe(1);
});

it.each([
  ['/api/docs', {}],
  ['http://elsewhere/lab?book=sydney', {}],
  ['/rules#14.5', {}],
  ['/lab?book=sydney', { ctrlKey: true }],
])('leaves %s to the browser', async (href, how) => {
  await import('./location.svelte');
  expect(click(href, how)).toBe(true);
  expect(window.pushed).toEqual([]);
});

/** Goes back to a screen that was left so far from its top, and lets it grow. */
async function goBack(y: number): Promise<(height: number) => void> {
  const { back } = await import('./back');
  back.comeTo({ y, part: { id: 'clause-5', top: 40 } });
  return (height) => {
    document.documentElement.scrollHeight = height;
    for (const tell of watched) tell();
  };
}

it('remembers where one was on a screen that is left', async () => {
  const { place } = await import('./location.svelte');
  vi.stubGlobal('scrollY', 1200);
  const kept: unknown[] = [];
  window.history.replaceState = (state) => kept.push(state);
  place.go('/lab');
  expect(kept).toEqual([{ left: { y: 1200, part: { id: 'clause-5', top: 40 } } }]);
  expect([window.history.state, scrollTo.mock.lastCall]).toEqual([null, [0, 0]]);
});

it('goes where a link leads also where the browser keeps no more', async () => {
  await import('./location.svelte');
  window.history.replaceState = () => {
    throw new DOMException('too often', 'SecurityError');
  };
  click('/lab');
  expect(window.pushed).toEqual(['/lab']);
});

it('brings whoever goes back to where they were, once, when the screen is long enough', async () => {
  const { back } = await import('./back');
  window.history.state = 'as it was';
  const grow = await goBack(1200);
  grow(1000);
  expect(scrollTo).not.toHaveBeenCalled();
  back.remember();
  expect(window.history.state, 'where it begins is not where one was').toBe('as it was');
  grow(2000);
  grow(3000);
  expect(scrollTo.mock.calls).toEqual([[0, 1200]]);
  expect(scrollBy.mock.calls, 'the part that was looked at is where it was').toEqual([[0, 60]]);
});

it.each(['wheel', 'keydown'])(
  'does not call back who goes elsewhere meanwhile: %s',
  async (way) => {
    const grow = await goBack(1200);
    window.dispatchEvent(new Event(way));
    expect(watched.size).toBe(0);
    grow(2000);
    expect(scrollTo).not.toHaveBeenCalled();
  },
);

it('waits no longer than one has patience for a screen that stays short', async () => {
  vi.useFakeTimers();
  const grow = await goBack(1200);
  vi.advanceTimersByTime(10_000);
  grow(2000);
  expect(scrollTo).not.toHaveBeenCalled();
});

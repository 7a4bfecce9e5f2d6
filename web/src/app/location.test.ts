import { beforeEach, expect, it, vi } from 'vitest';

/** As much of a window as a click on a link needs. */
class Window extends EventTarget {
  location = { origin: 'http://house', pathname: '/rules', search: '' };
  pushed: string[] = [];
  history = {
    pushState: (_: unknown, __: string, address: string) => {
      const { pathname, search } = new URL(address, this.location.origin);
      Object.assign(this.location, { pathname, search });
      this.pushed.push(address);
    },
  };
}

let window: Window;
let document: EventTarget;

beforeEach(() => {
  window = new Window();
  document = new EventTarget();
  vi.stubGlobal('location', window.location);
  vi.stubGlobal('history', window.history);
  vi.stubGlobal('document', document);
  vi.stubGlobal('PopStateEvent', Event);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('dispatchEvent', window.dispatchEvent.bind(window));
  vi.stubGlobal('scrollTo', () => {});
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
  await import('./location.svelte');
  const heard = vi.fn();
  window.addEventListener('popstate', heard);
  click('/rules?q=forfeit');
  click('/rules?q=forfeit');
  click('/rules?q=burn');
  expect(window.pushed).toEqual(['/rules?q=forfeit', '/rules?q=burn']);
  expect(heard).toHaveBeenCalledTimes(2);
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

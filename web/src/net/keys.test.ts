import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepKey, keyIn, keyOf, withKey } from './keys';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
  be('/', '');
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const be = (pathname: string, search: string) => vi.stubGlobal('location', { pathname, search });

it('finds the key in the address of every screen of its table, and of no other', () => {
  for (const pathname of ['/table/9', '/rounds/9/3', '/fair/9/round/3']) {
    expect(keyIn({ pathname, search: '?key=6f0c' }, 9)).toBe('6f0c');
    expect(keyIn({ pathname, search: '?key=6f0c' }, 3)).toBeNull();
  }
  expect(keyIn({ pathname: '/table/9', search: '' }, 9)).toBeNull();
  expect(keyIn({ pathname: '/table/9', search: '?key=' }, 9)).toBeNull();
});

it('takes what no key can be for none, in an address and where keys are kept', () => {
  const long = 'x'.repeat(65);
  expect(keyIn({ pathname: '/table/9', search: `?key=${long}` }, 9)).toBeNull();
  keepKey(9, long);
  expect(keyOf(9)).toBeNull();
  expect(withKey('/fair/9', 9)).toBe('/fair/9');
});

it('keeps a key that it met, so that links from elsewhere carry it', () => {
  be('/table/9', '?key=6f0c');
  expect(withKey('/api/tables/9', 9)).toBe('/api/tables/9?key=6f0c');
  be('/rounds', '');
  expect(withKey('/rounds/9/3', 9)).toBe('/rounds/9/3?key=6f0c');
  expect(withKey('/rounds/5/3', 5)).toBe('/rounds/5/3');
});

it('takes the key of the address for the right one, and writes any key as an address can have it', () => {
  keepKey(9, 'old');
  be('/table/9', '?key=a%26b');
  expect(keyOf(9)).toBe('a&b');
  expect(withKey('/table/9', 9)).toBe('/table/9?key=a%26b');
});

it('does without where the browser keeps nothing', () => {
  const fails = () => {
    throw new Error('not allowed');
  };
  vi.stubGlobal('sessionStorage', { getItem: fails, setItem: fails });
  be('/table/9', '?key=6f0c');
  expect(keyOf(9)).toBe('6f0c');
  expect(keyOf(5)).toBeNull();
});

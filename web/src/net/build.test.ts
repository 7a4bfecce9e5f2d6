import { expect, it } from 'vitest';
import { entryOf } from './build';

it('knows a build by the entry script of its page', () => {
  const page = (entry: string) =>
    `<head><link rel="icon" href="/icon.svg" /><script type="module" crossorigin src="/assets/${entry}.js"></script></head>`;
  expect(entryOf(page('index-a1'))).toBe('/assets/index-a1.js');
  expect(entryOf(page('index-b2'))).toBe('/assets/index-b2.js');
});

it('takes no answer that is no page for another build', () => {
  expect(entryOf('<h1>Bad gateway</h1>')).toBeNull();
  expect(entryOf('<script>alert(1)</script>')).toBeNull();
});

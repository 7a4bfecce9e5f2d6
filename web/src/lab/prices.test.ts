import { beforeEach, expect, it, vi } from 'vitest';
import type { FormLine, PricePage, Question } from '../wire';
import { Prices } from './prices.svelte';

/** The questions that were asked, each with the way to answer it. */
const asked = vi.hoisted(
  () => [] as { book: string; key: string; answer: (page: PricePage) => void }[],
);
vi.mock('./ask', () => ({
  ask: (_: string, { book, key }: Question & { key: string }) =>
    new Promise((answer) => asked.push({ book, key, answer })),
}));

const rule = (key: string): FormLine =>
  ({ key, worth: 'main', may_be: { kind: 'one_of', values: ['yes', 'no'] } }) as FormLine;
const RULES = [rule('resplit'), rule('surrender')];
const page = (key: string): PricePage => ({ key }) as PricePage;
const keys = (prices: Prices) => prices.pages.map(({ key }) => key);

beforeEach(() => {
  asked.length = 0;
});

it('fills in the price of one rule after the other', async () => {
  const prices = new Prices();
  const run = prices.run({ book: 'sydney' } as Question, RULES);
  expect([prices.isRunning, prices.all, keys(prices)]).toEqual([true, 2, []]);
  for (const { key } of RULES) {
    await vi.waitFor(() => expect(asked.at(-1)?.key).toBe(key));
    asked.at(-1)?.answer(page(key));
  }
  await run;
  expect([prices.isRunning, keys(prices)]).toEqual([false, ['resplit', 'surrender']]);
});

it('keeps a price that comes after its run was given up out of the next one', async () => {
  const prices = new Prices();
  const first = prices.run({ book: 'sydney' } as Question, RULES);
  const second = prices.run({ book: 'canberra' } as Question, RULES.slice(1));
  const [late, ofSecond] = asked;
  late?.answer(page('resplit'));
  await first;
  expect([keys(prices), prices.isRunning]).toEqual([[], true]);
  expect(ofSecond?.book).toBe('canberra');
  ofSecond?.answer(page('surrender'));
  await second;
  expect([keys(prices), prices.isRunning]).toEqual([['surrender'], false]);
});

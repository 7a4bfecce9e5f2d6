import { afterEach, expect, it, vi } from 'vitest';
import type { AdvicePage, Choice } from '../wire';
import { Advised } from './advised.svelte';

const hand = { box_no: 3, hand: 0 };
const STAND: Choice = { stand: { hand } };
const DRAW: Choice = { draw: { hand } };
const worth = (words: string, choice: Choice, value: number) => {
  return { words, choice, hand, least: null, clause: '1', worth: value };
};
const page = (stand: number, draw: number): AdvicePage => ({
  table: 5,
  round: 1,
  version: 7,
  hand,
  cards_unknown: 300,
  choices: [worth('stand', STAND, stand), worth('draw', DRAW, draw)],
  best: stand > draw ? 0 : 1,
  card: null,
  exact: true,
  note: null,
});

/** A house that answers every question, when it is told to, in any order. */
function house() {
  const asked: string[] = [];
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal('location', { pathname: '/', search: '' });
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return new Promise<Response>((resolve) => answers.push(resolve));
  });
  const answer = async (no: number, status: number, body: unknown): Promise<void> => {
    answers[no]?.({ ok: status === 200, status, json: async () => body } as Response);
    // Everything that waits for it has its turn.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { asked, answer };
}

function note(advised: Advised, choice: Choice): void {
  const decision = advised.price(choice, 500);
  if (decision) advised.note(decision);
}

afterEach(() => vi.unstubAllGlobals());

it('asks only where advice is wanted and something is to be decided', () => {
  const { asked } = house();
  const advised = new Advised(5);
  advised.follow(true);
  advised.follow(false);
  advised.isOn = true;
  expect(asked).toEqual([]);
  advised.follow(true);
  expect(asked).toEqual(['/api/tables/5/advice']);
  // Who begins to want it in the middle of a decision is advised on that one.
  const late = new Advised(6);
  late.follow(true);
  late.isOn = true;
  expect(asked).toEqual(['/api/tables/5/advice', '/api/tables/6/advice']);
});

it('adds up what decisions cost, round after round', async () => {
  const { answer } = house();
  const advised = new Advised(5);
  advised.isOn = true;
  advised.follow(true);
  await answer(0, 200, page(-0.5, -0.25));
  note(advised, STAND);
  advised.follow(false);
  advised.follow(true);
  await answer(1, 200, page(0.5, 0.25));
  note(advised, STAND);
  expect(advised.last).toEqual({ name: 'Stand', cost: 0, wager: 500 });
  expect(advised.sum).toEqual({ cost: 0.25, count: 2 });
});

it('prices no decision by advice on another', async () => {
  const { answer } = house();
  const advised = new Advised(5);
  advised.isOn = true;
  advised.follow(true);
  await answer(0, 200, page(-0.5, 0.25));
  advised.follow(true);
  expect(advised.page).toBeNull();
  note(advised, STAND);
  // The answer to the second question, and then one to a question that nobody asks any more.
  advised.follow(true);
  await answer(2, 200, page(-0.1, 0.1));
  await answer(1, 200, page(-0.9, 0.9));
  expect(advised.page?.choices[0]?.worth).toBe(-0.1);
  expect(advised.sum.count).toBe(0);
});

it('says why there is no advice, but not that the table was quicker', async () => {
  const { answer } = house();
  const advised = new Advised(5);
  advised.isOn = true;
  advised.follow(true);
  await answer(0, 409, { code: 'state', error: 'nothing is yours to decide' });
  expect(advised.fault).toBeNull();
  advised.follow(true);
  await answer(1, 503, { code: 'busy', error: 'the house is busy' });
  expect(advised.fault).not.toBeNull();
});

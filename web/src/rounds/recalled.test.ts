import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Recalled } from '../wire';
import { MANY, OwnRounds } from './recalled.svelte';

const [ANN, BOB] = [7, 8];
const rounds = (no: number) => [{ round: { no } }] as unknown as Recalled[];
const numbers = ({ found }: OwnRounds) => found?.map(({ round }) => round.no) ?? null;

let asked: string[];
let answers: ((response: Response) => void)[];
let own: OwnRounds;

/** A house that answers when it is told to, in any order. */
beforeEach(() => {
  [asked, answers, own] = [[], [], new OwnRounds()];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return new Promise<Response>((resolve) => answers.push(resolve));
  });
});
afterEach(() => vi.unstubAllGlobals());

const BUSY = () => Response.json({ code: 'busy', error: 'others come first' }, { status: 503 });

it('drops the rounds of somebody else that come late', async () => {
  const [hers, his] = [own.look(ANN), own.look(BOB)];
  answers[0]?.(Response.json(rounds(1)));
  await hers;
  expect(numbers(own)).toBeNull();
  answers[1]?.(Response.json(rounds(2)));
  await his;
  expect(numbers(own)).toEqual([2]);
});

it('shows the rounds of one person to nobody else', async () => {
  const hers = own.look(ANN);
  answers[0]?.(Response.json(rounds(1)));
  await hers;
  void own.look(BOB);
  expect(numbers(own)).toBeNull();
});

it('asks for none of a visitor, and drops those that come late', async () => {
  const hers = own.look(ANN);
  await own.look(null);
  answers[0]?.(Response.json(rounds(1)));
  await hers;
  expect([asked.length, numbers(own)]).toEqual([1, null]);
});

it('says what failed of what was asked for last, and of nothing before', async () => {
  const [hers, his] = [own.look(ANN), own.look(BOB)];
  answers[0]?.(BUSY());
  await hers;
  expect(own.error).toBeNull();
  answers[1]?.(BUSY());
  await his;
  expect(own.error).toBe('Others come first.');
  void own.look(BOB);
  expect(own.error).toBeNull();
});

it('keeps the few that are there until more have come, and not the few that come after those', async () => {
  const first = own.look(ANN);
  answers[0]?.(Response.json(rounds(1)));
  await first;
  const [few, many] = [own.look(ANN), own.look(ANN, MANY)];
  expect(numbers(own)).toEqual([1]);
  answers[2]?.(Response.json(rounds(3)));
  await many;
  answers[1]?.(Response.json(rounds(2)));
  await few;
  expect(numbers(own)).toEqual([3]);
  expect(asked.map((path) => path.split('=')[1])).toEqual(['10', '10', '100']);
});

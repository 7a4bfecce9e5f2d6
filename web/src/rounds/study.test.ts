import { expect, it, vi } from 'vitest';
import { recorded, TEXT } from '../../e2e/rounds-recorded';
import type { RoundQuestion } from '../wire';
import { Fault, type Reader } from './read';
import { Study } from './study.svelte';

vi.mock('../net/http', () => ({ get: () => Promise.reject(new Error('no house')) }));

/** A reader that remembers what it was asked, and refuses these cards. */
function reader(refused: string[] = []): { read: Reader; asked: RoundQuestion[] } {
  const asked: RoundQuestion[] = [];
  const read: Reader = async (question) => {
    asked.push(question);
    const words = JSON.stringify(question.then ?? []);
    if (refused.some((card) => words.includes(card)))
      throw new Fault('then, entry 1: not in the shoe', null, null);
    return recorded(question);
  };
  return { read, asked };
}

it('reads a round, and what its choices are worth after that', async () => {
  const { read, asked } = reader();
  const study = new Study(true, read);
  await study.open(TEXT);
  expect(study.page?.steps.length).toBe(8);
  expect(study.at).toBe(1);
  await vi.waitFor(() => expect(study.valuing).toBe(false));
  expect(asked.map(({ values }) => values)).toEqual([false, true]);
  expect(study.page?.steps[4]?.legal[1]?.worth).toBe(0.1204);
});

it('goes another course from the step that is shown, and comes back to it', async () => {
  const study = new Study(false, reader().read);
  await study.open(TEXT);
  study.at = 6;
  await study.deal(['Qd', '2c']);
  expect(study.branch).toMatchObject({ after: 6 });
  expect([study.at, study.page?.steps.length]).toEqual([8, 8]);
  await study.undo();
  expect([study.at, study.page?.steps.length]).toEqual([7, 7]);
  await study.undo();
  expect([study.at, study.branch, study.page?.steps.length]).toEqual([6, null, 8]);
});

it('goes another course in place of the step that is shown, and comes back to it', async () => {
  const { read, asked } = reader();
  const study = new Study(false, read);
  await study.open(TEXT);
  study.at = 6;
  const double = { double: { hand: { box_no: 1, hand: 0 }, amount: 1000 } };
  await study.goInstead([{ choose: { player: 'ann', choice: double } }]);
  expect(asked.at(-1)?.after).toBe(5);
  expect(asked.at(-1)?.then).toEqual([{ choose: { player: 'ann', choice: double } }]);
  expect([study.at, study.page?.steps.length]).toEqual([6, 6]);
  await study.deal(['Qd']);
  await study.undo();
  await study.undo();
  expect([study.at, study.branch, study.page?.steps.length]).toEqual([6, null, 8]);
});

it('shows no round any more once it is closed, whatever was asked for', async () => {
  const study = new Study(true, reader().read);
  await study.open(TEXT);
  const asked = study.open(TEXT);
  study.close();
  await asked;
  expect([study.page, study.busy, study.valuing]).toEqual([null, false, false]);
});

it('takes what chance answered into the course', async () => {
  const { read, asked } = reader();
  const study = new Study(false, read);
  await study.open(TEXT);
  study.at = 6;
  await study.chance('once');
  expect(asked.at(-1)?.then).toEqual([{ chance: 'once' }]);
  const drawn = { deal: { draw: { card: 'Ks' } } };
  expect(study.branch?.more).toEqual([drawn]);
  await study.showValues(true);
  expect(asked.at(-1)?.then, 'it is not drawn again').toEqual([drawn]);
});

it('keeps what is shown when a course is refused', async () => {
  const study = new Study(false, reader(['Ac']).read);
  await study.open(TEXT);
  study.at = 6;
  await expect(study.deal(['Ac'])).rejects.toThrow('not in the shoe');
  expect([study.at, study.branch, study.busy]).toEqual([6, null, false]);
});

it('keeps the round, its text and its values when another text is refused', async () => {
  const asked: RoundQuestion[] = [];
  const study = new Study(true, async (question) => {
    asked.push(question);
    if (question.text === 'wrong') throw new Fault('no book', 1, 1);
    return recorded(question);
  });
  await study.open(TEXT);
  await expect(study.open('wrong')).rejects.toThrow('no book');
  await vi.waitFor(() => expect(study.valuing).toBe(false));
  expect(study.page?.steps[4]?.legal[1]?.worth).toBe(0.1204);
  study.at = 6;
  await study.deal(['Qd']);
  expect(asked.at(-1)?.text).toBe(TEXT);
});

it('drops an answer that comes after a later question', async () => {
  const waiting: (() => void)[] = [];
  const study = new Study(false, async (question) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return recorded(question);
  });
  const first = study.open('first');
  const second = study.open('second');
  waiting[1]?.();
  await second;
  waiting[0]?.();
  await first;
  expect(study.page?.text).toBe('second');
  expect(study.busy).toBe(false);
});

it('asks what choices are worth of the page that is coming, not of the one that goes', async () => {
  const waiting: (() => void)[] = [];
  const asked: RoundQuestion[] = [];
  const study = new Study(false, async (question) => {
    asked.push(question);
    await new Promise<void>((resolve) => waiting.push(resolve));
    return recorded(question);
  });
  const first = study.open('first');
  waiting[0]?.();
  await first;
  const second = study.open('second');
  await study.showValues(true);
  waiting[1]?.();
  await second;
  expect(asked.map(({ text, values }) => [text, values])).toEqual([
    ['first', false],
    ['second', false],
    ['second', true],
  ]);
  waiting[2]?.();
  await vi.waitFor(() => expect(study.valuing).toBe(false));
  expect(study.page?.text).toBe('second');
});

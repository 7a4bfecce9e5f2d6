// The records are those that both verifiers are held to.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fair } from '../text/en/fair';
import type { ShoeRecord } from '../wire';
import { check, checkCard } from './check';
import { seenCheck, verdictOf } from './verdict';

const vector = (name: string): string =>
  readFileSync(new URL(`../../../crates/fair/tests/vectors/${name}.json`, import.meta.url), 'utf8');
const text = vector('shoe');
const shoe = (): ShoeRecord => JSON.parse(text) as ShoeRecord;
const flip = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);

async function verdict(record: ShoeRecord, isPresent = false) {
  const answer = await check(JSON.stringify(record), {});
  if ('fault' in answer) throw new Error(answer.fault);
  return verdictOf(answer.report, isPresent, null);
}

it('accepts a shoe that is over', async () => {
  expect(await verdict(shoe())).toMatchObject({ tone: 'good', title: 'Accepted' });
});

it('rejects an altered shoe and names what is wrong', async () => {
  const swapped = shoe();
  const [first, second] = swapped.reveal ?? [];
  if (!first || !second || first.card === second.card)
    throw new Error('the record has no two cards to swap');
  [first.card, second.card] = [second.card, first.card];
  const { tone, checks } = await verdict(swapped);
  expect(tone).toBe('bad');
  expect(checks.find(({ check }) => check === 'reveal')).toMatchObject({ outcome: 'FAILED' });
});

it('accepts a shoe that is being dealt, as far as it goes; the same record of one that is over was withheld', async () => {
  const { reveal: _, ...present } = shoe();
  const accepted = await verdict(present, true);
  expect(accepted).toMatchObject({ tone: 'good', title: 'Accepted so far' });
  expect(accepted.checks.some(({ outcome }) => outcome === 'INCIDENT')).toBe(false);
  expect(await verdict(present)).toMatchObject({ tone: 'warn', title: 'Not opened' });
});

it('rejects a shoe whose commitment is not the one that was shown, however well it fits itself', async () => {
  const record = shoe();
  const answer = await check(text, {});
  if ('fault' in answer) throw new Error(answer.fault);
  const shown = (seal: object) => ({ seal: JSON.stringify(seal), at: 0, out: 0 });
  const same = seenCheck(record.commitment, shown(record.commitment));
  expect(verdictOf(answer.report, false, same).tone).toBe('good');
  const other = seenCheck(record.commitment, shown({ ...record.commitment, digest: 'another' }));
  expect(verdictOf(answer.report, false, other)).toMatchObject({
    tone: 'bad',
    words: expect.stringContaining('seen'),
  });
});

it('checks one card by its own proof', async () => {
  const nth = shoe().out.findIndex(({ shown }) => shown);
  expect((await checkCard(shoe(), nth, {})).verdict).toBe('holds');
  const altered = shoe();
  const shown = altered.out[nth]?.shown;
  if (!shown) throw new Error('the record shows no card');
  shown.path[0] = flip(shown.path[0] ?? '');
  const report = await checkCard(altered, nth, {});
  expect(report.verdict).toBe('failed');
  expect(report.checks.find(({ check }) => check === 'opening')?.text).toContain(`out[${nth}]`);
  // The proof of another card is as good as it was.
  const next = shoe().out.findIndex(({ shown }, at) => shown && at > nth);
  expect((await checkCard(altered, next, {})).verdict).toBe('holds');
});

it('says where a text is no record', async () => {
  expect(await check('{', {})).toMatchObject({
    isRecord: false,
    fault: expect.stringContaining('not JSON'),
  });
  const { pack: _, ...without } = shoe();
  expect(await check(JSON.stringify(without), {})).toMatchObject({
    fault: 'record.pack: this field is missing',
  });
});

it('has plain words for every check there is', async () => {
  const made = new Set([seenCheck(shoe().commitment, null).check]);
  for (const name of ['shoe', 'device']) {
    const answer = await check(vector(name), {});
    if ('fault' in answer) throw new Error(answer.fault);
    for (const one of answer.report.checks) made.add(one.check);
  }
  for (const one of (await checkCard(shoe(), 0, {})).checks) made.add(one.check);
  expect([...made].sort()).toEqual(Object.keys(fair.asked).sort());
});

import { expect, it } from 'vitest';
import { recorded, TEXT } from '../../e2e/rounds-recorded';
import type { LegalLine, StepLine } from '../wire';
import { areSeveral, costs, costWords, isAsked, isBest, isCost, worthWords } from './decision';

const page = recorded({ text: TEXT, values: true });
const asked = page.steps[4] as StepLine;

it('marks the hand that is asked for', () => {
  expect(isAsked(asked, { box_no: 1, hand: 0 })).toBe(true);
  expect(isAsked(asked, { box_no: 1, hand: 1 })).toBe(false);
  expect(isAsked(asked, { box_no: 2, hand: 0 })).toBe(false);
  expect(isAsked(page.steps[0] as StepLine, { box_no: 1, hand: 0 })).toBe(false);
});

it('finds the best choice about each hand, where choices are valued', () => {
  const places = (legal: LegalLine[]) => legal.flatMap((_, place) => (isBest(legal, place) ? [place] : []));
  expect(places(asked.legal)).toEqual([2]);
  const other = asked.legal.map((line) => ({ ...line, hand: { box_no: 2, hand: 0 } }));
  expect(places([...asked.legal, ...other])).toEqual([2, 5]);
  // Of equals the first.
  expect(places([...asked.legal, ...asked.legal.map((line) => ({ ...line }))])).toEqual([2]);
  expect(places(recorded({ text: TEXT, values: false }).steps[4]?.legal ?? [])).toEqual([]);
  expect(areSeveral(asked.legal)).toBe(false);
  expect(areSeveral([...asked.legal, ...other])).toBe(true);
});

it('adds up what choices cost', () => {
  const [ann, ...others] = costs(page);
  expect(others).toEqual([]);
  expect(ann?.player).toBe('ann');
  expect(costWords(ann?.cost ?? 0)).toBe('0.0527');
  expect(costs(recorded({ text: TEXT, values: false }))).toEqual([]);
});

it('writes worth and cost', () => {
  expect(worthWords(-0.53124)).toBe('−0.5312');
  expect(worthWords(0.5)).toBe('+0.5000');
  expect(isCost(0.00001)).toBe(false);
  expect(isCost(null)).toBe(false);
  expect(isCost(0.01)).toBe(true);
});

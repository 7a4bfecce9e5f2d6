import { expect, it } from 'vitest';
import { recorded, TEXT } from '../../e2e/rounds-recorded';
import type { LegalLine, StepLine } from '../wire';
import { areSeveral, choiceWords, costOf, costs, costWords, isAsked, isBest, isCost, wagerOf } from './decision';

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
  expect(ann?.words).toBe('$1.32, 5.27% of the wager');
  expect(costs(recorded({ text: TEXT, values: false }))).toEqual([]);
});

it('names choices as the buttons of a table do, and whose they are where several are asked', () => {
  const words = (legal: LegalLine[]) => legal.map((line) => choiceWords(page, legal, line));
  expect(words(asked.legal)).toEqual(['Stand', 'Draw', 'Double']);
  const [first, ...rest] = asked.legal.map((line) => ({ ...line, least: null }));
  expect(words(first ? [{ ...first, player: 'bob' }, ...rest] : [])).toEqual([
    'bob: Stand',
    'ann: Draw',
    'ann: Double $25',
  ]);
});

it('knows the wager of a choice, and says what a choice cost', () => {
  expect(asked.legal.map((line) => wagerOf(page, asked, line))).toEqual([2500, 2500, 2500]);
  const [line] = asked.legal;
  expect(line && wagerOf(page, asked, { ...line, hand: null, choice: { surrender: { box_no: 1 } } })).toBe(2500);
  expect(line && wagerOf(page, asked, { ...line, hand: null, choice: 'no_more_insurance' })).toBe(null);
  expect(costOf(page, asked)).toBe(null);
  expect(costWords({ share: 0.0001, wager: 500 })).toBe('less than $0.01, 0.01% of the wager');
  expect(costWords({ share: 0.0527, wager: null })).toBe('5.27% of the wager');
  expect(isCost(0.00001)).toBe(false);
  expect(isCost(null)).toBe(false);
  expect(isCost(0.01)).toBe(true);
});

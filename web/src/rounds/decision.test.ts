import { expect, it } from 'vitest';
import { recorded, TEXT } from '../../e2e/rounds-recorded';
import type { LegalLine, StepLine } from '../wire';
import {
  choiceWords,
  costOf,
  costs,
  costWords,
  isAsked,
  isBest,
  isCost,
  wagerOf,
} from './decision';
import { callerOf } from './own';

const page = recorded({ text: TEXT, values: true });
const asked = page.steps[4] as StepLine;

it('marks the hand that is asked for', () => {
  expect(isAsked(asked, { box_no: 1, hand: 0 })).toBe(true);
  expect(isAsked(asked, { box_no: 1, hand: 1 })).toBe(false);
  expect(isAsked(asked, { box_no: 2, hand: 0 })).toBe(false);
  expect(isAsked(page.steps[0] as StepLine, { box_no: 1, hand: 0 })).toBe(false);
});

it('finds the best choice about each hand, where choices are valued', () => {
  const places = (legal: LegalLine[]) =>
    legal.flatMap((_, place) => (isBest(legal, place) ? [place] : []));
  expect(places(asked.legal)).toEqual([2]);
  const other = asked.legal.map((line) => ({ ...line, hand: { box_no: 2, hand: 0 } }));
  expect(places([...asked.legal, ...other])).toEqual([2, 5]);
  // Of equals the first.
  expect(places([...asked.legal, ...asked.legal.map((line) => ({ ...line }))])).toEqual([2]);
  expect(places(recorded({ text: TEXT, values: false }).steps[4]?.legal ?? [])).toEqual([]);
});

it('adds up what choices cost', () => {
  const [ann, ...others] = costs(page);
  expect(others).toEqual([]);
  expect(ann?.player).toBe('ann');
  expect(ann?.words).toBe('$1.32, 5.27% of the wager');
  expect(costs(recorded({ text: TEXT, values: false }))).toEqual([]);
});

it('names choices as the buttons of a table do, and whose they are where several are asked', () => {
  const words = (legal: LegalLine[]) =>
    legal.map((line) => choiceWords(page, legal, line, callerOf('bob')));
  expect(words(asked.legal)).toEqual(['Stand', 'Draw', 'Double']);
  const [first, ...rest] = asked.legal.map((line) => ({ ...line, least: null }));
  expect(words(first ? [{ ...first, player: 'bob' }, ...rest] : [])).toEqual([
    'You: Stand',
    'ann: Draw',
    'ann: Double $25',
  ]);
});

it('says where a choice is, where there are several places', () => {
  const at = (hand: LegalLine['hand'], choice: LegalLine['choice']): LegalLine[] =>
    asked.legal.slice(0, 1).map((line) => ({ ...line, hand, choice }));
  const legal = [
    ...at({ box_no: 1, hand: 1 }, { stand: { hand: { box_no: 1, hand: 1 } } }),
    ...at(null, { press: { box_no: 3 } }),
    ...at(null, 'no_more_insurance'),
  ];
  const words = legal.map((line) => choiceWords(page, legal, line, callerOf(null)));
  expect(words[0]).toMatch(/^Box 1, hand 2: /);
  expect(words[1]).toMatch(/^Box 3: /);
  expect(words[2]).not.toContain('Box');
});

it('adds up shares of one wager only, of several wagers the money', () => {
  const two = recorded({ text: TEXT, values: true });
  const chose = two.steps.findIndex(({ chose }) => chose !== null);
  const [before, step] = [two.steps[chose - 1], two.steps[chose]];
  if (!before || !step) throw new Error('nothing was chosen');
  const elsewhere = (line: LegalLine): LegalLine => ({
    ...line,
    hand: line.hand && { ...line.hand, box_no: 3 },
  });
  const there = { ...before, step: 3, legal: before.legal.map(elsewhere) };
  const boxes = before.view.boxes.flatMap((box) => [box, { ...box, no: 3 }]);
  const steps = [
    before,
    { ...step, step: 2 },
    { ...there, view: { ...before.view, boxes } },
    { ...step, step: 4 },
  ];
  expect(costs({ ...two, steps }).map(({ words }) => words)).toEqual(['$2.64']);
  expect(costs({ ...two, steps: steps.slice(0, 2) }).map(({ words }) => words)).toEqual([
    '$1.32, 5.27% of the wager',
  ]);
});

it('knows the wager of a choice, and says what a choice cost', () => {
  expect(asked.legal.map((line) => wagerOf(page, asked, line))).toEqual([2500, 2500, 2500]);
  const [line] = asked.legal;
  expect(line && wagerOf(page, asked, { ...line, hand: null, choice: 'no_more_insurance' })).toBe(
    null,
  );
  expect(costOf(page, asked)).toBe(null);
  expect(costWords({ share: 0.0001, wager: 500 })).toBe('less than $0.01, 0.01% of the wager');
  expect(costWords({ share: 0.0527, wager: null })).toBe('5.27% of the wager');
  expect(isCost(0.00001)).toBe(false);
  expect(isCost(null)).toBe(false);
  expect(isCost(0.01)).toBe(true);
});

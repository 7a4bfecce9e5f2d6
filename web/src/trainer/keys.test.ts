import { expect, it } from 'vitest';
import { DECLINE, KEYS } from '../chart/keys';
import { decisionKeys } from '../table/action';
import { chart } from '../text/en/chart';
import { NEXT } from './keys';

it('goes on by a key that answers nothing, in the trainer and at a table', () => {
  expect([...Object.values(KEYS), DECLINE]).not.toContain(NEXT);
  expect(decisionKeys().map(({ key }) => key)).not.toContain(NEXT);
});

it('goes on by a key that no chart has as the letter of an action', () => {
  expect(Object.values(chart.letter).map((letter) => letter.toLowerCase())).not.toContain(NEXT);
});

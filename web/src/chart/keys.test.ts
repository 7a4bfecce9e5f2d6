import { expect, it } from 'vitest';
import { chart } from '../text/en/chart';
import { KEYS } from './keys';

it('are those of no other action on a chart', () => {
  for (const [action, mark] of Object.entries(chart.letter)) {
    const pressed = Object.keys(KEYS).find((each) => KEYS[each] === mark.toLowerCase());
    expect([undefined, action], mark).toContain(pressed);
  }
});

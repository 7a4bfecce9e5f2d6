import { expect, it } from 'vitest';
import { namesFields } from './private';

const labels = { maximum: 'Maximum wager', house_players: 'House players' };

it('says what the house refuses with the labels of the form', () => {
  const refusal = '“house_players” is 5: at a private table it is from 0 to 3.';
  expect(namesFields(refusal, labels)).toBe(
    '“House players” is 5: at a private table it is from 0 to 3.',
  );
});

it('leaves a name that the form does not have as it is', () => {
  expect(namesFields('“colour” is not known.', labels)).toBe('“colour” is not known.');
});

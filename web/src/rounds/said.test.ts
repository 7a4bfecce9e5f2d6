import { expect, it } from 'vitest';
import { recorded, TEXT } from '../../e2e/rounds-recorded';
import { teller } from './said';

const page = recorded({ text: TEXT, values: false });
const say = teller(page);
const last = page.steps.at(-1);
const splitPage = {
  ...page,
  steps: last
    ? [
        {
          ...last,
          view: {
            ...last.view,
            boxes: last.view.boxes.map((box) => ({ ...box, hands: [...box.hands, ...box.hands] })),
          },
        },
      ]
    : [],
};
const sayOfSplit = teller(splitPage);

it('says what happened as the table does', () => {
  expect(say('ann wagers 25 on box 1, seated there')).toBe('ann wagers $25 on Box 1, seated there');
  expect(say('ann wagers 2.50 on pairs of box 1')).toBe('ann wagers $2.50 on pairs of Box 1');
  expect(say('8s to box 1')).toBe('8 of spades to Box 1');
  expect(say('Kd to the dealer')).toBe('King of diamonds to the dealer');
  expect(say('no more wagers: the initial deal')).toBe('No more wagers: the initial deal');
  expect(say('ann doubles box 1 with 25')).toBe('ann doubles Box 1 with $25');
  expect(say("only 10 of ann's wager on box 1 is in play, 5 is returned")).toBe(
    "Only $10 of ann's wager on Box 1 is in play, $5 is returned",
  );
  expect(say('the meter shows 12')).toBe('The meter shows 12');
});

it('says what became of wagers', () => {
  expect(say('ann, box 1/1: wager of 25 wins at 3 to 2, +37.50')).toBe(
    'ann, Box 1: wager of $25 wins at 3 to 2, +$37.50',
  );
  expect(say('ann, box 1/1: wager of 25 loses, -25')).toBe('ann, Box 1: wager of $25 loses, −$25');
  expect(say('ann, box 1/1: Super Bonus +1000')).toBe('ann, Box 1: Super Bonus +$1,000');
});

it('tells hands apart where there are several', () => {
  expect(sayOfSplit('ann, box 1/2: wager of 25 stands off')).toBe('ann, Box 1, hand 2: wager of $25 stands off');
  expect(sayOfSplit('3c to box 1 hand 2')).toBe('3 of clubs to Box 1, hand 2');
  expect(sayOfSplit('box 1 becomes two hands')).toBe('Box 1 becomes two hands');
  expect(sayOfSplit('a card to hand 2 of box 1')).toBe('A card to Box 1, hand 2');
  expect(say('a card to hand 1 of box 1')).toBe('A card to Box 1');
});

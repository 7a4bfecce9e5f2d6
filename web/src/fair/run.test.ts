import { expect, it } from 'vitest';
import type { FairOut } from '../wire';
import { cardsOn, runOf } from './run';

const out = (cards: string): FairOut[] =>
  cards.split(' ').map((card, place) => {
    if (card === '--') return { how: 'burned', place };
    return { how: 'dealt', place, shown: { card, salt: '', path: [] } };
  });

it('finds the cards of a round among those of its shoe, whatever their order on the layout', () => {
  const shoe = out('-- 8s Kd 4c 8s 9h 2d Ac');
  expect(runOf(shoe, ['9h', '8s', '4c'])).toEqual({ from: 3, to: 6 });
  expect(runOf(shoe, ['Ac'])).toEqual({ from: 7, to: 8 });
});

it('finds nothing where cards did not come one after the other, or came so twice', () => {
  const shoe = out('-- 8s Kd 4c Kd 8s');
  expect(runOf(shoe, ['8s', '4c'])).toBeNull();
  expect(runOf(shoe, ['8s', 'Kd'])).toBeNull();
  expect(runOf(shoe, ['Ah'])).toBeNull();
  expect(runOf(shoe, [])).toBeNull();
});

it('takes the cards of every hand and of the dealer from the layout', () => {
  const hand = (...cards: string[]) => ({
    cards: cards.map((up) => ({ up })),
    total: null,
    doubled: false,
    stakes: [],
  });
  const boxes = [{ no: 1, controller: 0, hands: [hand('8s', '3c'), hand('8h', '9d')] }];
  expect(cardsOn({ boxes, dealer: ['Kd'] } as never).sort()).toEqual([
    '3c',
    '8h',
    '8s',
    '9d',
    'Kd',
  ]);
});

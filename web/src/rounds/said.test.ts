import { expect, it, vi } from 'vitest';
import { recorded, TEXT } from '../../e2e/rounds-recorded';
import { teller } from './said';

const page = recorded({ text: TEXT, values: false });
const say = teller(page);

it('says what happened as the table does', () => {
  expect(page.steps.flatMap(({ happened }) => happened.map(say))).toEqual([
    'ann wagers $25 on Box 1',
    'No more wagers: the initial deal',
    '6 of spades to Box 1',
    '9 of diamonds to the dealer',
    '5 of hearts to Box 1',
    'The subsequent deal',
    'ann draws on Box 1',
    'King of clubs to Box 1',
    'Box 1: 21',
    '8 of clubs to the dealer',
    'ann, Box 1: Wager won, +$25',
  ]);
});

it('says what a table does not tell in the words of the notation', () => {
  const what = { wager_moved: { box_no: 1, player: 0 } };
  expect(say({ what, words: 'the wager lies on box 2 now', clause: '6.6' })).toBe(
    'The wager lies on box 2 now.',
  );
});

it('calls the wager on a pair as its book does, once the book is here', async () => {
  const settings = [{ key: 'pairs.wager', value: 'perfect-pairs' }];
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ settings })));
  const ofCanberra = teller({ ...page, book: 'canberra@1' });
  const placed = {
    what: { side_placed: { box_no: 4, player: 0, side: 'pairs' as const, amount: 100 } },
    words: '',
    clause: '6',
  };
  expect(ofCanberra(placed)).toContain('on Pair,');
  await vi.waitFor(() => expect(ofCanberra(placed)).toContain('on Perfect Pairs,'));
  vi.unstubAllGlobals();
});

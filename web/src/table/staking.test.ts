import { expect, it, vi } from 'vitest';
import type { TableView } from '../wire';
import type { Why } from './refusal';
import { spotOf } from './spot';
import { Staking } from './staking.svelte';
import type { Table } from './table.svelte';

vi.mock('../net/house.svelte', () => ({ house: { balance: 100_000 } }));
vi.mock('../theme/sound', () => ({ soundOfChip: () => {} }));

const SIGN = { minimum: 500, maximum: 50_000, chip: 50 };

/** A table of which one may wager on box 3, and what it answers to a wager. */
function tableWith(why: Why) {
  const said: string[] = [];
  const view = { sign: SIGN, rounds: 4, boxes: [{ no: 3, laid: [] }] } as unknown as TableView;
  const can = [{ what: { lay: { lay: { wager: { box_no: 3, amount: 50_000 } } } }, least: 500, clause: '1' }];
  const table = { view, can, ownBoxes: [3], me: 7, ask: async () => why, say: ({ words }: Why) => said.push(words) };
  return { table, said, staking: new Staking(table as unknown as Table) };
}

async function wagerRefused(why: Why) {
  const { table, said, staking } = tableWith(why);
  staking.add(spotOf('wager', 3));
  const amount = staking.total;
  expect(await staking.place()).toBe(false);
  expect(staking.total, 'the chips lie where they were').toBe(amount);
  return { table, said, staking };
}

it('says at the field what can be put right there, until chips change or another round begins', async () => {
  const why = { words: 'Your own limit.', isLate: false, isPassing: false };
  const { said, staking } = await wagerRefused(why);
  expect([staking.fault, said]).toEqual(['Your own limit.', []]);
  staking.undo();
  expect(staking.fault).toBeNull();
  const other = await wagerRefused(why);
  other.table.view.rounds = 5;
  expect(other.staking.fault).toBeNull();
});

it('says in passing what lies in the moment, and the same wager can be tried again', async () => {
  const { said, staking } = await wagerRefused({ words: 'The house is busy.', isLate: false, isPassing: true });
  expect([staking.fault, said]).toEqual([null, ['The house is busy.']]);
  const silent = await wagerRefused({ words: '', isLate: false, isPassing: true });
  expect(silent.staking.fault, 'a session that is over is told of elsewhere').toBeNull();
});

it('takes what is typed for the spot and the round it was typed in, and for no other', () => {
  const { table, staking } = tableWith({ words: '', isLate: false, isPassing: true });
  staking.type('1O');
  expect([staking.typed, staking.fault]).toEqual(['1O', expect.stringMatching(/“1O” is no amount/)]);
  table.view.rounds = 5;
  expect([staking.typed, staking.fault]).toEqual([null, null]);
});

it('has begun to wager with the first chip that is put down, and while one is laid', () => {
  const { table, staking } = tableWith({ words: '', isLate: false, isPassing: true });
  expect(staking.isBegun).toBe(false);
  staking.add(spotOf('wager', 3));
  expect(staking.isBegun).toBe(true);
  staking.undo();
  expect(staking.isBegun).toBe(false);
  const late = tableWith({ words: '', isLate: false, isPassing: true });
  late.staking.add(spotOf('wager', 3));
  late.table.view.rounds = 5;
  expect(late.staking.isBegun, 'chips that were too late wait').toBe(false);
  const laid = (player: number) => [[player, { wager: { box_no: 3, amount: 500 } }]];
  const withLaid = (player: number) => {
    const other = { ...table, view: { ...table.view, boxes: [{ no: 3, laid: laid(player) }] } };
    return new Staking(other as unknown as Table).isBegun;
  };
  expect([withLaid(7), withLaid(8)]).toEqual([true, false]);
});

import { beforeEach, expect, it, vi } from 'vitest';
import type { Command, TableView } from '../wire';
import type { Why } from './refusal';
import { spotOf } from './spot';
import { Staking } from './staking.svelte';
import type { Table } from './table.svelte';

const house = vi.hoisted(() => ({ balance: 100_000 }));
vi.mock('../net/house.svelte', () => ({ house }));
vi.mock('../theme/sound', () => ({ soundOfChip: () => {} }));

beforeEach(() => {
  house.balance = 100_000;
});

const SIGN = { minimum: 500, maximum: 50_000, chip: 50 };

/** A table of which one may wager on box 3, and what it answers to a wager. */
function tableWith(why: Why) {
  const said: string[] = [];
  const view = { sign: SIGN, rounds: 4, boxes: [{ no: 3, laid: [] }] } as unknown as TableView;
  const can = [
    { what: { lay: { lay: { wager: { box_no: 3, amount: 50_000 } } } }, least: 500, clause: '1' },
  ];
  const table = {
    view,
    can,
    ownBoxes: [3],
    me: 7,
    ask: async () => why,
    say: ({ words }: Why) => said.push(words),
  };
  return { table, said, staking: new Staking(table as unknown as Table) };
}

const BOXES = [3, 4];

/**
 * A table of which one may wager on two boxes, what it was asked for and for which round; it
 * answers when it is told to.
 */
function tableThatWaits() {
  const asked: [Command, number | null | undefined][] = [];
  const waiting: ((why: Why | null) => void)[] = [];
  const ask = (command: Command, rounds?: number | null) => {
    asked.push([command, rounds]);
    return new Promise<Why | null>((resolve) => waiting.push(resolve));
  };
  const view = {
    sign: SIGN,
    rounds: 4,
    boxes: BOXES.map((no) => ({ no, laid: [] })),
  } as unknown as TableView;
  const can = BOXES.map((box_no) => ({
    what: { lay: { lay: { wager: { box_no, amount: 50_000 } } } },
    least: 500,
  }));
  const ready = (rounds?: number | null) => ask('ready', rounds);
  const table = { view, can, ownBoxes: BOXES, me: 7, ask, ready, say: () => {} };
  /** Answers the first command that has no answer: it was done, unless it says why not. */
  const done = async (why: Why | null = null) => {
    waiting.shift()?.(why);
    await new Promise((resolve) => setTimeout(resolve));
  };
  const staking = new Staking(table as unknown as Table);
  for (const no of BOXES) staking.add(spotOf('wager', no));
  return { table, asked, done, staking };
}

const layOn = (box_no: number, amount: number): Command => ({
  lay: { lay: { wager: { box_no, amount } } },
});

it('lays all that was put down, and is ready, for the round that was seen when one asked for it', async () => {
  const { table, asked, done, staking } = tableThatWaits();
  const { chip } = staking;
  const dealt = staking.deal();
  // While the line is bad the next round begins.
  table.view.rounds = 5;
  for (let count = 0; count < 3; count += 1) await done();
  await dealt;
  expect(asked).toEqual([
    [layOn(3, chip), 4],
    [layOn(4, chip), 4],
    ['ready', 4],
  ]);
});

it('changes nothing that is on its way, and keeps what is put down meanwhile', async () => {
  const { asked, done, staking } = tableThatWaits();
  const { chip } = staking;
  const placed = staking.place();
  for (const change of ['undo', 'clear', 'twice', 'again'] as const) staking[change]();
  staking.type('40');
  expect([staking.isLaying, staking.total]).toEqual([true, 2 * chip]);
  staking.add(spotOf('wager', 4));
  await done();
  await done();
  expect(await placed).toBe(true);
  expect(asked.map(([command]) => command)).toEqual([layOn(3, chip), layOn(4, chip)]);
  expect([staking.isLaying, [...staking.put]]).toEqual([false, [[spotOf('wager', 4), chip]]]);
  staking.clear();
  expect(staking.total).toBe(0);
});

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
  const { said, staking } = await wagerRefused({
    words: 'The house is busy.',
    isLate: false,
    isPassing: true,
  });
  expect([staking.fault, said]).toEqual([null, ['The house is busy.']]);
  const silent = await wagerRefused({ words: '', isLate: false, isPassing: true });
  expect(silent.staking.fault, 'a session that is over is told of elsewhere').toBeNull();
});

it('leaves no chips where the table takes none any more once the first of them lies', async () => {
  const { table, done, staking } = tableThatWaits();
  const placed = staking.place();
  // Alone at the table: with one wager laid, the other box is closed.
  table.can.splice(1);
  const refused = { words: 'One box.', isLate: false, isPassing: false };
  await done();
  await done(refused);
  expect([await placed, staking.fault, staking.total]).toEqual([false, 'One box.', 0]);
});

it('keeps chips that came too late, though no spot is open any more', async () => {
  const { table, done, staking } = tableThatWaits();
  const placed = staking.place();
  table.can.splice(0);
  await done({ words: 'Wagers are closed.', isLate: true, isPassing: true });
  expect([await placed, staking.total]).toEqual([false, 2 * staking.chip]);
});

it('takes what is typed for the spot and the round it was typed in, and for no other', () => {
  const { table, staking } = tableWith({ words: '', isLate: false, isPassing: true });
  staking.type('1O');
  expect([staking.typed, staking.fault]).toEqual([
    '1O',
    expect.stringMatching(/“1O” is no amount/),
  ]);
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

it('takes nobody for poor who may wager less than newcomers', () => {
  const { table, staking } = tableThatWaits();
  staking.clear();
  house.balance = SIGN.minimum - 100;
  expect([staking.isPoor, staking.least]).toEqual([true, SIGN.minimum]);
  // On one of the boxes the least of before holds.
  const [first] = table.can;
  if (first) first.least = SIGN.minimum - 200;
  expect([staking.isPoor, staking.least]).toEqual([false, SIGN.minimum - 200]);
  house.balance = SIGN.minimum - 300;
  expect(staking.isPoor).toBe(true);
  // A box that is not open to this player does not count.
  table.can.splice(0, 1);
  expect(staking.least).toBe(SIGN.minimum);
});

it('takes nobody for poor whose last chips are on their way', async () => {
  const { done, staking } = tableThatWaits();
  house.balance = staking.total;
  const placed = staking.place();
  // The house has taken them, and the table has not told yet that they lie there.
  house.balance = 0;
  expect(staking.isPoor).toBe(false);
  await done();
  expect(staking.isPoor).toBe(false);
  await done();
  await placed;
  expect(staking.isPoor, 'then they would lie there').toBe(true);
});

it('says that there is too little in one place, and what is wrong with the chips in the other', () => {
  const { staking } = tableThatWaits();
  staking.clear();
  house.balance = SIGN.minimum - 100;
  staking.type('500');
  expect([staking.fault, staking.told]).toEqual([expect.stringMatching(/you have \$4/), null]);
  staking.type('all');
  expect(staking.told).toMatch(/“all” is no amount/);
  staking.type('1');
  expect(staking.told).toMatch(/is too little/);
});

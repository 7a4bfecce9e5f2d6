import { expect, it } from 'vitest';
import type { BoxPlace, BoxView, Lay, RoundView } from '../wire';
import type { Action } from './action';
import { EMPTY, type Felt, type Result } from './felt';
import {
  askedBoxes,
  boxesOf,
  boxInSight,
  inPlay,
  isCleared,
  isForNext,
  isInPlay,
  together,
} from './lying';

/** A box with a wager of the player at each of these places. */
const box = (no: number, places: number[], open = true): BoxView => ({
  no,
  controller: places[0] ?? null,
  hands: [
    {
      cards: [],
      total: null,
      doubled: false,
      stakes: places.map((player) => ({ player, wager: 500, double: 0, open, surrendered: false })),
    },
  ],
});
const round = (rest: Partial<RoundView>): RoundView => ({
  no: 1,
  players: [21, 22],
  stage: 'surrender',
  boxes: [box(1, [0]), box(2, [1]), box(5, [0, 1]), box(6, [1], false)],
  dealer: [],
  dealer_total: null,
  dealer_pontoon: false,
  in_turn: null,
  waiting_for: [],
  ...rest,
});
const act = (box_no: number) => ({ at: { box_no, hand: 0 } }) as Action;

it('makes one pile of what several have on a spot, and another of what is taken', () => {
  const lying = (player: number, amount: number, taken: boolean) => ({ player, amount, taken });
  expect(together([lying(21, 1000, false), lying(22, 500, false), lying(23, 200, true)])).toEqual({
    lies: 1500,
    taken: 200,
  });
});

it('finds somebody in play as long as one of their wagers is not settled', () => {
  expect(isInPlay(round({}), 21)).toBe(true);
  expect(isInPlay(round({ boxes: [box(1, [0]), box(6, [1], false)] }), 22)).toBe(false);
  expect(isInPlay(round({}), 23)).toBe(false);
  expect(isInPlay(null, 21)).toBe(false);
});

it('marks the box in turn alone, whoever has wagers elsewhere', () => {
  expect([
    ...askedBoxes(round({ in_turn: { box_no: 5, hand: 1 }, waiting_for: [22] }), []),
  ]).toEqual([5]);
});

it('marks the boxes of those who answer at once, where their wagers are open', () => {
  expect([...askedBoxes(round({ waiting_for: [22] }), [])]).toEqual([2, 5]);
  expect([...askedBoxes(round({}), [])]).toEqual([]);
});

it('marks what one may do something about oneself', () => {
  expect([...askedBoxes(round({}), [act(7), act(3)])]).toEqual([7, 3]);
  expect([...askedBoxes(null, [])]).toEqual([]);
});

it('shows one’s own box when it is asked about, and else where something happens', () => {
  const waited = new Set([2]);
  expect(boxInSight([act(1), act(6)], [6], waited)).toBe(6);
  expect(boxInSight([act(3), act(1)], [6], waited)).toBe(3);
  expect(boxInSight([], [6], waited)).toBe(2);
  expect(boxInSight([], [6], new Set())).toBe(6);
  expect(boxInSight([], [], new Set())).toBeNull();
});

it('shows one’s own box when what is asked is of no box', () => {
  expect(boxInSight([{ at: null } as Action], [6], new Set([2]))).toBe(6);
});

it('puts one’s boxes with a wager before those where one only sits', () => {
  const stakes = [{ player: 21, wager: 500, double: 0, surrendered: false }];
  const hands = [{ cards: [], total: null, doubled: false, ended: null, stakes }];
  const felt: Felt = {
    ...EMPTY,
    boxes: [5, 6].map((no) => ({ no, controller: null, hands, beside: [] })),
  };
  expect(boxesOf(felt, 21, [4, 6])).toEqual([6, 5, 4]);
  expect(boxesOf(EMPTY, 21, [4])).toEqual([4]);
});

it('knows the boxes with chips for the next round', () => {
  const place = (no: number, ...laid: Lay[]) =>
    ({ no, laid: laid.map((lay) => [21, lay]) }) as unknown as BoxPlace;
  const wager = place(1, { wager: { box_no: 1, amount: 500 } });
  expect([isForNext(wager), isForNext(place(2))]).toEqual([true, false]);
  const felt: Felt = {
    ...EMPTY,
    boxes: [1, 2].map((no) => ({ no, controller: null, hands: [], beside: [] })),
  };
  const second = place(2, { wager: { box_no: 2, amount: 500 } });
  expect([isCleared(felt, [wager, place(2)]), isCleared(felt, [wager, second, place(3)])]).toEqual([
    false,
    true,
  ]);
  expect(isForNext(place(2, { decline_control: { box_no: 2 } })), 'no chip lies there').toBe(false);
});

it('leaves the wager of a hand that is played where another hand of its box is lost, and takes what is lost', () => {
  const stake = { player: 21, wager: 500, double: 0, surrendered: false };
  const hands = [stake, { ...stake, double: 500 }].map((each) => ({
    cards: [],
    total: null,
    doubled: each.double > 0,
    ended: null,
    stakes: [each],
  }));
  const beside = [{ player: 21, kind: 'pairs', amount: 100 } as const];
  const felt: Felt = { ...EMPTY, boxes: [{ no: 3, controller: 21, hands, beside }] };
  const lost = (...results: Partial<Result>[]) =>
    results.map((result) => ({ box_no: 3, player: 21, net: -500, ...result }) as Result);
  const first = { hand: 0, kind: 'wager' } as const;
  const second = { hand: 1, kind: 'wager' } as const;
  const double = { hand: 1, kind: 'double' } as const;
  const on = (...results: Partial<Result>[]) => inPlay(felt, lost(...results), 3, 'wager');
  expect(on()).toEqual([{ player: 21, amount: 1500, taken: false }]);
  expect(on(first)).toEqual([{ player: 21, amount: 1000, taken: false }]);
  // A double may wait for the dealer when its wager is lost.
  expect(on(first, second)).toEqual([{ player: 21, amount: 500, taken: false }]);
  expect(on(first, second, double)).toEqual([{ player: 21, amount: 1500, taken: true }]);
  expect(inPlay(felt, lost(first, second, double), 3, 'pairs')).toEqual([
    { player: 21, amount: 100, taken: false },
  ]);
  const side = { hand: null, kind: { side: 'pairs' } } as const;
  expect(inPlay(felt, lost(side), 3, 'pairs')).toEqual([{ player: 21, amount: 100, taken: true }]);
  expect(inPlay(felt, lost({ ...side, box_no: 4 }), 3, 'pairs')).toEqual([
    { player: 21, amount: 100, taken: false },
  ]);
  expect(inPlay(felt, lost(side), 4, 'wager')).toEqual([]);
});

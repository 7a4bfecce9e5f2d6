import { render } from 'svelte/server';
import { expect, it, vi } from 'vitest';
import type { PlayerId } from '../wire';
import type { FeltHand, Result } from './felt';
import Hand from './Hand.svelte';

// Whether things move is a browser's to know.
vi.mock('../theme/theme.svelte', () => ({ look: { isStill: true } }));

const [ANN, BOB, CAT] = [7, 8, 9];
const hand: FeltHand = {
  cards: [{ key: '1-1', card: 'Kh', at: -1 }],
  total: null,
  doubled: false,
  ended: null,
  stakes: [],
};
const result = (player: PlayerId, net: number): Result => ({
  box_no: 3,
  hand: 0,
  player,
  kind: 'wager',
  outcome: net > 0 ? 'won' : net < 0 ? 'lost' : 'stand_off',
  odds: null,
  stake: 500,
  net,
  clause: '1',
});

/** What a hand is said to have come to, to this person. */
function said(me: PlayerId | null, results: Result[], of = hand): string | undefined {
  const props = { hand: of, no: 0, box: 3, several: false, inTurn: false, results, me, landed: 0 };
  return /class="result[^>]*>([^<]*)</.exec(render(Hand, { props }).body)?.[1];
}

it('says to each of several bettors what it came to for them, and to others what for all', () => {
  const results = [result(ANN, 1000), result(BOB, -500)];
  expect([ANN, BOB, CAT, null].map((me) => said(me, results))).toEqual([
    '+$10',
    '−$5',
    '+$5',
    '+$5',
  ]);
});

it('says to whom it is still open nothing of what others lost, and what lies there of their own', () => {
  const stake = (player: PlayerId, double: number) => ({
    player,
    wager: 2500,
    double,
    surrendered: false,
  });
  const shared: FeltHand = { ...hand, doubled: true, stakes: [stake(ANN, 2500), stake(BOB, 0)] };
  expect([ANN, BOB, CAT].map((me) => said(me, [result(BOB, -2500)], shared))).toEqual([
    'doubled $50',
    '−$25',
    '−$25',
  ]);
});

it('adds up what one person has on a hand', () => {
  expect(said(ANN, [result(ANN, 1000), result(ANN, 500), result(BOB, -500)])).toBe('+$15');
});

it('says stand off to whom it is one, whatever it is for others', () => {
  expect(said(ANN, [result(BOB, 500), result(ANN, 0)])).toBe('stand off');
});

it('says nothing of a hand that is not settled', () => {
  expect(said(ANN, [])).toBeUndefined();
});

it('says of a hand over 21 what was lost with it, and that it is one where that is taken back', () => {
  const bust: FeltHand = { ...hand, total: { points: 24, kind: 'hard' }, ended: 'bust' };
  expect([ANN, BOB].map((me) => said(me, [result(ANN, -500)], bust))).toEqual(['−$5', '−$5']);
  expect(said(ANN, [], bust)).toBe('Bust');
});

import { describe, expect, it } from 'vitest';
import type { ChartLine } from '../wire';
import { blocks, differs, runs, spot, strips } from './rows';

const line = (
  kind: string,
  hand: string,
  cards: number,
  actions: string,
  suits: string | null = null,
): ChartLine => ({
  kind,
  hand,
  cards,
  suits,
  cells: [...actions].map((letter, place) =>
    letter === '-'
      ? null
      : {
          upcard: '23456789TA'.charAt(place),
          ranked: [[{ S: 'stand', H: 'draw', P: 'split' }[letter] ?? '', 0.1]],
          chance: 0,
        },
  ),
});

describe('rows of a chart', () => {
  it('have one row for a total, whatever the number of cards', () => {
    const [hard] = blocks([
      line('hard', '15', 2, 'SSSSSHHHHH'),
      line('hard', '15', 4, 'HSSSSHHHHH'),
    ]);
    expect(hard?.rows).toHaveLength(1);
    expect(runs(hard?.rows[0]?.squares[0] ?? [])).toEqual([
      { cards: 2, action: 'stand' },
      { cards: 4, action: 'draw' },
    ]);
    expect(runs(hard?.rows[0]?.squares[1] ?? [])).toEqual([{ cards: 2, action: 'stand' }]);
  });

  it('tell suits apart only where they are played differently', () => {
    const lines = [
      line('pair', '77', 2, 'PPPPPPHHHH', 'mixed'),
      line('pair', '77', 2, 'PPPPPHHHHH', 'suited'),
      line('pair', '77', 2, 'PPPPPHHHHH', 'spades'),
      line('straight', '67', 2, 'HHHHHHHHHH', 'mixed'),
      line('straight', '67', 2, 'HHHHHHHHHH', 'spades'),
    ];
    expect(blocks(lines).map(({ kind, rows }) => [kind, rows.map((row) => row.suits)])).toEqual([
      ['pair', ['mixed', 'suited spades']],
      ['straight', ['']],
    ]);
  });

  it('know which squares say something else than another chart', () => {
    const own = [line('hard', '15', 2, 'SSSSSHHHHH')];
    const other = [line('hard', '15', 2, 'HSSSSHHHH-')];
    const row = blocks(own)[0]?.rows[0];
    if (!row) throw new Error('no row');
    const places = row.squares.map(
      (_, place) => differs(row, place, strips(own), strips(other)) !== null,
    );
    expect(places.map((is, place) => (is ? place : -1)).filter((place) => place >= 0)).toEqual([0]);
  });
});

describe('the square of a hand', () => {
  it.each([
    ['8s 8h', { points: 16, kind: 'hard' }, '6d', 'pair 88 mixed', '6'],
    ['Kh Js', { points: 20, kind: 'hard' }, 'Qd', 'pair TT mixed', 'T'],
    ['7s 7s', { points: 14, kind: 'hard' }, '7d', 'pair 77 spades', '7'],
    ['7h 7h', { points: 14, kind: 'hard' }, '7d', 'pair 77 suited', '7'],
    ['8h 6h', { points: 14, kind: 'hard' }, 'Ac', 'straight 68 suited', 'A'],
    ['6h 7h 2c', { points: 15, kind: 'hard' }, 'Ac', 'hard 15', 'A'],
    ['Ah 7c', { points: 18, kind: 'soft' }, '9c', 'soft 18', '9'],
    ['Ah Kc 9c', { points: 20, kind: 'hard' }, '9c', 'hard 20', '9'],
  ] as const)('%s, %o, against %s is %s', (hand, total, upcard, strip, against) => {
    expect(spot({ hand: hand.split(' '), total, upcard })).toEqual({ strip, upcard: against });
  });
});

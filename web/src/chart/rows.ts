// The lines of a strategy as the rows of a chart: hands of one total with any number of cards share
// a row, and so do suits that are played alike.
import { parts } from '../cards/card';
import type { ChartCell, ChartLine, Dealt } from '../wire';

export const UPCARDS: readonly string[] = ['2', '3', '4', '5', '6', '7', '8', '9', 'T', 'A'];

/** What to do with one kind of hand against one upcard, by the number of cards. */
export type Square = readonly { cards: number; cell: ChartCell }[];

export interface Row {
  key: string;
  kind: string;
  hand: string;
  /** Which suits the row is for, where not for all. */
  suits: string;
  squares: Square[];
  /** The strips that are played alike and share the row. */
  strips: string[];
}

interface Block {
  kind: string;
  rows: Row[];
}

/** Where a hand is on a chart. */
export interface Spot {
  strip: string;
  upcard: string;
}

type Strips = Map<string, Square[]>;

const nameOf = ({ kind, hand, suits }: ChartLine): string =>
  [kind, hand, suits ?? ''].join(' ').trim();

/** Every strip of a chart: one kind of hand with its suits, and a square for each upcard. */
export function strips(lines: readonly ChartLine[]): Strips {
  const found: Strips = new Map();
  for (const line of lines) {
    const squares = found.get(nameOf(line)) ?? UPCARDS.map((): Square => []);
    found.set(
      nameOf(line),
      squares.map((square, place) => {
        const cell = line.cells[place];
        return cell ? [...square, { cards: line.cards, cell }] : square;
      }),
    );
  }
  return found;
}

export const bestOf = (cell: ChartCell): string => cell.ranked[0]?.[0] ?? '';

/** The actions of a square, each with the number of cards from which it is best. */
export function runs(square: Square): { cards: number; action: string }[] {
  const found: { cards: number; action: string }[] = [];
  for (const { cards, cell } of square)
    if (found.at(-1)?.action !== bestOf(cell)) found.push({ cards, action: bestOf(cell) });
  return found;
}

function isSame(one: Square, other: Square): boolean {
  const [first, second] = [runs(one), runs(other)];
  return (
    first.length === second.length &&
    first.every(
      ({ cards, action }, no) => second[no]?.cards === cards && second[no]?.action === action,
    )
  );
}

/** The chart in blocks: hard, soft, pairs, two cards of a 6-7-8. */
export function blocks(lines: readonly ChartLine[]): Block[] {
  const found: Block[] = [];
  for (const [strip, squares] of strips(lines)) {
    const [kind = '', hand = '', suits = ''] = strip.split(' ');
    const block = found.find((each) => each.kind === kind) ?? { kind, rows: [] };
    if (block.rows.length === 0) found.push(block);
    const alike = block.rows.find(
      (row) =>
        row.hand === hand &&
        row.squares.every((square, place) => isSame(square, squares[place] ?? [])),
    );
    if (alike) {
      alike.suits += ` ${suits}`;
      alike.strips.push(strip);
    } else block.rows.push({ key: strip, kind, hand, suits, squares, strips: [strip] });
  }
  for (const { rows } of found)
    for (const row of rows)
      if (rows.filter((other) => other.hand === row.hand).length === 1) row.suits = '';
  return found;
}

/** The square that one is compared with, where it says something else. */
export function differs(row: Row, place: number, own: Strips, other: Strips): Square | null {
  for (const strip of row.strips) {
    const before = other.get(strip)?.[place] ?? [];
    const now = own.get(strip)?.[place] ?? [];
    if (before.length > 0 && !isSame(before, now)) return before;
  }
  return null;
}

const STRAIGHTS = ['67', '68', '78'];

/** The square of a hand that was dealt. */
export function spot({ hand, total, upcard }: Pick<Dealt, 'hand' | 'total' | 'upcard'>): Spot {
  const values = hand.map((card) => value(card)).sort((one, other) => order(one) - order(other));
  const two = hand.length === 2 ? values.join('') : '';
  const against = value(upcard);
  if (two !== '' && values[0] === values[1]) {
    return { strip: `pair ${two} ${two === '77' ? suits(hand) : 'mixed'}`, upcard: against };
  }
  if (STRAIGHTS.includes(two)) return { strip: `straight ${two} ${suits(hand)}`, upcard: against };
  return { strip: `${total.kind} ${total.points}`, upcard: against };
}

const value = (card: string): string =>
  'TJQK'.includes(parts(card).rank) ? 'T' : parts(card).rank;
const order = (rank: string): number => (rank === 'A' ? 1 : rank === 'T' ? 10 : Number(rank));

function suits(hand: readonly string[]): string {
  const first = parts(hand[0] ?? '').suit;
  if (hand.some((card) => parts(card).suit !== first)) return 'mixed';
  return first === 's' ? 'spades' : 'suited';
}

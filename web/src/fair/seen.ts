// Commitments that this browser was shown while their shoes were dealt. That one was public before
// the cards nobody can prove later but whoever saw it: so the page remembers, as long as its tab is
// open.
import type { ShoeView, SignedCommitment } from '../wire';

export interface Sight {
  seal: string;
  at: number;
  /** How many cards were out by then. */
  out: number;
}

interface Shelf {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const KEY = 'pontoon.commitments';
const MOST = 50;
const FIELDS = ['id', 'digest', 'cards', 'time_ms', 'key', 'signature'] as const;

/** The first sight of a shoe is the one that counts. */
export function notice(table: number, shoe: ShoeView, at: number, shelf?: Shelf): void {
  if (shoe.seal === '') return;
  try {
    // Where a browser keeps nothing, to ask for what the tab keeps is a fault already.
    const kept = shelf ?? sessionStorage;
    const sights = read(kept);
    const name = nameOf(table, shoe.no);
    if (sights.some(([known]) => known === name)) return;
    sights.push([name, { seal: shoe.seal, at, out: shoe.drawn }]);
    kept.setItem(KEY, JSON.stringify(sights.slice(-MOST)));
  } catch {
    // A browser that keeps nothing can still check what a record says of itself.
  }
}

export function sightOf(table: number, shoe: number, shelf?: Shelf): Sight | null {
  try {
    return (
      read(shelf ?? sessionStorage).find(([known]) => known === nameOf(table, shoe))?.[1] ?? null
    );
  } catch {
    return null;
  }
}

/**
 * The first field in which a commitment is not the one that was shown; null where it is the same.
 */
export function difference(commitment: SignedCommitment, { seal }: Sight): string | null {
  const shown = JSON.parse(seal) as SignedCommitment;
  return FIELDS.find((field) => shown[field] !== commitment[field]) ?? null;
}

const nameOf = (table: number, shoe: number): string => `${table} ${shoe}`;

function read(shelf: Shelf): [string, Sight][] {
  const kept = JSON.parse(shelf.getItem(KEY) ?? '[]') as [string, Sight][];
  // What the browser keeps can be anything.
  return kept.filter(
    ([, sight]) => isObject(sight?.seal) && Number.isFinite(sight.at) && Number.isFinite(sight.out),
  );
}

function isObject(text: unknown): boolean {
  try {
    const parsed: unknown = typeof text === 'string' ? JSON.parse(text) : null;
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  } catch {
    return false;
  }
}

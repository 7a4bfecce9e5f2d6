import { expect, it } from 'vitest';
import type { ShoeView, SignedCommitment } from '../wire';
import { difference, notice, sightOf } from './seen';

const commitment: SignedCommitment = {
  kind: 'shoe',
  id: '5b',
  cards: 48,
  digest: 'aa',
  time_ms: 1,
  key: 'bb',
  signature: 'cc',
};

const view = (no: number, seal: string, drawn = 0): ShoeView =>
  ({
    no,
    dealing: 'shoe',
    seal,
    all: 48,
    drawn,
    cut_at: null,
    cutting_card: null,
    offered_to: null,
  }) as ShoeView;

function shelf() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

it('remembers the commitment that was shown first, and tells in what another differs', () => {
  const kept = shelf();
  notice(5, view(2, JSON.stringify(commitment)), 1000, kept);
  notice(5, view(2, JSON.stringify({ ...commitment, digest: 'dd' }), 7), 2000, kept);
  const sight = sightOf(5, 2, kept);
  expect(sight).toMatchObject({ at: 1000, out: 0 });
  if (!sight) return;
  expect(difference(commitment, sight)).toBeNull();
  expect(difference({ ...commitment, digest: 'dd' }, sight)).toBe('digest');
  expect(difference({ ...commitment, key: 'dd' }, sight)).toBe('key');
});

it('knows nothing of shoes of other tables, of real cards, or where nothing is kept', () => {
  const kept = shelf();
  notice(5, view(2, ''), 1000, kept);
  notice(4, view(2, JSON.stringify(commitment)), 1000, kept);
  expect(sightOf(5, 2, kept)).toBeNull();
  const broken = { getItem: () => 'no list', setItem: () => {} };
  notice(5, view(2, JSON.stringify(commitment)), 1000, broken);
  expect(sightOf(5, 2, broken)).toBeNull();
});

it('does without where nothing is kept', () => {
  // There is no `sessionStorage` where tests run; where a browser blocks it, to name it is a fault
  // as well.
  expect(() => notice(5, view(2, JSON.stringify(commitment)), 1000)).not.toThrow();
  expect(sightOf(5, 2)).toBeNull();
});

it('passes over what is kept and is no sight', () => {
  const kept = shelf();
  const bad = [
    { seal: '{}', at: 'x', out: 1 },
    { seal: '{}', at: 1, out: 'y' },
    { seal: '7', at: 1, out: 1 },
    null,
  ];
  for (const sight of bad) {
    kept.setItem('pontoon.commitments', JSON.stringify([['5 2', sight]]));
    expect(sightOf(5, 2, kept)).toBeNull();
  }
  kept.setItem('pontoon.commitments', JSON.stringify([['5 2', { seal: '{}', at: 1, out: 1 }]]));
  expect(sightOf(5, 2, kept)).toEqual({ seal: '{}', at: 1, out: 1 });
});

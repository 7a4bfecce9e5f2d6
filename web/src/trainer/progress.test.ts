import { expect, it } from 'vitest';
import type { Dealt } from '../wire';
import { answered, due, NOTHING, type Progress, read } from './progress';

const dealt = (seed: number): Dealt => ({
  about: { book: 'sydney', version: 1, decks: 8, wager: 2500, changed: {} },
  drill: 'pairs',
  seed,
  hand: ['8s', '8h'],
  total: { points: 16, kind: 'hard' },
  upcard: '6d',
  doubled: false,
  actions: [
    { action: 'split', worth: 0.4, behind: 0 },
    { action: 'stand', worth: -0.1, behind: 0.5 },
  ],
  margin: 0.5,
});

const answer = (progress: Progress, hand: Dealt, action: string): Progress =>
  answered(progress, hand, hand.actions, action);

function play(progress: Progress, answers: string, from = 100): Progress {
  return [...answers].reduce(
    (now, letter, place) => answer(now, dealt(from + place), letter === 'x' ? 'stand' : 'split'),
    progress,
  );
}

it('counts answers, streaks and what mistakes cost', () => {
  const after = play(NOTHING, '✓✓✓x✓');
  expect(after).toMatchObject({ answers: 5, right: 4, streak: 1, longest: 3, cost: 1250 });
});

it('brings a wrong hand again, ever later, until it went well three times', () => {
  let now = answer(NOTHING, dealt(1), 'stand');
  for (const gap of [3, 9, 27]) {
    expect(now.missed).toEqual([
      { seed: 1, drill: 'pairs', decks: 8, due: now.answers + gap, gap },
    ]);
    expect(due(play(now, '✓'.repeat(gap - 2)), 'pairs', 8)).toBeNull();
    now = play(now, '✓'.repeat(gap - 1));
    expect(due(now, 'pairs', 8)?.seed).toBe(1);
    now = answer(now, dealt(1), 'split');
  }
  expect(now.missed).toEqual([]);
});

it('brings it soon again where it went wrong again', () => {
  const twice = answer(play(answer(NOTHING, dealt(1), 'stand'), '✓✓'), dealt(1), 'stand');
  expect(twice.missed).toEqual([{ seed: 1, drill: 'pairs', decks: 8, due: 7, gap: 3 }]);
});

it('brings it in its own drill, in the drill of all hands, and with its own decks', () => {
  const now = play(answer(NOTHING, dealt(1), 'stand'), '✓✓');
  expect(
    [due(now, 'pairs', 8), due(now, 'any', 8), due(now, 'soft', 8), due(now, 'any', 6)].map(
      (each) => each?.seed,
    ),
  ).toEqual([1, 1, undefined, undefined]);
});

it('brings mistakes at once to whoever practises them, those first that are due first, whatever their decks', () => {
  const now = answer(answer(NOTHING, dealt(1), 'stand'), dealt(2), 'stand');
  expect(due(now, 'any', 8)).toBeNull();
  expect(due(now, 'missed', 6)?.seed).toBe(1);
  expect(due(answer(now, dealt(1), 'split'), 'missed', 6)?.seed).toBe(2);
  expect(due(NOTHING, 'missed', 8)).toBeNull();
});

it('goes by the lines an answer is marked by', () => {
  const lines = [...dealt(1).actions]
    .reverse()
    .map((line, place) => ({ ...line, behind: place * 0.2 }));
  expect(answered(NOTHING, dealt(1), lines, 'stand')).toMatchObject({ right: 1, cost: 0 });
  expect(answered(NOTHING, dealt(1), lines, 'split')).toMatchObject({ right: 0, cost: 500 });
});

it('reads what it kept, and begins anew with anything else', () => {
  const now = play(NOTHING, 'x✓');
  expect(read(JSON.stringify(now))).toEqual(now);
  for (const text of [
    null,
    '',
    '{}',
    '[]',
    '{"answers":-1}',
    JSON.stringify({ ...now, missed: 5 }),
  ])
    expect(read(text)).toEqual(NOTHING);
});

it('forgets hands that the house could not deal again, and nothing else', () => {
  const now = play(NOTHING, 'x');
  const [hand] = now.missed;
  const bad = [
    {},
    { ...hand, drill: 'zzz' },
    { ...hand, drill: 'missed' },
    { ...hand, decks: 99 },
    { ...hand, seed: -1 },
  ];
  expect(now.missed).toHaveLength(1);
  expect(read(JSON.stringify({ ...now, missed: [...bad, hand] }))).toEqual(now);
});

import { describe, expect, it } from 'vitest';
import type { LogBody, LogEntry, TransferId } from '../wire';
import { byWords, peopleIn, playersAfter, streamWords, tell, tellTransfer } from './tell';

const NAMES: Record<number, string> = { 7: 'ann', 9: 'bob' };
const name = (no: number) => NAMES[no] ?? `#${no}`;

function entry(part: Partial<LogEntry>): LogEntry {
  return {
    at: 0,
    body: { events: [] },
    by: 'house',
    command: null,
    kind: 'desk',
    seq: 1,
    stream: 'house',
    transfers: [],
    version: 1,
    ...part,
  };
}
const desk = (what: string, is: object) =>
  tell(entry({ body: { events: [{ [what]: is }] } as unknown as LogBody }), name, []).map(
    (line) => line.words,
  );

describe('a table that is founded', () => {
  const founded = (part: object) =>
    entry({ kind: 'table', body: { founded: { book: 'sydney', decks: 8, ...part } } as LogBody });

  it('is told by its book, and a private one by who started it', () => {
    const tells = (part: object) => tell(founded(part), name, [])[0]?.words;
    expect(tells({})).toBe('The table is founded by the book sydney, with 8 decks');
    const access = { private: { owner: 7, house_players: 3 } };
    expect(tells({ access })).toBe('ann starts a private table by the book sydney, with 8 decks');
    expect(peopleIn(founded({ access }))).toEqual(new Set([7]));
  });
});

describe('the desk', () => {
  it('tells accounts, money and limits', () => {
    expect(desk('registered', { person: 7, handle: 'ann', kind: 'member', roles: [] })).toEqual([
      'ann has an account: Member',
    ]);
    expect(desk('moved', { person: 7, net: -2500, why: { correction: 'counted twice' } })).toEqual([
      'ann −$25: correction, counted twice',
    ]);
    expect(desk('limit_set', { person: 9, change: { play_a_day: null }, from: 0 })[0]).toMatch(
      /^bob sets a limit: Time at tables a day none, from /,
    );
    // A limit that this page does not know is not told as another.
    expect(desk('limit_set', { person: 9, change: { rounds_a_day: 7 }, from: 0 })).toEqual([
      'A record of the kind limit_set, rounds_a_day',
    ]);
    expect(desk('role_taken', { person: 9, role: 'gaming_manager' })).toEqual([
      'bob loses a role: Gaming manager',
    ]);
    expect(desk('incident_noted', { no: 3, table: 2, what: 'a spilled drink' })).toEqual([
      'Incident 3: a spilled drink (table 2)',
    ]);
    const tries = { last: 0, until: 4000, count: 5 };
    expect(desk('wrong_password', { person: 7, tries })).toEqual([
      'A wrong password for ann; 5 are counted',
    ]);
    const zone = { name: 'Australia/Sydney', first: 36_000, changes: [] };
    expect(desk('days_set', { zone, from: 0 })).toEqual([
      'The days of the house are those of Australia/Sydney',
    ]);
    expect(desk('days_set', { zone, from: 1_794_747_600_000 })[0]).toMatch(
      /^The days of the house are those of Australia\/Sydney, from \d/,
    );
    expect(desk('excluded', { person: 7, until: 'for_ever' })).toEqual([
      'ann is excluded from play for ever',
    ]);
  });

  it('says so where it does not know a kind', () => {
    expect(desk('painted', { person: 7 })).toEqual(['A record of the kind painted']);
    expect(tell(entry({ kind: 'weather', body: {} as LogBody }), name, [])[0]?.words).toBe(
      'A record of the kind weather',
    );
  });
});

describe('a table', () => {
  const table = (...events: unknown[]) =>
    entry({ kind: 'table', stream: 'table/1', body: { steps: [{ events }] } as LogBody });
  const laid = {
    clause: '5.1',
    what: { laid: { player: 9, lay: { wager: { box_no: 3, amount: 500 } } } },
  };
  const began = { clause: '6', what: { round_began: { no: 4, players: [9, 7] } } };
  const doubled = {
    clause: '8',
    what: {
      round: {
        clause: '8',
        what: { doubled: { hand: { box_no: 3, hand: 0 }, player: 1, amount: 500 } },
      },
    },
  };

  it('tells what happened with its clause, and who by the places of the round', () => {
    expect(tell(table(laid), name, [])).toEqual([
      { words: 'bob wagers $5 on Box 3', clause: '5.1' },
    ]);
    expect(tell(table(doubled), name, [9, 7])[0]?.words).toContain('ann doubles');
    expect(tell(table(doubled), name, [])[0]?.words).toContain('A player doubles');
  });

  it('remembers who plays', () => {
    expect(playersAfter(table(began), [])).toEqual([9, 7]);
    expect(playersAfter(table(laid), [7])).toEqual([7]);
  });

  it('names people and not places', () => {
    expect([...peopleIn(table(laid, doubled))]).toEqual([9]);
    expect([...peopleIn(entry({ by: 'person/7' }))]).toEqual([7]);
  });
});

it('tells money, streams and who did it', () => {
  const id: TransferId = { no: 1, series: 'cashier' };
  const does = { pay: { amount: 100_000, from: 'house' as const, to: { player: 7 } } };
  expect(tellTransfer({ clause: 'not stated', does, id, purpose: 'play_money' }, name)).toBe(
    '$1,000 from the house to ann: play money',
  );
  const reclaim = { reclaim: { amount: 500, from: { player: 7 }, to: { float: 4 } } };
  expect(tellTransfer({ clause: '5', does: reclaim, id, purpose: 'round_void' }, name)).toBe(
    '$5 taken back from ann to the float of table 4, what is gone from the house: round void',
  );
  const hold = { hold: { amount: 500, from: { player: 9 }, held: { held: 4 }, to: { float: 4 } } };
  expect(tellTransfer({ clause: '5', does: hold, id, purpose: 'wager' }, name)).toBe(
    '$5 of bob held: wager',
  );
  expect(streamWords('table/12')).toBe('Table 12');
  expect(byWords('person/7', name)).toBe('ann');
  expect(byWords('visitor', name)).toBe('A visitor');
});

it('tells how long wagers stayed open from the time of the entry', () => {
  const event = { what: { wagers_until: { until: 65_000 } }, clause: '5' };
  const body = { steps: [{ events: [event] }] } as unknown as LogBody;
  expect(
    tell(entry({ at: 50_000, kind: 'table', body }), name, []).map((line) => line.words),
  ).toEqual(['Wagers close in 15 seconds']);
});

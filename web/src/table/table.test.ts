import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Watcher } from '../net/socket';
import { session } from '../session/session.svelte';
import { announcer } from '../ui/announcer.svelte';
import type { BoxView, CardView, Command, Frame, Me, PrivateView } from '../wire';
import { Table } from './table.svelte';

const ANN = { person: 7, handle: 'ann' } as Me;
const BOB = { person: 8 } as Me;
const ROUNDS = 12;

/** The house as whoever watches table 5 has it, and what it was asked to do. */
const house = vi.hoisted(() => ({
  person: null as number | null,
  isDealing: false,
  told: null as Watcher | null,
  asked: [] as [Command, number | null | undefined][],
  socket: {
    watch: (_: number, watcher: Watcher) => {
      house.told = watcher;
      return () => {};
    },
    do: async (_: number, command: Command, rounds: number | null | undefined) => {
      house.asked.push([command, rounds]);
      return { done: {} };
    },
  },
}));
vi.mock('../net/house.svelte', () => ({ house }));
const soundOfCard = vi.hoisted(() => vi.fn());
vi.mock('../theme/sound', () => ({ soundOfCard }));
// Whether things move is a browser's to know.
const look = vi.hoisted(() => ({ isStill: false }));
vi.mock('../theme/theme.svelte', () => ({ look }));
vi.mock('../books/books.svelte', () => ({ bookPage: async () => null, pairName: () => '' }));

const box = (cards: CardView[]): BoxView => ({
  no: 3,
  controller: 0,
  hands: [{ cards, total: null, doubled: false, stakes: [] }],
});
const frame = {
  table: 5,
  version: 1,
  at: 0,
  view: {
    people: [],
    boxes: [],
    shoe: { seal: '' },
    rounds: ROUNDS,
    round: {
      no: ROUNDS,
      players: [7],
      boxes: [box(['down'])],
      dealer: [],
      in_turn: null,
      waiting_for: [7],
    },
  },
  over: null,
  earlier: [],
  events: [],
} as unknown as Frame;
const ofAnn: PrivateView = {
  can: [{ what: 'ready', least: null, clause: '1' }],
  own: [box([{ up: 'Kh' }])],
};

/** What one may do at a table, and the cards of box 3 as one sees them. */
const shown = ({ can, felt }: Table) => [
  can.map(({ what }) => what),
  felt.boxes[0]?.hands[0]?.cards.map(({ card }) => card),
];
const tell = (view: PrivateView): void => house.told?.private({ table: 5, version: 1, view });

let table: Table;
/** How many milliseconds the pictures are behind the clock. */
const pictures = { behind: 0 };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { pathname: '/', search: '' });
  pictures.behind = 0;
  vi.stubGlobal('document', {
    hidden: false,
    timeline: {
      get currentTime() {
        return performance.now() - pictures.behind;
      },
    },
  });
  house.asked = [];
  house.person = ANN.person;
  session.me = ANN;
  table = new Table(5);
  house.told?.frame(frame);
  // The card that lies face down has landed.
  vi.advanceTimersByTime(1000);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  look.isStill = false;
});

it('shows what was told to one person to nobody else', () => {
  expect(shown(table)).toEqual([[], [null]]);
  tell(ofAnn);
  expect(shown(table)).toEqual([['ready'], ['Kh']]);
  session.me = BOB;
  expect(shown(table), 'before the connection is his').toEqual([[], [null]]);
  // What comes on her connection is still hers.
  tell(ofAnn);
  expect(shown(table)).toEqual([[], [null]]);
  house.person = BOB.person;
  expect(shown(table), 'before the table has told him anything').toEqual([[], [null]]);
  tell({ can: [], own: [box([{ up: '2c' }])] });
  expect(shown(table)).toEqual([[], ['2c']]);
});

it('shows a visitor what everybody sees, whatever was told', () => {
  tell(ofAnn);
  session.me = null;
  expect(shown(table)).toEqual([[], [null]]);
  house.person = null;
  tell(ofAnn);
  expect(shown(table)).toEqual([[], [null]]);
});

it('asks for what is meant for a round with the rounds that it sees, and for nothing else so', async () => {
  const ofRound: Command[] = [
    'ready',
    { lay: { lay: { wager: { box_no: 3, amount: 500 } } } },
    { choose: { choice: { stand: { hand: { box_no: 3, hand: 0 } } } } },
  ];
  const others: Command[] = ['depart', { sit: { box_no: 3 } }, { withdraw: { box_no: 3 } }];
  for (const command of [...ofRound, ...others]) expect(await table.ask(command)).toBeNull();
  expect(house.asked).toEqual([
    ...ofRound.map((command) => [command, ROUNDS]),
    ...others.map((command) => [command, null]),
  ]);
});

it('asks once for a seat that is clicked twice, and for each of several', async () => {
  const arrive = { arrive: { name: 'ann' } };
  await Promise.all([table.sit(3), table.sit(3)]);
  expect(house.asked).toEqual([
    [arrive, null],
    [{ sit: { box_no: 3 } }, null],
  ]);
  await table.sit(3);
  expect(house.asked, 'one may try again').toHaveLength(4);
  house.asked = [];
  await Promise.all([table.sit(4), table.sit(5)]);
  expect(house.asked).toContainEqual([{ sit: { box_no: 4 } }, null]);
  expect(house.asked).toContainEqual([{ sit: { box_no: 5 } }, null]);
});

const opened = { what: 'opened', clause: '1' };
const closed = { what: 'closed', clause: '2' };
const after = (events: unknown[], earlier: unknown[] = []) =>
  ({ ...frame, events, earlier }) as unknown as Frame;
const clauses = ({ log }: Table) => log.map(({ clause }) => clause);

it('says at once what happened, and lists it when the layout is drawn', () => {
  const before = announcer.lines.length;
  house.told?.frame(after([opened]));
  house.told?.frame(after([closed]));
  expect([announcer.lines.length - before, clauses(table)]).toEqual([2, []]);
  vi.runAllTimers();
  expect(clauses(table)).toEqual(['1', '2']);
  expect(new Set(table.log.map(({ id }) => id)).size).toBe(2);
  house.told?.frame(after([opened]));
  table.stop();
  vi.runAllTimers();
  expect(clauses(table), 'whoever left hears no more of it').toEqual(['1', '2']);
});

it('lists nothing while the last card is on its way, and waits for none where nothing moves', () => {
  const dealt = {
    what: { round: { what: { dealt: { to: 'dealer', card: '8s', face: 'up' } }, clause: '3' } },
    clause: '3',
  };
  house.told?.frame(after([dealt]));
  // It follows while the card still flies.
  house.told?.frame(after([opened]));
  vi.advanceTimersByTime(250);
  expect([clauses(table), table.isDealing]).toEqual([[], true]);
  vi.advanceTimersByTime(60);
  expect([clauses(table), table.isDealing]).toEqual([['3', '1'], false]);
  look.isStill = true;
  house.told?.frame(after([dealt]));
  expect(table.isDealing).toBe(false);
  vi.advanceTimersByTime(0);
  expect(clauses(table)).toEqual(['3', '1', '3']);
});

it('waits for the cards in a slow browser, whatever frames without cards come meanwhile', () => {
  const card = { to: 'dealer', card: '8s', face: 'up' };
  const wager = { box_no: 3, hand: 0, player: 0, kind: 'wager', odds: null, stake: 500 };
  const [dealt, settled] = [{ dealt: card }, { settled: { ...wager, outcome: 'won', net: 500 } }];
  const seen = () => [table.isDealing, house.isDealing, table.settled.length];
  pictures.behind = 200;
  const events = [dealt, settled].map((what) => ({
    what: { round: { what, clause: '3' } },
    clause: '3',
  }));
  house.told?.frame(after(events));
  expect(seen()).toEqual([true, true, 0]);
  // By the clock the card lies there, and no picture shows it yet.
  vi.advanceTimersByTime(300);
  house.told?.frame(after([opened]));
  expect(seen()).toEqual([true, true, 0]);
  vi.advanceTimersByTime(150);
  house.told?.frame(after([closed]));
  expect(seen()).toEqual([true, true, 0]);
  vi.advanceTimersByTime(50);
  expect(seen(), 'later frames do not prolong it').toEqual([false, false, 1]);
});

it('lists what happened before one came to a round, and says nothing of it', async () => {
  const asked = { what: { card_asked: { hand: { box_no: 3, hand: 0 }, by: 0 } }, clause: '9' };
  const before = announcer.lines.length;
  const come = new Table(5);
  house.told?.frame(after([], [asked]));
  house.told?.frame(after([opened], [asked]));
  await vi.runAllTimersAsync();
  expect([clauses(come), announcer.lines.length - before]).toEqual([['9', '1'], 1]);
});

it('shows a wager that was laid, and not the round before it', async () => {
  table.settling = true;
  await table.ask('ready');
  expect(table.settling).toBe(true);
  await table.ask({ lay: { lay: { wager: { box_no: 3, amount: 500 } } } });
  expect(table.settling).toBe(false);
});

it('sounds a card when it is dealt, and none that lay there when one came', () => {
  const card = {
    what: { round: { what: { dealt: { to: 'dealer', card: '8s', face: 'up' } }, clause: '3' } },
    clause: '3',
  };
  soundOfCard.mockClear();
  const other = new Table(5);
  house.told?.frame(after([card]));
  expect(soundOfCard).not.toHaveBeenCalled();
  house.told?.frame(after([card]));
  expect(soundOfCard).toHaveBeenCalledTimes(1);
  house.told?.frame(after([opened]));
  expect(soundOfCard).toHaveBeenCalledTimes(1);
  other.stop();
});

it.each<Command>(['ready', { withdraw: { box_no: 3 } }, { give_up: { box_no: 3 } }])(
  'is busy until it has answered and for a moment after, so that a double click asks once: %o',
  async (command) => {
    const asked = table.ask(command);
    expect([table.isAsking, table.isBusy]).toEqual([true, true]);
    await asked;
    vi.advanceTimersByTime(300);
    expect([table.isAsking, table.isBusy, table.isHeld]).toEqual([false, true, true]);
    vi.advanceTimersByTime(100);
    expect([table.isBusy, table.isHeld]).toEqual([false, false]);
  },
);

it('takes nothing for a moment where one question gives way to another, and at once where there was none', () => {
  const stand = (box_no: number) => ({
    choose: { choice: { stand: { hand: { box_no, hand: 0 } } } },
  });
  const asked = (box_no: number) =>
    ({
      can: [{ what: stand(box_no), least: null, clause: '1' }],
      own: [],
    }) as unknown as PrivateView;
  tell(asked(3));
  expect(table.isBusy).toBe(false);
  tell(asked(3));
  expect(table.isBusy, 'the same once more').toBe(false);
  // The clock of box 3 has ended.
  tell(asked(4));
  expect(table.isBusy).toBe(true);
  vi.advanceTimersByTime(400);
  expect(table.isBusy).toBe(false);
});

it('means one of several commands for the round of the first', async () => {
  await table.ask('ready', ROUNDS - 1);
  expect(house.asked).toEqual([['ready', ROUNDS - 1]]);
});

const drawn = {
  what: { round: { what: { dealt: { to: 'dealer', card: '8s', face: 'up' } }, clause: '3' } },
  clause: '3',
};
const lost = (player: number) => {
  const what = {
    settled: { box_no: 3, hand: 0, player, kind: 'wager', outcome: 'lost', stake: 500, net: -500 },
  };
  return { what: { round: { what, clause: '4' } }, clause: '4' };
};
/** The round's end, in one frame with the card that decided it. */
const ended = () => {
  const { view } = frame;
  const events = [drawn, lost(0)];
  return {
    ...frame,
    view: { ...view, round: null, phase: 'wagers' },
    over: view.round,
    events,
  } as unknown as Frame;
};

it('tells what became of wagers, and asks what they brought, when the card that decided it has landed', () => {
  const read = vi.spyOn(table.running, 'read').mockResolvedValue();
  house.told?.frame(ended());
  expect([table.felt.results.length, table.settled.length, read.mock.calls.length]).toEqual([
    1, 0, 0,
  ]);
  vi.advanceTimersByTime(400);
  expect([table.settled.length, read.mock.calls.length]).toEqual([1, 1]);
});

it('keeps what was settled before a card that is drawn later, and nothing of the last round', () => {
  house.told?.frame(after([lost(0)]));
  vi.advanceTimersByTime(0);
  expect(table.settled).toHaveLength(1);
  house.told?.frame(after([drawn, lost(0)]));
  expect([table.isDealing, table.felt.results.length, table.settled.length]).toEqual([true, 2, 1]);
  const began = { what: { round_began: { no: ROUNDS + 1, players: [7] } }, clause: '1' };
  const { view } = frame;
  const next = { ...view, round: { ...(view.round as object), no: ROUNDS + 1 } };
  house.told?.frame({ ...after([began, drawn, lost(0)]), view: next } as unknown as Frame);
  expect([table.isDealing, table.settled.length]).toEqual([true, 0]);
});

it('asks what is best when the cards it is about have landed', () => {
  const follow = vi.spyOn(table.advised, 'follow');
  const stand = { choose: { choice: { stand: { hand: { box_no: 3, hand: 0 } } } } };
  const asked: PrivateView = {
    can: [{ what: stand, least: null, clause: '1' } as PrivateView['can'][number]],
    own: [],
  };
  house.told?.frame(after([drawn]));
  tell(asked);
  expect(follow.mock.calls).toEqual([[false]]);
  vi.advanceTimersByTime(400);
  expect(follow.mock.calls).toEqual([[false], [true]]);
  tell(asked);
  vi.advanceTimersByTime(400);
  expect(follow.mock.calls, 'at once where nothing flies, and once').toEqual([
    [false],
    [true],
    [true],
  ]);
});

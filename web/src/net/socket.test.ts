import { beforeEach, describe, expect, it } from 'vitest';
import type { Frame, ServerSays } from '../wire';
import { delayAfter } from './backoff';
import { type Connection, NotDone, Socket, type SocketLike, type World } from './socket';

class FakeSocket implements SocketLike {
  sent: unknown[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed = true;
  }
  tell(tell: ServerSays): void {
    this.onmessage?.({ data: JSON.stringify(tell) });
  }
  hello(person: number | null = 7): void {
    this.tell({ hello: { person, handle: person === null ? null : 'ann', at: 0, build: '1' } });
  }
}

class FakeWorld implements World {
  sockets: FakeSocket[] = [];
  timers: { ms: number; then: () => void }[] = [];
  clock = 0;
  private count = 0;
  connect(): FakeSocket {
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket;
  }
  after(ms: number, then: () => void): () => void {
    const timer = { ms, then };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((each) => each !== timer);
    };
  }
  now(): number {
    return this.clock;
  }
  random(): number {
    return 1;
  }
  id(): string {
    return `id-${++this.count}`;
  }
  get last(): FakeSocket {
    return this.sockets.at(-1) as FakeSocket;
  }
  /** Lets the first timer of this length run. */
  pass(ms: number): void {
    const timer = this.timers.find((each) => each.ms === ms);
    if (!timer) throw new Error(`no timer of ${ms}`);
    this.timers = this.timers.filter((each) => each !== timer);
    timer.then();
  }
}

const frame = (version: number) => ({
  frame: { table: 5, version, at: 0, view: {}, events: [] } as unknown as Frame,
});
let world: FakeWorld;
let states: Connection[];
let tries: number[];
let socket: Socket;
let versions: number[];
const watch = () =>
  socket.watch(5, {
    frame: ({ version }) => versions.push(version),
    private: () => {},
    missing: () => versions.push(-1),
  });

beforeEach(() => {
  world = new FakeWorld();
  states = [];
  tries = [];
  versions = [];
  socket = new Socket(world, {
    connection: (state, count) => {
      states.push(state);
      tries.push(count);
    },
    hello: () => {},
    balance: () => {},
    reality: () => {},
  });
  socket.start();
});

describe('watching', () => {
  it('begins with the table as it is and goes on from the last version after a break', () => {
    watch();
    world.last.hello();
    expect(world.last.sent).toEqual([{ watch: { table: 5, from: null } }]);
    world.last.tell(frame(10));
    world.last.tell(frame(11));
    world.last.onclose?.({ code: 1006 });
    world.pass(delayAfter(1, 1));
    world.last.hello();
    expect(world.sockets).toHaveLength(2);
    expect(world.last.sent).toEqual([{ watch: { table: 5, from: 11 } }]);
    world.last.tell(frame(12));
    expect(versions).toEqual([10, 11, 12]);
  });

  it('watches again at a gap, and shows no version twice', () => {
    watch();
    world.last.hello();
    world.last.tell(frame(10));
    world.last.tell(frame(10));
    world.last.tell(frame(13));
    expect(versions).toEqual([10]);
    expect(world.last.sent.at(-1)).toEqual({ watch: { table: 5, from: 10 } });
    world.last.tell(frame(13));
    expect(versions).toEqual([10, 13]);
  });

  it('says the key of a private table each time: at first, at a gap and after a break', () => {
    socket.watch(9, { frame: () => {}, private: () => {}, missing: () => {} }, '6f0c');
    world.last.hello();
    for (const version of [10, 13])
      world.last.tell({ frame: { ...frame(version).frame, table: 9 } });
    const { sent } = world.last;
    expect(sent).toEqual([
      { watch: { table: 9, from: null, key: '6f0c' } },
      { watch: { table: 9, from: 10, key: '6f0c' } },
    ]);
    world.last.onclose?.({ code: 1006 });
    world.pass(delayAfter(1, 1));
    world.last.hello();
    expect(world.last.sent).toEqual([{ watch: { table: 9, from: 10, key: '6f0c' } }]);
  });

  it('tells who looks that there is no such table', () => {
    watch();
    world.last.hello();
    world.last.tell(frame(10));
    world.last.tell({
      refused: { id: null, table: 5, code: 'not_found', error: 'there is no table 5' },
    });
    expect(versions).toEqual([10, -1]);
  });

  it('asks again for a table that was refused for the moment only', () => {
    watch();
    world.last.hello();
    world.last.tell({ refused: { id: null, code: 'too_often', error: 'wait a moment' } });
    expect(world.last.sent).toHaveLength(1);
    world.pass(delayAfter(1, 1));
    expect(world.last.sent).toEqual(Array(2).fill({ watch: { table: 5, from: null } }));
  });

  it('stops when nobody looks any more', () => {
    const stop = watch();
    world.last.hello();
    stop();
    expect(world.last.sent.at(-1)).toEqual({ unwatch: { table: 5 } });
  });
});

describe('commands', () => {
  it('say for which round they are meant', () => {
    world.last.hello();
    void socket.do(5, { void_round: { why: 'a card fell' } }, 17);
    const command = { void_round: { why: 'a card fell' } };
    expect(world.last.sent).toEqual([{ do: { id: 'id-1', table: 5, rounds: 17, command } }]);
  });

  it('are sent once while the connection holds', async () => {
    world.last.hello();
    const done = socket.do(5, 'ready');
    expect(world.last.sent).toEqual([
      { do: { id: 'id-1', table: 5, rounds: null, command: 'ready' } },
    ]);
    world.last.tell({ answer: { id: 'id-1', table: 5, answer: { done: { version: 3 } } } });
    expect(await done).toEqual({ done: { version: 3 } });
    world.last.onclose?.({ code: 1001 });
    world.pass(delayAfter(1, 1));
    world.last.hello();
    expect(world.last.sent).toEqual([]);
  });

  it('wait for a connection and are then sent', () => {
    void socket.do(5, 'ready').catch(() => {});
    expect(world.last.sent).toEqual([]);
    world.last.hello(7);
    expect(world.last.sent).toHaveLength(1);
  });

  it('that could not be sent for long are not sent at all', async () => {
    const late = socket.do(5, 'ready');
    world.clock = 9_000;
    const recent = socket.do(5, 'depart');
    void recent.catch(() => {});
    world.clock = 12_000;
    world.last.hello();
    expect(world.last.sent).toEqual([
      { do: { id: 'id-2', table: 5, rounds: null, command: 'depart' } },
    ]);
    // The house never heard of it: what became of the table meanwhile is not known here.
    await expect(late).rejects.toMatchObject({ code: 'unsent' });
  });

  it('that were sent are sent again however late: they may have been done', () => {
    world.last.hello();
    void socket.do(5, 'ready').catch(() => {});
    world.last.onclose?.({ code: 1006 });
    world.clock = 60_000;
    world.pass(delayAfter(1, 1));
    world.last.hello();
    expect(world.last.sent).toEqual([
      { do: { id: 'id-1', table: 5, rounds: null, command: 'ready' } },
    ]);
  });

  it('are sent again under the same id when the answer was lost', async () => {
    world.last.hello();
    const done = socket.do(5, 'ready');
    world.last.onclose?.({ code: 1006 });
    world.pass(delayAfter(1, 1));
    world.last.hello();
    expect(world.last.sent).toEqual([
      { do: { id: 'id-1', table: 5, rounds: null, command: 'ready' } },
    ]);
    world.last.tell({ answer: { id: 'id-1', table: 5, answer: { done: { version: 3 } } } });
    expect(await done).toEqual({ done: { version: 3 } });
  });

  it('are asked again under the same id when the house is busy, and refused when it says no', async () => {
    world.last.hello();
    const done = socket.do(5, 'ready');
    world.last.tell({ refused: { id: 'id-1', code: 'busy', error: 'later' } });
    world.pass(delayAfter(1, 1));
    expect(world.last.sent).toHaveLength(2);
    expect(world.last.sent[0]).toEqual(world.last.sent[1]);
    world.last.tell({ refused: { id: 'id-1', code: 'limit', error: 'above your own limit' } });
    await expect(done).rejects.toEqual(new NotDone('limit', 'above your own limit'));
  });

  it('of one person are not given by another', async () => {
    world.last.hello(7);
    const done = socket.do(5, 'ready');
    world.last.onclose?.({ code: 1006 });
    world.pass(delayAfter(1, 1));
    world.last.hello(8);
    expect(world.last.sent).toEqual([]);
    await expect(done).rejects.toMatchObject({ code: 'session' });
  });
});

describe('the connection', () => {
  it('waits longer after each failure, and not everybody at once', () => {
    expect([1, 2, 3].map((tries) => delayAfter(tries, 1))).toEqual([400, 800, 1600]);
    expect(delayAfter(1, 0)).toBe(200);
    expect(delayAfter(30, 1)).toBe(15_000);
  });

  it('waits longer each time it ends right after the hello, until one has lasted', () => {
    const lasting = (ms: number): number => {
      world.last.hello();
      world.clock += ms;
      world.last.onclose?.({ code: 1006 });
      const [retry] = world.timers;
      if (!retry) throw new Error('it is not tried again');
      world.pass(retry.ms);
      return retry.ms;
    };
    expect([0, 300, 4_999].map(lasting)).toEqual([400, 800, 1600]);
    expect(lasting(5_000)).toBe(400);
    expect(lasting(0)).toBe(800);
  });

  it('is tried at once when somebody asks for it, however often it ended right after the hello', () => {
    for (const count of [1, 2, 3]) {
      world.last.hello();
      world.last.onclose?.({ code: 1006 });
      if (count < 3) world.pass(delayAfter(count, 1));
    }
    socket.nudge();
    expect(world.sockets).toHaveLength(4);
    expect(world.timers.map(({ ms }) => ms)).toEqual([10_000]);
  });

  it('was tried in vain once, however often it ended right after the hello: it is not kept out', () => {
    for (const count of [1, 2, 3, 4]) {
      world.last.hello();
      world.last.onclose?.({ code: 1006 });
      world.pass(delayAfter(count, 1));
    }
    expect(Math.max(...tries)).toBe(1);
  });

  it('has failed in vain no more once it is open, though it has not proved itself yet', () => {
    world.last.onclose?.({ code: 1006 });
    world.pass(delayAfter(1, 1));
    world.last.hello();
    expect(tries).toEqual([0, 1, 1, 0]);
  });

  it('is not tried again when the session is over', async () => {
    world.last.hello();
    const done = socket.do(5, 'ready');
    world.last.onclose?.({ code: 4401 });
    expect(states.at(-1)).toBe('session_over');
    expect(world.timers).toEqual([]);
    await expect(done).rejects.toMatchObject({ code: 'session' });
  });

  it('is given up when nothing is heard after a ping', () => {
    world.last.hello();
    world.pass(20_000);
    expect(world.last.sent).toEqual(['ping']);
    world.pass(10_000);
    expect(states.at(-1)).toBe('waiting');
    expect(world.last.closed).toBe(true);
  });

  it('is given up when the house does not say hello', () => {
    const silent = world.last;
    world.pass(10_000);
    expect(silent.closed).toBe(true);
    expect(states.at(-1)).toBe('waiting');
    world.pass(delayAfter(1, 1));
    expect(world.sockets).toHaveLength(2);
    world.last.hello();
    expect(states.at(-1)).toBe('open');
    expect(world.timers.map(({ ms }) => ms)).toEqual([20_000]);
  });

  it('is tried at once when somebody asks for it, also while an attempt hangs, and a first attempt is left alone', () => {
    socket.nudge();
    expect(world.sockets).toHaveLength(1);
    world.last.onclose?.({ code: 1006 });
    socket.nudge();
    expect(world.sockets).toHaveLength(2);
    const hanging = world.last;
    socket.nudge();
    expect(hanging.closed).toBe(true);
    expect(world.sockets).toHaveLength(3);
    expect(world.timers.map(({ ms }) => ms)).toEqual([10_000]);
  });

  it('does not hear an old socket after it was left', () => {
    watch();
    const old = world.last;
    old.hello();
    socket.start();
    old.tell(frame(1));
    old.onclose?.({ code: 1006 });
    expect(versions).toEqual([]);
    expect(world.sockets).toHaveLength(2);
  });
});

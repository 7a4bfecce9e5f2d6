// One connection to the house. It watches tables and goes on from the last version after a break; a
// command is kept until it is answered and sent again under the same id, so that it happens once
// however often it is sent.
// It knows nothing of what the messages mean.
import type {
  Check,
  ClientSays,
  Command,
  ErrorDetail,
  Frame,
  Net,
  PlayerId,
  Sent,
  ServerSays,
  TableAnswer,
  TableId,
} from '../wire';
import { delayAfter } from './backoff';
import { isLater, isOpen } from './http';

export interface SocketLike {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

type Private = Extract<Sent, { private: unknown }>['private'];
type Refused = Extract<ServerSays, { refused: unknown }>['refused'];

/** The outside world, so that tests need neither network nor clock. */
export interface World {
  connect(): SocketLike;
  after(ms: number, then: () => void): () => void;
  now(): number;
  random(): number;
  id(): string;
}

export type Connection = 'connecting' | 'open' | 'waiting' | 'session_over' | 'stopped';

export interface Watcher {
  frame(frame: Frame): void;
  private(view: Private): void;
  /** There is no such table for whoever watches. */
  missing(): void;
}

export interface Listener {
  connection(state: Connection, tries: number): void;
  hello(person: PlayerId | null, at: number): void;
  balance(cents: Net): void;
  reality(check: Check): void;
}

/** Why a command never reached its table. */
export class NotDone extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** Amounts and times that the refusal goes by. */
    readonly detail: ErrorDetail | null = null,
  ) {
    super(message);
  }
}

interface Watch {
  watcher: Watcher;
  /** The key of a private table. */
  key: string | null;
  version: number | null;
  /** Whether the next frame may be any: the table as it is, instead of the next version. */
  fresh: boolean;
}

interface Pending {
  say: ClientSays;
  /** Who gave it; not known while it was not yet said who is here. */
  by: PlayerId | null | undefined;
  given: number;
  /** Whether it may have reached the house. */
  sent: boolean;
  tries: number;
  resolve(answer: TableAnswer): void;
  reject(why: NotDone): void;
}

const SESSION_OVER = 4401;
const PING_EVERY = 20_000;
const PONG_WITHIN = 10_000;
const HELLO_WITHIN = 10_000;
/**
 * A command that could not be sent for so long is not sent any more; the words of `unsent` say how
 * long that is.
 */
const STALE = 10_000;
/**
 * A connection that has lasted so long works. One that ends sooner has failed like one that was
 * never made.
 */
const PROVED = 5_000;
const TRIES_MOST = 5;

export class Socket {
  private socket: SocketLike | null = null;
  private state: Connection = 'stopped';
  /** How often it was tried in vain since the server last said something. */
  private tries = 0;
  /** How many lines failed since one last proved itself: the pauses grow with them. */
  private failures = 0;
  /** Who the server says is here; not known between asking and its first word. */
  private person: PlayerId | null | undefined = undefined;
  private said = false;
  /** When the server said who is here. */
  private helloAt = 0;
  private readonly watches = new Map<TableId, Watch>();
  private readonly pending = new Map<string, Pending>();
  private cancelRetry = (): void => {};
  private cancelPing = (): void => {};

  constructor(
    private readonly world: World,
    private readonly listener: Listener,
  ) {}

  /** Connects, or connects anew as somebody else after signing in or out. */
  start(): void {
    this.cancelRetry();
    this.tries = 0;
    this.failures = 0;
    this.person = undefined;
    this.drop();
    this.connect();
  }

  stop(): void {
    this.cancelRetry();
    this.drop();
    this.become('stopped');
  }

  /** Tries at once, for example when the browser is online again. */
  nudge(): void {
    // A first attempt is left alone: it is as quick as another.
    const isStuck = this.state === 'connecting' && this.tries > 0;
    if (this.state !== 'waiting' && !isStuck) return;
    this.cancelRetry();
    this.drop();
    this.connect();
  }

  watch(table: TableId, watcher: Watcher, key: string | null = null): () => void {
    const watch: Watch = { watcher, key, version: null, fresh: true };
    this.watches.set(table, watch);
    if (this.said) this.sayWatch(table, watch);
    return () => {
      if (this.watches.get(table) !== watch) return;
      this.watches.delete(table);
      if (this.said) this.say({ unwatch: { table } });
    };
  }

  /**
   * Gives a command; with `rounds`, only as long as no more rounds than these have begun at the
   * table.
   */
  do(table: TableId, command: Command, rounds: number | null = null): Promise<TableAnswer> {
    const id = this.world.id();
    return new Promise((resolve, reject) => {
      const say: ClientSays = { do: { id, table, rounds, command } };
      const sent = this.said;
      this.pending.set(id, {
        say,
        by: this.person,
        given: this.world.now(),
        sent,
        tries: 0,
        resolve,
        reject,
      });
      if (sent) this.say(say);
    });
  }

  private become(state: Connection): void {
    this.state = state;
    this.listener.connection(state, this.tries);
  }

  private connect(): void {
    this.become('connecting');
    const own = this.world.connect();
    this.socket = own;
    own.onmessage = ({ data }) => {
      if (this.socket === own) this.hear(JSON.parse(String(data)) as ServerSays);
    };
    own.onclose = ({ code }) => {
      if (this.socket === own) this.closed(code);
    };
    // A line that opens and says nothing would else be waited for as long as the browser pleases.
    this.cancelPing = this.world.after(HELLO_WITHIN, () => this.closed(0));
  }

  /** Leaves the present connection without its knowing what comes next. */
  private drop(): void {
    const old = this.socket;
    this.socket = null;
    this.said = false;
    this.cancelPing();
    old?.close();
  }

  private closed(code: number): void {
    const isProved = this.said && this.world.now() - this.helloAt >= PROVED;
    this.drop();
    if (code === SESSION_OVER) {
      this.refuseAll('session');
      this.become('session_over');
      return;
    }
    this.tries += 1;
    this.failures = isProved ? 1 : this.failures + 1;
    this.become('waiting');
    this.cancelRetry = this.world.after(delayAfter(this.failures, this.world.random()), () =>
      this.connect(),
    );
  }

  private say(say: ClientSays): void {
    this.socket?.send(JSON.stringify(say));
  }

  private sayWatch(table: TableId, { version, key }: Watch): void {
    this.say({ watch: { table, from: version, ...(key === null ? {} : { key }) } });
  }

  private hear(tell: ServerSays): void {
    this.keepAlive();
    if ('hello' in tell) this.hello(tell.hello.person, tell.hello.at);
    else if ('frame' in tell) this.frame(tell.frame);
    else if ('private' in tell) this.watches.get(tell.private.table)?.watcher.private(tell.private);
    else if ('answer' in tell)
      this.settle(tell.answer.id, (pending) => pending.resolve(tell.answer.answer));
    else if ('refused' in tell) this.refused(tell.refused);
    else if ('balance' in tell) this.listener.balance(tell.balance.cents);
    else if ('reality' in tell) this.listener.reality(tell.reality.check);
  }

  private hello(person: PlayerId | null, at: number): void {
    this.person = person;
    this.said = true;
    this.tries = 0;
    this.helloAt = this.world.now();
    this.become('open');
    this.listener.hello(person, at);
    for (const [table, watch] of this.watches) {
      watch.fresh = true;
      this.sayWatch(table, watch);
    }
    for (const id of [...this.pending.keys()]) this.resume(id, person);
  }

  /** Sends a command that has no answer yet, unless it is not to be done any more. */
  private resume(id: string, person: PlayerId | null): void {
    const pending = this.pending.get(id);
    if (!pending) return;
    if (pending.by === undefined) pending.by = person;
    // Ids belong to a person: what one asked for is not asked for by another.
    if (pending.by !== person) {
      this.settle(id, () =>
        pending.reject(new NotDone('session', 'somebody else is signed in now')),
      );
    } else if (!pending.sent && this.world.now() - pending.given > STALE) {
      this.settle(id, () =>
        pending.reject(new NotDone('unsent', 'the connection came back too late for it')),
      );
    } else {
      pending.sent = true;
      this.say(pending.say);
    }
  }

  private frame(frame: Frame): void {
    const watch = this.watches.get(frame.table);
    if (!watch) return;
    if (!watch.fresh && watch.version !== null) {
      if (frame.version <= watch.version) return;
      if (frame.version > watch.version + 1) {
        watch.fresh = true;
        this.sayWatch(frame.table, watch);
        return;
      }
    }
    watch.fresh = false;
    watch.version = frame.version;
    watch.watcher.frame(frame);
  }

  private refused({ id, table, code, error, detail }: Refused): void {
    // What has no id is no command: a table was to be watched.
    if (id === null && table !== undefined && code === 'not_found')
      this.watches.get(table)?.watcher.missing();
    // It was asked too often, or too much at once.
    if (id === null && isLater(code))
      this.world.after(delayAfter(1, this.world.random()), () => this.watchAgain());
    const pending = id === null ? undefined : this.pending.get(id);
    if (id === null || !pending) return;
    if (isOpen(code) && pending.tries < TRIES_MOST) {
      pending.tries += 1;
      this.world.after(delayAfter(pending.tries, this.world.random()), () => {
        if (this.said && this.pending.has(id)) this.say(pending.say);
      });
      return;
    }
    this.settle(id, () => pending.reject(new NotDone(code, error, detail)));
  }

  /** Asks once more for every table that was not shown yet. */
  private watchAgain(): void {
    for (const [table, watch] of this.watches)
      if (this.said && watch.fresh) this.sayWatch(table, watch);
  }

  private settle(id: string, then: (pending: Pending) => void): void {
    const pending = this.pending.get(id);
    if (!pending) return;
    this.pending.delete(id);
    then(pending);
  }

  private refuseAll(code: string): void {
    for (const id of [...this.pending.keys()]) {
      this.settle(id, (pending) => pending.reject(new NotDone(code, 'the session is over')));
    }
  }

  /**
   * Every message is a sign of life; after a silence it is asked for, and without an answer the
   * line is dead.
   */
  private keepAlive(): void {
    this.cancelPing();
    this.cancelPing = this.world.after(PING_EVERY, () => {
      this.say('ping');
      this.cancelPing = this.world.after(PONG_WITHIN, () => this.closed(0));
    });
  }
}

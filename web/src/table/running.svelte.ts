// What one has won or lost at a table since one came to it: the rounds of the house's statement,
// and a round that is just over as soon as the table tells its results. When one came is kept in
// the browser, because the table does not say it and the page may be loaded again; without it, play
// counts from the first look.
import { get } from '../net/http';
import type { Frame, Line, Net, PlayerId, Statement, TableId, Time } from '../wire';
import { readTable } from './event';

/**
 * Lines to ask for beside those that are known to count: other tables and movements at the desk lie
 * between.
 */
const BESIDE = 40;
const LINES_MOST = 5000;

export interface Since {
  at: Time;
  /** Whether it is when one came to the table, and not when one looked at it first. */
  isArrival: boolean;
}

interface Played {
  net: number;
  rounds: number;
}

/** What was won or lost, by the number of the round. */
type Rounds = ReadonlyMap<number, Net>;
const NO_ROUNDS: Rounds = new Map();

/** The rounds at a table from a time on. */
export function playedSince(lines: readonly Line[], table: TableId, at: Time): Rounds {
  const rounds = lines.filter(
    (line) => line.what === 'round' && line.table === table && line.at >= at,
  );
  return new Map(rounds.flatMap(({ round, net }) => (round === null ? [] : [[round, net]])));
}

export class Running {
  /** The rounds of the last statement that was read. */
  stated = $state.raw(NO_ROUNDS);
  /** Rounds that ended while the page looked on. The statement counts where it has them too. */
  private ended = $state.raw(NO_ROUNDS);
  played: Played = $derived.by(() => {
    const nets = [...new Map([...this.ended, ...this.stated]).values()];
    return { net: nets.reduce((sum, net) => sum + net, 0), rounds: nets.length };
  });
  since = $state.raw<Since | null>(null);
  private whose: PlayerId | null = null;
  /** How often it was asked: an answer that comes after a later question is too old. */
  private question = 0;

  constructor(private readonly table: TableId) {}

  /** Follows who comes and goes. */
  follow(frame: Frame, me: PlayerId | null): void {
    if (me !== this.whose) this.begin(frame, me);
    if (me === null) return;
    for (const event of frame.events) {
      const seen = readTable(event);
      if (seen.name === 'arrived' && seen.is.player === me) this.come(frame.at, me);
      if (seen.name === 'departed' && seen.is.player === me) this.go();
    }
  }

  /**
   * Counts a round that is over: its sum is shown with its results, and not when the statement has
   * been read.
   */
  end(round: number, net: Net): void {
    if (this.since) this.ended = new Map(this.ended).set(round, net);
  }

  /** Reads the statement as far back as it counts. */
  async read(): Promise<void> {
    const { since } = this;
    if (!since) return;
    this.question += 1;
    const { question } = this;
    for (let most = this.played.rounds + BESIDE; ; most *= 4) {
      const asked = Math.min(most, LINES_MOST);
      const { lines } = await get<Statement>(`/api/me/statement?most=${asked}`);
      const isAll =
        lines.length < asked || asked === LINES_MOST || (lines.at(-1)?.at ?? 0) < since.at;
      if (since !== this.since || question !== this.question) return;
      if (isAll) {
        this.stated = playedSince(lines, this.table, since.at);
        return;
      }
    }
  }

  private begin({ at, view }: Frame, me: PlayerId | null): void {
    this.whose = me;
    this.since = null;
    this.stated = this.ended = NO_ROUNDS;
    if (me === null) return;
    const isHere = view.people.some((person) => person.player === me);
    const kept = isHere ? this.kept(me) : null;
    this.since = { at: kept ?? at, isArrival: kept !== null };
    if (kept !== null) void this.read().catch(() => {});
  }

  private come(at: Time, me: PlayerId): void {
    this.since = { at, isArrival: true };
    this.stated = this.ended = NO_ROUNDS;
    this.keep(JSON.stringify({ me, at }));
  }

  private go(): void {
    this.keep(null);
  }

  private get key(): string {
    return `pontoon.came.${this.table}`;
  }

  private kept(me: PlayerId): Time | null {
    try {
      const found = JSON.parse(localStorage.getItem(this.key) ?? 'null') as {
        me?: unknown;
        at?: unknown;
      } | null;
      return found?.me === me && typeof found.at === 'number' ? found.at : null;
    } catch {
      return null;
    }
  }

  private keep(text: string | null): void {
    try {
      if (text === null) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, text);
    } catch {
      // A browser that keeps nothing counts from the first look.
    }
  }
}

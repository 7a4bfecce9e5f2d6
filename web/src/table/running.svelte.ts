// What play at one table has come to since one came to it, as the house's statement has it. When one came is kept in the
// browser, for the table does not say it and the page may be loaded anew; without it, play counts from the first look.
import { get } from '../net/http';
import type { Frame, Line, PlayerId, Statement, TableId, Time } from '../wire';
import { readTable } from './event';

/** Lines to ask for beside those that are known to count: other tables and movements at the desk lie between. */
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

/** What the rounds at a table came to from a time on. */
export function playedSince(lines: readonly Line[], table: TableId, at: Time): Played {
  const rounds = lines.filter((line) => line.what === 'round' && line.table === table && line.at >= at);
  return { net: rounds.reduce((sum, line) => sum + line.net, 0), rounds: rounds.length };
}

export class Running {
  played = $state.raw<Played>({ net: 0, rounds: 0 });
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

  /** Reads the statement as far back as it counts. */
  async read(): Promise<void> {
    const { since } = this;
    if (!since) return;
    this.question += 1;
    const { question } = this;
    for (let most = this.played.rounds + BESIDE; ; most *= 4) {
      const asked = Math.min(most, LINES_MOST);
      const { lines } = await get<Statement>(`/api/me/statement?most=${asked}`);
      const isAll = lines.length < asked || asked === LINES_MOST || (lines.at(-1)?.at ?? 0) < since.at;
      if (since !== this.since || question !== this.question) return;
      if (isAll) {
        this.played = playedSince(lines, this.table, since.at);
        return;
      }
    }
  }

  private begin({ at, view }: Frame, me: PlayerId | null): void {
    this.whose = me;
    this.since = null;
    this.played = { net: 0, rounds: 0 };
    if (me === null) return;
    const isHere = view.people.some((person) => person.player === me);
    const kept = isHere ? this.kept(me) : null;
    this.since = { at: kept ?? at, isArrival: kept !== null };
    if (kept !== null) void this.read().catch(() => {});
  }

  private come(at: Time, me: PlayerId): void {
    this.since = { at, isArrival: true };
    this.played = { net: 0, rounds: 0 };
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
      const found = JSON.parse(localStorage.getItem(this.key) ?? 'null') as { me?: unknown; at?: unknown } | null;
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

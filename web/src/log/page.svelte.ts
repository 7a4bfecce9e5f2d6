// A page of the log: which one is asked for, and what came.
import { get } from '../net/http';
import type { Page, PlayerId } from '../wire';
import { findEnd } from './end';
import { names } from './names.svelte';
import { peopleIn, playersAfter } from './tell';
import type { LogEntry } from './types';

export const PAGE = 100;

export interface Shown extends LogEntry {
  /** Who plays in the round of this table when the entry begins, as far as the page tells. */
  players: readonly PlayerId[];
  people: Set<PlayerId>;
}

export class LogPage {
  entries = $state.raw<Shown[] | null>(null);
  stream = $state('');
  from = $state(1);
  /** How many entries the whole log has. */
  length = $state(0);
  busy = $state(false);
  error = $state.raw<unknown>(null);
  private next = $state<number | null>(null);

  hasLater = $derived(this.next !== null);
  hasEarlier = $derived(this.from > 1);
  first = $derived(this.entries?.[0]);
  last = $derived(this.entries?.at(-1));

  /** The number by which an entry is found: in its stream, or in the whole log. */
  no = ({ entry, position }: LogEntry): number => (this.stream === '' ? position : entry.seq);

  go = (stream: string, from: number): Promise<void> =>
    this.asking(async () => {
      const { entries, next, length } = await this.ask(stream, from, PAGE);
      this.stream = stream;
      this.from = from;
      this.next = next;
      this.length = length;
      this.entries = withPlayers(entries as LogEntry[]);
      // Without the names there are numbers.
      void names.learn(this.entries.flatMap((entry) => [...entry.people])).catch(() => {});
    });

  later = (): Promise<void> => this.go(this.stream, this.next ?? this.from);
  earlier = (): Promise<void> => this.go(this.stream, Math.max(1, this.from - PAGE));

  latest = (stream: string): Promise<void> =>
    this.asking(async () => {
      const end = await this.end(stream);
      await this.go(stream, Math.max(1, end - PAGE + 1));
    });

  private async end(stream: string): Promise<number> {
    const { length } = await this.ask('', 1, 1);
    if (stream === '') return length;
    const known = stream === this.stream && this.last ? this.no(this.last) : 0;
    return findEnd(async (no) => (await this.ask(stream, no, 1)).entries.length > 0, known, length);
  }

  private ask(stream: string, from: number, most: number): Promise<Page> {
    const asked = new URLSearchParams({ from: String(from), most: String(most) });
    if (stream !== '') asked.set('stream', stream);
    return get<Page>(`/api/log?${asked}`);
  }

  /** Asks once more for what was asked for last. */
  again = (): Promise<void> => this.asking(this.asked);

  private asked = (): Promise<void> => Promise.resolve();

  private async asking(what: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.asked = what;
    // Not afterwards: what asks for more while it is asked for may have failed there.
    this.error = null;
    try {
      await what();
    } catch (error) {
      this.error = error;
    }
    this.busy = false;
  }
}

function withPlayers(entries: LogEntry[]): Shown[] {
  const playing = new Map<string, readonly PlayerId[]>();
  return entries.map((line) => {
    const players = playing.get(line.entry.stream) ?? [];
    playing.set(line.entry.stream, playersAfter(line.entry, players));
    return { ...line, players, people: peopleIn(line.entry) };
  });
}

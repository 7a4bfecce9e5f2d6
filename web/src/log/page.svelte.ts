// A page of the log: which one is asked for, and what came.

import type { LogLine } from '../wire';
import { names } from './names.svelte';
import { endOf, peopleOf, read, type Shown, withEarlier } from './read';

const PAGE = 100;

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
  no = ({ entry, position }: LogLine): number => (this.stream === '' ? position : entry.seq);

  go = (stream: string, from: number): Promise<void> =>
    this.asking(async () => {
      const { entries, next, length } = await read(stream, from, PAGE);
      this.stream = stream;
      this.from = from;
      this.next = next;
      this.length = length;
      // Without those who play in rounds that are cut, they are told as players.
      this.entries = await withEarlier(entries).catch(() => entries);
      // Without the names there are numbers.
      void names.learn(this.entries.flatMap(peopleOf)).catch(() => {});
    });

  later = (): Promise<void> => this.go(this.stream, this.next ?? this.from);
  earlier = (): Promise<void> => this.go(this.stream, Math.max(1, this.from - PAGE));

  latest = (stream: string): Promise<void> =>
    this.asking(async () => {
      const known = stream === this.stream && this.last ? this.no(this.last) : 0;
      const end = await endOf(stream, known);
      await this.go(stream, Math.max(1, end - PAGE + 1));
    });

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

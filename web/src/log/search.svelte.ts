// A search through a whole stream or the whole log. The house cannot search, so all of it is read,
// from the latest entry back, and how far that has come is told.
import { names } from './names.svelte';
import { endOf, peopleOf, read, type Shown, withEarlier } from './read';

/** As many as the house gives at once. */
const PART = 1000;
/** After so many it waits to be told to go on. */
const ENOUGH = 200;

export class LogSearch {
  /** What fits, the latest first; nothing where none was asked for. */
  found = $state.raw<Shown[] | null>(null);
  stream = $state('');
  /** How many entries there were when it began. */
  all = $state(0);
  /** The number of the last entry that was not looked at yet. */
  left = $state(0);
  isRunning = $state(false);
  error = $state.raw<unknown>(null);
  looked = $derived(this.all - this.left);
  private isMeasured = $state(false);
  isDone = $derived(this.isMeasured && this.left === 0);
  private fits: (line: Shown) => boolean = () => true;
  private control = new AbortController();

  async start(stream: string, fits: (line: Shown) => boolean): Promise<void> {
    this.stream = stream;
    this.fits = fits;
    this.found = [];
    this.all = this.left = 0;
    this.isMeasured = false;
    await this.goOn();
  }

  /** Looks on from where it stopped. */
  async goOn(): Promise<void> {
    this.stop();
    this.control = new AbortController();
    const { signal } = this.control;
    this.isRunning = true;
    this.error = null;
    try {
      await this.look(signal);
    } catch (error) {
      if (!signal.aborted) this.error = error;
    }
    if (!signal.aborted) this.isRunning = false;
  }

  stop = (): void => {
    this.control.abort();
    this.isRunning = false;
  };

  close = (): void => {
    this.stop();
    this.found = null;
  };

  private async look(signal: AbortSignal): Promise<void> {
    if (!this.isMeasured) {
      const end = await endOf(this.stream);
      if (signal.aborted) return;
      this.all = this.left = end;
      this.isMeasured = true;
    }
    const enough = (this.found?.length ?? 0) + ENOUGH;
    while (this.left > 0 && (this.found?.length ?? 0) < enough && !signal.aborted)
      await this.part(signal);
  }

  private async part(signal: AbortSignal): Promise<void> {
    const from = Math.max(1, this.left - PART + 1);
    const { entries } = await read(this.stream, from, this.left - from + 1, signal);
    const shown = await withEarlier(entries, signal);
    // Without the names there are numbers.
    await names.learn(shown.flatMap(peopleOf)).catch(() => {});
    if (signal.aborted) return;
    this.found = [...(this.found ?? []), ...shown.filter(this.fits).reverse()];
    this.left = from - 1;
  }
}

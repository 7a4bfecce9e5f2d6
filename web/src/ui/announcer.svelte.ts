// Words for screen readers. Lines are added to a log, which is read from top to bottom; old ones
// go.
import { untrack } from 'svelte';

export interface Line {
  id: number;
  words: string;
}

const KEPT = 12;

class Announcer {
  lines = $state<Line[]>([]);
  /** How many dialogs are open: they speak for the page. */
  dialogs = $state(0);
  private count = 0;

  add(words: string): void {
    this.lines = [...this.lines, { id: ++this.count, words }].slice(-KEPT);
  }
}

export const announcer = new Announcer();
/** May be called in effects: it makes them depend on nothing. */
export const announce = (words: string): void => untrack(() => announcer.add(words));

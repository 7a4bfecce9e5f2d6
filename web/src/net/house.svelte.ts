// The connection as the page knows it: one socket, its state, the balance, and how far the clocks
// are apart.
import type { Check, Net, PlayerId } from '../wire';
import { browser } from './browser';
import { isStale } from './build';
import { type Connection, Socket } from './socket';

/**
 * A house that was down for a moment answers before it is connected to again: so many failures are
 * no accident.
 */
const KEPT_OUT_AFTER = 3;

class House {
  connection = $state<Connection>('stopped');
  /** How often it was tried in vain: one break is not worth a word, several are. */
  tries = $state(0);
  person = $state<PlayerId | null>(null);
  balance = $state<Net | null>(null);
  /**
   * Whether cards are on their way at a table that is shown: what they bring is not told before.
   */
  isDealing = $state(false);
  reality = $state<Check | null>(null);
  /**
   * Whether the house answers all but the connection: it has too many of this browser, or something
   * between forbids it.
   */
  keptOut = $state(false);
  /** Whether the house was upgraded since this page was loaded. */
  stale = $state(false);
  /** Whether there was a time without a connection: the house may have been upgraded in it. */
  private wasApart = false;
  /**
   * What the server's clock showed when this page's began to run; the browser's own clock of the
   * day may be put back.
   */
  private began = Date.now() - performance.now();

  readonly socket = new Socket(browser, {
    connection: (state, tries) => {
      this.connection = state;
      this.tries = tries;
      this.wasApart ||= state !== 'connecting' && state !== 'open';
      if (state === 'waiting' && tries >= KEPT_OUT_AFTER) void this.lookForHouse();
      else if (state !== 'waiting' && state !== 'connecting') this.keptOut = false;
    },
    hello: (person, at) => {
      this.person = person;
      this.began = at - performance.now();
      if (person === null) this.balance = null;
      // Where one is due it is told again after this.
      this.reality = null;
      // A page that connected at once has only just been loaded.
      if (this.wasApart) void this.lookForUpgrade();
      this.wasApart = false;
    },
    balance: (cents) => {
      this.balance = cents;
    },
    reality: (check) => {
      this.reality = check;
    },
  });

  now(): number {
    return this.began + performance.now();
  }

  private async lookForHouse(): Promise<void> {
    const answers = await fetch('/health', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    this.keptOut = answers && (this.connection === 'waiting' || this.connection === 'connecting');
  }

  async lookForUpgrade(): Promise<void> {
    this.stale ||= await isStale();
  }
}

export const house = new House();

// A part of the page that cannot be loaded is often one that the upgraded house no longer has.
addEventListener('vite:preloadError', () => void house.lookForUpgrade());
addEventListener('online', () => house.socket.nudge());
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) house.socket.nudge();
});

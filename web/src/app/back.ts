// Brings whoever comes back to a screen to where they were on it.
import { keep } from './kept';

/** How long one is brought there, in milliseconds: then they have found their way themselves. */
const PATIENCE = 3000;
const OWN_WAYS = ['wheel', 'pointerdown', 'keydown'];

/**
 * Where one was on a screen: how far from its top, and which part of it was looked at and how far
 * from the window's top.
 */
interface Left {
  y: number;
  part: { id: string; top: number } | null;
}

function goTo({ y, part }: Left): void {
  scrollTo(0, y);
  // What lies above may be another height now.
  const there = part && document.getElementById(part.id)?.getBoundingClientRect().top;
  if (part && typeof there === 'number') scrollBy(0, there - part.top);
}

class Back {
  /** Where whoever comes back left the screen, until they are there again. */
  returning: Left | null = null;
  /** Whoever goes elsewhere themselves is not called back. */
  giveUp = (): void => {};

  /** Remembers where one is on the screen, for when one comes back to it. */
  remember(): void {
    if (this.returning) return;
    const part = document
      .elementFromPoint(innerWidth / 2, innerHeight / 2)
      ?.closest('main :is(article, section)[id]');
    const left: Left = {
      y: scrollY,
      part: part ? { id: part.id, top: part.getBoundingClientRect().top } : null,
    };
    keep('left', left);
  }

  /**
   * Somebody came back to a screen: they are brought to where they were as soon as it is long
   * enough, unless they go elsewhere themselves. What the browser does for that it does at once,
   * before the screen is drawn.
   */
  comeTo(left: Left | null): void {
    this.giveUp();
    if (!left || left.y === 0) return;
    this.returning = left;
    const own = new AbortController();
    const watch = new ResizeObserver(() => {
      if (document.documentElement.scrollHeight - innerHeight < left.y) return;
      goTo(left);
      this.giveUp();
    });
    const timer = setTimeout(() => this.giveUp(), PATIENCE);
    this.giveUp = () => {
      clearTimeout(timer);
      own.abort();
      watch.disconnect();
      this.returning = null;
    };
    for (const way of OWN_WAYS)
      addEventListener(way, () => this.giveUp(), { passive: true, signal: own.signal });
    watch.observe(document.body);
  }
}

export const back = new Back();

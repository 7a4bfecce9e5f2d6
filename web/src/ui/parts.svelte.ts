// What is much is drawn part by part, so that nobody's click waits for all of it, and what is out
// of sight not at all.

/**
 * How many of so many are to be drawn by now: at first these, then a step more at a time. Called
 * where a component begins.
 */
export function inParts(count: () => number, step: number, first = step): () => number {
  let drawn = $state(first);
  $effect(() => {
    if (drawn >= count()) return;
    const timer = setTimeout(() => {
      drawn += step;
    });
    return () => clearTimeout(timer);
  });
  return () => drawn;
}

/**
 * Whether a place of the page has come near the window: as near as said. Once it has, it is drawn
 * for good.
 */
export class InSight {
  isSeen = $state(false);

  constructor(private readonly margin = '50%') {}

  /** To be attached to the place. */
  readonly watch = (place: Element): (() => void) | undefined => {
    if (this.isSeen) return;
    const watch = new IntersectionObserver(
      (seen) => {
        this.isSeen ||= seen.some((each) => each.isIntersecting);
      },
      { rootMargin: this.margin },
    );
    watch.observe(place);
    return () => watch.disconnect();
  };
}

// What is much is drawn part by part, so that nobody's click waits for all of it.

/** How many of so many are to be drawn by now: at first these, then a step more at a time. Called where a component begins. */
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

// A long list that is drawn part by part, so that nobody's click waits for all of it.

/** How many of so many are to be drawn by now. Called where a component begins. */
export function inParts(count: () => number, step: number): () => number {
  let drawn = $state(step);
  $effect(() => {
    if (drawn >= count()) return;
    const timer = setTimeout(() => {
      drawn += step;
    });
    return () => clearTimeout(timer);
  });
  return () => drawn;
}

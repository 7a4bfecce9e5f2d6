const GAP = 8;

/**
 * Where words of this height begin, in a window this high: above or below what they explain, as is
 * wanted or as there is room.
 */
export function topBeside(
  near: { top: number; bottom: number },
  height: number,
  all: number,
  isAbove: boolean,
): number {
  const [above, below] = [near.top - GAP - height, near.bottom + GAP];
  const hasRoomAbove = above >= GAP;
  const hasRoomBelow = below + height <= all - GAP;
  if (hasRoomAbove && (isAbove || !hasRoomBelow)) return above;
  if (hasRoomBelow) return below;
  // Room enough on neither side: within the window, on the side that has more.
  return near.top > all - near.bottom ? GAP : Math.max(GAP, all - GAP - height);
}

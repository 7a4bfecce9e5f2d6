// Where things lie on the page.
import type { Locator } from '@playwright/test';

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export async function areaOf(what: Locator): Promise<Area> {
  const area = await what.boundingBox();
  if (!area) throw new Error('it has no place');
  return area;
}

/** Whether one area lies in another; a pixel's fraction is nobody's concern. */
export const lies = (one: Area, other: Area): boolean =>
  one.x >= other.x - 1 &&
  one.y >= other.y - 1 &&
  one.x + one.width <= other.x + other.width + 1 &&
  one.y + one.height <= other.y + other.height + 1;

/** Whether one area has nothing of another. */
export const isClear = (one: Area, other: Area): boolean =>
  one.x + one.width <= other.x + 1 ||
  other.x + other.width <= one.x + 1 ||
  one.y + one.height <= other.y + 1 ||
  other.y + other.height <= one.y + 1;

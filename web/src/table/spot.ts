// Places on the layout where chips are put: the box itself and the spots beside it.

import type { BoxNo, Can, Lay, Money, Side, Sign, TableView } from '../wire';
import { offers } from './offers';

export type SpotKind = 'wager' | Side;

export const spotOf = (kind: SpotKind, box: BoxNo): string => `${kind}:${box}`;

export function readSpot(spot: string): { kind: SpotKind; box: BoxNo } {
  const [kind, box] = spot.split(':');
  return { kind: kind as SpotKind, box: Number(box) };
}

export function layOf(spot: string, amount: Money): Lay {
  const { kind, box } = readSpot(spot);
  return kind === 'wager'
    ? { wager: { box_no: box, amount } }
    : { side: { box_no: box, side: kind, amount } };
}

/** The spot and the amount of something laid; declining control lies nowhere. */
export function laidOn(lay: Lay): { spot: string; amount: Money } | null {
  if ('wager' in lay) return { spot: spotOf('wager', lay.wager.box_no), amount: lay.wager.amount };
  if ('side' in lay)
    return { spot: spotOf(lay.side.side, lay.side.box_no), amount: lay.side.amount };
  return null;
}

/**
 * The least and the most that may be put on a spot: as the table offers it to this player, or else
 * as the sign has it.
 */
export function limitsOn(spot: string, sign: Sign, can: readonly Can[]): [Money, Money] | null {
  for (const { is, least } of offers(can, 'lay')) {
    const on = laidOn(is.lay);
    if (on?.spot === spot) return [least ?? on.amount, on.amount];
  }
  const { kind } = readSpot(spot);
  return kind === 'wager' ? [sign.minimum, sign.maximum] : sign[kind];
}

/** Boxes of which control may be declined. */
export function declinable(can: readonly Can[]): BoxNo[] {
  return offers(can, 'lay').flatMap(({ is }) =>
    'decline_control' in is.lay ? [is.lay.decline_control.box_no] : [],
  );
}

/** The spots beside the boxes that the sign offers. */
export const sidesOf = (sign: Sign): Side[] =>
  (['pairs', 'pandemonium'] as const).filter((side) => sign[side] !== null);

/** The spots that `can` allows. */
function laySpots(can: readonly Can[]): Set<string> {
  return new Set(offers(can, 'lay').flatMap(({ is }) => laidOn(is.lay)?.spot ?? []));
}

/**
 * Spots on which chips may be put down now. A side spot opens with the chips on its box: both are
 * laid one after the other.
 */
export function openSpots(
  view: TableView,
  can: readonly Can[],
  put: ReadonlyMap<string, Money>,
): Set<string> {
  const open = laySpots(can);
  for (const side of sidesOf(view.sign)) {
    for (const { no } of view.boxes) {
      if (put.has(spotOf('wager', no)) && open.has(spotOf('wager', no))) open.add(spotOf(side, no));
    }
  }
  return open;
}

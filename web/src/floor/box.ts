// What lies on a box before the round.
import type { BoxPlace, PlayerId } from '../wire';

/** Each player's wagers on a box together, in the order in which they came. */
export function laidOn({ laid }: Pick<BoxPlace, 'laid'>): { player: PlayerId; amount: number }[] {
  const sums = new Map<PlayerId, number>();
  for (const [player, lay] of laid) {
    const amount = 'wager' in lay ? lay.wager.amount : 'side' in lay ? lay.side.amount : 0;
    sums.set(player, (sums.get(player) ?? 0) + amount);
  }
  return [...sums].map(([player, amount]) => ({ player, amount }));
}

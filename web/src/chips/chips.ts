// Chips: which there are, which a tray offers, how an amount lies in chips, and the chips somebody
// is putting down.
import type { Money, Sign } from '../wire';

/** Values of chips, in cents, with the colours of body and edge spots. */
export const CHIPS: readonly { value: Money; body: string; spots: string }[] = [
  { value: 100, body: '#e9e4d8', spots: '#3d5f8f' },
  { value: 500, body: '#b8322a', spots: '#f4ead6' },
  { value: 2_500, body: '#1d7a4b', spots: '#f4ead6' },
  { value: 10_000, body: '#26241f', spots: '#e2c078' },
  { value: 50_000, body: '#5d3c88', spots: '#f4ead6' },
  { value: 100_000, body: '#c4741c', spots: '#26241f' },
  { value: 500_000, body: '#7a5a3a', spots: '#f0d9a0' },
];

/**
 * The chips that fit a sign: none below its smallest chip, none that one wager could hardly hold.
 */
export function trayFor(sign: Sign): Money[] {
  const least = Math.min(
    sign.minimum,
    sign.pairs?.[0] ?? sign.minimum,
    sign.pandemonium?.[0] ?? sign.minimum,
  );
  const fits = (value: Money) =>
    value % sign.chip === 0 && value <= sign.maximum && value * 5 > least;
  return CHIPS.map((chip) => chip.value)
    .filter(fits)
    .slice(0, 5);
}

/** More than anybody sees of a pile. */
const PILE_MOST = 40;

/** An amount in chips, the highest first; what no chip can show is a last piece without a value. */
export function pile(amount: Money): (Money | null)[] {
  const chips: (Money | null)[] = [];
  let left = amount;
  for (const { value } of CHIPS.toReversed()) {
    for (; left >= value && chips.length < PILE_MOST; left -= value) chips.push(value);
  }
  if (chips.length === PILE_MOST) return chips;
  if (left > 0) chips.push(null);
  return chips;
}

/** A thousand million dollars, in cents: nobody can type more. */
const AMOUNT_MOST = 1e11;

/**
 * Chips put down and not yet laid, spot by spot, in the order they were put down so that each can
 * be undone.
 */
export interface Put {
  spot: string;
  amount: Money;
}

export function amounts(puts: readonly Put[]): Map<string, Money> {
  const sums = new Map<string, Money>();
  for (const { spot, amount } of puts) sums.set(spot, (sums.get(spot) ?? 0) + amount);
  return sums;
}

/** A typed amount takes the place of what lies on the spot. */
export function replaced(puts: readonly Put[], spot: string, amount: Money): Put[] {
  const others = puts.filter((put) => put.spot !== spot);
  return amount > 0 ? [...others, { spot, amount }] : others;
}

/** As much again on every spot, as long as it can be an amount of money. */
export function doubled(puts: readonly Put[]): readonly Put[] {
  const sum = puts.reduce((all, { amount }) => all + amount, 0);
  if (sum * 2 > AMOUNT_MOST) return puts;
  return [...puts, ...[...amounts(puts)].map(([spot, amount]) => ({ spot, amount }))];
}

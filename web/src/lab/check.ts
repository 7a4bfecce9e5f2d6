// Whether a typed value can be one of a setting, where that is plain; how odds, money and the like are written is the
// house's to say.
import type { FormLine } from '../wire';

export function fits({ may_be }: FormLine, typed: string): boolean {
  const value = typed.trim();
  switch (may_be.kind) {
    case 'nothing':
      return value === '';
    case 'one_of':
      return may_be.values.includes(value);
    case 'number':
      return /^\d{1,3}$/.test(value) && Number(value) >= may_be.least && Number(value) <= may_be.most;
    case 'odds':
    case 'money':
    case 'decks':
    case 'steps':
    case 'multipliers':
      return value !== '';
  }
}

/** What a refusal is about that is no setting: the number of decks that was chosen. */
export const DECKS = 'decks';

/**
 * Which fields a refusal is about: the settings it names, or else the one whose value it quotes, or the one changed last.
 * Settings that do not fit together are all named, also those that nobody changed.
 */
export function concerned(
  refusal: string,
  known: readonly string[],
  set: Record<string, string>,
  last: string | null,
): string[] {
  if (/decks: it allows/.test(refusal)) return [DECKS];
  const quoted = [...refusal.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
  const named = quoted.filter((word) => known.includes(word));
  if (named.length > 0) return named;
  const keys = Object.keys(set);
  const one = keys.find((key) => quoted[0] === set[key]) ?? keys.find((key) => key === last) ?? keys[0];
  return one === undefined ? [] : [one];
}

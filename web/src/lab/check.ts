// Whether a typed value can be one of a setting. The house has the last word; this only answers sooner.
import type { FormLine } from '../wire';

const FORMS = {
  odds: /^\d{1,4} to \d{1,4}$/,
  money: /^\d{1,7}(\.\d{1,2})?$/,
  decks: /^\d{1,2}( (to|or) \d{1,2})?$|^\d{1,2}(, \d{1,2})+ or \d{1,2}$/,
};

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
      return FORMS[may_be.kind].test(value);
    default:
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

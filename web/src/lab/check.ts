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

/** Which of the changed settings a refusal is about: the one it names or quotes, or else the one changed last. */
export function blamed(refusal: string, set: Record<string, string>, last: string | null): string | null {
  const quoted = [...refusal.matchAll(/`([^`]+)`/g)].map((match) => match[1]);
  const keys = Object.keys(set);
  return (
    keys.find((key) => quoted.includes(key)) ??
    keys.find((key) => quoted[0] === set[key]) ??
    (last !== null && keys.includes(last) ? last : null) ??
    keys[0] ??
    null
  );
}

// Whether a typed value can be one of a setting, where that is plain; how odds, money and the like
// are written is the house's to say.
import type { FormLine } from '../wire';

export function fits({ may_be }: FormLine, typed: string): boolean {
  const value = typed.trim();
  switch (may_be.kind) {
    case 'nothing':
      return value === '';
    case 'one_of':
      return may_be.values.includes(value);
    case 'number':
      return (
        /^\d{1,3}$/.test(value) && Number(value) >= may_be.least && Number(value) <= may_be.most
      );
    case 'odds':
    case 'money':
    case 'decks':
    case 'steps':
    case 'multipliers':
      return value !== '';
  }
}

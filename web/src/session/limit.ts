// Limits between what somebody types and what the house keeps.
import { span } from '../text/dates';
import { money, parseMoney } from '../text/money';
import type { LimitChange, OwnLimits } from '../wire';
import { words } from './words';

const MINUTE = 60_000;

export const LIMITS = [
  'loss_a_day',
  'wagered_a_day',
  'one_wager',
  'play_a_day',
  'reality_every',
] as const;
export type LimitName = (typeof LIMITS)[number];

export const isMoney = (name: LimitName): boolean =>
  name !== 'play_a_day' && name !== 'reality_every';

/** A limit in words; null where there is none. */
export function limitWords(name: LimitName, is: number | null): string | null {
  if (is === null) return null;
  if (name === 'reality_every') return words.limits.minutesAre(is / MINUTE);
  return isMoney(name) ? money(is) : span(is);
}

/** What stands in the field before anybody types. */
export function typed(name: LimitName, is: number | null): string {
  if (is === null) return '';
  return String(isMoney(name) ? is / 100 : is / MINUTE);
}

/**
 * The change that a text asks for; `bad` where it is none. Nothing typed means no limit, which a
 * reality check cannot be.
 */
export function changeOf(name: LimitName, text: string): LimitChange | 'bad' {
  const plain = text.trim();
  if (plain === '' && name !== 'reality_every') return { [name]: null } as LimitChange;
  const is = isMoney(name) ? parseMoney(plain) : minutes(plain);
  return is === null ? 'bad' : ({ [name]: is } as LimitChange);
}

function minutes(text: string): number | null {
  return /^\d{1,5}$/.test(text) ? Number(text) * MINUTE : null;
}

/** How long somebody is excluded: until a time, for ever, or not at all. */
export function excludedUntil({ excluded }: OwnLimits): number | 'ever' | null {
  if (excluded === null) return null;
  return excluded === 'for_ever' ? 'ever' : excluded.until;
}

// What a report comes to, in the page's words. A shoe that is still being dealt cannot have been
// opened: for it that is no incident.
import type { Check, Report } from '../../fair/verify.mjs';
import { timeOfDay } from '../text/dates';
import { fair } from '../text/en/fair';
import type { SignedCommitment } from '../wire';
import { difference, type Sight } from './seen';

export interface Verdict {
  tone: 'good' | 'warn' | 'bad';
  title: string;
  words: string;
  checks: Check[];
}

export function verdictOf(report: Report, isPresent: boolean, seen: Check | null): Verdict {
  const checks = [
    ...report.checks.map((one) => (isPresent ? dealt(one) : one)),
    ...(seen ? [seen] : []),
  ];
  const failed = checks.find(({ outcome }) => outcome === 'FAILED');
  if (failed) return { tone: 'bad', ...fair.rejected(failed.check), checks };
  if (checks.some(({ outcome }) => outcome === 'INCIDENT'))
    return { tone: 'warn', ...fair.withheld, checks };
  return { tone: 'good', ...(isPresent ? fair.soFar : fair.accepted), checks };
}

const dealt = (one: Check): Check =>
  one.outcome === 'INCIDENT'
    ? { check: one.check, outcome: 'not made', text: fair.soFar.opened }
    : one;

/** The commitment of a record, compared with the one that this browser was shown. */
export function seenCheck(commitment: SignedCommitment, sight: Sight | null): Check {
  const check = fair.seen.name;
  if (!sight) return { check, outcome: 'not made', text: fair.seen.none };
  const when = timeOfDay(sight.at);
  const field = difference(commitment, sight);
  if (field !== null) return { check, outcome: 'FAILED', text: fair.seen.other(when, field) };
  return { check, outcome: 'ok', text: fair.seen.ok(when, sight.out) };
}

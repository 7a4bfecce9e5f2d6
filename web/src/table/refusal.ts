// What somebody who was refused is told: the reason and its clause, as the table gave them.
import { t } from '../text';
import { sentence } from '../text/errors';
import type { Clause, RoundReason, TableAnswer, TableReason } from '../wire';

export type Refused = Extract<TableAnswer, { refused: unknown }>['refused'];

/** Why something was not done. */
export interface Why {
  words: string;
  /** Whether it could be done just before. */
  isLate: boolean;
  /**
   * Whether it lies in the moment or in the line: nothing that is laid or typed would put it right.
   */
  isPassing: boolean;
}

type NameOf<Reason> = Reason extends string ? Reason : keyof Reason;
type Name = NameOf<Exclude<TableReason, { game: RoundReason }>> | NameOf<RoundReason>;

/**
 * Reasons that lie in the moment alone. The page offers nothing out of its time, so whoever hears
 * one clicked too late.
 */
const LATE: ReadonlySet<Name> = new Set<Name>([
  'wagers_closed',
  'nothing_laid',
  'round_under_way',
  'no_round_under_way',
  'round_over',
  'not_now',
  'not_your_turn',
  'already_answered',
  'already_decided',
  'hand_complete',
  'no_press_due',
  'no_cut_due',
  'cut_not_offered',
  'seed_too_late',
]);

function nameOf(reason: TableReason): Name {
  if (typeof reason === 'string') return reason;
  if ('game' in reason)
    return typeof reason.game === 'string' ? reason.game : (Object.keys(reason.game)[0] as Name);
  return Object.keys(reason)[0] as Name;
}

/** A reason with its clause, where the book has one for it. */
export const cited = (why: string, clause: Clause): string =>
  sentence(clause === 'not stated' ? why : t.table.refused(why, t.books.clauseWithin(clause)));

export function whyRefused({ why, clause, reason }: Refused): Why {
  const words = cited(why, clause);
  const isLate = LATE.has(nameOf(reason));
  return { words: isLate ? `${t.table.quicker} ${words}` : words, isLate, isPassing: isLate };
}

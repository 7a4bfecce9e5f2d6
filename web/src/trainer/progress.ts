// What somebody did in the trainer with one book. Hands that went wrong come again: soon, and after
// each right answer three times as much later, until they went well three times.
import { DECKS_MOST } from '../chart/decks';
import type { ActionLine, Dealt, Drill } from '../wire';
import { DRILLS, MISSED, type Practised } from './drills';
import { behind, isRight } from './judge';

/** A hand that went wrong. The seed deals it again. */
interface Missed {
  seed: number;
  drill: Drill;
  decks: number;
  /** After how many answers in all it comes again. */
  due: number;
  /** How many answers after the last time that is. */
  gap: number;
}

export interface Progress {
  answers: number;
  right: number;
  streak: number;
  longest: number;
  /** What mistakes cost, in cents; no whole number. */
  cost: number;
  missed: Missed[];
}

const SOON = 3;
const TIMES = 3;
const LATEST = 27;
/** So many wait at most; the oldest are forgotten. */
const WAITING_MOST = 200;

export const NOTHING: Progress = {
  answers: 0,
  right: 0,
  streak: 0,
  longest: 0,
  cost: 0,
  missed: [],
};

/** The progress after an answer, which is right or wrong as these lines rank it. */
export function answered(
  before: Progress,
  dealt: Dealt,
  lines: readonly ActionLine[],
  action: string,
): Progress {
  const right = isRight(lines, action);
  const streak = right ? before.streak + 1 : 0;
  const answers = before.answers + 1;
  const isThis = (each: Missed): boolean =>
    each.seed === dealt.seed && each.drill === dealt.drill && each.decks === dealt.about.decks;
  const known = before.missed.find(isThis);
  const others = before.missed.filter((each) => !isThis(each));
  const gap = right ? (known?.gap ?? LATEST) * TIMES : SOON;
  const comesAgain = right ? known !== undefined && gap <= LATEST : true;
  const { seed, drill } = dealt;
  return {
    answers,
    right: before.right + (right ? 1 : 0),
    streak,
    longest: Math.max(before.longest, streak),
    cost: before.cost + (right ? 0 : behind(lines, action) * dealt.about.wager),
    missed: comesAgain
      ? [...others, { seed, drill, decks: dealt.about.decks, due: answers + gap, gap }].slice(
          -WAITING_MOST,
        )
      : others,
  };
}

/**
 * The hand that is due to come again in a drill: the longest overdue. Who practises mistakes does
 * not wait for them.
 */
export function due(progress: Progress, drill: Practised, decks: number): Missed | null {
  const isDue = (each: Missed): boolean =>
    drill === MISSED ||
    (each.due <= progress.answers + 1 &&
      each.decks === decks &&
      (drill === 'any' || each.drill === drill));
  return progress.missed.filter(isDue).sort((one, other) => one.due - other.due)[0] ?? null;
}

/** What was kept, where it is what it should be. */
export function read(text: string | null): Progress {
  try {
    const { answers, right, streak, longest, cost, missed } = JSON.parse(text ?? '') as Progress;
    const isCount = [answers, right, streak, longest].every(
      (each) => Number.isInteger(each) && each >= 0,
    );
    if (!isCount || !Number.isFinite(cost) || !Array.isArray(missed)) return NOTHING;
    return { answers, right, streak, longest, cost, missed: missed.filter(isMissed) };
  } catch {
    return NOTHING;
  }
}

/** Whether the house can deal it again. */
const isMissed = ({ seed, drill, decks, due, gap }: Missed): boolean =>
  [seed, due, gap].every((each) => Number.isSafeInteger(each) && each >= 0) &&
  Number.isInteger(decks) &&
  decks > 0 &&
  decks <= DECKS_MOST &&
  drill !== (MISSED as string) &&
  DRILLS.includes(drill);

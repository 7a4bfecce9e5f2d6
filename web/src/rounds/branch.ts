// Another course of a round: so many steps of its text, and other things after them.
import type { Choice, LegalLine, RoundQuestion, ThenDo } from '../wire';

export interface Branch {
  /** How many steps of the text are kept. */
  after: number;
  /** What is done after them. */
  more: readonly ThenDo[];
  /** The step at which it was tried: one comes back to it. */
  from: number;
}

/** The branch that goes on from a page of which `kept` steps are kept, tried at its step `from`. */
export function branchAt(
  branch: Branch | null,
  kept: number,
  more: readonly ThenDo[],
  from = kept,
): Branch {
  if (!branch || kept <= branch.after) return { after: kept, more, from };
  return { ...branch, more: [...branch.more.slice(0, kept - branch.after), ...more] };
}

export function questionOf(text: string, branch: Branch | null, values: boolean): RoundQuestion {
  if (!branch) return { text, values };
  // biome-ignore lint/suspicious/noThenProperty: the name on the wire; it is not awaited.
  return { text, values, after: branch.after, then: [...branch.more] };
}

/** The amount in a choice, where it has one. */
export function amountOf(choice: Choice): number | null {
  const [inner] = typeof choice === 'string' ? [] : Object.values(choice);
  return inner && 'amount' in inner ? (inner.amount as number) : null;
}

/** The same choice with another amount. */
export function withAmount(choice: Choice, amount: number): Choice {
  const [entry] = typeof choice === 'string' ? [] : Object.entries(choice);
  return entry ? ({ [entry[0]]: { ...entry[1], amount } } as Choice) : choice;
}

export function choose(legal: LegalLine, amount: number | null): ThenDo {
  const choice = amount === null ? legal.choice : withAmount(legal.choice, amount);
  return { choose: { player: legal.player, choice } };
}

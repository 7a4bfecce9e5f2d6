// Advice at a table: what the last decision cost, by the advice there was when it was made.
import { t } from '../text';
import type { AdviceLine, AdvicePage, Choice } from '../wire';

/** Two choices are the same decision whatever the amount. */
function decision(choice: Choice): string {
  if (typeof choice === 'string') return choice;
  return JSON.stringify(choice, (key, value) => (key === 'amount' ? undefined : value));
}

/**
 * As the buttons of the table call it, without an amount; in the house's words where no button has
 * a name for it.
 */
function nameOf({ choice, words }: AdviceLine): string {
  const [kind = ''] = typeof choice === 'string' ? [choice] : Object.keys(choice);
  const known = (t.table.act as Record<string, unknown>)[kind];
  return typeof known === 'string' ? known : words;
}

export interface Decided {
  name: string;
  /** In initial wagers. */
  cost: number;
}

/** What a choice cost; nothing is known of choices without a worth. */
export function decided(advice: AdvicePage, choice: Choice): Decided | null {
  const line = advice.choices.find((each) => decision(each.choice) === decision(choice));
  const best = advice.best === null ? null : (advice.choices[advice.best]?.worth ?? null);
  if (!line || line.worth === null || best === null) return null;
  return { name: nameOf(line), cost: Math.max(0, best - line.worth) };
}

interface Valued {
  name: string;
  worth: number;
  isCard: boolean;
}

/**
 * The choices about the hand that is asked about first, as far as they have a worth, the best
 * first.
 */
export function ranked({ choices, card, hand }: AdvicePage): Valued[] {
  const isAbout = (line: AdviceLine): boolean =>
    line.hand?.box_no === hand?.box_no && line.hand?.hand === hand?.hand;
  const valued = (line: AdviceLine, place: number): Valued[] =>
    line.worth === null || !isAbout(line)
      ? []
      : [{ name: nameOf(line), worth: line.worth, isCard: place === card }];
  return choices.flatMap(valued).sort((one, other) => other.worth - one.worth);
}

// Advice at a table: what the last decision cost, by the advice there was when it was made.
import type { AdviceLine, AdvicePage, Choice } from '../wire';

/** Two choices are the same decision whatever the amount. */
function decision(choice: Choice): string {
  if (typeof choice === 'string') return choice;
  return JSON.stringify(choice, (key, value) => (key === 'amount' ? undefined : value));
}

export interface Decided {
  words: string;
  /** In initial wagers. */
  cost: number;
}

/** What a choice cost; nothing is known of choices without a worth. */
export function decided(advice: AdvicePage, choice: Choice): Decided | null {
  const line = advice.choices.find((each) => decision(each.choice) === decision(choice));
  const best = advice.best === null ? null : (advice.choices[advice.best]?.worth ?? null);
  if (!line || line.worth === null || best === null) return null;
  return { words: line.words, cost: Math.max(0, best - line.worth) };
}

export interface Valued {
  name: string;
  worth: number;
  isCard: boolean;
}

/** The choices that have a worth, the best first. */
export function ranked({ choices, card }: AdvicePage): Valued[] {
  const valued = (line: AdviceLine, place: number): Valued[] =>
    line.worth === null ? [] : [{ name: line.words, worth: line.worth, isCard: place === card }];
  return choices.flatMap(valued).sort((one, other) => other.worth - one.worth);
}

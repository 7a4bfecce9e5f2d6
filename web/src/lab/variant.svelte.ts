// A book as somebody changed it: its decks and settings, what is typed wrong, and the house's answers about it.
import { lab } from '../text/en/lab';
import { say } from '../text/errors';
import type { ChartPage, FormLine, Question, SettingsPage, SidePage } from '../wire';
import { blamed, fits } from './check';
import { Live } from './live.svelte';

export class Variant {
  book = $state('');
  /** The usual number where none is chosen. */
  decks = $state<number | null>(null);
  /** Everything that was typed, right or wrong, by key. */
  typed = $state<Record<string, string>>({});
  readonly settings = new Live<SettingsPage>();
  /** What the house refused, by key and value. */
  private refused = $state<Record<string, string>>({});
  private last: string | null = null;
  readonly chart = new Live<ChartPage>();
  readonly side = new Live<SidePage>();

  constructor(book: string) {
    this.book = book;
  }

  /** The settings of this book, once they are known. */
  readonly page = $derived(this.settings.answer?.book === this.book ? this.settings.answer : null);

  /** What is wrong with what was typed, by key. */
  readonly faults = $derived.by(() => {
    const found: Record<string, string> = {};
    for (const [key, value] of Object.entries(this.typed)) {
      const line = this.line(key);
      const words =
        line && !fits(line, value) ? lab.settings.write(line.valid) : this.refused[`${key}=${value.trim()}`];
      if (words) found[key] = words;
    }
    return found;
  });

  /** The changes that are counted: those that are right, and that change something. */
  readonly set = $derived.by((): Record<string, string> => {
    // Before the settings are known, nothing can be said of what was typed.
    if (!this.page) return {};
    const entries = Object.entries(this.typed).map(([key, value]) => [key, value.trim()] as const);
    const counted = entries.filter(([key, value]) => !(key in this.faults) && this.line(key)?.value !== value);
    return Object.fromEntries(counted);
  });

  line(key: string): FormLine | undefined {
    return this.page?.settings.find((each) => each.key === key);
  }

  value(line: FormLine): string {
    return this.typed[line.key] ?? line.value;
  }

  isTyped(line: FormLine): boolean {
    return this.value(line).trim() !== line.value;
  }

  type(key: string, value: string): void {
    this.last = key;
    this.typed = { ...this.typed, [key]: value };
  }

  reset(key: string): void {
    const { [key]: _, ...rest } = this.typed;
    this.typed = rest;
  }

  resetAll(): void {
    this.typed = {};
    this.decks = null;
  }

  question(wager: number): Question {
    return { book: this.book, decks: this.decks, wager, set: this.set };
  }

  /** The house refused the question: says at which setting, where it is one. */
  refuse(error: unknown): boolean {
    const words = say(error);
    const key = blamed(words, this.set, this.last);
    if ((error as { code?: string }).code !== 'form' || key === null || /decks: it allows|^A wager/.test(words))
      return false;
    this.refused = { ...this.refused, [`${key}=${this.set[key]}`]: words };
    return true;
  }
}

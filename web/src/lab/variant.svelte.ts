// A book as somebody changed it. All changes together are a draft; the house takes it or refuses it
// as a whole. Figures are those of the last draft that it took, until it takes the next.
import { fieldsOf } from '../net/http';
import { lab } from '../text/en/lab';
import { say } from '../text/errors';
import type {
  ChartPage,
  FormLine,
  Question,
  SettingsPage,
  SidePage,
  SuperBonusPage,
} from '../wire';
import { fits } from './check';
import { Live } from './live.svelte';

export class Variant {
  book = $state('');
  /** The usual number where none is chosen. */
  decks = $state<number | null>(null);
  /** Everything that was typed, right or wrong, by key. */
  typed = $state<Record<string, string>>({});
  private last: string | null = null;
  readonly settings = new Live<SettingsPage>();
  /** What the house says of the draft first, because it is soonest reckoned. */
  readonly side = new Live<SidePage>();
  readonly chart = new Live<ChartPage>();
  /** It takes longest, and is asked for last. */
  readonly bonus = new Live<SuperBonusPage>();

  constructor(book: string, decks: number | null = null, typed: Record<string, string> = {}) {
    this.book = book;
    this.decks = decks;
    this.typed = typed;
  }

  /** The settings of this book, once they are known. */
  readonly page = $derived(this.settings.answer?.book === this.book ? this.settings.answer : null);

  /** What cannot be a value of its setting, by key. */
  private readonly unreadable = $derived.by((): Record<string, string> => {
    const found: Record<string, string> = {};
    for (const [key, value] of Object.entries(this.typed)) {
      const line = this.line(key);
      if (line && !fits(line, value))
        found[key] = lab.settings.fault(lab.settings.write(line.valid));
    }
    return found;
  });

  /** The changes of the draft: those that can be read, and that change something. */
  readonly set = $derived.by((): Record<string, string> => {
    // Before the settings are known, nothing can be said of what was typed.
    if (!this.page) return {};
    const entries = Object.entries(this.typed).map(([key, value]) => [key, value.trim()] as const);
    const counted = entries.filter(
      ([key, value]) => !(key in this.unreadable) && this.line(key)?.value !== value,
    );
    return Object.fromEntries(counted);
  });

  /** Why the house does not take the draft. */
  readonly refusal = $derived.by((): string | null => {
    const { fault, isWaiting } = this.side;
    return (fault as { code?: string } | null)?.code === 'form' && !isWaiting ? say(fault) : null;
  });

  /** The fields that the refusal is about; where it does not say, the one changed last. */
  private readonly refused = $derived.by((): string[] => {
    if (this.refusal === null) return [];
    const fields = fieldsOf(this.side.fault);
    const keys = Object.keys(this.set);
    if (fields.length > 0) return fields;
    return this.last !== null && keys.includes(this.last) ? [this.last] : keys.slice(0, 1);
  });

  /** The refusal in the words of the form, which has titles and no keys. */
  readonly refusalWords = $derived(
    this.refusal?.replace(/“([^”]+)”/g, (_, key: string) =>
      lab.settings.quoted(this.line(key)?.title ?? key),
    ) ?? null,
  );

  readonly decksFault = $derived(this.refused.includes('decks') ? this.refusalWords : null);
  readonly wagerFault = $derived(this.refused.includes('wager') ? this.refusalWords : null);

  /** What is wrong, by key. */
  readonly faults = $derived.by((): Record<string, string> => {
    const words = lab.settings.fault(this.refusalWords ?? '');
    return { ...Object.fromEntries(this.refused.map((key) => [key, words])), ...this.unreadable };
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

  draft(wager: number): Question {
    return { book: this.book, decks: this.decks, wager, set: this.set };
  }

  /**
   * The last draft of this book that the house took; the book's own settings where it took none
   * yet.
   */
  taken(wager: number): Question {
    const last = this.side.answered === null ? null : (JSON.parse(this.side.answered) as Question);
    if (last?.book === this.book) return last;
    return this.refusal === null ? this.draft(wager) : this.unchanged(wager);
  }

  /** The book as it stands. */
  unchanged(wager: number): Question {
    return { book: this.book, decks: null, wager, set: {} };
  }
}

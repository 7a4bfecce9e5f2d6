// Everything that is set in the lab. It stands in the address.
import { asked, tell } from '../chart/address';
import { lab as words } from '../text/en/lab';
import { parseMoney } from '../text/money';
import { toasts } from '../ui/toast.svelte';
import { read, write } from './address';
import { Variant } from './variant.svelte';

const WAGER = '25';

export class Lab {
  variants = $state.raw<Variant[]>([]);
  /** Which variant the settings shown belong to. */
  editing = $state(0);
  /** As it was typed. */
  wager = $state(WAGER);
  hand = $state({ hand: '', upcard: '', removed: '' });
  /** The last wager that was right. */
  private lastWager = 2500;

  readonly edited = $derived(this.variants[this.editing] ?? this.variants[0]);
  readonly isWagerWrong = $derived(!parseMoney(this.wager));

  /** In cents. */
  get cents(): number {
    const cents = parseMoney(this.wager);
    if (cents) this.lastWager = cents;
    return this.lastWager;
  }

  /** Takes what the address says, as far as the house has such books. */
  begin(books: readonly string[]): void {
    const { variants, wager, hand, upcard, removed } = read(asked());
    const [known, unknown] = [true, false].map((is) => variants.filter(({ book }) => books.includes(book) === is));
    for (const { book } of unknown ?? []) toasts.add(words.noBook(book), 'bad');
    this.variants = (known ?? []).map(({ book, decks, set }) => {
      const variant = new Variant(book);
      variant.decks = decks;
      variant.typed = set;
      return variant;
    });
    if (this.variants.length === 0 && books[0]) this.variants = [new Variant(books[0])];
    this.wager = wager ?? WAGER;
    this.hand = { hand, upcard, removed };
    this.editing = 0;
  }

  tell(): void {
    const variants = this.variants.map(({ book, decks, typed }) => ({ book, decks, set: typed }));
    tell(write({ variants, wager: this.wager === WAGER ? null : this.wager, ...this.hand }));
  }

  /** Begins to compare: with the same book, so that one change can be looked at, until another is chosen. */
  compare(): void {
    const [first] = this.variants;
    if (!first) return;
    const second = new Variant(first.book);
    second.settings.answer = first.settings.answer;
    second.settings.answered = first.settings.answered;
    this.variants = [first, second];
    this.editing = 1;
  }

  compareEnd(): void {
    this.variants = this.variants.slice(0, 1);
    this.editing = 0;
  }

  swap(): void {
    this.variants = [...this.variants].reverse();
  }
}

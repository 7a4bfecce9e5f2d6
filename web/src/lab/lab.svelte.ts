// Everything that is set in the lab. It stands in the address.
import { asked, tell, tellWrong, wrong } from '../chart/address';
import { lab as words } from '../text/en/lab';
import { money, parseMoney } from '../text/money';
import type { BookLine, SettingsPage } from '../wire';
import { read, SECOND, unread, write } from './address';
import { fits } from './check';
import { Variant } from './variant.svelte';

const WAGER = '25';
const CENTS = 2500;

export class Lab {
  variants = $state.raw<Variant[]>([]);
  /** Which variant the settings shown belong to. */
  editing = $state(0);
  /** As it was typed. */
  wager = $state(WAGER);
  hand = $state({ hand: '', upcard: '', removed: '' });
  /** The last wager that was right. */
  private lastWager = CENTS;

  readonly edited = $derived(this.variants[this.editing] ?? this.variants[0]);
  readonly isWagerWrong = $derived(!parseMoney(this.wager));

  /** In cents. */
  get cents(): number {
    const cents = parseMoney(this.wager);
    if (cents) this.lastWager = cents;
    return this.lastWager;
  }

  /**
   * Takes what the address says, as far as it can be; what cannot is told, and is not in the
   * address any more.
   */
  begin(books: readonly BookLine[]): void {
    const params = asked();
    const { variants, wager, hand, upcard, removed } = read(params);
    const faults: string[] = [];
    this.variants = variants.flatMap((told, no) => {
      const before = no === 0 ? '' : SECOND;
      const found = books.find(({ book }) => book === told.book);
      const used = found ?? (no === 0 ? books[0] : undefined);
      if (!found && told.book !== '')
        faults.push(wrong(`${before}book`, told.book, used?.title ?? words.noSecond));
      if (!used) return [];
      const decks = params.get(`${before}decks`);
      if (decks !== null && told.decks === null)
        faults.push(wrong(`${before}decks`, decks, words.usual(used.decks)));
      return [new Variant(used.book, told.decks, told.set)];
    });
    const isMoney = wager === null || !!parseMoney(wager);
    if (!isMoney) faults.push(wrong('wager', wager, money(CENTS)));
    this.wager = isMoney ? (wager ?? WAGER) : WAGER;
    this.hand = { hand, upcard, removed };
    this.editing = 0;
    tellWrong([...faults, ...unread(params).map((name) => wrong(name, params.get(name) ?? ''))]);
  }

  /**
   * Leaves out what the address sets and the book, whose form is known now, cannot have; and says
   * so.
   */
  weed(variant: Variant, { settings }: SettingsPage): void {
    const before = this.variants.indexOf(variant) > 0 ? SECOND : '';
    const faults: string[] = [];
    for (const [key, value] of Object.entries(variant.typed)) {
      const line = settings.find((each) => each.key === key);
      if (line && fits(line, value)) continue;
      faults.push(
        wrong(before + key, value, line && line.may_be.kind !== 'nothing' ? line.value : null),
      );
      variant.reset(key);
    }
    tellWrong(faults);
  }

  tell(): void {
    const variants = this.variants.map(({ book, decks, typed }) => ({ book, decks, set: typed }));
    tell(write({ variants, wager: this.wager === WAGER ? null : this.wager, ...this.hand }));
  }

  /**
   * Begins to compare: with the same book, so that one change can be looked at, until another is
   * chosen.
   */
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

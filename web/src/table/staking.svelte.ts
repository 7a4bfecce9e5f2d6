// Chips that are put down and not yet laid. They lie here until they are placed; the table knows
// nothing of them.
import { amounts, doubled, type Put, replaced, trayFor } from '../chips/chips';
import { house } from '../net/house.svelte';
import { t } from '../text';
import { money, parseMoney } from '../text/money';
import { soundOfChip } from '../theme/sound';
import type { Money } from '../wire';
import { offers } from './offers';
import type { Why } from './refusal';
import { kindName } from './round-words';
import { declinable, laidOn, layOf, limitsOn, openSpots, readSpot, spotOf } from './spot';
import type { Table } from './table.svelte';

export class Staking {
  puts = $state.raw<readonly Put[]>([]);
  /** What was placed last, for the same again. */
  last = $state.raw<readonly Put[]>([]);
  /** What is typed, for which spot of which round. */
  private typing = $state.raw<{ text: string; spot: string; rounds: number } | null>(null);
  /**
   * What the table said of the last wager, where it was refused; it holds until the next round
   * begins.
   */
  private refused = $state.raw<{ words: string; rounds: number } | null>(null);
  /**
   * How many rounds there were when chips were last put down: those that came too late for one only
   * wait for the next.
   */
  private putIn = $state(0);
  private chosen = $state<Money | null>(null);
  /**
   * Whether it was said in passing why these chips are not laid: that wagers are closed is then no
   * news.
   */
  isTold = false;

  constructor(private readonly table: Table) {}

  /** How many rounds have begun at the table. */
  private get rounds(): number {
    return this.table.view?.rounds ?? 0;
  }

  tray = $derived.by(() => (this.table.view ? trayFor(this.table.view.sign) : []));
  chip = $derived.by(() => {
    if (this.chosen !== null && this.tray.includes(this.chosen)) return this.chosen;
    return this.tray.find((value) => value >= this.least) ?? this.tray[0] ?? 0;
  });
  put = $derived(amounts(this.puts));
  open = $derived.by(() =>
    this.table.view ? openSpots(this.table.view, this.table.can, this.put) : new Set<string>(),
  );
  isOpen = $derived(this.open.size > 0);
  total = $derived(this.puts.reduce((sum, put) => sum + put.amount, 0));
  /**
   * The spot that keys and typed amounts mean: the last one touched, or one's own box; never one
   * that nobody pointed at.
   */
  private touched = $state<string | null>(null);
  spot = $derived.by(() => {
    if (this.touched !== null && this.open.has(this.touched)) return this.touched;
    return (
      this.table.ownBoxes.map((no) => spotOf('wager', no)).find((spot) => this.open.has(spot)) ??
      null
    );
  });

  /**
   * What is typed for the spot that is meant; it stays as it is while it is no amount, and means no
   * other spot or round.
   */
  typed = $derived.by(() => {
    const { typing, spot, table } = this;
    return typing && typing.spot === spot && typing.rounds === table.view?.rounds
      ? typing.text
      : null;
  });

  choose(chip: Money): void {
    this.chosen = chip;
  }

  touch(spot: string): void {
    this.touched = spot;
    this.typing = null;
  }

  add(spot: string | null): void {
    if (spot === null || !this.open.has(spot)) return;
    this.touched = spot;
    this.become([...this.puts, { spot, amount: this.chip }]);
    soundOfChip();
  }

  type(text: string): void {
    const amount = text.trim() === '' ? 0 : parseMoney(text);
    const { spot } = this;
    if (!spot || this.isLaying) return;
    if (amount !== null) this.become(replaced(this.puts, spot, amount));
    this.typing = { text, spot, rounds: this.rounds };
  }

  /** What was typed and is an amount is shown as one when the field is left. */
  typedEnd(): void {
    if (!this.isBad) this.typing = null;
  }

  undo(): void {
    if (!this.isLaying) this.become(this.puts.slice(0, -1));
  }

  clear(): void {
    if (!this.isLaying) this.become([]);
  }

  twice(): void {
    if (!this.isLaying) this.become(doubled(this.puts.length > 0 ? this.puts : this.possible()));
  }

  again(): void {
    if (!this.isLaying) this.become(this.possible());
  }

  private become(puts: readonly Put[]): void {
    this.puts = puts;
    this.putIn = this.rounds;
    this.typing = null;
    this.refused = null;
    this.isTold = false;
  }

  /**
   * The last wagers as far as they can be laid again: one that lies already, or whose box is taken,
   * is left out.
   */
  private possible(): Put[] {
    const { view, can } = this.table;
    const open = view ? openSpots(view, can, amounts(this.last)) : new Set<string>();
    return this.last.filter((put) => open.has(put.spot));
  }

  private isBad = $derived(
    this.typed !== null && this.typed.trim() !== '' && parseMoney(this.typed) === null,
  );

  /** What is wrong with an amount that is typed or put down, and what would be right. */
  private badAmount = $derived.by(() => {
    if (this.isBad) return t.table.noAmount((this.typed ?? '').trim());
    const sign = this.table.view?.sign;
    if (!sign) return null;
    for (const [spot, amount] of this.put) {
      const [least, most] = limitsOn(spot, sign, this.table.can) ?? [0, amount];
      if (amount < least)
        return t.table.tooLittle(this.nameOf(spot), money(amount), money(least), money(most));
      if (amount > most)
        return t.table.tooMuch(this.nameOf(spot), money(amount), money(least), money(most));
      if (amount % sign.chip !== 0)
        return t.table.notInChips(this.nameOf(spot), money(amount), money(sign.chip));
    }
    return null;
  });

  /** That the account has less than the chips that are put down. */
  private shortage = $derived.by(() => {
    const isShort = house.balance !== null && this.total > house.balance;
    return isShort ? t.table.notEnough(money(this.total), money(house.balance ?? 0)) : null;
  });

  /** What is wrong with what is typed or put down, or what the table said of it. */
  fault = $derived.by(() => {
    const refused = this.refused?.rounds === this.table.view?.rounds ? this.refused?.words : null;
    return this.badAmount ?? this.shortage ?? refused ?? null;
  });

  /** The same, unless the offer of more play money says it. */
  told = $derived.by(() => (this.isPoor && this.fault === this.shortage ? null : this.fault));

  /** Whether something is wrong with the chips that are put down, or with what is typed. */
  isWrong = $derived(this.fault !== null && (this.puts.length > 0 || this.typed !== null));

  nameOf(spot: string): string {
    const { kind, box } = readSpot(spot);
    return kind === 'wager'
      ? t.table.box(box)
      : `${t.table.box(box)}, ${kindName({ side: kind }, this.table.pairs)}`;
  }

  /** The same where there is little room. */
  markOf(spot: string): string {
    const { kind, box } = readSpot(spot);
    return kind === 'wager'
      ? t.table.box(box)
      : `${box}, ${kindName({ side: kind }, this.table.pairs)}`;
  }

  /** One line about where one stands with one's chips. */
  note = $derived.by(() => {
    if (this.laid > 0) return this.table.may('ready') || this.table.inRound ? '' : t.table.waiting;
    if (!this.isOpen || this.puts.length > 0) return '';
    return this.isPoor ? '' : t.table.putHint;
  });

  /**
   * The least wager that this player may lay now. It can be less than the minimum of the sign: who
   * was at the table before the sign changed may keep the old one.
   */
  least = $derived.by(() => {
    const { view, can } = this.table;
    if (!view) return 0;
    const leasts = [...this.open]
      .filter((spot) => readSpot(spot).kind === 'wager')
      .map((spot) => limitsOn(spot, view.sign, can)?.[0] ?? view.sign.minimum);
    return leasts.length > 0 ? Math.min(...leasts) : view.sign.minimum;
  });

  /** Whether there is too little for any wager here, and none lies already or is on its way. */
  isPoor = $derived.by(() => {
    const isOut = house.balance !== null && house.balance < this.least;
    return isOut && this.isOpen && this.laid === 0 && !this.isLaying;
  });

  /** What is being laid, of all spots together, until the last of them is. */
  laying = $state<Money | null>(null);
  /**
   * Then what is on its way cannot be changed any more; what is put down meanwhile is for another
   * time.
   */
  isLaying = $derived(this.laying !== null);

  /**
   * Lays everything, boxes before what lies beside them. Stops at the first refusal; what was laid
   * is laid.
   */
  async place(rounds = this.rounds): Promise<boolean> {
    this.refused = null;
    if (this.fault !== null) return false;
    this.laying = this.total;
    return this.layAll(rounds).finally(() => {
      this.laying = null;
    });
  }

  private async layAll(rounds: number): Promise<boolean> {
    // What is put down shows the same amount.
    this.typing = null;
    const wanted = [...this.put].sort(
      ([one], [other]) =>
        Number(readSpot(other).kind === 'wager') - Number(readSpot(one).kind === 'wager'),
    );
    const all = this.puts;
    for (const [spot, amount] of wanted) {
      const why = await this.table.ask({ lay: { lay: layOf(spot, amount) } }, rounds);
      if (why) {
        this.tellRefused(why);
        return false;
      }
      this.puts = this.puts.filter((put) => put.spot !== spot || !all.includes(put));
    }
    this.last = all;
    return wanted.length > 0;
  }

  /** At the field, where it can be put right; what lies in the moment alone is told in passing. */
  private tellRefused(why: Why): void {
    this.isTold = why.isPassing;
    // What the table takes no more once the first of it lies: whoever is alone may have one box, by
    // some books. Chips that came too late wait for the next round.
    if (!why.isPassing) this.puts = this.puts.filter(({ spot }) => this.open.has(spot));
    if (why.isPassing) this.table.say(why);
    else this.refused = { words: why.words, rounds: this.rounds };
  }

  async deal(): Promise<void> {
    // The round that is seen now: on a bad line another may have begun before all of it is laid.
    const { rounds } = this;
    if (this.puts.length > 0 && !(await this.place(rounds))) return;
    await this.table.ready(rounds);
  }

  /** Boxes from which one's wagers may be taken back. */
  withdrawable = $derived.by(() => offers(this.table.can, 'withdraw').map(({ is }) => is.box_no));

  /** Boxes of which control may be declined. */
  declinable = $derived.by(() => declinable(this.table.can));

  /** What this player has laid for the next round. */
  laid = $derived.by(() => {
    const { view, me } = this.table;
    if (!view || me === null) return 0;
    const own = view.boxes.flatMap((box) => box.laid.filter(([player]) => player === me));
    return own.reduce((sum, [, lay]) => sum + (laidOn(lay)?.amount ?? 0), 0);
  });

  /**
   * Whether this player has begun to wager for the next round: the cards of the last one are gone
   * then.
   */
  isBegun = $derived.by(
    () => this.laid > 0 || (this.puts.length > 0 && this.putIn === this.table.view?.rounds),
  );
}

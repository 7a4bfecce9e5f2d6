// Chips that are put down and not yet laid. They lie here until they are placed; the table knows nothing of them.
import { amounts, doubled, type Put, replaced, trayFor } from '../chips/chips';
import { house } from '../net/house.svelte';
import { t } from '../text';
import { money } from '../text/money';
import { soundOfChip } from '../theme/sound';
import type { Money } from '../wire';
import { laidOn, layOf, limitsOf, openSpots, readSpot, spotOf } from './spot';
import type { Table } from './table.svelte';

export class Staking {
  puts = $state.raw<readonly Put[]>([]);
  /** What was placed last, for the same again. */
  last = $state.raw<readonly Put[]>([]);
  /** Whether what is typed is no amount. */
  bad = $state(false);
  private chosen = $state<Money | null>(null);

  constructor(private readonly table: Table) {}

  tray = $derived.by(() => (this.table.view ? trayFor(this.table.view.sign) : []));
  chip = $derived.by(() => {
    if (this.chosen !== null && this.tray.includes(this.chosen)) return this.chosen;
    const least = this.table.view?.sign.minimum ?? 0;
    return this.tray.find((value) => value >= least) ?? this.tray[0] ?? 0;
  });
  put = $derived(amounts(this.puts));
  open = $derived.by(() =>
    this.table.view ? openSpots(this.table.view, this.table.can, this.put) : new Set<string>(),
  );
  isOpen = $derived(this.open.size > 0);
  total = $derived(this.puts.reduce((sum, put) => sum + put.amount, 0));
  /** The spot that keys and typed amounts mean: the last one touched, or one's own box. */
  private touched = $state<string | null>(null);
  spot = $derived.by(() => {
    if (this.touched !== null && this.open.has(this.touched)) return this.touched;
    const own = this.table.ownBoxes.map((no) => spotOf('wager', no)).find((spot) => this.open.has(spot));
    return own ?? [...this.open][0] ?? null;
  });

  choose(chip: Money): void {
    this.chosen = chip;
  }

  touch(spot: string): void {
    this.touched = spot;
  }

  add(spot: string | null): void {
    if (spot === null || !this.open.has(spot)) return;
    this.touched = spot;
    this.puts = [...this.puts, { spot, amount: this.chip }];
    soundOfChip();
  }

  type(spot: string, amount: Money): void {
    this.touched = spot;
    this.puts = replaced(this.puts, spot, amount);
  }

  undo(): void {
    this.puts = this.puts.slice(0, -1);
  }

  clear(): void {
    this.puts = [];
  }

  twice(): void {
    this.puts = doubled(this.puts.length > 0 ? this.puts : this.possible());
  }

  again(): void {
    this.puts = this.possible();
  }

  /** The last wagers as far as they can be laid again: one that lies already, or whose box is taken, is left out. */
  private possible(): Put[] {
    const { view, can } = this.table;
    const open = view ? openSpots(view, can, amounts(this.last)) : new Set<string>();
    return this.last.filter((put) => open.has(put.spot));
  }

  /** What the sign or the purse would object to. The table decides all the same. */
  warning = $derived.by(() => {
    const sign = this.table.view?.sign;
    if (!sign) return null;
    for (const [spot, amount] of this.put) {
      const limits = limitsOf(sign, readSpot(spot).kind);
      if (limits && amount < limits[0]) return t.table.below(money(limits[0]));
      if (limits && amount > limits[1]) return t.table.above(money(limits[1]));
    }
    return house.balance !== null && this.total > house.balance ? t.table.notEnough(money(house.balance)) : null;
  });

  /** One line about where one stands with one's chips. */
  note = $derived.by(() => {
    if (this.bad) return t.table.badAmount;
    if (this.warning) return this.warning;
    if (this.puts.length > 0 || !this.isOpen)
      return this.laid > 0 && !this.table.may('ready') && !this.table.inRound ? t.table.waiting : '';
    return this.laid > 0 ? (this.table.may('ready') ? '' : t.table.waiting) : t.table.putHint;
  });

  /** Lays everything, boxes before what lies beside them. Stops at the first refusal; what was laid is laid. */
  async place(): Promise<boolean> {
    const wanted = [...this.put].sort(
      ([one], [other]) => Number(readSpot(other).kind === 'wager') - Number(readSpot(one).kind === 'wager'),
    );
    const all = this.puts;
    for (const [spot, amount] of wanted) {
      if (!(await this.table.do({ lay: { lay: layOf(spot, amount) } }))) return false;
      this.puts = this.puts.filter((put) => put.spot !== spot);
    }
    this.last = all;
    return wanted.length > 0;
  }

  async deal(): Promise<void> {
    if (this.puts.length > 0 && !(await this.place())) return;
    await this.table.do('ready');
  }

  /** Boxes from which one's wagers may be taken back. */
  withdrawable = $derived.by(() =>
    this.table.can.flatMap(({ what }) =>
      typeof what === 'object' && 'withdraw' in what ? [what.withdraw.box_no] : [],
    ),
  );

  /** What this player has laid, for the note that it is placed. */
  laid = $derived.by(() => {
    const { view, me } = this.table;
    if (!view || me === null) return 0;
    const own = view.boxes.flatMap((box) => box.laid.filter(([player]) => player === me));
    return own.reduce((sum, [, lay]) => sum + (laidOn(lay)?.amount ?? 0), 0);
  });
}

// Advice at one table, where one wants it: what is best now, what the last decision cost and all of
// them together. It goes on while another tab is looked at, and ends with the table.
import { ApiError, get } from '../net/http';
import { withKey } from '../net/keys';
import { say } from '../text/errors';
import type { AdvicePage, Choice, Money, TableId } from '../wire';
import { type Decided, decided } from './advice';

/** A decision and the wager that was on its hand. */
export type Decision = Decided & { wager: Money | null };

export class Advised {
  /**
   * Advice on the decision that is asked for now; nothing while none is, or it is not there yet.
   */
  page = $state.raw<AdvicePage | null>(null);
  fault = $state<string | null>(null);
  last = $state.raw<Decision | null>(null);
  sum = $state.raw({ cost: 0, count: 0 });
  private on = $state(false);
  private isAsked = false;
  /** Which question is the newest: answers to others come too late. */
  private question = 0;

  constructor(private readonly table: TableId) {}

  /** Whether one wants to be advised; nobody is unless they ask for it. */
  get isOn(): boolean {
    return this.on;
  }

  set isOn(on: boolean) {
    this.on = on;
    this.follow(this.isAsked);
  }

  /** The table has gone on, and something is this person's to decide there or not. */
  follow(isAsked: boolean): void {
    this.isAsked = isAsked;
    this.question += 1;
    this.page = null;
    this.fault = null;
    if (this.on && isAsked) void this.ask(this.question);
  }

  /** What a choice would cost by the advice there is now; nothing where there is none. */
  price(choice: Choice, wager: Money | null): Decision | null {
    const found = this.page && decided(this.page, choice);
    return found && { ...found, wager };
  }

  /** A decision was made. */
  note(decision: Decision): void {
    this.last = decision;
    this.sum = { cost: this.sum.cost + decision.cost, count: this.sum.count + 1 };
  }

  private async ask(question: number): Promise<void> {
    try {
      const page = await get<AdvicePage>(withKey(`/api/tables/${this.table}/advice`, this.table));
      if (question === this.question) this.page = page;
    } catch (error) {
      // The table was quicker: there is nothing to decide any more.
      const isOver = error instanceof ApiError && error.status === 409;
      if (question === this.question) this.fault = isOver ? null : say(error);
    }
  }
}

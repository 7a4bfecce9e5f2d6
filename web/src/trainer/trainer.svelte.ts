// A drill: the hand that lies there, the answer to it, and what comes next.
import { post } from '../net/http';
import { say } from '../text/errors';
import type { Dealt, DealWanted, Drill } from '../wire';
import { keep, load } from './kept';
import { answered, due, NOTHING, type Progress } from './progress';

export interface Practice {
  book: string;
  decks: number;
  wager: number;
  drill: Drill;
}

export class Trainer {
  practice = $state.raw<Practice | null>(null);
  dealt = $state.raw<Dealt | null>(null);
  answer = $state<string | null>(null);
  /** Whether this hand went wrong before. */
  isAgain = $state(false);
  fault = $state<string | null>(null);
  progress = $state.raw<Progress>(NOTHING);
  isKept = $state(true);
  /** The hand after this one, asked for while the answer is being read. */
  private coming: { key: string; dealt: Promise<Dealt> } | null = null;
  private asked = 0;

  /** Begins to practise, or goes on with something else. */
  begin(practice: Practice): Promise<void> {
    if (practice.book !== this.practice?.book) this.progress = load(practice.book);
    this.practice = practice;
    // A hand of another book or drill is not to be answered any more.
    this.dealt = null;
    this.answer = null;
    return this.deal();
  }

  async deal(): Promise<void> {
    const wanted = this.wanted();
    if (!wanted) return;
    const no = ++this.asked;
    this.fault = null;
    try {
      const dealt = await this.fetched(wanted);
      if (no !== this.asked) return;
      this.dealt = dealt;
      this.answer = null;
      this.isAgain = typeof wanted.seed === 'number';
    } catch (error) {
      if (no === this.asked) this.fault = say(error);
    }
    this.coming = null;
  }

  choose(action: string): void {
    if (!this.dealt || this.answer !== null || this.fault !== null || !this.practice) return;
    this.answer = action;
    this.progress = answered(this.progress, this.dealt, action);
    this.isKept = keep(this.practice.book, this.progress);
    const wanted = this.wanted();
    if (wanted) void this.fetched(wanted).catch(() => {});
  }

  reset(): void {
    this.progress = NOTHING;
    if (this.practice) this.isKept = keep(this.practice.book, NOTHING);
  }

  private wanted(): DealWanted | null {
    if (!this.practice) return null;
    const { book, decks, wager, drill } = this.practice;
    const again = due(this.progress, drill, decks);
    return { book, decks, wager, drill: again?.drill ?? drill, seed: again?.seed ?? null };
  }

  private fetched(wanted: DealWanted): Promise<Dealt> {
    const key = JSON.stringify(wanted);
    if (this.coming?.key !== key) this.coming = { key, dealt: post<Dealt>('/api/trainer/deal', wanted) };
    return this.coming.dealt;
  }
}

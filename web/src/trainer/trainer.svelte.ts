// A drill: the hand that lies there, the answer to it, and what comes next.
import { post } from '../net/http';
import { say } from '../text/errors';
import type { ChartPage, Dealt, DealWanted } from '../wire';
import { MISSED, type Practised } from './drills';
import { type Measure, ranked } from './judge';
import { keep, load } from './kept';
import { answered, due, NOTHING, type Progress } from './progress';

export interface Practice {
  book: string;
  decks: number;
  wager: number;
  drill: Practised;
  measure: Measure;
}

export class Trainer {
  practice = $state.raw<Practice | null>(null);
  dealt = $state.raw<Dealt | null>(null);
  answer = $state<string | null>(null);
  /** Whether this hand went wrong before. */
  isAgain = $state(false);
  /** Whether there is nothing to practise: no hand went wrong. */
  isDone = $state(false);
  fault = $state<string | null>(null);
  chart = $state.raw<ChartPage | null>(null);
  chartFault = $state<string | null>(null);
  progress = $state.raw<Progress>(NOTHING);
  isKept = $state(true);
  /** The hand after this one, asked for while the answer is being read. */
  private coming: { key: string; dealt: Promise<Dealt> } | null = null;
  /** The chart that is asked for. */
  private charted: { key: string; read: Promise<void> } | null = null;
  private asked = 0;

  /**
   * The chart that the hand is marked by. One that went wrong may be of other decks, of which the
   * chart says nothing.
   */
  readonly marking = $derived(
    this.chart && this.dealt && this.chart.edge.decks === this.dealt.about.decks
      ? this.chart.lines
      : null,
  );

  /** What may be done with the hand, as it is marked. */
  readonly lines = $derived(
    this.dealt && this.practice ? ranked(this.dealt, this.practice.measure, this.marking) : [],
  );

  /** Begins to practise, or goes on with something else. */
  begin(practice: Practice): Promise<void> {
    if (practice.book !== this.practice?.book) this.progress = load(practice.book);
    this.practice = practice;
    // A hand of another book or drill is not to be answered any more.
    this.dealt = null;
    this.answer = null;
    void this.readChart(practice);
    return this.deal();
  }

  async deal(): Promise<void> {
    const { practice } = this;
    if (!practice) return;
    const wanted = this.wanted(practice);
    const no = ++this.asked;
    this.fault = null;
    this.isDone = wanted === null;
    if (!wanted) {
      this.dealt = null;
      this.answer = null;
      return;
    }
    try {
      const dealt = await this.fetched(wanted);
      // Who is marked by the chart is not asked before it is there.
      if (practice.measure === 'chart') await this.readChart(practice);
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
    this.progress = answered(this.progress, this.dealt, this.lines, action);
    this.isKept = keep(this.practice.book, this.progress);
    const wanted = this.wanted(this.practice);
    if (wanted) void this.fetched(wanted).catch(() => {});
  }

  reset(): void {
    this.progress = NOTHING;
    if (this.practice) this.isKept = keep(this.practice.book, NOTHING);
  }

  /** The next hand; nothing where only mistakes are practised and there are none. */
  private wanted({ book, decks, wager, drill }: Practice): DealWanted | null {
    const again = due(this.progress, drill, decks);
    if (again) return { book, decks: again.decks, wager, drill: again.drill, seed: again.seed };
    return drill === MISSED ? null : { book, decks, wager, drill, seed: null };
  }

  private fetched(wanted: DealWanted): Promise<Dealt> {
    const key = JSON.stringify(wanted);
    if (this.coming?.key !== key)
      this.coming = { key, dealt: post<Dealt>('/api/trainer/deal', wanted) };
    return this.coming.dealt;
  }

  /** A trainer without a chart trains all the same: by the cards. */
  private readChart({ book, decks, wager }: Practice): Promise<void> {
    const key = JSON.stringify({ book, decks, wager });
    if (this.charted?.key === key) return this.charted.read;
    const read = post<ChartPage>('/api/analysis/chart', { book, decks, wager }).then(
      (page) => this.takeChart(key, page, null),
      (error) => this.takeChart(key, null, say(error)),
    );
    this.chart = null;
    this.charted = { key, read };
    return read;
  }

  private takeChart(key: string, page: ChartPage | null, fault: string | null): void {
    if (this.charted?.key !== key) return;
    this.chart = page;
    this.chartFault = fault;
    // What failed is asked for again when it is next wanted.
    if (fault !== null) this.charted = null;
  }
}

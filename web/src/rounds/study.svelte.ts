// A written round that is looked at: its page, what its choices are worth, and other courses of it.
import type { Answering, Card, RoundPage, ThenDo } from '../wire';
import { type Branch, branchAt, questionOf } from './branch';
import { type Reader, readRound } from './read';

export class Study {
  page = $state.raw<RoundPage | null>(null);
  branch = $state.raw<Branch | null>(null);
  /** How many steps are shown: from 1. */
  at = $state(1);
  /** Whether something is being asked for. */
  busy = $state(false);
  valuing = $state(false);
  valuesFailed = $state(false);
  /** Whether choices are valued. */
  values = $state(false);
  private text = '';
  private asked = 0;

  constructor(
    values: boolean,
    private readonly read: Reader = readRound,
  ) {
    this.values = values;
  }

  /** Reads a round from its beginning. */
  async open(text: string): Promise<void> {
    await this.take(text, null, 1);
  }

  /** Shows none: what is asked for is not waited for. */
  close(): void {
    this.asked += 1;
    this.page = null;
    this.branch = null;
    this.busy = false;
    this.valuing = false;
  }

  /** The page again, with what its choices are worth or without. */
  async showValues(values: boolean): Promise<void> {
    this.values = values;
    // A page that is being asked for is valued when it is here.
    if (values && !this.busy) await this.value();
  }

  /** Another course after the step that is shown. */
  async go(more: readonly ThenDo[]): Promise<void> {
    await this.take(this.text, branchAt(this.branch, this.at, more), null);
  }

  /** Another course in place of the step that is shown. */
  async goInstead(more: readonly ThenDo[]): Promise<void> {
    await this.take(this.text, branchAt(this.branch, this.at - 1, more, this.at), null);
  }

  async deal(cards: readonly Card[]): Promise<void> {
    await this.go(cards.map((card) => ({ deal: { draw: { card } } })));
  }

  /** Lets chance answer once, or until somebody has to decide. */
  async chance(answering: Answering): Promise<void> {
    await this.go([{ chance: answering }]);
  }

  /** Takes the last thing of a branch back. */
  async undo(): Promise<void> {
    if (!this.branch) return;
    const { more } = this.branch;
    if (more.length <= 1) await this.back();
    else await this.take(this.text, { ...this.branch, more: more.slice(0, -1) }, null);
  }

  /** The round as it was, at the step where the other course was tried. */
  async back(): Promise<void> {
    await this.take(this.text, null, this.branch?.from ?? 1);
  }

  /** Shows a page; where no step is named, its last. */
  private async take(text: string, branch: Branch | null, at: number | null): Promise<void> {
    this.busy = true;
    const turn = ++this.asked;
    try {
      // The steps come at once; what choices are worth takes longer.
      const page = await this.read(questionOf(text, branch, false));
      if (turn !== this.asked) return;
      this.text = text;
      // What chance answered is part of the course from now on.
      this.show(page, branch && { ...branch, more: page.instead }, at);
    } finally {
      this.done(turn);
    }
  }

  /**
   * A question is answered. What the page's choices are worth is asked for, also where the page
   * stays as it was.
   */
  private done(turn: number): void {
    if (turn !== this.asked) return;
    this.busy = false;
    this.valuing = false;
    if (this.values && this.page) void this.value();
  }

  private show(page: RoundPage, branch: Branch | null, at: number | null): void {
    this.page = page;
    this.branch = branch;
    this.at = Math.max(1, Math.min(at ?? page.steps.length, page.steps.length));
  }

  private async value(): Promise<void> {
    const turn = this.asked;
    this.valuing = true;
    this.valuesFailed = false;
    try {
      const page = await this.read(questionOf(this.text, this.branch, true));
      if (turn === this.asked) this.page = page;
    } catch {
      if (turn === this.asked) this.valuesFailed = true;
    } finally {
      if (turn === this.asked) this.valuing = false;
    }
  }
}

// An answer that follows a question which changes while somebody types. The last answer stays until
// the next is here.
import { untrack } from 'svelte';

const DELAY = 250;

export class Live<T> {
  answer = $state.raw<T | null>(null);
  /** What the answer was to. */
  answered = $state<string | null>(null);
  fault = $state.raw<unknown>(null);
  isWaiting = $state(false);
  private tries = $state(0);
  /**
   * What is asked as soon as it is followed comes with the page; what is asked later is being
   * typed.
   */
  private isFirst = true;

  /**
   * Asks, a first question at once and any other unless it changes soon; whoever calls the function
   * returned gives the question up.
   */
  follow(
    question: string | null,
    run: (signal: AbortSignal) => Promise<T>,
    delay = DELAY,
  ): (() => void) | undefined {
    // Whoever follows in an effect asks again when that is wanted.
    void this.tries;
    const wait = this.isFirst ? 0 : delay;
    this.isFirst = false;
    return untrack(() => {
      if (question === null || (question === this.answered && this.fault === null)) {
        this.isWaiting = false;
        return;
      }
      const control = new AbortController();
      this.isWaiting = true;
      const timer = setTimeout(() => void this.run(question, run, control.signal), wait);
      return () => {
        clearTimeout(timer);
        control.abort();
      };
    });
  }

  /** Takes the answer from another that follows the same question, once it has it. */
  learn(question: string, other: Live<T>): void {
    // What it asked itself before was given up.
    this.isWaiting = false;
    if (other.answered !== question) return;
    this.answer = other.answer;
    this.answered = question;
    this.fault = null;
  }

  again(): void {
    this.tries += 1;
  }

  private async run(
    question: string,
    run: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const answer = await run(signal);
      if (signal.aborted) return;
      this.answer = answer;
      this.answered = question;
      this.fault = null;
    } catch (error) {
      if (signal.aborted) return;
      this.fault = error;
    }
    this.isWaiting = false;
  }
}

// An answer that follows a question which changes while somebody types. The last answer stays until the next is here.
import { untrack } from 'svelte';

const DELAY = 250;

export class Live<T> {
  answer = $state.raw<T | null>(null);
  /** What the answer was to. */
  answered = $state<string | null>(null);
  fault = $state.raw<unknown>(null);
  isWaiting = $state(false);
  private tries = $state(0);

  /** Asks unless the question changes at once; whoever calls the function returned gives the question up. */
  follow(question: string | null, run: (signal: AbortSignal) => Promise<T>, delay = DELAY): (() => void) | undefined {
    // Whoever follows in an effect asks again when that is wanted.
    void this.tries;
    return untrack(() => {
      if (question === null || (question === this.answered && this.fault === null)) {
        this.isWaiting = false;
        return;
      }
      const control = new AbortController();
      this.isWaiting = true;
      const timer = setTimeout(() => void this.run(question, run, control.signal), this.answer === null ? 0 : delay);
      return () => {
        clearTimeout(timer);
        control.abort();
      };
    });
  }

  again(): void {
    this.tries += 1;
  }

  private async run(question: string, run: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<void> {
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

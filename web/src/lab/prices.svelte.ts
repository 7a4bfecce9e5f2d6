// The price of each rule, asked for one rule after the other; answers fill in as they come.
import { say } from '../text/errors';
import type { FormLine, PricePage, Question } from '../wire';
import { ask } from './ask';

export class Prices {
  pages = $state.raw<PricePage[]>([]);
  all = $state(0);
  isRunning = $state(false);
  fault = $state<string | null>(null);
  /** The question that the prices answer. */
  of = $state<string | null>(null);
  private control: AbortController | null = null;

  async run(question: Question, lines: readonly FormLine[]): Promise<void> {
    this.stop();
    const control = new AbortController();
    this.control = control;
    const rules = lines.filter((line) => line.worth === 'main' && line.may_be.kind !== 'nothing');
    this.pages = [];
    this.all = rules.length;
    this.fault = null;
    this.of = JSON.stringify(question);
    this.isRunning = true;
    try {
      for (const { key } of rules) {
        const page = await ask<PricePage>(
          '/api/analysis/price',
          { ...question, key },
          control.signal,
        );
        if (control.signal.aborted) return;
        this.pages = [...this.pages, page];
      }
    } catch (error) {
      if (!control.signal.aborted) this.fault = say(error);
    }
    if (this.control === control) this.isRunning = false;
  }

  stop(): void {
    this.control?.abort();
    this.control = null;
    this.isRunning = false;
  }
}

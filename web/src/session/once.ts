// Money moves once however often it is asked for: the house knows a request by its id. An id is
// kept until the house has answered; what it has answered, and anything else that is asked for,
// gets another.
import { browser } from '../net/browser';
import { ApiError, isOpen } from '../net/http';

const open = new Map<string, Once>();

/**
 * What moves such money for whom it is; it outlives the screen, which may be left before the house
 * has answered.
 */
export function onceFor(what: string): Once {
  const known = open.get(what) ?? new Once();
  open.set(what, known);
  return known;
}

export class Once {
  private content: string | null = null;
  private id = '';

  constructor(private readonly fresh: () => string = browser.id) {}

  async send<T>(content: string, ask: (id: string) => Promise<T>): Promise<T> {
    if (this.content !== content) {
      this.content = content;
      this.id = this.fresh();
    }
    const { id } = this;
    try {
      const answer = await ask(id);
      this.forget(id);
      return answer;
    } catch (error) {
      // What is no refusal says nothing of whether it happened.
      if (error instanceof ApiError && !isOpen(error.code)) this.forget(id);
      throw error;
    }
  }

  /** This id has its answer. Something else may have been asked for since. */
  private forget(id: string): void {
    if (this.id === id) this.content = null;
  }
}

// One's last rounds, as the house keeps them.
import { get } from '../net/http';
import { say } from '../text/errors';
import type { PlayerId, Recalled } from '../wire';

export const FEW = 10;
export const MANY = 100;

export class OwnRounds {
  found = $state.raw<Recalled[] | null>(null);
  error = $state<string | null>(null);
  private whose: PlayerId | null = null;
  /** Which question is the newest: answers to others come too late, and may be of somebody else. */
  private question = 0;

  /** Asks for the rounds of whoever is here; of nobody there are none. */
  async look(who: PlayerId | null, most = FEW): Promise<void> {
    if (who !== this.whose) this.found = null;
    this.whose = who;
    this.error = null;
    this.question += 1;
    const { question } = this;
    if (who === null) return;
    try {
      const found = await get<Recalled[]>(`/api/me/rounds?most=${most}`);
      if (question === this.question) this.found = found;
    } catch (failure) {
      if (question === this.question) this.error = say(failure);
    }
  }
}

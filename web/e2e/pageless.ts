// A bettor without a page, over the network: for tests in which the round is somebody else's
// affair.
import { type APIRequestContext, expect } from '@playwright/test';
import type { Command, Me, PrivateView, TableAnswer, TableView } from '../src/wire';

export const WAGER = 2500;

export class PagelessBettor {
  private count = 0;

  constructor(
    private readonly request: APIRequestContext,
    private readonly at: string,
    private readonly box: number,
  ) {}

  async balance(): Promise<number> {
    return (await this.read<Me>(new URL('/api/me', this.at).href)).balance;
  }

  /**
   * Wagers until a round asks this bettor for a decision, and gives what there was before that
   * wager.
   */
  async untilAsked(): Promise<number> {
    let before = 0;
    await expect(async () => {
      const { can } = await this.read<PrivateView>(`${this.at}/mine`);
      if (can.some(({ what }) => typeof what === 'object' && 'choose' in what)) return;
      const has = await this.balance();
      if (await this.did({ lay: { lay: { wager: { box_no: this.box, amount: WAGER } } } }))
        before = has;
      await this.did('ready');
      throw new Error('nobody is asked yet');
    }).toPass({ timeout: 80_000, intervals: [200] });
    return before;
  }

  /** Whether the table did what it was told. */
  async did(command: Command): Promise<boolean> {
    this.count += 1;
    const answer = await this.request.post(`${this.at}/commands`, {
      data: { id: `bettor-${this.count}`, command },
    });
    return answer.ok() && 'done' in ((await answer.json()) as TableAnswer);
  }

  private async read<T>(path: string): Promise<T> {
    return (await this.request.get(path)).json() as Promise<T>;
  }
}

/** Comes to the table and sits at the last free box. */
export async function seated(
  request: APIRequestContext,
  at: string,
  name: string,
): Promise<PagelessBettor> {
  const { boxes } = (await (await request.get(at)).json()) as TableView;
  const box = boxes.findLast(({ seated: who, reserved }) => who === null && reserved === null);
  if (!box) throw new Error('every seat is taken');
  const bettor = new PagelessBettor(request, at, box.no);
  expect(await bettor.did({ arrive: { name } })).toBe(true);
  expect(await bettor.did({ sit: { box_no: box.no } })).toBe(true);
  return bettor;
}

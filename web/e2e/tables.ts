// A house without demo tables, and a gaming manager who founds the tables that a test wants. Nobody
// waits there for a clock: the times are long, and everybody says when they are ready.
import {
  type APIRequestContext,
  type Browser,
  test as base,
  expect,
  type Page,
  request,
} from '@playwright/test';
import type { Command, NewTable, TableView } from '../src/wire';
import { House } from './house';

const FIRST = 'the-first-password';
const PASSWORD = 'a-password-of-my-own';
const SETTINGS = `
play_money = 1000000
[demo]
tables = []
house_players = 0
[rate]
messages = 10000
burst = 10000
requests = 1000000
sign_ins = 10000
`;
const MINUTE = 60_000;

export class Tables {
  private commands = 0;

  private constructor(
    readonly house: House,
    private readonly manager: APIRequestContext,
  ) {}

  get url(): string {
    return this.house.url;
  }

  /** With a number, cards come from it. */
  static async open(cards?: number): Promise<Tables> {
    const house = await House.open(SETTINGS, { cards, password: FIRST });
    const manager = await request.newContext({ baseURL: house.url });
    const tables = new Tables(house, manager);
    await tables.post('api/sign-in', { handle: 'admin', password: FIRST });
    await tables.post('api/staff', { handle: 'max', password: FIRST, roles: ['gaming_manager'] });
    await tables.post('api/sign-in', { handle: 'max', password: FIRST });
    await tables.post('api/me/password', { old: FIRST, new: PASSWORD });
    return tables;
  }

  /** Founds and opens a table of play money; the answer is its number. */
  async found(wanted: NewTable): Promise<number> {
    const times = { wagers: MINUTE, decision: MINUTE, cut: MINUTE };
    const play_money = { player_cards: 'not_asked', advice: 'on' } as const;
    const { table } = (await this.post('api/tables', { times, ...play_money, ...wanted })) as {
      table: number;
    };
    await this.order(table, 'open');
    // A shoe is shuffled and waits for somebody to cut it; a device waits for wagers.
    const phase = async () =>
      ((await (await this.manager.get(`api/tables/${table}`)).json()) as TableView).phase;
    await expect.poll(phase, { intervals: [20] }).toMatch(/cut|wagers/);
    return table;
  }

  async order(table: number, command: Command): Promise<void> {
    this.commands += 1;
    const answer = await this.post(`api/tables/${table}/commands`, {
      id: `order-${this.commands}`,
      command,
    });
    expect(answer, JSON.stringify(command)).toHaveProperty('done');
  }

  async close(): Promise<void> {
    await this.manager.dispose();
    await this.house.close();
  }

  private async post(path: string, data: unknown): Promise<unknown> {
    const answer = await this.manager.post(path, { data });
    const text = await answer.text();
    expect(answer.ok(), `${path}: ${text}`).toBe(true);
    return text === '' ? null : JSON.parse(text);
  }
}

export const test = base.extend<object, { tables: Tables }>({
  tables: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture names from it.
    async ({}, use) => {
      const tables = await Tables.open();
      await use(tables);
      await tables.close();
    },
    { scope: 'worker' },
  ],
});

/** A browser window that shares nothing with others. */
export async function inOwnWindow(browser: Browser): Promise<Page> {
  return (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
}

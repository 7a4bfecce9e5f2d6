// A house of its own for each test, so that nobody finds the seats taken or waits for whoever sat
// there before: the server binary that PONTOON_BIN names, on a free port with a fresh data folder.
// Where a test wants certain cards soon, it is the binary `known_cards` beside that one, whose
// chance comes from a number.
// The page is the one it carries, or with PONTOON_PAGE=dist the one in dist/: no need to build the
// program again.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test as base } from '@playwright/test';
import { type PreviewServer, preview } from 'vite';
import { toHouse } from '../scripts/proxy';

export class House {
  private constructor(
    private readonly folder: string,
    private child: ChildProcess,
    /** Where it listens. */
    private readonly address: string,
    private readonly stand: PreviewServer | undefined,
    private readonly cards: number | undefined,
  ) {}

  /** Where the page is. */
  get url(): string {
    return this.stand?.resolvedUrls?.local[0] ?? this.address;
  }

  /** With a number, cards come from it; with a password, its administrator has that one. */
  static async open(
    settings = '',
    { cards, password }: { cards?: number | undefined; password?: string } = {},
  ): Promise<House> {
    const folder = await mkdtemp(join(tmpdir(), 'pontoon-e2e-'));
    await writeFile(join(folder, 'pontoon.toml'), settings);
    const child = start(folder, '127.0.0.1:0', cards, password);
    const address = await opened(child);
    const page = process.env.PONTOON_PAGE === 'dist' ? await stand(address) : undefined;
    return new House(folder, child, address, page, cards);
  }

  /** Ends the server as a power failure does. */
  async kill(): Promise<void> {
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }

  /** Starts it again, with the data and at the address it had. */
  async restart(): Promise<void> {
    this.child = start(this.folder, new URL(this.address).host, this.cards);
    await opened(this.child);
  }

  async close(): Promise<void> {
    await this.stand?.close();
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** The page of dist/, in front of the house at this address. */
function stand(address: string): Promise<PreviewServer> {
  const { origin } = new URL(address);
  return preview({
    logLevel: 'silent',
    preview: { port: 0, host: '127.0.0.1', proxy: toHouse(origin) },
  });
}

function start(folder: string, listen: string, cards?: number, password?: string): ChildProcess {
  const binary = process.env.PONTOON_BIN;
  if (!binary) throw new Error('PONTOON_BIN names no server binary');
  const [config, data] = [join(folder, 'pontoon.toml'), join(folder, 'data')];
  const env =
    password === undefined ? process.env : { ...process.env, PONTOON_ADMIN_PASSWORD: password };
  if (cards !== undefined)
    return spawn(join(dirname(binary), 'known_cards'), [`${cards}`, config, data, listen], { env });
  return spawn(binary, ['serve', '--config', config, '--data', data, '--listen', listen], { env });
}

/** The address that the server says it is open at, as the beginning of the page's addresses. */
function opened(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (data: Buffer) => {
      said += data.toString();
      const address = /open at (http:\S+)/.exec(said)?.[1];
      if (address) resolve(`${address}/`);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', () => reject(new Error(`the server did not start: ${said}`)));
  });
}

/**
 * A house whose tables nobody plays at but who comes. House players at five tables take most of a
 * processor, and everybody waits for them.
 */
export const EMPTY = '[demo]\nhouse_players = 0\n';
/** House players at each demo table, who do not wait for others for long. */
export const BUSY = '[demo]\nhouse_players = 2\n[times]\nwagers_ms = 1000\n';
/** A house as it is shipped. */
export const AS_SHIPPED = '';

export const test = base.extend<{ settings: string; house: House }>({
  /** What its configuration says; a file of tests may say `test.use({ settings })`. */
  settings: [EMPTY, { option: true }],
  house: async ({ settings }, use) => {
    const house = await House.open(settings);
    await use(house);
    await house.close();
  },
});
export { expect } from '@playwright/test';

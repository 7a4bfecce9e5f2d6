// A house of its own for each test file: the server binary that PONTOON_BIN names, on a free port with a fresh data folder.
// The page is the one it carries, or with PONTOON_PAGE=dist the one in dist/: no need to build the program again.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { type PreviewServer, preview } from 'vite';
import { toHouse } from '../vite.config';

export class House {
  private constructor(
    private readonly folder: string,
    private child: ChildProcess,
    /** Where it listens. */
    private readonly address: string,
    private readonly stand: PreviewServer | undefined,
  ) {}

  /** Where the page is. */
  get url(): string {
    return this.stand?.resolvedUrls?.local[0] ?? this.address;
  }

  static async open(settings = ''): Promise<House> {
    const folder = await mkdtemp(join(tmpdir(), 'pontoon-e2e-'));
    await writeFile(join(folder, 'pontoon.toml'), settings);
    const child = start(folder, '127.0.0.1:0');
    const address = await opened(child);
    return new House(folder, child, address, process.env.PONTOON_PAGE === 'dist' ? await stand(address) : undefined);
  }

  /** Ends the server as a power failure does. */
  async kill(): Promise<void> {
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await gone;
  }

  /** Starts it again, with the data and at the address it had. */
  async restart(): Promise<void> {
    this.child = start(this.folder, new URL(this.address).host);
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
  return preview({ logLevel: 'silent', preview: { port: 0, host: '127.0.0.1', proxy: toHouse(origin) } });
}

function start(folder: string, listen: string): ChildProcess {
  const binary = process.env.PONTOON_BIN;
  if (!binary) throw new Error('PONTOON_BIN names no server binary');
  const where = ['--config', join(folder, 'pontoon.toml'), '--data', join(folder, 'data'), '--listen', listen];
  return spawn(binary, ['serve', ...where]);
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

export const test = base.extend<object, { house: House }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const house = await House.open();
      await use(house);
      await house.close();
    },
    { scope: 'worker' },
  ],
});
export { expect } from '@playwright/test';

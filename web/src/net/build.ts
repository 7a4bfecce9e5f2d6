// Which build the server has: its version and the page it serves. When it differs from the one this page came with,
// the page is stale.
import type { Health } from '../wire';

async function read(): Promise<string | null> {
  try {
    const [health, page] = await Promise.all([fetch('/health'), fetch('/', { cache: 'no-cache' })]);
    const { version } = (await health.json()) as Health;
    const entry = /<script[^>]*src="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    return `${version} ${entry}`;
  } catch {
    return null;
  }
}

let own: string | null = null;

/** Whether the server was upgraded since the page was loaded. The first answer is what later ones are compared with. */
export async function isStale(): Promise<boolean> {
  const now = await read();
  if (now === null) return false;
  own ??= now;
  return now !== own;
}

// Whether the server has another page than the one that runs here. The names of its files change
// with what is in them, so another entry script is another build.

/** The entry script that a page names; none where it is no page of ours. */
export const entryOf = (html: string): string | null =>
  /<script\b[^>]*\bsrc="([^"]+)"/.exec(html)?.[1] ?? null;

/**
 * A server that does not answer, or something in front of it that answers in its place, has told
 * nothing.
 */
export async function isStale(): Promise<boolean> {
  const own = document.querySelector('script[src]')?.getAttribute('src') ?? null;
  try {
    const response = await fetch('/', { cache: 'no-cache' });
    const entry = response.ok ? entryOf(await response.text()) : null;
    return entry !== null && entry !== own;
  } catch {
    return false;
  }
}

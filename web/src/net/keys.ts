// The keys of private tables. A key stands in the address of a screen of its table; this window
// keeps those it has met, so that links from one screen to the next carry them too. Whether a key
// is right is the server's to say.

const PARAMETER = 'key';
/**
 * No key is longer; what is, is neither kept nor sent: the house would hang up at so long a
 * message.
 */
const LONGEST = 64;
const possible = (key: string | null): string | null => (key && key.length <= LONGEST ? key : null);
const shelf = (table: number | string): string => `pontoon.key.${table}`;

/** The key of a table, where this window has it. */
export function keyOf(table: number | string): string | null {
  const met = keyIn(location, table);
  if (met !== null) keepKey(table, met);
  return met ?? kept(table);
}

/**
 * The key that an address carries. It belongs to the table whose number is the second part of the
 * path.
 */
export function keyIn(
  { pathname, search }: { pathname: string; search: string },
  table: number | string,
): string | null {
  if (pathname.split('/')[2] !== String(table)) return null;
  return possible(new URLSearchParams(search).get(PARAMETER));
}

export function keepKey(table: number | string, key: string): void {
  try {
    sessionStorage.setItem(shelf(table), key);
  } catch {
    // A browser that keeps nothing has the key in the address only.
  }
}

/**
 * An address of a table, of the page or of the API, with the table's key where this window has it.
 */
export function withKey(path: string, table: number | string): string {
  const key = keyOf(table);
  return key === null ? path : `${path}?${new URLSearchParams({ [PARAMETER]: key })}`;
}

function kept(table: number | string): string | null {
  try {
    return possible(sessionStorage.getItem(shelf(table)));
  } catch {
    return null;
  }
}

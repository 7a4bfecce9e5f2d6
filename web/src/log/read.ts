// Entries of the log as the house gives them, with who they are about.
import { get } from '../net/http';
import type { Page, PlayerId } from '../wire';
import { findEnd } from './end';
import { peopleIn, playersAfter } from './tell';
import type { LogEntry } from './types';

export interface Shown extends LogEntry {
  /** Who plays in the round of this table when the entry begins, as far as the entries read with it tell. */
  players: readonly PlayerId[];
  people: Set<PlayerId>;
}

/** Some entries from a number on, of a stream or of the whole log. */
export async function read(
  stream: string,
  from: number,
  most: number,
  signal?: AbortSignal,
): Promise<{ entries: Shown[]; next: number | null; length: number }> {
  const asked = new URLSearchParams({ from: String(from), most: String(most) });
  if (stream !== '') asked.set('stream', stream);
  const { entries, next, length } = await get<Page>(`/api/log?${asked}`, signal);
  return { entries: withPlayers(entries as LogEntry[]), next, length };
}

/** The last number of a stream or of the whole log, from one that is known to exist, or 0. */
export async function endOf(stream: string, known = 0): Promise<number> {
  const { length } = await read('', 1, 1);
  if (stream === '') return length;
  return findEnd(async (no) => (await read(stream, no, 1)).entries.length > 0, known, length);
}

function withPlayers(entries: LogEntry[]): Shown[] {
  const playing = new Map<string, readonly PlayerId[]>();
  return entries.map((line) => {
    const players = playing.get(line.entry.stream) ?? [];
    playing.set(line.entry.stream, playersAfter(line.entry, players));
    return { ...line, players, people: peopleIn(line.entry) };
  });
}

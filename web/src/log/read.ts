// Entries of the log as the house gives them, with who they are about.
import { get } from '../net/http';
import type { LogLine, Page, PlayerId } from '../wire';
import { findEnd } from './end';
import { beginsInRound, peopleIn, playersAfter } from './tell';

/** As far back as the beginning of a round is looked for: longer than rounds are. */
const ROUND_MOST = 200;

export interface Shown extends LogLine {
  /**
   * Who plays in the round of this table when the entry begins, as far as the entries read with it
   * tell.
   */
  players: readonly PlayerId[];
  people: Set<PlayerId>;
}

/** Everybody whom the words of an entry may name. */
export const peopleOf = ({ people, players }: Shown): PlayerId[] => [...people, ...players];

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
  return { entries: withPlayers(entries), next, length };
}

/** The last number of a stream or of the whole log, from one that is known to exist, or 0. */
export async function endOf(stream: string, known = 0): Promise<number> {
  const { length } = await read('', 1, 1);
  if (stream === '') return length;
  return findEnd(async (no) => (await read(stream, no, 1)).entries.length > 0, known, length);
}

/** The same entries, with the players of rounds that began before the first of them. */
export async function withEarlier(entries: LogLine[], signal?: AbortSignal): Promise<Shown[]> {
  const all = entries.map(({ entry }) => entry);
  const streams = [...new Set(all.map(({ stream }) => stream))];
  const cut = streams
    .map((stream) => all.filter((entry) => entry.stream === stream))
    .filter(beginsInRound);
  const before = cut.map(async ([first]) => {
    const { stream, seq: end } = first;
    const from = Math.max(1, end - ROUND_MOST);
    const earlier = await read(stream, from, end - from, signal);
    return [
      stream,
      earlier.entries.reduce(
        (players, { entry }) => playersAfter(entry, players),
        [] as readonly PlayerId[],
      ),
    ] as const;
  });
  return withPlayers(entries, new Map(await Promise.all(before)));
}

function withPlayers(
  entries: LogLine[],
  playing = new Map<string, readonly PlayerId[]>(),
): Shown[] {
  return entries.map((line) => {
    const players = playing.get(line.entry.stream) ?? [];
    playing.set(line.entry.stream, playersAfter(line.entry, players));
    return { ...line, players, people: peopleIn(line.entry) };
  });
}

// The names of people in the log, asked for as they are needed.
import { get } from '../net/http';
import type { PersonLine, PlayerId } from '../wire';
import { words } from './words';

const PAGE = 500;
/** A page of the log names few people; whoever is further apart than this keeps a number. */
const PAGES_MOST = 6;

class Names {
  private known = $state.raw<ReadonlyMap<PlayerId, string>>(new Map());

  of = (person: PlayerId): string => this.known.get(person) ?? words.person(person);

  /** The number of somebody by name or number, as far as is known. */
  find(text: string): PlayerId | null {
    const plain = text.trim().toLowerCase();
    if (/^#?\d+$/.test(plain)) return Number(plain.replace('#', ''));
    return [...this.known].find(([, name]) => name === plain)?.[0] ?? null;
  }

  async learn(people: Iterable<PlayerId>): Promise<void> {
    let missing = [...people]
      .filter((person) => person > 0 && !this.known.has(person))
      .sort((one, other) => one - other);
    for (let page = 0; page < PAGES_MOST && missing.length > 0; page += 1) {
      const first = missing[0] ?? 0;
      const lines = await get<PersonLine[]>(`/api/people?after=${first - 1}&most=${PAGE}`);
      this.known = new Map([
        ...this.known,
        ...lines.map(({ person, handle }) => [person, handle] as const),
      ]);
      // Guests who are gone have no account any more.
      const last =
        lines.length === PAGE ? (lines.at(-1)?.person ?? first) : Number.POSITIVE_INFINITY;
      missing = missing.filter((person) => person > last);
    }
  }
}

export const names = new Names();

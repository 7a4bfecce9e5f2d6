// An entry of the log in sentences.
import { type Named, named } from '../net/named';
import { LIMITS, limitWords } from '../session/limit';
import { words as own } from '../session/words';
import { readTable } from '../table/event';
import { happened } from '../table/words';
import { t } from '../text';
import { dateAndTime } from '../text/dates';
import { money, net } from '../text/money';
import type {
  Account,
  DeskEvent,
  Frame,
  LimitChange,
  LogBody,
  LogEntry,
  MoneyWhy,
  PlayerId,
  TableConfig,
  TableEvent,
  TableView,
  Transfer,
} from '../wire';
import { words } from './words';

export type NameOf = (person: PlayerId) => string;
export interface Told {
  words: string;
  clause: string | null;
}

/** Somebody in a round that began before the page does. */
const SOMEBODY = -1;

/**
 * What happened, line by line. `players` are those of the round that is being played, as far as the
 * page tells.
 */
export function tell(
  { at, kind, body }: LogEntry,
  name: NameOf,
  players: readonly PlayerId[],
): Told[] {
  if ('founded' in body) return [{ words: foundedWords(body.founded, name), clause: null }];
  if ('steps' in body) return tellTable(eventsOf(body), at, name, players);
  if ('events' in body)
    return body.events.map((event) => ({ words: deskWords(named(event), name), clause: null }));
  // A record of a house that is newer than this page.
  return [{ words: words.entry.unknown(kind), clause: null }];
}

const eventsOf = (body: LogBody): TableEvent[] =>
  'steps' in body ? body.steps.flatMap(({ events }) => events) : [];

function tellTable(
  events: TableEvent[],
  at: number,
  name: NameOf,
  players: readonly PlayerId[],
): Told[] {
  const ids = new Set([...players, ...events.flatMap((event) => [...peopleIn(event)])]);
  const people = [...ids].map((player) => ({ player, name: name(player) }));
  // The sentences are those of the table's own screen, which knows people by the table it shows.
  const view = {
    people: [...people, { player: SOMEBODY, name: words.somebody }],
    round: null,
  } as unknown as TableView;
  return happened({ at, view, events } as Frame, players, t.books.pairs.pair ?? '');
}

function foundedWords({ book, decks, access }: TableConfig, name: NameOf): string {
  return typeof access === 'object'
    ? words.foundedPrivate(name(access.private.owner), book, decks)
    : words.founded(book, decks);
}

/** The players of the round that is being played after an entry of a table. */
export function playersAfter({ body }: LogEntry, before: readonly PlayerId[]): readonly PlayerId[] {
  return eventsOf(body).reduce((players, event) => {
    const seen = readTable(event);
    return seen.name === 'round_began' ? seen.is.players : players;
  }, before);
}

/** Whether these entries of a table begin in the middle of a round. */
export function beginsInRound(entries: LogEntry[]): entries is [LogEntry, ...LogEntry[]] {
  const names = entries.flatMap(({ body }) => eventsOf(body)).map((event) => readTable(event).name);
  return names.find((name) => name === 'round' || name === 'round_began') === 'round';
}

function deskWords({ name: what, is }: Named<DeskEvent>, nameOf: NameOf): string {
  const d = words.desk;
  const name = 'person' in is ? nameOf(is.person) : '';
  switch (what) {
    case 'registered':
      return d.registered(is.handle, t.session.kind[is.kind]);
    case 'signed_in':
      return d.signed_in(name, is.session);
    case 'sign_in_failed':
      return d.sign_in_failed(name, is.failures);
    case 'wrong_password':
      return d.wrong_password(name, is.tries.count);
    case 'days_set':
      return is.from === 0
        ? d.days_set(is.zone.name)
        : d.days_set_from(is.zone.name, dateAndTime(is.from));
    case 'session_ended':
      return d.session_ended(name, is.session, d.ends[is.why]);
    case 'locked':
      return d.locked(name, is.why);
    case 'role_given':
    case 'role_taken':
      return d[what](name, own.role[is.role]);
    case 'card_issued':
    case 'card_cancelled':
      return d[what](name, is.number);
    case 'moved':
      return d.moved(name, net(is.net), moneyWhy(is.why));
    case 'limit_set':
      return limitSet(is.change, is.from, name);
    case 'excluded':
      return d.excluded(
        name,
        typeof is.until === 'object' ? d.until(dateAndTime(is.until.until)) : d.for_ever,
      );
    case 'incident_noted':
      return d.incident_noted(is.no, `${is.what}${is.table ? d.incident_at(is.table) : ''}`);
    case 'done':
      return d.done(is.deed.replaceAll('_', ' '), is.what);
    case 'guest_closed':
    case 'reauthenticated':
    case 'password_changed':
    case 'password_reset':
    case 'unlocked':
    case 'reality_acknowledged':
      return d[what](name);
    default:
      return words.entry.unknown(what satisfies never);
  }
}

function moneyWhy(why: MoneyWhy): string {
  const { name, is } = named(why);
  return is === null ? words.desk.why[name] : `${words.desk.why[name]}, ${is}`;
}

function limitSet(change: LimitChange, from: number, name: string): string {
  const { name: limit, is } = named(change);
  // A limit that this page does not know is not told as another.
  if (!LIMITS.includes(limit)) return words.entry.unknown(`limit_set, ${limit}`);
  return words.desk.limit_set(
    name,
    own.limits.names[limit],
    limitWords(limit, is) ?? words.desk.none,
    dateAndTime(from),
  );
}

export function tellTransfer({ does, purpose }: Transfer, name: NameOf): string {
  const w = words.transfer;
  const why = purpose.replaceAll('_', ' ');
  const move = named(does);
  switch (move.name) {
    case 'pay':
    case 'reclaim':
      return w[move.name](
        money(move.is.amount),
        accountName(move.is.from, name),
        accountName(move.is.to, name),
        why,
      );
    case 'hold':
      return w.hold(money(move.is.amount), accountName(move.is.from, name), why);
    case 'post':
      return w.post(money(move.is.amount), why);
    case 'void':
      return w.void(why);
  }
}

function accountName(account: Account, name: NameOf): string {
  const w = words.account;
  const of = named(account);
  switch (of.name) {
    case 'house':
      return w.house;
    case 'player':
      return name(of.is);
    case 'tokens':
      return w.tokens(name(of.is));
    case 'float':
    case 'held':
    case 'tournament':
      return w[of.name](of.is);
    case 'pool':
      return w.pool(of.is[0]);
  }
}

/** Who did it: `house`, `visitor` or `person/7`. */
export function byWords(by: string, name: NameOf): string {
  const person = /^person\/(\d+)$/.exec(by)?.[1];
  if (person !== undefined) return name(Number(person));
  return { house: words.entry.house, visitor: words.entry.visitor }[by] ?? by;
}

export function streamWords(stream: string): string {
  const [kind = '', no = ''] = stream.split('/');
  if (kind === 'table') return words.stream.table(no);
  if (kind === 'tournament') return words.stream.tournament(no);
  return kind === 'house' ? words.stream.house : stream;
}

/**
 * Everybody an entry names. In a round players are told by their place in it, which names nobody.
 */
export function peopleIn(value: unknown): Set<PlayerId> {
  const found = new Set<PlayerId>();
  const look = (part: unknown, key: string): void => {
    if (
      typeof part === 'number' &&
      ['player', 'players', 'person', 'owner', 'to', 'tokens'].includes(key)
    )
      found.add(part);
    else if (typeof part === 'string' && key === 'by')
      for (const no of /^person\/(\d+)$/.exec(part)?.slice(1) ?? []) found.add(Number(no));
    if (Array.isArray(part)) for (const each of part) look(each, key);
    else if (part !== null && typeof part === 'object' && key !== 'round') {
      for (const [name, each] of Object.entries(part)) look(each, name);
    }
  };
  look(value, '');
  return found;
}

// An entry of the log in sentences.
import { LIMITS, limitWords } from '../session/limit';
import { words as own } from '../session/words';
import { happened } from '../table/words';
import { t } from '../text';
import { dateAndTime } from '../text/dates';
import { money, net } from '../text/money';
import type { Frame, PlayerId, TableView } from '../wire';
import type { AccountName, DeskBody, DeskEvent, Entry, TableBody, Transfer } from './types';
import { words } from './words';

export type NameOf = (person: PlayerId) => string;
export interface Told {
  words: string;
  clause: string | null;
}

/** Somebody in a round that began before the page does. */
const SOMEBODY = -1;

/** What happened, line by line. `players` are those of the round that is being played, as far as the page tells. */
export function tell(entry: Entry, name: NameOf, players: readonly PlayerId[]): Told[] {
  if (entry.kind === 'table') return tellTable(entry.body as TableBody, name, players);
  if (entry.kind === 'desk') return tellDesk(entry.body as DeskBody, name);
  return [{ words: words.entry.unknown(entry.kind), clause: null }];
}

function tellTable(body: TableBody, name: NameOf, players: readonly PlayerId[]): Told[] {
  if (body.founded) return [{ words: foundedWords(body.founded, name), clause: null }];
  const events = (body.steps ?? []).flatMap((step) => step.events);
  const ids = new Set([...players, ...events.flatMap((event) => [...peopleIn(event)])]);
  const people = [...ids].map((player) => ({ player, name: name(player) }));
  // The sentences are those of the table's own screen, which knows people by the table it shows.
  const view = { people: [...people, { player: SOMEBODY, name: words.somebody }], round: null } as unknown as TableView;
  return happened({ view, events } as Frame, players, t.books.pairs.pair ?? '');
}

function foundedWords({ book, decks, access }: NonNullable<TableBody['founded']>, name: NameOf): string {
  return access ? words.foundedPrivate(name(access.private.owner), book, decks) : words.founded(book, decks);
}

/** The players of the round that is being played after these entries, by stream. */
export function playersAfter(entry: Entry, before: readonly PlayerId[]): readonly PlayerId[] {
  const steps = entry.kind === 'table' ? ((entry.body as TableBody).steps ?? []) : [];
  const began = steps
    .flatMap((step) => step.events)
    .findLast(({ what }) => typeof what === 'object' && 'round_began' in what);
  return began && typeof began.what === 'object' && 'round_began' in began.what
    ? began.what.round_began.players
    : before;
}

function tellDesk({ events }: DeskBody, name: NameOf): Told[] {
  return events.map((event) => {
    const [what = '', is = {}] = Object.entries(event)[0] ?? [];
    return { words: deskWords(what, is, is.person === undefined ? '' : name(is.person)), clause: null };
  });
}

function deskWords(what: string, is: DeskEvent, name: string): string {
  const d = words.desk;
  switch (what) {
    case 'registered':
      return d.registered(is.handle ?? name, is.kind === undefined ? '' : t.session.kind[is.kind]);
    case 'signed_in':
      return d.signed_in(name, is.session ?? 0);
    case 'sign_in_failed':
      return d.sign_in_failed(name, is.failures ?? 0);
    case 'session_ended':
      return d.session_ended(name, is.session ?? 0, d.ends[String(is.why)] ?? String(is.why));
    case 'locked':
      return d.locked(name, String(is.why));
    case 'role_given':
    case 'role_taken':
      return d[what](name, is.role === undefined ? '' : own.role[is.role]);
    case 'moved':
      return d.moved(name, net(is.net ?? 0), moneyWhy(is.why));
    case 'limit_set':
      return limitSet(is, name);
    case 'excluded':
      return d.excluded(name, typeof is.until === 'object' ? d.until(dateAndTime(is.until.until)) : d.for_ever);
    case 'incident_noted':
      return d.incident_noted(is.no ?? 0, `${is.what ?? ''}${is.table ? d.incident_at(is.table) : ''}`);
    case 'done':
      return d.done((is.deed ?? '').replaceAll('_', ' '), is.what ?? '');
    case 'guest_closed':
    case 'reauthenticated':
    case 'password_changed':
    case 'password_reset':
    case 'unlocked':
    case 'reality_acknowledged':
      return d[what](name);
    default:
      return words.entry.unknown(what);
  }
}

function moneyWhy(why: DeskEvent['why']): string {
  const [kind = '', reason] = typeof why === 'object' ? (Object.entries(why)[0] ?? []) : [String(why)];
  const said = words.desk.why[kind] ?? kind;
  return reason === undefined ? said : `${said}, ${reason}`;
}

function limitSet(is: DeskEvent, name: string): string {
  const [limit = '', to = null] = Object.entries(is.change ?? {})[0] ?? [];
  const known = LIMITS.find((each) => each === limit);
  if (known === undefined) return words.entry.unknown(`limit_set, ${limit}`);
  return words.desk.limit_set(
    name,
    own.limits.names[known],
    limitWords(known, to) ?? words.desk.none,
    dateAndTime(is.from ?? 0),
  );
}

export function tellTransfer({ does, purpose }: Transfer, name: NameOf): string {
  const w = words.transfer;
  const why = purpose.replaceAll('_', ' ');
  if ('reclaim' in does) {
    const { amount, from, to } = does.reclaim;
    return w.reclaim(money(amount), accountName(from, name), accountName(to, name), why);
  }
  if ('pay' in does)
    return w.pay(money(does.pay.amount), accountName(does.pay.from, name), accountName(does.pay.to, name), why);
  if ('hold' in does) return w.hold(money(does.hold.amount), accountName(does.hold.from, name), why);
  return 'post' in does ? w.post(money(does.post.amount), why) : w.void(why);
}

function accountName(account: AccountName, name: NameOf): string {
  if (account === 'house') return words.account.house;
  const [kind = '', of = ''] = typeof account === 'object' ? (Object.entries(account)[0] ?? []) : [account];
  if (kind === 'player') return name(Number(of));
  const table = Array.isArray(of) ? String(of[0]) : String(of);
  const say = { float: words.account.float, held: words.account.held, pool: words.account.pool }[kind];
  return say ? say(table) : `${kind} ${table}`;
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

/** Everybody an entry names. In a round players are told by their place in it, which names nobody. */
export function peopleIn(value: unknown): Set<PlayerId> {
  const found = new Set<PlayerId>();
  const look = (part: unknown, key: string): void => {
    if (typeof part === 'number' && ['player', 'players', 'person', 'owner', 'to', 'tokens'].includes(key))
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

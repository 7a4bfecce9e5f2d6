// What an entry of the log holds, as `docs/store.md` tells it. The wire says only that it is JSON; what stands in it is of
// the wire's own types where those have it.
import type {
  Clause,
  Exclusion,
  LimitChange,
  LogLine,
  Money,
  Net,
  PersonKind,
  PlayerId,
  Role,
  TableEvent,
  TableId,
  Time,
} from '../wire';

export interface Entry {
  at: Time;
  body: TableBody | DeskBody | Record<string, unknown>;
  by: string;
  command: { id: string; sender: string } | null;
  kind: string;
  seq: number;
  stream: string;
  transfers: Transfer[];
  version: number;
}

export type LogEntry = Omit<LogLine, 'entry'> & { entry: Entry };

export interface TableBody {
  /** Nothing is said of who may come where everybody may. */
  founded?: { book: string; decks: number; access?: { private: { owner: PlayerId } } };
  steps?: { events: TableEvent[] }[];
}

export interface DeskBody {
  events: Record<string, DeskEvent>[];
}

/** What an event at the desk may say; which of it, its name tells. */
export interface DeskEvent {
  person?: PlayerId;
  handle?: string;
  kind?: PersonKind;
  session?: number;
  failures?: number;
  why?: string | Record<string, string>;
  role?: Role;
  net?: Net;
  change?: LimitChange;
  from?: Time;
  until?: Exclusion;
  no?: number;
  table?: TableId | null;
  what?: string;
  deed?: string;
}

export type AccountName = string | Record<string, unknown>;
export type Transfer = {
  clause: Clause;
  id: { no: number; series: unknown };
  purpose: string;
  does:
    | { pay: { amount: Money; from: AccountName; to: AccountName } }
    | { reclaim: { amount: Money; from: AccountName; to: AccountName } }
    | { hold: { amount: Money; from: AccountName; to: AccountName } }
    | { post: { amount: Money } }
    | { void: object };
};

// What an entry of the log holds, as `docs/store.md` tells it. The wire says only that it is JSON.
import type { TableEvent } from '../wire';

export interface Entry {
  at: number;
  body: TableBody | DeskBody | Record<string, unknown>;
  by: string;
  command: { id: string; sender: string } | null;
  kind: string;
  seq: number;
  stream: string;
  transfers: Transfer[];
  version: number;
}

export interface LogEntry {
  position: number;
  hash: string;
  entry: Entry;
}

export interface TableBody {
  founded?: { book: string; decks: number };
  steps?: { events: TableEvent[] }[];
}

export interface DeskBody {
  events: Record<string, DeskEvent>[];
}

/** What an event at the desk may say; which of it, its name tells. */
export interface DeskEvent {
  person?: number;
  handle?: string;
  kind?: string;
  session?: number;
  failures?: number;
  why?: string | Record<string, string>;
  role?: string;
  net?: number;
  change?: Record<string, number | null>;
  from?: number;
  until?: { until: number } | 'for_ever';
  no?: number;
  table?: number | null;
  what?: string;
  deed?: string;
}

export type AccountName = string | Record<string, unknown>;
export type Transfer = {
  clause: string;
  id: { no: number; series: unknown };
  purpose: string;
  does:
    | { pay: { amount: number; from: AccountName; to: AccountName } }
    | { hold: { amount: number; from: AccountName; to: AccountName } }
    | { post: { amount: number } }
    | { void: object };
};

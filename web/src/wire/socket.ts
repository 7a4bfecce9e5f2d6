// Generated from the Rust types: do not edit. `make types` writes it again.

import type { Check } from "./desk";
import type { RoundEvent } from "./game";
import type { TableAnswer } from "./house";
import type { PlayerId, TableId } from "./ledger";
import type { Net } from "./rules";
import type { ErrorDetail } from "./server";
import type { Command, PrivateView, RoundView, TableEvent, TableView, Time } from "./table";

/** What a client may say. */
export type ClientSays =
  | {
      do: {
        /** The client's own name for this request; a repetition has the same. */
        id: string;
        /** Which table. */
        table: TableId;
        /** How many rounds had begun there when it was meant; once another has begun it is refused. */
        rounds?: number | null;
        /** For what. */
        command: Command;
      };
    }
  | {
      watch: {
        /** Which table. */
        table: TableId;
        /** The last version the client has seen. */
        from?: number | null;
        /** The key of a private table. */
        key?: string | null;
      };
    }
  | {
      unwatch: {
        /** Which table. */
        table: TableId;
      };
    }
  | "ping";

/** One version of a table, as everybody sees it. */
export type Frame = {
  table: TableId;
  version: number;
  at: Time;
  view: TableView;
  /** The round that ended within this version, as it was at its end; `view` has no cards of it any more. */
  over: RoundView | null;
  /**
   * What happened before in the round that is being played. Only those who come to it are told; everybody
   * else was told already.
   */
  earlier: RoundEvent[];
  events: TableEvent[];
};

/** What those who watch a table are sent. */
export type Sent = { frame: Frame } | { private: { table: TableId; version: number; view: PrivateView } };

/** What the server says on a socket. */
export type ServerSays = Sent | Tell;

/** What the server says beside the frames of tables. */
export type Tell =
  | {
      hello: {
        person: PlayerId | null;
        handle: string | null;
        at: Time;
        /**
         * Which build of the program and its page it is: a page of another build had better be loaded again.
         */
        build: string;
      };
    }
  | { answer: { id: string; table: TableId; answer: TableAnswer } }
  | { refused: { id: string | null; table?: TableId; code: string; error: string; detail?: ErrorDetail } }
  | { balance: { cents: Net } }
  | { reality: { check: Check } }
  | { pong: { at: Time } };

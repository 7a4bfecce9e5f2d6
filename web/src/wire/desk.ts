// Generated from the Rust types: do not edit. `make types` writes it again.

import type { Money, Net } from "./rules";
import type { Span, Time } from "./table";

/** What a reality check says. */
export type Check = {
  /** How long was played since the last one. */
  played: Span;
  /** What was won or lost since. */
  net: Net;
};

/** Until when somebody is excluded from play. */
export type Exclusion = { until: Time } | "for_ever";

/** A change that a player wants. None removes the limit. */
export type LimitChange =
  | { loss_a_day: Money | null }
  | { wagered_a_day: Money | null }
  | { one_wager: Money | null }
  | { play_a_day: Span | null }
  | { reality_every: Span };

/** The kinds of people. */
export type PersonKind = "guest" | "member" | "house_player" | "staff";

/** What a person is employed or admitted to do. */
export type Role =
  | "player"
  | "dealer"
  | "supervisor"
  | "gaming_manager"
  | "tournament_director"
  | "inspector"
  | "administrator";

/** What a person must do after signing in. */
export type Then = "welcome" | "change_password";

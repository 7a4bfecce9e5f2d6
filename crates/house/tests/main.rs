//! Tables on a journal.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

mod card_strategy;
mod host;
mod house_players;
mod replay;

//! What the tests share.
#![allow(dead_code, unused_imports, reason = "no test uses all of it")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod tables;
mod whim;

pub(crate) use tables::{alone, compare, sevens, shared, table, wager};
pub(crate) use whim::{Hasty, Tidy, Whim};

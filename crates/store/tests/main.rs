//! The journal and its audit.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

mod audit;
mod csv;
mod faults;
mod golden;
mod journal;
mod sqlite;
mod writer;

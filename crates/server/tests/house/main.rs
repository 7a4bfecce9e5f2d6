//! The server as its clients meet it: a house that really listens, on a real or a fake disk, and
//! real connections to it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod accounts;
mod anything;
mod books;
mod connections;
mod days;
mod examples;
mod faults;
mod floor_rules;
mod lab;
mod log;
mod matrix;
mod own;
mod private_tables;
mod restart;
mod settings;
mod staff;
mod support;
mod tables;
mod top_up;
mod waits;
mod written_rounds;

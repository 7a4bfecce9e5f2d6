//! Scenes at a table, a file for each noun.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[macro_use]
mod common;

mod absence;
mod cards;
mod closing;
mod cut;
mod interruption;
mod laws;
mod limits;
mod money;
mod restriction;
mod seats;
mod shoe;
mod sign;
mod view;
mod void;
mod wagers;

//! The real program, a file for each command; and what holds for the workspace as a whole.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

mod arrows;
mod audit;
mod cli;
mod count;
mod edge;
mod fair;
mod lab;
mod links;
mod play;
mod price;
mod readme;
mod rng;
mod serve;
mod side;
mod simulate;
mod simulate_table;
mod strategy;

//! What the solver finds, against other ways to find it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

mod anchors;
mod brute_force;
mod laws;
mod removal;
mod side_wagers;

//! The whole house from one seed.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod auditor;
mod every_call;
mod same_seed;
mod seeds;

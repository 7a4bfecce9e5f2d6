//! The people of the house.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

mod days;
mod documents;
mod limits;
mod people;
mod roles;
mod sign_in;
mod told;
mod top_up;

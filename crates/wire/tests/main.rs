//! The types that the page has of what the house says.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod files;
mod forms;
mod house;

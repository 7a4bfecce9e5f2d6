//! TypeScript types of everything that goes over the wire, made from the Rust types.
//!
//! [`Wire`] gathers the types, [`files`](Wire::files) writes them down for `web/src/wire/`, and
//! [`fits`](Wire::fits) says whether a JSON value is of a type. Nothing here is part of the
//! product: the house runs without it.

mod fits;
mod parse;
mod print;
mod shape;
mod wire;

pub use fits::Misfit;
pub use shape::{Field, Shape};
pub use wire::{Wire, WireFault};

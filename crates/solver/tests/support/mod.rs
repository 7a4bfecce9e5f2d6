//! Every order of a small shoe, dealt through the engine, and what the solver says of the same.
#![allow(
    clippy::float_arithmetic,
    reason = "doubles are compared with fractions"
)]

pub(crate) mod comparison;
pub(crate) mod every_order;
pub(crate) mod layout;
pub(crate) mod players;
pub(crate) mod seen;

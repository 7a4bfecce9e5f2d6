//! What the tests share.

mod whim;

pub(crate) use whim::Whim;

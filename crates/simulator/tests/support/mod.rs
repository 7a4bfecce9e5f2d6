//! What the tests share.

mod layout;
mod whim;

pub(crate) use layout::Layout;
pub(crate) use whim::Whim;

//! The desk.
mod deed;
mod role;
pub use deed::{Deed, Effect, roles_page};
pub use role::{Dealt, Grant, Only, Place, Role, Stakes, Standing, TableKind};

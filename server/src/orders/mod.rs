//! Orders: placement and reading.

pub mod store;

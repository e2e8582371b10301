//! The cart: rows, versions and routes.

pub mod store;

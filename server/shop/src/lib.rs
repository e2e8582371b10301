//! What a store does, without the ways in: no routes, no pages. A feature is a folder with the same name as in the
//! rules crate and in the storefront; what it imports lies below it.

pub mod buying;
pub mod config;
pub mod finding;
pub mod idempotency;
pub mod import;
pub mod limits;
pub mod mail;
pub mod parked;
pub mod people;
pub mod pruning;
pub mod publishing;
pub mod schema;
pub mod session;
pub mod signing;
pub mod site;
pub mod state;

//! What a store does, without the ways in: no routes, no pages. A feature is a folder with the same name as in the
//! rules crate and in the storefront; what it imports lies below it.

pub mod buying;
pub mod columns;
pub mod config;
pub mod desk;
pub mod env;
pub mod events;
pub mod finding;
pub mod html;
pub mod idempotency;
pub mod import;
pub mod letters;
pub mod limits;
pub mod lockout;
pub mod mail;
pub mod owner;
pub mod passwords;
pub mod people;
pub mod pruning;
pub mod publishing;
pub mod schema;
pub mod session;
pub mod signing;
pub mod site;
pub mod staff;
pub mod state;
pub mod stock;
pub mod words;

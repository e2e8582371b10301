//! Grants of programs that were let in, with their bearer tokens.

pub mod store;

//! The ways into the store: over HTTP (`surfaces`, a table on one screen) and from the command line (`cli`).

pub mod cli;
pub mod surfaces;

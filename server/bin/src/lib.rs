//! The ways into the store: over HTTP (`surfaces`, a table on one screen) and from the command line (`cli`).

pub mod app;
pub mod background;
pub mod cli;
pub mod surfaces;

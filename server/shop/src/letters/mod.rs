//! What each letter says, and the worker that writes and sends the letters that were left (`mail`).

mod ordered;
pub mod text;
pub mod worker;

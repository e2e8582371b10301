//! How often something may be done: by an address (`rate`), with wrong codes (`guesses`), forms and orders of a site
//! (`quota`), each over the same windows (`windows`) in the memory of a node and, where several share a database, in its
//! rows (`shared`, `store`). Tries at an account are in `lockout`.

pub mod guesses;
pub mod quota;
pub mod rate;
mod shared;
mod store;
pub mod sweep;
mod windows;

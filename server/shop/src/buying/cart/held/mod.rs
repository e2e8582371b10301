//! A cart that is about to be changed: held until the transaction ends, with the lines that the change may touch.

mod store;

pub use store::{Held, hold_open, step_from, update_sums};

//! The catalogue and ways to find something in it.

pub mod analytics;
pub mod catalog;
pub mod missed;
pub mod pictures;
pub mod search;
pub mod snapshot;
pub mod wishlist;

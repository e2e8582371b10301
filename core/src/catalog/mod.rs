//! Products: what a shopper may read of them, units, availability, sizes, recently viewed.
//! Not here: prices (see `pricing`) and how products are stored (the server).

pub mod views;

pub use views::*;

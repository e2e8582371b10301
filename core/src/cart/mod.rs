//! The cart: what a shopper may ask of it, its evaluation and what goes out.
//! Not here: prices (see `pricing`), and rows (the server).

pub mod drafts;
pub mod quantity;
pub mod views;

pub use drafts::*;
pub use views::*;

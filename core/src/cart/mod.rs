//! The cart: what a shopper may ask of it, its evaluation and what goes out.
//! Not here: prices (see `pricing`), and rows (the server).

pub mod drafts;
pub mod evaluation;
pub mod forecast;
pub mod free_form;
pub mod lines;
pub mod merging;
pub mod ordered;
pub mod quantity;
pub mod requisition;
pub mod sharing;
pub mod summary;
pub mod texts;
pub mod views;

pub use drafts::*;
pub use sharing::*;
pub use views::*;

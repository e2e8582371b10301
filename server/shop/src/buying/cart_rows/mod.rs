//! What a cart and its lines are in the database. Apart from what is done to them: whoever keeps some knows nothing of carts else.

pub mod store;

pub use store::{cart_row::Model as CartRow, line_row::Model as LineRow};

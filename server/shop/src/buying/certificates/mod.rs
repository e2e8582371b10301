//! Gift certificates: where they are looked up, imported and used. What is done with one on a cart is the cart's.

pub mod client;
pub mod import;
pub mod source;
pub mod store;

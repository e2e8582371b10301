//! Offer (flyer) codes and program ids: looked up, applied to the cart and taken away (cart §4, §5).
//! Whether a code holds is a rule of `core`; what it prices is `pricing`'s.

pub mod client;
pub mod friendly;
pub mod import;
pub mod store;

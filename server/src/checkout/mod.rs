//! Checkout: shipping, payment, review.

pub mod store;

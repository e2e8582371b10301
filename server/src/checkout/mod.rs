//! Checkout: shipping, payment, review.

//! For who runs the store: whether it is well, figures, and the description of its operations.

pub mod health;
pub mod metrics;
pub mod openapi;

//! What a store says: pages, forms, the newsletter.

pub mod content;
pub mod forms;
pub mod newsletter;

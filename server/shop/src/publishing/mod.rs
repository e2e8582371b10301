//! What a store says: pages, forms, the newsletter; and the files of its builds.

pub mod builds;
pub mod content;
pub mod forms;
pub mod newsletter;

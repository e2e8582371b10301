//! Pages: QuickJS runs the storefront's own code with the answers a page needs, the result is cached
//! for everyone. What is personal is fetched by the browser afterwards.

pub mod address;
mod answers;
pub mod assets;
pub mod confirmation;
pub mod document;
#[cfg(feature = "demo")]
mod drawings;
pub mod engine;
pub mod failed;
pub mod fallback;
pub mod fields;
pub mod forms;
pub mod html;
pub mod images;
pub mod missing;
pub mod others;
pub mod pool;
pub mod reports;
mod sitemap;
pub mod written;

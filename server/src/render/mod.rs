//! Pages: QuickJS runs the storefront's own code with the answers a page needs, the result is cached
//! for everyone. What is personal is fetched by the browser afterwards.

pub mod address;
mod answers;
pub mod document;
pub mod engine;
pub mod pages;
pub mod pool;
mod sitemap;

//! Pages: QuickJS runs the storefront's own code with the answers a page needs, the result is cached
//! for everyone. What is personal is fetched by the browser afterwards.

pub mod address;
pub mod engine;
pub mod pool;

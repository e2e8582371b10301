//! HTTP below every surface: the accept loop, what handlers take from a request, kept bytes, and how a failure is said.
//! No route and no brand.

pub mod accept;
pub mod address;
pub mod audit;
pub mod cached;
pub mod cookies;
pub mod extract;
pub mod prepared;
pub mod problem;
pub mod request_id;
pub mod tls;
pub mod unread;

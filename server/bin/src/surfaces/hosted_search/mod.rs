//! Search in the shape of the hosted service that the specification names (shell §7): its public clients work
//! against `/1/…` with a brand's search-only key. A shape over the search and the learning corner: what is
//! found, and in which order, is decided there. No cookie counts here.

mod answer;
pub mod cors;
pub mod errors;
mod events;
mod facets;
mod filters;
mod highlight;
mod indexes;
mod keys;
mod learning;
mod objects;
mod params;
mod products;
pub mod routes;

/// Start of its operations.
pub const BELOW: &str = "/1/";

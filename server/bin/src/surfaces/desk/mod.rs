//! The desk: its pages, and what those who work for the store ask over HTTP, below `/desk/api/`.

pub mod audit;
pub mod caller;
pub mod customers;
pub mod documents;
pub mod edits;
pub mod inbox;
pub mod letters;
pub mod lists;
pub mod orders;
pub mod own;
pub mod pages;
pub mod references;
pub mod reports;
pub mod sign_in;
pub mod staff;
pub mod stock;
pub mod templates;

use crate::surfaces::operations::Operations;

/// Its first page; all others lie below.
pub const HOME: &str = "/desk";
/// Start of its operations.
pub const API_BELOW: &str = "/desk/api/";

/// All its operations.
pub fn router() -> Operations {
    vec![
        sign_in::router(),
        own::router(),
        staff::router(),
        audit::router(),
        orders::router(),
        lists::router(),
        documents::router(),
        edits::router(),
        inbox::router(),
        letters::router(),
        templates::router(),
        references::router(),
        stock::router(),
        reports::router(),
        customers::router(),
    ]
    .into_iter()
    .fold(Operations::new(), Operations::merge)
}

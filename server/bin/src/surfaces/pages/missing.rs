//! Addresses that lead to nothing, such as a letter's link that a mail program cut or that is over: told by a page with a
//! way on.

use axum::response::Response;
use fieldhouse_kernel::{
    failure::{Failure, FailureKind},
    http::problem,
};

use super::html::Document;

/// The page, with the failure's status, for what was not found. Any other failure is not the address's, and stays.
pub fn told(failure: Failure, page: impl FnOnce() -> Document) -> Result<Response, Failure> {
    if failure.kind != FailureKind::NotFound {
        return Err(failure);
    }
    Ok(problem::as_page(failure, page().finish()))
}

/// What is said of a letter's link, whatever it was for.
pub const LINK: &str = "This link does not work";
/// What may have become of it.
pub const LINK_WHY: &str = "A link works for seven days, and only as a whole: mail programs sometimes cut it. Please open \
                            it in your letter once more.";

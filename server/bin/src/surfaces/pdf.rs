//! A document as an answer: shown by the browser, named for who keeps it, kept by nobody on the way.

use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use fieldhouse_shop::buying::orders::documents::PdfFile;

/// The answer of a document.
pub fn pdf(file: PdfFile) -> Response {
    let disposition = ["inline; filename=\"", &file.name, "\""].concat();
    let headers = [
        (header::CONTENT_TYPE, "application/pdf".to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
    ];
    (headers, file.bytes).into_response()
}

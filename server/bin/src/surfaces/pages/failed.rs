//! What became of a form without scripts, or of a letter's link, where no handler says it: told by a page with a way on.

use axum::{
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use fieldhouse_core::brand::{Site, brand};
use fieldhouse_kernel::{
    failure::{Failure, FailureKind},
    http::problem::{problem_json, status_of},
};

use super::html::Document;

/// The page; `id` is what the log has of the request. Who asked at no brand's host gets no brand's page.
pub fn say(failure: &Failure, id: &str, site: Option<Site>) -> Response {
    let Some(site) = site else { return problem_json(failure, id) };
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    (status_of(failure), [(header::CONTENT_TYPE, kind)], page(failure, id, site).finish()).into_response()
}

fn page(failure: &Failure, id: &str, site: Site) -> Document {
    let phone = &brand(site).call_to_order_phone;
    let mut page;
    match failure.kind {
        FailureKind::Forbidden => {
            page = Document::new(site, "Nothing was done");
            page.text("This was asked for by a page that is not ours.");
            page.text("If it was you, please open the link in your letter, or the form on our page, once more.");
        }
        FailureKind::TooOften => {
            page = Document::new(site, "Please wait a moment");
            page.text(&failure.title);
            if let Some(seconds) = failure.retry_after {
                let minutes = seconds.div_ceil(60);
                let unit = if minutes == 1 { "minute" } else { "minutes" };
                page.text(&format!("Please try again in {minutes} {unit}."));
            }
        }
        FailureKind::Internal | FailureKind::Unavailable => {
            page = Document::new(site, "This did not work");
            page.text("It is our fault, not yours. Please try again in a few minutes.");
            page.text(&format!("If it stays so, call {phone} and name the number {id}."));
        }
        _ => {
            page = Document::new(site, "This did not work");
            page.text(&failure.title);
        }
    }
    page.link("/", "Return to home page");
    page
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use axum::http::StatusCode;

    use super::*;

    async fn said(failure: &Failure, site: Option<Site>) -> (StatusCode, String, String) {
        let response = say(failure, "id-1", site);
        let kind = response.headers()[header::CONTENT_TYPE].to_str().unwrap().to_owned();
        let status = response.status();
        let body = to_bytes(response.into_body(), 100_000).await.unwrap();
        (status, kind, String::from_utf8(body.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn people_are_told_in_words_what_became_of_it_and_what_to_do() {
        let at = Some(Site::US_GAMES);
        for (failure, status, words) in [
            (Failure::new(FailureKind::Forbidden, "no", "No."), 403, "once more"),
            (
                Failure::too_often("no", "Too many tries.", 60_001),
                429,
                "Too many tries.</p><p>Please try again in 2 minutes.",
            ),
            (Failure::too_often("no", "Too many tries.", 60_000), 429, "try again in 1 minute."),
            (Failure::internal(anyhow::anyhow!("a secret")), 500, "name the number id-1."),
            (Failure::unavailable(anyhow::anyhow!("a secret")), 503, "try again in a few minutes"),
            (Failure::malformed("The query has too many names."), 400, "The query has too many names."),
        ] {
            let (seen, kind, page) = said(&failure, at).await;
            assert_eq!((seen.as_u16(), kind.as_str()), (status, "text/html; charset=utf-8"));
            assert!(page.contains(words), "{page}");
            assert!(page.contains("<h1>") && page.contains("href=\"/\"") && !page.contains("a secret"), "{page}");
        }
    }

    #[tokio::test]
    async fn who_is_at_no_brands_host_is_told_without_a_brand() {
        let (status, kind, _) = said(&Failure::not_found(), None).await;
        assert_eq!((status, kind.as_str()), (StatusCode::NOT_FOUND, "application/problem+json"));
    }
}

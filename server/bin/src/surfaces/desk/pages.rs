//! The desk's pages: one document for every address, and the files of its build. Who asks for it is nobody yet, so it says
//! nothing that is not public; nothing in it runs by itself, and scripts are files (decision 4).

use askama::filters;
use axum::{
    extract::Request,
    http::{HeaderValue, Method, header},
    response::{IntoResponse, Response},
};
use fieldhouse_core::brand::{Site, brand};
use fieldhouse_kernel::{failure::Failure, http::problem};
use fieldhouse_shop::{config::Config, state::AppState};
use serde::Serialize;

use super::HOME;
use crate::surfaces::pages::{assets::Entry, fallback::Pages};

const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

/// The desk's own mark, from `web/src/desk/public`.
const ICON: &str = "/desk/assets/icon-desk.v1.svg";

/// A brand as the desk names it.
#[derive(Serialize)]
struct BrandName {
    site: &'static str,
    name: &'static str,
}

/// Whether an address is one of the desk's.
pub fn is_below(path: &str) -> bool {
    path.strip_prefix(HOME).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// A file of the build, the document, or nothing: what looks like a file and is none.
pub async fn show(state: &AppState, pages: &Pages, document: &str, request: Request) -> Response {
    let (method, path) = (request.method(), request.uri().path());
    if !(*method == Method::GET || *method == Method::HEAD) {
        let allow = [(header::ALLOW, HeaderValue::from_static("GET, HEAD"))];
        return (allow, problem::method_not_allowed()).into_response();
    }
    let rest = path.strip_prefix(HOME).unwrap_or_default();
    if let Some(file) = pages.desk.answer(rest, request.headers()) {
        return file;
    }
    if rest.starts_with("/assets/") {
        return pages.others.answer(state, path, request.headers()).await;
    }
    if rest.contains('.') || rest.contains('%') {
        return Failure::not_found().into_response();
    }
    ([(header::CONTENT_TYPE, HTML)], document.to_owned()).into_response()
}

/// The document. It names the brands and whether there is single sign-on, which the sign-in page has to know.
pub fn document(config: &Config, entry: &Entry) -> String {
    let mut out = String::with_capacity(2048);
    let mut push = |parts: &[&str]| parts.iter().for_each(|part| out.push_str(part));
    push(&["<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">"]);
    push(&["<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"]);
    push(&["<meta name=\"robots\" content=\"noindex\"><meta name=\"color-scheme\" content=\"light dark\">"]);
    push(&["<title>Desk</title><link rel=\"icon\" type=\"image/svg+xml\" href=\"", ICON, "\">"]);
    for href in &entry.styles {
        push(&["<link rel=\"stylesheet\" href=\"", href, "\">"]);
    }
    for href in &entry.fonts {
        push(&["<link rel=\"preload\" as=\"font\" type=\"font/woff2\" crossorigin href=\"", href, "\">"]);
    }
    let named = |address: &str| ["\" integrity=\"", entry.integrity_of(address), "\">"].concat();
    for href in &entry.modules {
        push(&["<link rel=\"modulepreload\" href=\"", href, &named(href)]);
    }
    for href in &entry.wasm {
        push(&["<link rel=\"preload\" as=\"fetch\" crossorigin href=\"", href, "\">"]);
    }
    if let Some(script) = &entry.script {
        push(&["<script type=\"module\" src=\"", script, &named(script), "</script>"]);
    }
    let brands = Site::all().map(|site| BrandName { site: site.key(), name: &brand(site).name });
    let brands = serde_json::to_string(&brands.collect::<Vec<_>>()).unwrap_or_default();
    let sso = if config.sso_issuer.is_empty() { "" } else { " data-single-sign-on" };
    push(&["</head><body><div id=\"root\" data-brands=\"", &attribute(&brands), "\"", sso, "></div>"]);
    push(&["<noscript><p>The desk needs scripts: please switch them on in your browser.</p></noscript>"]);
    if entry.script.is_none() {
        push(&["<p>The desk's pages are not built: `make web` builds them.</p>"]);
    }
    push(&["</body></html>"]);
    out
}

/// A text as the value of an attribute.
fn attribute(text: &str) -> String {
    filters::escape(text, filters::Html).map(|text| text.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_begins_like_the_desk_is_not_the_desk() {
        assert!(is_below("/desk") && is_below("/desk/") && is_below("/desk/orders/1"));
        assert!(!is_below("/desks") && !is_below("/") && !is_below("/c/desk"));
    }

    #[test]
    fn nothing_in_the_document_runs_by_itself() {
        let entry = Entry {
            script: Some("/desk/assets/desk-1.js".to_owned()),
            styles: vec!["/desk/assets/desk-2.css".to_owned()],
            integrity: [("/desk/assets/desk-1.js".to_owned(), "sha256-A".to_owned())].into(),
            ..Entry::default()
        };
        let document = document(&Config::default(), &entry);
        assert!(
            document
                .contains("<script type=\"module\" src=\"/desk/assets/desk-1.js\" integrity=\"sha256-A\"></script>")
        );
        assert_eq!(document.matches("<script").count(), 1);
        assert!(!document.contains("style=") && !document.contains("data-single-sign-on"));
        assert!(
            document.contains("{&#34;site&#34;:&#34;usgames&#34;,&#34;name&#34;:&#34;US Games&#34;}"),
            "{document}"
        );
    }
}

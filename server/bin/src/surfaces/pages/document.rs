//! The HTML document around a rendered page. Everything that is not the renderer's markup is written
//! here, and nothing in it runs: scripts are files, and what the page was made from has an address of its own.

use askama::filters;
use fieldhouse_core::brand::{Site, brand};
use serde::Deserialize;

use crate::surfaces::pages::{
    assets::{Entry, START},
    engine::RenderError,
};

/// Before the address of a page, the address of what it was made from.
pub const DATA: &str = "/page-data";

/// What the renderer answers.
#[derive(Debug, Default, Deserialize)]
pub struct Rendered {
    /// HTTP status.
    pub status: u16,
    /// Markup of the root.
    #[serde(skip)]
    pub html: String,
    /// Title, description, canonical link, Open Graph, JSON-LD.
    pub head: String,
    /// Another address to go to instead.
    #[serde(default)]
    pub location: Option<String>,
}

impl Rendered {
    /// Reads what the renderer wrote: a line of JSON, then the markup as it is.
    pub fn read(text: &str) -> Result<Self, RenderError> {
        let failed = |why: &str| RenderError::Failed(why.to_owned());
        let (line, html) = text.split_once('\n').ok_or_else(|| failed("it answered without markup"))?;
        let page: Self = serde_json::from_str(line).map_err(|error| failed(&error.to_string()))?;
        Ok(Self { html: html.to_owned(), ..page })
    }
}

/// The whole document of the page at `url`; `of` names what it was made from.
pub fn build(site: Site, entry: &Entry, page: &Rendered, (url, of): (&str, &str)) -> String {
    let quoted = attribute(url);
    let mut out = String::with_capacity(page.html.len() + page.head.len() + 2048);
    let mut push = |parts: &[&str]| parts.iter().for_each(|part| out.push_str(part));
    let design = &brand(site).design;
    push(&["<!doctype html><html lang=\"en\" data-site=\"", site.key(), "\" data-design=\"", design, "\"><head>"]);
    push(&["<meta charset=\"utf-8\">"]);
    push(&["<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">", &page.head]);
    for href in entry.styles_of(site) {
        push(&["<link rel=\"stylesheet\" href=\"", href, "\">"]);
    }
    for href in entry.fonts_of(site) {
        push(&["<link rel=\"preload\" as=\"font\" type=\"font/woff2\" crossorigin href=\"", href, "\">"]);
    }
    push(&["</head><body><div id=\"root\" data-page=\"", DATA, &quoted, "\" data-of=\"", of, "\""]);
    if !Site::BUILT_IN.contains(&site) {
        // The rules of the browser know those that are built in.
        let row = serde_json::to_string(brand(site)).unwrap_or_default();
        push(&[" data-brand=\"", &attribute(&row), "\""]);
    }
    push(&[">"]);
    push(&[&page.html, "</div>"]);
    if let Some(script) = &entry.script {
        let (modules, wasm) = (entry.modules.join(" "), entry.wasm.join(" "));
        let named: Vec<&str> = entry.scripts().skip(1).map(|address| entry.integrity_of(address)).collect();
        push(&["<script defer src=\"", START, "\" integrity=\"", entry.integrity_of(START)]);
        push(&["\" data-script=\"", script, "\" data-modules=\"", &modules, "\" data-wasm=\"", &wasm]);
        push(&["\" data-integrity=\"", &named.join(" "), "\"></script>"]);
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
    fn r52_nothing_of_an_address_can_end_its_attribute() {
        let page = Rendered { html: "<p>hi</p>".to_owned(), ..Rendered::default() };
        let entry = Entry {
            script: Some("/assets/a.js".to_owned()),
            modules: vec!["/assets/m.js".to_owned(), "/assets/n.js".to_owned()],
            wasm: vec!["/assets/r.wasm".to_owned()],
            integrity: [(START, "sha256-S"), ("/assets/a.js", "sha256-A"), ("/assets/m.js", "sha256-M")]
                .map(|(address, digest)| (address.to_owned(), digest.to_owned()))
                .into(),
            ..Entry::default()
        };
        let url = "/search/?query=\"><script>alert(1)</script>&page=2";
        let document = build(Site::US_GAMES, &entry, &page, (url, "7.3"));
        let root = "<div id=\"root\" data-page=\"/page-data/search/?query=&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;\
                    &#38;page=2\" data-of=\"7.3\"><p>hi</p></div>";
        assert!(document.contains(root), "{document}");
        // The scripts are named and not fetched before the page is painted.
        let start = "<script defer src=\"/assets/start.v2.js\" integrity=\"sha256-S\" data-script=\"/assets/a.js\" \
                     data-modules=\"/assets/m.js /assets/n.js\" data-wasm=\"/assets/r.wasm\" \
                     data-integrity=\"sha256-A sha256-M \"></script>";
        assert!(document.contains(start), "{document}");
        assert_eq!(document.matches("<script").count(), 1);
        assert!(!document.contains("modulepreload"));
        assert!(
            document.starts_with("<!doctype html><html lang=\"en\" data-site=\"usgames\" data-design=\"usgames\">")
        );
        assert!(!document.contains("data-brand"), "the rules of the browser have it");
    }
}

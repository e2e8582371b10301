//! The HTML document around a rendered page. Everything that is not the renderer's markup is written
//! here, and nothing in it runs: scripts are files, data is inert JSON.

use fieldhouse_core::brand::Site;
use serde::Deserialize;

use crate::http::assets::Entry;

/// Fetches the modules once the page can be seen: on a slow line they would hold up its text and pictures.
const START: &str = "/assets/start.v1.js";

/// What the renderer answers.
#[derive(Debug, Default, Deserialize)]
pub struct Rendered {
    /// HTTP status.
    pub status: u16,
    /// Markup of the root.
    pub html: String,
    /// Title, description, canonical link, Open Graph, JSON-LD.
    pub head: String,
    /// Another address to go to instead.
    #[serde(default)]
    pub location: Option<String>,
}

/// The whole document. `data` is a JSON object of answers by their API address.
pub fn build(site: Site, entry: &Entry, page: &Rendered, data: &str) -> String {
    let mut out = String::with_capacity(page.html.len() + page.head.len() + data.len() + 2048);
    let mut push = |parts: &[&str]| parts.iter().for_each(|part| out.push_str(part));
    push(&["<!doctype html><html lang=\"en\" data-site=\"", site.key(), "\"><head><meta charset=\"utf-8\">"]);
    push(&["<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">", &page.head]);
    for href in &entry.styles {
        push(&["<link rel=\"stylesheet\" href=\"", href, "\">"]);
    }
    for href in entry.fonts_of(site) {
        push(&["<link rel=\"preload\" as=\"font\" type=\"font/woff2\" crossorigin href=\"", href, "\">"]);
    }
    push(&["</head><body><div id=\"root\">", &page.html, "</div>"]);
    push(&["<script type=\"application/json\" id=\"data\">", &data.replace('<', "\\u003c"), "</script>"]);
    if let Some(script) = &entry.script {
        let (modules, wasm) = (entry.modules.join(" "), entry.wasm.join(" "));
        push(&["<script defer src=\"", START, "\" data-script=\"", script]);
        push(&["\" data-modules=\"", &modules, "\" data-wasm=\"", &wasm, "\"></script>"]);
    }
    push(&["</body></html>"]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r52_no_text_in_the_data_can_end_its_element() {
        let page = Rendered { html: "<p>hi</p>".to_owned(), ..Rendered::default() };
        let data = serde_json::json!({"/api/shell": {"announcement": "</script><script>alert(1)</script><!--"}});
        let entry = Entry {
            script: Some("/assets/a.js".to_owned()),
            modules: vec!["/assets/m.js".to_owned(), "/assets/n.js".to_owned()],
            wasm: vec!["/assets/r.wasm".to_owned()],
            ..Entry::default()
        };
        let document = build(Site::UsGames, &entry, &page, &data.to_string());
        assert_eq!(document.matches("<script").count(), 2);
        assert_eq!(document.matches("</script>").count(), 2);
        assert!(!document.contains("<!--"));
        // The scripts are named and not fetched before the page is painted.
        let start = "<script defer src=\"/assets/start.v1.js\" data-script=\"/assets/a.js\" \
                     data-modules=\"/assets/m.js /assets/n.js\" data-wasm=\"/assets/r.wasm\"></script>";
        assert!(document.contains(start), "{document}");
        assert!(!document.contains("modulepreload"));
        assert!(document.starts_with("<!doctype html><html lang=\"en\" data-site=\"usgames\">"));
        let start = document.find("id=\"data\">").unwrap() + 10;
        let end = document[start..].find("</script>").unwrap() + start;
        assert_eq!(serde_json::from_str::<serde_json::Value>(&document[start..end]).unwrap(), data);
    }
}

//! The markup of a report: a small document without scripts. Every text is escaped here.

use fieldhouse_core::brand::{Site, brand};
use fieldhouse_kernel::http::html::escaped;

/// A report being written.
pub struct Document {
    out: String,
}

/// A table being written.
pub struct Table {
    out: String,
}

fn link(href: &str, inner: &str) -> String {
    // Out of the frame: what is followed belongs into the window.
    ["<a target=\"_top\" href=\"", &escaped(href), "\">", inner, "</a>"].concat()
}

impl Document {
    /// A report of a brand with its heading.
    pub fn new(site: Site, title: &str) -> Self {
        let title = escaped(title);
        let name = escaped(&brand(site).name);
        let parts = [
            "<!doctype html><html lang=\"en\" data-site=\"",
            site.key(),
            "\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <meta name=\"robots\" content=\"noindex\"><title>",
            &title,
            " | ",
            &name,
            "</title><link rel=\"icon\" type=\"image/svg+xml\" href=\"/assets/icon-",
            site.key(),
            ".v1.svg\"><link rel=\"stylesheet\" href=\"/reports/report.css\"></head><body><main><h1>",
            &title,
            "</h1>",
        ];
        Self { out: parts.concat() }
    }

    /// A paragraph.
    pub fn text(&mut self, text: &str) {
        self.out.push_str(&["<p>", &escaped(text), "</p>"].concat());
    }

    /// A paragraph that leads somewhere.
    pub fn link(&mut self, href: &str, title: &str) {
        self.out.push_str(&["<p>", &link(href, &escaped(title)), "</p>"].concat());
    }

    /// A button that posts to an address of this site; it needs no script.
    pub fn button(&mut self, action: &str, title: &str) {
        let parts = [
            "<form method=\"post\" action=\"",
            &escaped(action),
            "\"><button type=\"submit\">",
            &escaped(title),
            "</button></form>",
        ];
        self.out.push_str(&parts.concat());
    }

    /// A form that was written, see [`crate::surfaces::pages::fields`].
    pub fn form(&mut self, form: &str) {
        self.out.push_str(form);
    }

    /// A table.
    pub fn table(&mut self, table: &Table) {
        self.out.push_str(
            &[
                "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Report\">",
                &table.out,
                "</tbody></table></div>",
            ]
            .concat(),
        );
    }

    /// Covers side by side: name, address, picture.
    pub fn shelf(&mut self, name: &str, covers: &[(String, String, String)]) {
        self.out.push_str(&["<ul class=\"shelf\" aria-label=\"", &escaped(name), "\">"].concat());
        for (title, href, picture) in covers {
            let inner = [
                "<img src=\"",
                &escaped(picture),
                "\" alt=\"\" width=\"240\" height=\"240\"><span>",
                &escaped(title),
                "</span>",
            ];
            self.out.push_str(&["<li>", &link(href, &inner.concat()), "</li>"].concat());
        }
        self.out.push_str("</ul>");
    }

    /// The whole document.
    pub fn finish(mut self) -> String {
        self.out.push_str("</main></body></html>");
        self.out
    }
}

impl Table {
    /// A table with its caption and heads.
    pub fn new(caption: &str, heads: &[&str]) -> Self {
        let heads: Vec<String> =
            heads.iter().map(|head| ["<th scope=\"col\">", &escaped(head), "</th>"].concat()).collect();
        Self {
            out: [
                "<table><caption>",
                &escaped(caption),
                "</caption><thead><tr>",
                &heads.concat(),
                "</tr></thead><tbody>",
            ]
            .concat(),
        }
    }

    /// A row of texts, some of them links.
    pub fn row(&mut self, cells: &[(&str, Option<String>)]) {
        let cells: Vec<String> = cells
            .iter()
            .map(|(text, href)| {
                let text = escaped(text);
                let inner = href.as_ref().map_or_else(|| text.clone(), |href| link(href, &text));
                ["<td>", &inner, "</td>"].concat()
            })
            .collect();
        self.out.push_str(&["<tr>", &cells.concat(), "</tr>"].concat());
    }
}

/// How reports look; plain, in the brand's ink.
pub const STYLE: &str = "\
html{font-family:system-ui,sans-serif;color:#14213d;background:#fff}
body{margin:0}
main{padding:16px}
h1{font-size:1.5rem;margin:0 0 16px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
caption{text-align:left;color:#4a5568;padding-bottom:8px}
th,td{text-align:left;padding:10px 12px;border-bottom:1px solid #d5dbe3;white-space:nowrap}
th{background:#f3f6f9}
a{color:inherit;display:inline-block;padding:4px 0}
button{font:inherit;font-weight:600;color:#fff;background:#14213d;border:0;border-radius:4px;min-height:44px;padding:0 24px;cursor:pointer}
.field,.tick{display:grid;gap:6px;margin:0 0 16px;max-width:40rem}
.tick{grid-template-columns:auto 1fr;align-items:center}
.tick p{grid-column:1/-1}
label{font-weight:600}
input,select,textarea{font:inherit;color:inherit;background:#fff;box-sizing:border-box;width:100%;min-height:44px;padding:8px 12px;border:1px solid #5b6675;border-radius:4px}
.tick input{width:24px;min-height:24px}
[aria-invalid]{border-color:#b3261e}
.wrong{color:#b3261e;font-weight:600;margin:0 0 8px}
.trap{position:absolute;left:-10000px}
input:focus-visible,select:focus-visible,textarea:focus-visible,button:focus-visible,a:focus-visible{outline:3px solid #14213d;outline-offset:2px}
.shelf{display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:16px;list-style:none;margin:0;padding:0}
.shelf a{display:grid;gap:8px;text-align:center;font-weight:600}
.shelf img{width:100%;height:auto;aspect-ratio:4/5;object-fit:cover;background:#f3f6f9;border-left:8px solid #14213d}
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r52_whatever_a_report_shows_is_text() {
        let evil = "<script>alert(1)</script>\"'&";
        let mut page = Document::new(Site::UsGames, evil);
        page.text(evil);
        let mut table = Table::new(evil, &[evil]);
        table.row(&[(evil, Some(format!("/p/{evil}")))]);
        page.table(&table);
        page.button(evil, evil);
        page.shelf(evil, &[(evil.to_owned(), evil.to_owned(), evil.to_owned())]);
        let html = page.finish();
        assert!(!html.contains("<script") && !html.contains("alert(1)</script>\""), "{html}");
    }
}

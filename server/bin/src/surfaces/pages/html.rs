//! A report: a small document without scripts, written by its template.

use askama::Template;
use fieldhouse_core::brand::{BrandView, Site, brand};

/// A report being written.
#[derive(Template)]
#[template(path = "report.html")]
pub struct Document {
    brand: &'static BrandView,
    title: String,
    parts: Vec<Part>,
}

enum Part {
    Text(String),
    Link { href: String, title: String },
    Button { action: String, title: String },
    Form(String),
    Table(Table),
    Shelf { name: String, covers: Vec<(String, String, String)> },
}

/// A table being written.
pub struct Table {
    caption: String,
    heads: Vec<String>,
    rows: Vec<Vec<(String, Option<String>)>>,
}

impl Document {
    /// A report of a brand with its heading.
    pub fn new(site: Site, title: &str) -> Self {
        Self { brand: brand(site), title: title.to_owned(), parts: Vec::new() }
    }

    /// A paragraph.
    pub fn text(&mut self, text: &str) {
        self.parts.push(Part::Text(text.to_owned()));
    }

    /// A paragraph that leads somewhere.
    pub fn link(&mut self, href: &str, title: &str) {
        self.parts.push(Part::Link { href: href.to_owned(), title: title.to_owned() });
    }

    /// A button that posts to an address of this site; it needs no script.
    pub fn button(&mut self, action: &str, title: &str) {
        self.parts.push(Part::Button { action: action.to_owned(), title: title.to_owned() });
    }

    /// A form that was written, see [`crate::surfaces::pages::fields`].
    pub fn form(&mut self, form: String) {
        self.parts.push(Part::Form(form));
    }

    /// A table.
    pub fn table(&mut self, table: Table) {
        self.parts.push(Part::Table(table));
    }

    /// Covers side by side: name, address, picture.
    pub fn shelf(&mut self, name: &str, covers: Vec<(String, String, String)>) {
        self.parts.push(Part::Shelf { name: name.to_owned(), covers });
    }

    /// The whole document.
    pub fn finish(self) -> String {
        // A string takes whatever is written into it.
        self.render().unwrap_or_default()
    }
}

impl Table {
    /// A table with its caption and heads.
    pub fn new(caption: &str, heads: &[&str]) -> Self {
        let heads = heads.iter().map(|head| (*head).to_owned()).collect();
        Self { caption: caption.to_owned(), heads, rows: Vec::new() }
    }

    /// A row of texts, some of them links.
    pub fn row(&mut self, cells: &[(&str, Option<String>)]) {
        self.rows.push(cells.iter().map(|(text, href)| ((*text).to_owned(), href.clone())).collect());
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
        let mut page = Document::new(Site::US_GAMES, evil);
        page.text(evil);
        let mut table = Table::new(evil, &[evil]);
        table.row(&[(evil, Some(format!("/p/{evil}")))]);
        page.table(table);
        page.button(evil, evil);
        page.shelf(evil, vec![(evil.to_owned(), evil.to_owned(), evil.to_owned())]);
        let html = page.finish();
        assert!(!html.contains("<script") && !html.contains("alert(1)</script>\""), "{html}");
    }
}

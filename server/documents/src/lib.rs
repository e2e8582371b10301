//! Documents of orders as PDF: what they say, how they are set, tagged for readers aloud and paged. Functions of what they are
//! given: no I/O, no clock. Not here: who may have one, where an order comes from (`fieldhouse-shop`).

mod compose;
pub mod facts;
mod file;
mod font;
pub mod orders;
mod pack;
pub mod paper;
pub mod sample;
mod sheet;
mod style;
mod table;
mod template;
mod text;
mod tree;

pub use file::DocumentError;

use self::{paper::Paper, tree::Tree};

/// Papers as one PDF, each beginning on a page of its own and counting its own pages. The same papers are the same bytes.
pub fn pdf(title: &str, papers: &[Paper]) -> Result<Vec<u8>, DocumentError> {
    pdf_in_steps(title, papers, &mut || true)
}

/// The same in steps of a page or a paper at most, after each of which somebody is told, who may let others go on first, or say
/// that nobody wants it any more.
pub fn pdf_in_steps(title: &str, papers: &[Paper], step: &mut dyn FnMut() -> bool) -> Result<Vec<u8>, DocumentError> {
    let mut tree = Tree::default();
    let (mut pages, mut entries) = (Vec::new(), Vec::new());
    for paper in papers {
        let title = text::printable(&[paper.title.as_str(), " ", &paper.number].concat());
        entries.push(file::Entry { title, page: pages.len() });
        pages.extend(compose::compose(paper, &mut tree));
        if !step() {
            return Err(DocumentError::Unwanted);
        }
    }
    let title = text::printable(title);
    let title = if title.trim().is_empty() { "Documents" } else { &title };
    let whole = file::write(title, &pages, &tree, &entries, step)?;
    Ok(pack::pack(&whole).unwrap_or(whole))
}

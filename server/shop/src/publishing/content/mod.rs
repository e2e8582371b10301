//! Content of the sites: navigation, footer, pages, forms, redirects. Documents lie in the database, loaded
//! from the store's own files at first start, changed by imports or a content service, and are served from an
//! immutable snapshot in memory that is swapped when the number of the last change moves.

pub mod change;
pub mod check;
pub mod client;
pub mod document;
pub mod faults;
pub mod files;
pub mod history;
mod home;
pub mod import;
pub mod learning;
pub mod preview;
mod schema;
pub mod service;
mod store;
mod strict_json;

use std::{collections::BTreeMap, sync::OnceLock};

use fieldhouse_core::{
    brand::{Site, brand},
    content::{BlockView, PageView, PreviewView, ShellView, redirects::redirect_of},
    orders::documents::PapersWords,
};
use fieldhouse_kernel::{
    clock::Clock,
    db::Db,
    live::{Live, Snapshot},
};
use sea_orm::{ConnectionTrait, DbErr};
use serde_json::Value;

pub use self::store::delete_drafts;
use self::{
    change::{Author, ContentReport, Taking, document_of},
    check::Allowed,
    document::{Address, Document, DocumentKind, FormDocument, HOME, Read, RedirectsDocument, ShellDocument},
    files::Documents,
};
use crate::{
    env::Env,
    finding::{catalog::Catalog, search::synonyms::Synonyms},
};

/// Products shown in a row of a page.
const ROW: usize = 8;
/// All documents of all sites.
#[derive(Debug, Clone, Default)]
pub struct Contents {
    shells: BTreeMap<Site, ShellDocument>,
    pages: BTreeMap<(Site, String), PageView>,
    forms: BTreeMap<(Site, String), FormDocument>,
    redirects: BTreeMap<Site, RedirectsDocument>,
    synonyms: BTreeMap<Site, Synonyms>,
    preview: Option<PreviewView>,
    /// The words of its articles, once somebody looks for one.
    words: OnceLock<learning::Words>,
    /// The number of the last change: cached pages of another number are made anew.
    pub version: i64,
}

/// What every page of a site needs, with what is configured.
pub fn shell(env: &Env, contents: &Contents, site: Site) -> ShellView {
    ShellView { chat: env.config.chat.of(site), ..contents.shell(site) }
}

impl Snapshot for Contents {
    fn change(&self) -> i64 {
        self.version
    }
}

impl Contents {
    /// What the database has. A document that cannot be read is left out and told: the store stays open.
    /// Whatever put it there, it is held to the rules again.
    pub async fn from_db(db: &Db, frames: &[String]) -> Result<Self, DbErr> {
        let (version, rows) = store::load_documents(db).await?;
        let mut contents = Self { version, ..Self::default() };
        for row in rows {
            let name = [&row.site, "/", &row.kind, "/", &row.slug].concat();
            let Some(Document { address, json }) = document_of(&row) else {
                tracing::error!(document = name, "a content document cannot be read");
                continue;
            };
            match check::check(address, json, Allowed { frames }) {
                Ok((document, _)) => contents.put(document),
                Err(errors) => {
                    let error = errors.first().map(|error| [&error.field, ": ", &error.message].concat());
                    tracing::error!(document = name, error, "a content document cannot be shown");
                }
            }
        }
        Ok(contents)
    }

    /// Puts a checked document in place.
    fn put(&mut self, document: Document) {
        self.words = OnceLock::new();
        let site = document.address.site;
        match document.read() {
            Ok(Read::Shell(shell)) => drop(self.shells.insert(site, *shell)),
            Ok(Read::Page(page)) => drop(self.pages.insert((site, page.slug.clone()), *page)),
            Ok(Read::Form(form)) => drop(self.forms.insert((site, form.form.slug.clone()), *form)),
            Ok(Read::Redirects(redirects)) => drop(self.redirects.insert(site, redirects)),
            Ok(Read::Synonyms(document)) => {
                let groups = document.synonyms.iter().map(|group| group.words.as_slice());
                self.synonyms.insert(site, Synonyms::new(groups));
            }
            Err(error) => tracing::error!(%error, "a content document cannot be read"),
        }
    }

    /// Takes a document out.
    fn take_out(&mut self, address: &Address) {
        self.words = OnceLock::new();
        let Address { site, kind, slug } = address;
        match kind {
            DocumentKind::Shell => drop(self.shells.remove(site)),
            DocumentKind::Page => drop(self.pages.remove(&(*site, slug.clone()))),
            DocumentKind::Form => drop(self.forms.remove(&(*site, slug.clone()))),
            DocumentKind::Redirects => drop(self.redirects.remove(site)),
            DocumentKind::Synonyms => drop(self.synonyms.remove(site)),
        }
    }

    /// The same with drafts in place of documents, for whoever may see them.
    fn with_drafts(&self, drafts: Documents, preview: PreviewView) -> Self {
        let mut contents = Self { preview: Some(preview), ..self.clone() };
        for draft in drafts.documents {
            contents.put(draft);
        }
        for address in &drafts.removed {
            contents.take_out(address);
        }
        contents
    }

    /// Puts documents that ship with a store into the database, over those of the same address.
    pub async fn load_documents(db: &Db, clock: &Clock, documents: Vec<Document>) -> anyhow::Result<ContentReport> {
        let author = Author { by: "fieldhouse".to_owned(), act: "demo content".to_owned(), now: clock.millis() };
        Ok(change::apply(db, documents, Taking::default(), author).await?)
    }

    /// True when there is no document.
    pub fn is_empty(&self) -> bool {
        self.shells.is_empty() && self.pages.is_empty()
    }

    /// Number of pages.
    pub fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// What every page of a site needs; a site without a document has an empty shell.
    pub fn shell(&self, site: Site) -> ShellView {
        let ShellDocument { help, navigation, account, footer, form_drawer, announcement, texts, papers: _ } =
            self.shells.get(&site).cloned().unwrap_or_default();
        let (preview, chat) = (self.preview.clone(), None);
        let brand = brand(site);
        ShellView { brand: *brand, help, navigation, account, footer, form_drawer, announcement, texts, preview, chat }
    }

    /// A site's words on documents of orders.
    pub fn papers(&self, site: Site) -> PapersWords {
        self.shells.get(&site).map(|shell| shell.papers.clone()).unwrap_or_default()
    }

    /// A hosted form with what is not told about it.
    pub fn form(&self, site: Site, slug: &str) -> Option<&FormDocument> {
        self.forms.get(&(site, slug.to_owned()))
    }

    /// A page with its rows of products, forms and articles filled. There is always a home.
    pub fn page(&self, catalog: &Catalog, site: Site, slug: &str) -> Option<PageView> {
        let Some(page) = self.pages.get(&(site, slug.to_owned())) else {
            return (slug == HOME).then(|| home::plain(catalog, site));
        };
        let mut page = page.clone();
        for block in &mut page.blocks {
            match block {
                BlockView::Products { category, products, .. } => *products = catalog.best_sellers(site, category, ROW),
                BlockView::Form { slug, form } => {
                    *form = self.form(site, slug).map(|document| document.form.clone());
                }
                BlockView::Articles { articles, .. } => *articles = self.articles(site).map(learning::card).collect(),
                _ => {}
            }
        }
        Some(page)
    }

    /// Slugs of a site's pages.
    pub fn slugs(&self, site: Site) -> impl Iterator<Item = &str> {
        self.pages.keys().filter(move |(of, _)| *of == site).map(|(_, slug)| slug.as_str())
    }

    /// What means the same to a site's search; nothing when content does not say.
    pub fn synonyms(&self, site: Site) -> Option<&Synonyms> {
        self.synonyms.get(&site)
    }

    /// Where a query leads at a site instead of to results; empty when to the results (shell §7).
    pub fn redirect(&self, site: Site, typed: &str) -> String {
        self.redirects.get(&site).map(|document| redirect_of(&document.redirects, typed)).unwrap_or_default()
    }
}

/// A document as it is now, with its version.
pub async fn find_document(db: &impl ConnectionTrait, address: &Address) -> Result<Option<(i64, Value)>, DbErr> {
    let Address { site, kind, slug } = address;
    let row = store::find_document(db, (site.key(), kind.key(), slug)).await?;
    Ok(row.and_then(|row| Some((row.version, document_of(&row)?.json))))
}

/// Swaps the content if the database has another change number; true when it did.
pub async fn refresh(env: &Env, contents: &Live<Contents>) -> Result<bool, DbErr> {
    contents.refresh(store::load_change(env.db.read()), Contents::from_db(&env.db, &env.config.frames)).await
}

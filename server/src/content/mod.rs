//! Content of the sites: navigation, footer, pages. Documents lie in the database, loaded from the
//! store's own files at first start, and are served from an immutable snapshot in memory.

mod files;
pub mod learning;
pub mod links;
pub mod routes;
mod store;

use std::collections::BTreeMap;

use anyhow::Context;
use fieldhouse_core::{
    account::email::Email,
    brand::{Site, brand},
    content::{
        AccountGroupView, BlockView, FooterView, FormDrawerView, FormView, LinkView, NavigationItemView, PageView,
        ShellView,
    },
};
use serde::Deserialize;

use self::store::row;
use crate::{catalog::Catalog, db::Db};

/// Products shown in a row of a page.
const ROW: usize = 8;

/// All documents of all sites.
#[derive(Debug, Default)]
pub struct Contents {
    shells: BTreeMap<Site, ShellDocument>,
    pages: BTreeMap<(Site, String), PageView>,
    forms: BTreeMap<(Site, String), FormDocument>,
    /// Another number means that something changed: cached pages are made anew.
    pub version: i64,
}

/// A shell as it is stored: the brand's capabilities come from the table of brands.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct ShellDocument {
    help: Vec<LinkView>,
    navigation: Vec<NavigationItemView>,
    account: AccountGroupView,
    footer: FooterView,
    form_drawer: Option<FormDrawerView>,
    announcement: String,
    texts: BTreeMap<String, String>,
}

/// A hosted form as it is stored: to whom it goes is not told to visitors.
#[derive(Debug, Clone, Deserialize)]
pub struct FormDocument {
    /// Address of the store's own people.
    pub recipient: String,
    /// The form.
    #[serde(flatten)]
    pub form: FormView,
}

/// One document, read.
enum Document {
    Shell(Site, Box<ShellDocument>),
    Page(Site, PageView),
    Form(Site, FormDocument),
}

/// True for what may stand in an address: `about-us`, or an article's `learning-corner/sizing`.
fn is_slug(slug: &str) -> bool {
    let last = slug.strip_prefix(learning::BELOW).unwrap_or(slug);
    !last.is_empty() && !last.contains('/')
}

impl Document {
    /// Reads and cleans a row; also tells the links that were taken out.
    fn read(row: &row::Model) -> anyhow::Result<(Self, Vec<String>)> {
        let place = || format!("{} {} {:?}", row.site, row.kind, row.slug);
        let site = Site::parse(&row.site).with_context(place)?;
        let mut json = serde_json::from_str(&row.json).with_context(place)?;
        let taken = links::clean(&mut json);
        let document = if row.kind == "shell" {
            Self::Shell(site, serde_json::from_value(json).with_context(place)?)
        } else if row.kind == "form" {
            let form: FormDocument = serde_json::from_value(json).with_context(place)?;
            Email::parse(&form.recipient).map_err(|error| anyhow::anyhow!("{}: recipient: {error:?}", place()))?;
            anyhow::ensure!(!form.form.fields.is_empty(), "{}: a form needs fields", place());
            Self::Form(site, form)
        } else {
            let page: PageView = serde_json::from_value(json).with_context(place)?;
            anyhow::ensure!(is_slug(&page.slug), "{}: a page needs a slug", place());
            Self::Page(site, page)
        };
        Ok((document, taken))
    }
}

impl Contents {
    /// Ready to be swapped.
    pub fn into_shared(self) -> arc_swap::ArcSwap<Self> {
        arc_swap::ArcSwap::from_pointee(self)
    }

    /// What the database has. A document that cannot be read is left out and told: the store stays open.
    pub async fn from_db(db: &Db) -> Result<Self, sea_orm::DbErr> {
        let mut contents = Self::default();
        for row in store::list_documents(db).await? {
            contents.version = contents.version.wrapping_add(row.version);
            match Document::read(&row) {
                Ok((document, taken)) => {
                    for href in taken {
                        tracing::warn!(site = row.site, slug = row.slug, href, "a link was taken out of content");
                    }
                    match document {
                        Document::Shell(site, shell) => drop(contents.shells.insert(site, *shell)),
                        Document::Form(site, form) => {
                            contents.forms.insert((site, form.form.slug.clone()), form);
                        }
                        Document::Page(site, page) => {
                            contents.pages.insert((site, page.slug.clone()), page);
                        }
                    }
                }
                Err(error) => tracing::error!("a content document cannot be read: {error:#}"),
            }
        }
        Ok(contents)
    }

    /// Puts the store's own documents into the database, over those of the same address.
    pub async fn load_files(db: &Db) -> anyhow::Result<usize> {
        let documents = files::documents()?;
        let count = documents.len();
        store::write_documents(db, documents).await?;
        Ok(count)
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
        let ShellDocument { help, navigation, account, footer, form_drawer, announcement, texts } =
            self.shells.get(&site).cloned().unwrap_or_default();
        ShellView { brand: brand(site), help, navigation, account, footer, form_drawer, announcement, texts }
    }

    /// A hosted form with what is not told about it.
    pub fn form(&self, site: Site, slug: &str) -> Option<&FormDocument> {
        self.forms.get(&(site, slug.to_owned()))
    }

    /// A page with its rows of products, forms and articles filled.
    pub fn page(&self, catalog: &Catalog, site: Site, slug: &str) -> Option<PageView> {
        let mut page = self.pages.get(&(site, slug.to_owned()))?.clone();
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
}

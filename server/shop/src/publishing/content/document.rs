//! The kinds of content documents: how each is told apart, what it holds, and how it is read.

use std::{collections::BTreeMap, fmt};

use fieldhouse_core::{
    brand::Site,
    content::{
        AccountGroupView, FooterView, FormDrawerView, FormView, LinkView, NavigationItemView, PageView, RedirectView,
    },
    orders::documents::PapersWords,
};
use serde::Deserialize;
use serde_json::Value;

/// Slug of the page at `/`.
pub const HOME: &str = "home";

/// A kind of document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DocumentKind {
    /// What every page of a site needs; one a site.
    Shell,
    /// A page made of blocks.
    Page,
    /// A hosted form.
    Form,
    /// Redirects of the search; one document a site.
    Redirects,
    /// Words that mean the same to the search; one document a site.
    Synonyms,
}

impl DocumentKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Shell, Self::Page, Self::Form, Self::Redirects, Self::Synonyms];

    /// Its name.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Shell => "shell",
            Self::Page => "page",
            Self::Form => "form",
            Self::Redirects => "redirects",
            Self::Synonyms => "synonyms",
        }
    }

    /// The kind of a name.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }

    /// True when a site has several, told apart by their slugs.
    pub const fn has_slug(self) -> bool {
        matches!(self, Self::Page | Self::Form)
    }
}

/// What tells a document from every other.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address {
    /// Site.
    pub site: Site,
    /// Kind.
    pub kind: DocumentKind,
    /// Slug of a page or a form; else empty.
    pub slug: String,
}

impl Address {
    /// Its name in a file of its site: `page/about-us`, `shell`.
    pub fn below_site(&self) -> String {
        let kind = self.kind.key();
        if self.slug.is_empty() { kind.to_owned() } else { [kind, "/", &self.slug].concat() }
    }

    /// False for what a site cannot be without: its shell and its home page.
    pub fn may_be_removed(&self) -> bool {
        match self.kind {
            DocumentKind::Shell => false,
            DocumentKind::Page => self.slug != HOME,
            DocumentKind::Form | DocumentKind::Redirects | DocumentKind::Synonyms => true,
        }
    }

    /// Reads what [`Display`](fmt::Display) writes: `fieldhouse/page/about-us`, `usgames/shell`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '/');
        let site = Site::parse(parts.next()?)?;
        let kind = DocumentKind::parse(parts.next()?)?;
        let slug = parts.next().unwrap_or_default().to_owned();
        (kind.has_slug() != slug.is_empty()).then_some(Self { site, kind, slug })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.site.key(), self.below_site())
    }
}

/// A document that was checked.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// Which one.
    pub address: Address,
    /// What it says.
    pub json: Value,
}

/// A shell as it is stored: the brand's capabilities come from the table of brands.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ShellDocument {
    /// Top bar help links.
    pub help: Vec<LinkView>,
    /// Primary navigation.
    pub navigation: Vec<NavigationItemView>,
    /// Sign-in and account menu.
    pub account: AccountGroupView,
    /// Footer.
    pub footer: FooterView,
    /// Form drawer.
    pub form_drawer: Option<FormDrawerView>,
    /// A line above the header.
    pub announcement: String,
    /// Texts by key.
    pub texts: BTreeMap<String, String>,
    /// The brand's words on documents of orders.
    pub papers: PapersWords,
}

/// A hosted form as it is stored: to whom it goes is not told to visitors.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
pub struct FormDocument {
    /// Address of the store's own people.
    pub recipient: String,
    /// The form.
    #[serde(flatten)]
    pub form: FormView,
}

/// The redirects of a site's search.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RedirectsDocument {
    /// Redirects.
    pub redirects: Vec<RedirectView>,
}

/// What means the same to a site's search.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SynonymsDocument {
    /// Groups.
    pub synonyms: Vec<SynonymGroup>,
}

/// Words that mean the same: who looks for one of them finds the others as well.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SynonymGroup {
    /// Words, or phrases of several.
    pub words: Vec<String>,
}

/// A document as it is served.
#[derive(Debug, Clone)]
pub enum Read {
    /// Shell.
    Shell(Box<ShellDocument>),
    /// Page.
    Page(Box<PageView>),
    /// Form.
    Form(Box<FormDocument>),
    /// Redirects.
    Redirects(RedirectsDocument),
    /// Synonyms.
    Synonyms(SynonymsDocument),
}

impl Document {
    /// The document as the store serves it.
    pub fn read(self) -> serde_json::Result<Read> {
        let Self { address, json } = self;
        Ok(match address.kind {
            DocumentKind::Shell => Read::Shell(Box::new(serde_json::from_value(json)?)),
            DocumentKind::Page => Read::Page(Box::new(serde_json::from_value(json)?)),
            DocumentKind::Form => Read::Form(Box::new(serde_json::from_value(json)?)),
            DocumentKind::Redirects => Read::Redirects(serde_json::from_value(json)?),
            DocumentKind::Synonyms => Read::Synonyms(serde_json::from_value(json)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_it_is_written() {
        for text in [
            "fieldhouse/shell",
            "usgames/page/learning-corner/sizing",
            "varsitybrands/form/contact",
            "usgames/redirects",
        ] {
            assert_eq!(Address::parse(text).unwrap().to_string(), text);
        }
        for text in ["", "fieldhouse", "nobody/shell", "usgames/page", "usgames/shell/x", "usgames/marquee/x"] {
            assert_eq!(Address::parse(text), None, "{text}");
        }
    }
}

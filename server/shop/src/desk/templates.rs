//! What stands on a brand's documents, as the desk edits it: words and templates, kept among the brand's content with its history.
//! Not here: what may be chosen (the rules), how a document is set (`fieldhouse-documents`).

use fieldhouse_core::{
    brand::{Site, brand},
    orders::{
        documents::{PaperKind, PapersWords, paper_name},
        templates::{PaperColumn, PaperFact},
    },
    staff::Permission,
};
use fieldhouse_documents::sample;
use fieldhouse_kernel::failure::Failure;
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::sites;
use crate::{
    buying::orders::documents::{PdfFile, Printing, print},
    env::Env,
    publishing::content::{
        self,
        change::{Author, Taking, apply_in},
        check::{self, Allowed},
        document::{Address, Document, DocumentKind},
        find_document,
    },
    staff::{
        StaffMember,
        audit::{self, Entry},
    },
    state::AppState,
};

/// Something that a template may choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaperPartView {
    /// As a template has it.
    pub key: &'static str,
    /// What it is called, on the document too.
    pub name: &'static str,
    /// It is there where a brand does not say; these come first, in their order.
    pub usual: bool,
}

/// A kind of document with what its template may choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaperKindView {
    /// Which.
    pub kind: PaperKind,
    /// Its field among a brand's words.
    pub field: &'static str,
    /// 'Packing slip'.
    pub label: &'static str,
    /// Its terms where a brand has none.
    pub terms: &'static str,
    /// What closes it where a brand does not say.
    pub footer: &'static str,
    /// Facts that its head may have.
    pub facts: Vec<PaperPartView>,
    /// Columns that its table may have.
    pub columns: Vec<PaperPartView>,
}

/// Words and templates of a brand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandPapersView {
    /// Site key.
    pub site: String,
    /// The brand's name.
    pub name: String,
    /// Whoever looks may change them here.
    pub changeable: bool,
    /// To be sent back with a change.
    pub version: i64,
    /// What it says.
    pub papers: PapersWords,
}

/// Documents as they are and as they may be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaperTemplatesView {
    /// All kinds.
    pub kinds: Vec<PaperKindView>,
    /// The brands whose settings somebody sees.
    pub brands: Vec<BrandPapersView>,
    /// A content service is named: what it says counts, and nothing is changed here.
    pub elsewhere: bool,
}

/// Words and templates of a brand as they are to be.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PaperTemplatesDraft {
    /// As it was seen.
    pub version: i64,
    /// All of them.
    pub papers: PapersWords,
}

/// A document to look at.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PaperPreviewDraft {
    /// A kind's key.
    pub kind: String,
    /// Words and templates, kept or not.
    pub papers: PapersWords,
}

/// Words and templates of the brands whose settings somebody sees.
pub async fn list(state: &AppState, member: &StaffMember) -> Result<PaperTemplatesView, Failure> {
    let elsewhere = state.content_service.is_some();
    let mut brands = Vec::new();
    for site in sites(member, Permission::SettingsView) {
        let Shell { version, papers, .. } = Shell::load(state.db.read(), site).await?;
        brands.push(BrandPapersView {
            site: site.key().to_owned(),
            name: brand(site).name.to_string(),
            changeable: !elsewhere && member.grants.may(Permission::SettingsEdit, site),
            version,
            papers: serde_json::from_value(papers).map_err(Failure::internal)?,
        });
    }
    Ok(PaperTemplatesView { kinds: PaperKind::ALL.into_iter().map(kind_view).collect(), brands, elsewhere })
}

fn kind_view(kind: PaperKind) -> PaperKindView {
    let (terms, footer) = kind.default_words();
    let fact = |usual| move |fact: &PaperFact| PaperPartView { key: fact.key(), name: fact.name(), usual };
    let column = |usual| move |column: &PaperColumn| PaperPartView { key: column.key(), name: column.name(), usual };
    let ((facts, more_facts), (columns, more_columns)) = (kind.facts(), kind.columns());
    PaperKindView {
        kind,
        field: kind.field(),
        label: kind.title(),
        terms,
        footer,
        facts: facts.iter().map(fact(true)).chain(more_facts.iter().map(fact(false))).collect(),
        columns: columns.iter().map(column(true)).chain(more_columns.iter().map(column(false))).collect(),
    }
}

/// The document of a brand's content that has its words on documents.
struct Shell {
    /// Of the whole document; 0 where there is none.
    version: i64,
    json: Value,
    /// Of it, the words.
    papers: Value,
}

impl Shell {
    fn address(site: Site) -> Address {
        Address { site, kind: DocumentKind::Shell, slug: String::new() }
    }

    async fn load(db: &impl ConnectionTrait, site: Site) -> Result<Self, Failure> {
        let (version, json) = find_document(db, &Self::address(site)).await?.unwrap_or_else(|| (0, json!({})));
        let papers = json.get("papers").cloned().unwrap_or_else(|| json!({}));
        Ok(Self { version, json, papers })
    }

    /// The document with other words, held to the rules of all content.
    fn with(self, env: &Env, site: Site, papers: &PapersWords) -> Result<Document, Failure> {
        let mut json = self.json;
        let papers = serde_json::to_value(papers).map_err(Failure::internal)?;
        if let Some(fields) = json.as_object_mut() {
            fields.insert("papers".to_owned(), papers);
        }
        let (document, _) =
            check::check(Self::address(site), json, Allowed { frames: &env.config.frames }).map_err(Failure::broken)?;
        Ok(document)
    }
}

/// The brand of an address, where somebody may do something; one that they know nothing of is not there.
fn named(member: &StaffMember, permission: Permission, site: &str) -> Result<Site, Failure> {
    let site = Site::parse(site).ok_or_else(Failure::not_found)?;
    member.require(permission, site)?;
    Ok(site)
}

/// Changes words and templates of a brand; documents that are asked for from now on have them.
pub async fn change(
    state: &AppState,
    member: &StaffMember,
    site: &str,
    draft: &PaperTemplatesDraft,
) -> Result<PaperTemplatesView, Failure> {
    let site = named(member, Permission::SettingsEdit, site)?;
    let tx = state.db.write_durable().await?;
    let member = member.still_may(&tx, Permission::SettingsEdit, site).await?;
    let shell = Shell::load(&*tx, site).await?;
    if state.content_service.is_some() {
        let title = "Documents are changed in the content service";
        return Err(Failure::conflict("papers_elsewhere", title, shell.version));
    }
    if shell.version != draft.version {
        let title =
            "Somebody changed the content of this brand since you opened the page. Look again before you go on.";
        return Err(Failure::conflict("papers_changed", title, shell.version));
    }
    let before = shell.papers.clone();
    let document = shell.with(state, site, &draft.papers)?;
    let after = document.json.get("papers").cloned().unwrap_or_default();
    let author = Author { by: member.name.clone(), act: "documents at the desk".to_owned(), now: state.clock.millis() };
    let how = Taking { versions: Some(state.config.content_versions), ..Taking::default() };
    if apply_in(&tx, vec![document], how, author).await?.change > 0 {
        let actor = member.actor();
        let entry = Entry::new(&actor, "papers.changed", ("papers", site.key())).at(site).changed(before, after);
        audit::append(state, &tx, &entry).await?;
        tx.commit().await?;
        content::refresh(state, &state.contents).await?;
    }
    list(state, &member).await
}

/// A document of a brand as it would be, of an order that never was. Nothing is kept.
pub async fn preview(
    state: &AppState,
    member: &StaffMember,
    site: &str,
    draft: &PaperPreviewDraft,
) -> Result<PdfFile, Failure> {
    let site = named(member, Permission::SettingsView, site)?;
    let kind = PaperKind::parse(&draft.kind).ok_or_else(Failure::not_found)?;
    let shell = Shell::load(state.db.read(), site).await?;
    let document = shell.with(state, site, &draft.papers)?;
    let papers = document.json.get("papers").cloned().unwrap_or_default();
    let words: PapersWords = serde_json::from_value(papers).map_err(Failure::internal)?;
    let brand = brand(site);
    let paper = sample::paper(kind, (&brand.name, &brand.call_to_order_phone), &words);
    print(Printing::AtTheDesk, paper_name(&brand.name, "sample", kind), vec![paper]).await
}

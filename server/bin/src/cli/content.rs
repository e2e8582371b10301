//! `fieldhouse import content`, `fieldhouse export content` and `fieldhouse content …`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use fieldhouse_core::brand::Site;

use fieldhouse_shop::{
    publishing::content::{
        document::Address,
        files::Documents,
        history,
        import::{self, ContentImport},
        preview,
    },
    state::AppState,
};

fn address(text: &str) -> Result<Address, String> {
    Address::parse(text)
        .ok_or_else(|| format!("{text:?} is not a document such as usgames/page/about-us or usgames/shell"))
}

/// Who makes a change.
#[derive(Debug, Args)]
pub struct Who {
    /// Who makes the change, for the history
    #[arg(long, env = "USER", default_value = "operator", value_name = "NAME")]
    by: String,
}

/// Content that is taken over.
#[derive(Debug, Args)]
pub struct ImportContentArgs {
    /// A JSON file, or a folder of them
    path: PathBuf,
    /// Only what is this site's
    #[arg(long, value_name = "SITE")]
    site: Option<String>,
    /// Tell what would change, change nothing
    #[arg(long)]
    dry_run: bool,
    /// Take out what the files' sites have and the files do not
    #[arg(long)]
    remove_missing: bool,
    #[command(flatten)]
    who: Who,
}

impl ImportContentArgs {
    /// True when it only tells what would change.
    pub const fn only_tells(&self) -> bool {
        self.dry_run
    }

    /// Imports; what came of it.
    pub async fn run(self, state: &AppState) -> anyhow::Result<String> {
        check_source(state)?;
        let Self { path, site, dry_run, remove_missing, who } = self;
        let import = ContentImport { path, site: one(site)?, dry_run, remove_missing, by: who.by };
        Ok(import::import_content(state, import).await?.to_string())
    }
}

/// With a content service, what is imported here would be gone with its next answer.
fn check_source(state: &AppState) -> anyhow::Result<()> {
    let service = state.content_service.as_ref().map(|service| service.upstream.address());
    match service {
        Some(address) => anyhow::bail!("content comes from {address}: change it there"),
        None => Ok(()),
    }
}

/// Content that is written into files.
#[derive(Debug, Args)]
pub struct ExportContentArgs {
    /// Folder for the files, one a site
    folder: PathBuf,
    /// Only this site
    #[arg(long, value_name = "SITE")]
    site: Option<String>,
}

impl ExportContentArgs {
    /// Exports; which files there are.
    pub async fn run(self, state: &AppState) -> anyhow::Result<String> {
        let files = import::export_content(state, &self.folder, one(self.site)?).await?;
        Ok(files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join("\n"))
    }
}

/// What can be asked of content.
#[derive(Debug, Subcommand)]
pub enum ContentCommand {
    /// Who changed what and when, the newest first
    History {
        /// Only changes of this site
        #[arg(long, value_name = "SITE")]
        site: Option<String>,
        /// How many changes
        #[arg(long, default_value_t = 20, value_name = "N")]
        most: u64,
    },
    /// The documents of a change, or one document as it was after it
    Show {
        /// Number of the change
        change: i64,
        /// Document, such as usgames/page/about-us
        #[arg(value_parser = address)]
        document: Option<Address>,
    },
    /// Puts all content, or one document, back to what it was after a change
    Restore {
        /// Number of the change
        change: i64,
        /// Document, such as usgames/page/about-us
        #[arg(value_parser = address)]
        document: Option<Address>,
        #[command(flatten)]
        who: Who,
    },
    /// Prints links that show drafts, to whoever opens them, until they end
    Preview {
        /// A file or folder of drafts
        #[arg(required_unless_present = "draft")]
        path: Option<PathBuf>,
        /// A draft that was kept before
        #[arg(long, value_name = "ID", conflicts_with = "path")]
        draft: Option<String>,
        /// Only what is this site's
        #[arg(long, value_name = "SITE")]
        site: Option<String>,
        /// Hours for which the links work
        #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=720))]
        hours: u32,
        #[command(flatten)]
        who: Who,
    },
    /// Makes the documents of a draft everybody's
    Publish {
        /// The draft
        draft: String,
        #[command(flatten)]
        who: Who,
    },
}

impl ContentCommand {
    /// True when it changes nothing.
    pub const fn only_reads(&self) -> bool {
        matches!(self, Self::History { .. } | Self::Show { .. })
    }

    /// Does it; what is to be told.
    pub async fn run(self, state: &AppState) -> anyhow::Result<String> {
        match self {
            Self::History { site, most } => history::list(state, most, one(site)?).await,
            Self::Show { change, document: None } => history::show_change(state, change).await,
            Self::Show { change, document: Some(document) } => history::show(state, change, &document).await,
            Self::Restore { change, document, who } => {
                check_source(state)?;
                Ok(history::restore(state, change, document.as_ref(), who.by).await?.to_string())
            }
            Self::Preview { path, draft, site, hours, who } => {
                let (id, drafts): (String, Documents) = match (draft, path) {
                    (Some(id), _) => {
                        let drafts = preview::draft(state, &id).await?;
                        (id, drafts)
                    }
                    (None, Some(path)) => {
                        let drafts = import::read(state, &path, one(site)?).await?;
                        (preview::keep_draft(state, &drafts, who.by).await?, drafts)
                    }
                    (None, None) => anyhow::bail!("a file of drafts or --draft is needed"),
                };
                let (links, ends) = preview::links(state, &id, &drafts, hours).await?;
                Ok(format!("{}\nDraft {id}; the links work until {ends}.", links.join("\n")))
            }
            Self::Publish { draft, who } => {
                check_source(state)?;
                Ok(preview::publish(state, &draft, who.by).await?.to_string())
            }
        }
    }
}

fn one(key: Option<String>) -> anyhow::Result<Option<Site>> {
    key.map(|key| super::site(&key)).transpose()
}

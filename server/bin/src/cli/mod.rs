//! The command line: what can be asked of the binary. Each command is a file of its own.

mod backup;
mod change_requests;
mod content;
pub mod doctor;
mod jobs;
mod opening;
mod reading_again;
mod sales;
pub mod serve;
mod staff;
mod supervised;

use std::{io::Write, path::PathBuf, process::ExitCode};

use anyhow::Context;
use clap::{Args, Parser, Subcommand};
use fieldhouse_core::brand::Site;
use fieldhouse_kernel::logging;

use change_requests::ChangeRequests;
pub use opening::open;
use opening::{open_there, open_to_change, open_to_read, open_to_tell};

use fieldhouse_shop::{
    buying::{
        certificates::import::import_certificates,
        offers::import::{import_flyers, import_friendly},
        pricing::import::import_prices,
    },
    config::{Config, Overrides},
    finding::catalog::import::{Import, import},
    import::{TableImport, rows::Source},
    people::import::{import_addresses, import_business_units, import_customers},
    state::AppState,
};

/// Fieldhouse: a store for team and club sports gear, four brands, one binary
#[derive(Debug, Parser)]
#[command(name = "fieldhouse", version)]
pub struct Cli {
    #[command(flatten, next_help_heading = "Store")]
    overrides: Overrides,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Opens the store
    Serve,
    /// Brings the database to this version
    Migrate,
    /// Copies an open store's file and letters, and looks through the copy
    Backup(backup::BackupArgs),
    /// Puts a backup back into an empty folder; one that is damaged is refused
    Restore(backup::RestoreArgs),
    /// Takes a product file over; one with a wrong row changes nothing, and one that was stopped is started again
    Import(ImportArgs),
    /// Writes what the store has into files
    #[command(subcommand)]
    Export(ExportWhat),
    /// Content: its history, and previews of drafts
    #[command(subcommand)]
    Content(content::ContentCommand),
    /// Shows and answers customers' requests to change sold to, bill to or payer
    #[command(subcommand)]
    ChangeRequests(ChangeRequests),
    /// Lists jobs that are not done (letters, messages to systems upstream), tries them again or drops them
    #[command(subcommand)]
    Jobs(jobs::JobsCommand),
    /// Who works for the store: invites, lists, suspends, restores
    #[command(subcommand)]
    Staff(staff::StaffCommand),
    /// The log of what was done: whether it is whole, and all of it as a file
    #[command(subcommand)]
    Audit(staff::AuditCommand),
    /// Sales figures: makes them anew of the log of what happened
    #[command(subcommand)]
    Sales(sales::SalesCommand),
    /// Puts the demo catalogue and its content into the database, over an earlier one
    #[cfg(feature = "demo")]
    Demo,
    /// Makes every running store build its catalogue and search index anew
    Reindex,
    /// Tells what each part uses and whether it works
    Doctor,
    /// Prints the OpenAPI description of all operations
    Openapi,
}

/// A file of products, or of what the name says.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
struct ImportArgs {
    #[command(subcommand)]
    what: Option<ImportWhat>,
    #[command(flatten)]
    products: Option<ProductArgs>,
}

#[derive(Debug, Subcommand)]
enum ImportWhat {
    /// Takes a file of price conditions over; its columns are in docs/OPERATING.md
    Prices(TableArgs),
    /// Takes a file of gift certificates over; its columns are in docs/OPERATING.md
    Certificates(FileArgs),
    /// Takes a file of friendly codes over; its columns are in docs/OPERATING.md
    Offers(TableArgs),
    /// Takes a file of what is shown for flyers over; its columns are in docs/OPERATING.md
    Flyers(TableArgs),
    /// Takes content over: a JSON file, or a folder of them, as `export content` writes them
    Content(content::ImportContentArgs),
    /// Takes a file of customers over; its columns are in docs/OPERATING.md
    Customers(FileArgs),
    /// Takes a file of business units over; its columns are in docs/OPERATING.md
    BusinessUnits(FileArgs),
    /// Takes a file of customers' and business units' addresses over; its columns are in docs/OPERATING.md
    Addresses(FileArgs),
}

#[derive(Debug, Subcommand)]
enum ExportWhat {
    /// Writes each site's content into a file, to be edited and imported again
    Content(content::ExportContentArgs),
}

/// A file whose columns are fixed; what it does not have stays.
#[derive(Debug, Args)]
struct FileArgs {
    /// CSV or JSON-lines file
    file: PathBuf,
    /// Tell what would change, change nothing
    #[arg(long)]
    dry_run: bool,
}

/// A file whose columns are fixed and that may say all there is.
#[derive(Debug, Args)]
struct TableArgs {
    #[command(flatten)]
    file: FileArgs,
    /// Take out what the file does not have
    #[arg(long)]
    remove_missing: bool,
}

impl From<TableArgs> for TableImport {
    fn from(args: TableArgs) -> Self {
        Self { file: args.file.file, dry_run: args.file.dry_run, remove_missing: args.remove_missing }
    }
}

/// What is imported and how.
#[derive(Debug, Args)]
struct ProductArgs {
    /// CSV or JSON-lines file
    file: PathBuf,
    /// Which column is what: a TOML file, see server/import-mappings
    #[arg(long, value_name = "FILE")]
    mapping: PathBuf,
    /// Storefronts that sell it, instead of the mapping's: usgames,varsitybrands
    #[arg(long, value_delimiter = ',', value_name = "SITES")]
    sites: Option<Vec<String>>,
    /// Folder of the JPEG, PNG, GIF and WebP pictures the file names
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
    /// Tell what would change, change nothing
    #[arg(long)]
    dry_run: bool,
    /// Take out what the same source had before and the file has no longer
    #[arg(long)]
    remove_missing: bool,
}

/// The site of an argument. Not read by the command line's own reader: which there are says the configuration.
fn site(key: &str) -> anyhow::Result<Site> {
    let known = || Site::all().map(Site::key).collect::<Vec<_>>().join(", ");
    Site::parse(key).with_context(|| format!("there is no site {key:?}, only {}", known()))
}

impl ImportArgs {
    /// True when it only tells what would change.
    fn only_tells(&self) -> bool {
        match (&self.what, &self.products) {
            (Some(what), _) => match what {
                ImportWhat::Prices(table) | ImportWhat::Offers(table) | ImportWhat::Flyers(table) => table.file.dry_run,
                ImportWhat::Content(content) => content.only_tells(),
                ImportWhat::Certificates(file)
                | ImportWhat::Customers(file)
                | ImportWhat::BusinessUnits(file)
                | ImportWhat::Addresses(file) => file.dry_run,
            },
            (None, products) => products.as_ref().is_some_and(|products| products.dry_run),
        }
    }

    /// Imports; what came of it.
    async fn run(self, state: &AppState) -> anyhow::Result<String> {
        let db = &state.db;
        let what = match (self.what, self.products) {
            (Some(what), _) => what,
            (None, Some(ProductArgs { file, mapping, sites, pictures, dry_run, remove_missing })) => {
                let sites = sites.map(|sites| sites.iter().map(|key| site(key)).collect()).transpose()?;
                let today = state.today().parse().context("the store's day cannot be told")?;
                let what = Import { file, mapping, sites, pictures, dry_run, remove_missing, today };
                return Ok(import(db, what).await?.to_string());
            }
            (None, None) => anyhow::bail!("a file to import is needed, see `fieldhouse import --help`"),
        };
        let report = match what {
            ImportWhat::Prices(table) => import_prices(db, table.into()).await?,
            ImportWhat::Certificates(FileArgs { file, dry_run }) => import_certificates(db, file, dry_run).await?,
            ImportWhat::Offers(table) => import_friendly(db, table.into()).await?,
            ImportWhat::Flyers(table) => import_flyers(db, table.into()).await?,
            ImportWhat::Content(args) => return args.run(state).await,
            ImportWhat::Customers(FileArgs { file, dry_run }) => {
                import_customers(state, &Source::File(file), dry_run).await?
            }
            ImportWhat::BusinessUnits(FileArgs { file, dry_run }) => {
                import_business_units(state, &Source::File(file), dry_run).await?
            }
            ImportWhat::Addresses(FileArgs { file, dry_run }) => {
                import_addresses(state, &Source::File(file), dry_run).await?
            }
        };
        Ok(report.to_string())
    }
}

impl Cli {
    /// True for long work that a store on the same machine is not to feel: what it holds of the database it holds for short turns.
    pub const fn gives_way(&self) -> bool {
        matches!(self.command, Command::Import(_))
    }

    /// Does what was asked.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        let overrides = Config::with_file(self.overrides);
        let config = Config::load(overrides.clone())?;
        let _log = logging::start(&config.log, &config.log_format)?;
        match self.command {
            Command::Serve => Box::pin(serve::run(config, overrides)).await,
            Command::Migrate => {
                let database = config.database_shown();
                open(config).await?.db.clone().close().await?;
                say(&format!("{database} is at this version."));
                Ok(ExitCode::SUCCESS)
            }
            Command::Backup(what) => {
                say(&what.run(&config).await?);
                Ok(ExitCode::SUCCESS)
            }
            Command::Restore(what) => {
                say(&what.run().await?);
                Ok(ExitCode::SUCCESS)
            }
            Command::Import(what) => {
                // The folder goes when the answer was said.
                let (state, _folder) =
                    if what.only_tells() { open_to_tell(config).await? } else { (open(config).await?, None) };
                say(&what.run(&state).await?);
                Ok(ExitCode::SUCCESS)
            }
            Command::ChangeRequests(what) => {
                let state = open_there(config, what.only_reads()).await?;
                say(&what.run(&state).await?);
                Ok(ExitCode::SUCCESS)
            }
            Command::Export(ExportWhat::Content(args)) => {
                let state = open_to_read(config).await?;
                say(&args.run(&state).await?);
                Ok(ExitCode::SUCCESS)
            }
            Command::Content(command) => {
                let state = open_there(config, command.only_reads()).await?;
                say(&command.run(&state).await?);
                Ok(ExitCode::SUCCESS)
            }
            Command::Jobs(command) => {
                let state = open_there(config, command.only_reads()).await?;
                say(&command.run(&state).await?);
                Ok(ExitCode::SUCCESS)
            }
            Command::Staff(command) => {
                let state = open_there(config, command.only_reads()).await?;
                say(&command.run(&state).await?);
                Ok(ExitCode::SUCCESS)
            }
            Command::Audit(command) => {
                let state = open_to_read(config).await?;
                let told = command.run(&state).await?;
                if !told.is_empty() {
                    say(&told);
                }
                Ok(ExitCode::SUCCESS)
            }
            Command::Sales(command) => {
                let state = open_to_change(config).await?;
                say(&command.run(&state).await?);
                Ok(ExitCode::SUCCESS)
            }
            #[cfg(feature = "demo")]
            Command::Demo => {
                let state = open(config).await?;
                let _alone = state.db.alone().await?;
                let content = fieldhouse_demo::content::load(&state.db, &state.clock).await?;
                let documents = content.added.len().saturating_add(content.changed.len());
                let changes = fieldhouse_demo::loading::load(&state).await?;
                let (products, variants) = (changes.products, changes.variants);
                say(&format!(
                    "Demo catalog: {} products and {} variants added, {} and {} changed; {documents} documents of content added or changed.",
                    products.added, variants.added, products.changed, variants.changed
                ));
                Ok(ExitCode::SUCCESS)
            }
            Command::Reindex => {
                let state = open_to_change(config).await?;
                fieldhouse_shop::finding::catalog::reindex(&state.db).await.context("cannot reindex")?;
                say("Running stores build their search index anew within seconds.");
                Ok(ExitCode::SUCCESS)
            }
            Command::Doctor => doctor::run(config).await,
            Command::Openapi => {
                say(&crate::surfaces::ops::openapi::document().to_pretty_json()?);
                Ok(ExitCode::SUCCESS)
            }
        }
    }
}

/// A line to whoever asked; nobody listening is no failure.
fn say(line: &str) {
    drop(writeln!(std::io::stdout(), "{line}"));
}

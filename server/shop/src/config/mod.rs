//! Configuration: a TOML file, overridden by environment, overridden by flags.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    path::{Path, PathBuf},
};

use anyhow::Context;
use clap::Args;
use fieldhouse_core::{
    brand::Site,
    checkout::{freight::FreightTable, tax::TaxTable},
};
use fieldhouse_kernel::db::Connecting;
use jiff::tz::TimeZone;
use lettre::Address;
use serde::{Deserialize, de::DeserializeOwned};

pub mod brands;
pub mod chat;
pub mod hosted_search;
pub mod limits;
mod listening;
pub mod running;
mod secrets;

use self::{brands::AddedBrand, chat::ChatConfig, hosted_search::HostedSearchConfig, limits::Limits};

/// Writes the settings that a file, the environment and a flag can give: a row each, with what says it on the command
/// line, its type and its default.
macro_rules! settings {
    ($($(#[doc = $doc:literal])* [$($arg:tt)*] $name:ident: $type:ty = $default:expr;)*) => {
        /// Everything the server can be told. Each field has a default that works.
        #[derive(Debug, Clone, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Config {
            $($(#[doc = $doc])* pub $name: $type,)*
            /// Host names of the brands in production: `"shop.example" = "usgames"`.
            pub hosts: BTreeMap<String, Site>,
            /// Folder of the storefront's builds (`dist`, `dist-server`) instead of the ones in the binary.
            pub web: Option<PathBuf>,
            /// Ways of shipping with their prices, `[[freight]]`.
            pub freight: FreightTable,
            /// Tax by state, `[tax.TX]`.
            pub tax: TaxTable,
            /// Where a day of the store begins and ends, such as `America/Chicago` (R69).
            #[serde(deserialize_with = "jiff::fmt::serde::tz::required::deserialize")]
            pub time_zone: TimeZone,
            /// Sign-ins, registrations and other things one address may do in a minute or an hour, `[limits]`.
            pub limits: Limits,
            /// The customer API for the commerce platform's clients, `[platform]`.
            pub platform: PlatformConfig,
            /// Search for clients of the hosted search service, `[hosted_search]`.
            pub hosted_search: HostedSearchConfig,
            /// File of ZIP Codes with their cities for the offline verifier, instead of the few that ship.
            pub places: Option<PathBuf>,
            /// The chat service, `[chat]`.
            pub chat: ChatConfig,
            /// What the folder of brands had.
            #[serde(skip)]
            pub added: Vec<AddedBrand>,
        }

        impl Default for Config {
            fn default() -> Self {
                Self {
                    $($name: $default,)*
                    hosts: BTreeMap::new(),
                    web: None,
                    freight: FreightTable::default(),
                    tax: TaxTable::default(),
                    time_zone: TimeZone::get("America/Chicago").unwrap_or(TimeZone::UTC),
                    limits: Limits::default(),
                    platform: PlatformConfig::default(),
                    hosted_search: HostedSearchConfig::default(),
                    places: None,
                    chat: ChatConfig::default(),
                    added: Vec::new(),
                }
            }
        }

        /// Flags and environment, the same for every command.
        #[derive(Debug, Clone, Default, Args)]
        pub struct Overrides {
            $($(#[doc = $doc])* #[arg(long, global = true, $($arg)*)] pub $name: Option<$type>,)*
            /// Configuration file; `fieldhouse.toml` is read when it is there
            #[arg(long, global = true, env = "FIELDHOUSE_CONFIG", value_name = "FILE")]
            pub config: Option<PathBuf>,
            /// Port to listen on, on the configured address
            #[arg(long, global = true, env = "FIELDHOUSE_PORT")]
            pub port: Option<u16>,
            /// Host names: shop.example=usgames,club.example=athleticconnection
            #[arg(long, global = true, env = "FIELDHOUSE_HOSTS", value_delimiter = ',', value_name = "HOST=SITE")]
            pub hosts: Vec<String>,
            /// Origins whose pages may search by the hosted search service's clients, scheme and host
            #[arg(long, global = true, env = "FIELDHOUSE_SEARCH_ORIGINS", value_delimiter = ',', value_name = "ORIGIN")]
            pub search_origins: Option<Vec<String>>,
            /// Folder of the storefront's builds instead of the ones in the binary
            #[arg(long, global = true, env = "FIELDHOUSE_WEB", value_name = "FOLDER")]
            pub web: Option<PathBuf>,
            /// Where a day of the store begins and ends: America/Chicago
            #[arg(long, global = true, env = "FIELDHOUSE_TIME_ZONE", value_parser = time_zone, value_name = "ZONE")]
            pub time_zone: Option<TimeZone>,
            /// ZIP Codes with their cities: CSV (zip, city, state), or the .txt file of geonames.org
            #[arg(long, global = true, env = "FIELDHOUSE_PLACES", value_name = "FILE")]
            pub places: Option<PathBuf>,
            /// Script of the chat service
            #[arg(long, global = true, env = "FIELDHOUSE_CHAT", value_name = "URL")]
            pub chat: Option<String>,
            /// Name of the object the script leaves in the window
            #[arg(long, global = true, env = "FIELDHOUSE_CHAT_OBJECT", value_name = "NAME")]
            pub chat_object: Option<String>,
            /// Application ids of the brands at the chat service: fieldhouse=abc,usgames=def
            #[arg(long, global = true, env = "FIELDHOUSE_CHAT_APPLICATIONS", value_delimiter = ',', value_name = "SITE=ID")]
            pub chat_applications: Vec<String>,
            /// What one address may do in a minute (`sign_in`, `password_check`, `token`) or an hour (`registration`, `reset`, `newsletter`,
            /// `form`, `change_request`): `sign_in=60,reset=10` or `all=1000`
            #[arg(long, global = true, env = "FIELDHOUSE_LIMITS", value_delimiter = ',', value_name = "WHAT=N")]
            pub limits: Vec<String>,
        }

        impl Config {
            /// What a row of the table gave.
            fn apply_rows(&mut self, overrides: &mut Overrides) {
                $(if let Some(value) = overrides.$name.take() {
                    self.$name = value;
                })*
            }

            /// Settings that are not the same in the other one, by their names in the file.
            fn differing(&self, other: &Self) -> Vec<&'static str> {
                let rows = [$((stringify!($name), self.$name != other.$name),)*
                    ("hosts", self.hosts != other.hosts),
                    ("web", self.web != other.web),
                    ("freight", self.freight != other.freight),
                    ("tax", self.tax != other.tax),
                    ("time_zone", self.time_zone != other.time_zone),
                    ("limits", self.limits != other.limits),
                    ("platform", self.platform != other.platform),
                    ("hosted_search", self.hosted_search != other.hosted_search),
                    ("places", self.places != other.places),
                    ("chat", self.chat != other.chat),
                ];
                rows.into_iter().filter_map(|(name, differs)| differs.then_some(name)).collect()
            }
        }
    };
}

settings! {
    /// Where to listen.
    [env = "FIELDHOUSE_LISTEN", value_name = "ADDRESS:PORT"]
    listen: SocketAddr = SocketAddr::from(([127, 0, 0, 1], 8420));
    /// Folder of the brands that are added to the ones built in; `brands` is read when it is there.
    [env = "FIELDHOUSE_BRANDS", value_name = "FOLDER"]
    brands: PathBuf = PathBuf::from(brands::FOLDER);
    /// `sqlite:<file>` or `postgres://…`.
    [env = "DATABASE_URL", hide_env_values = true, value_name = "URL"]
    database_url: String = "sqlite:.data/fieldhouse.db".to_owned();
    /// Connections of each of the three pools to PostgreSQL; a fourth has one.
    [env = "FIELDHOUSE_DATABASE_CONNECTIONS", value_name = "N"]
    database_connections: u32 = 8;
    /// `DATABASE_URL` is a pooler's that hands connections out by the transaction, such as `PgBouncer`'s.
    [env = "FIELDHOUSE_DATABASE_POOLER", num_args = 0..=1, default_missing_value = "true"]
    database_pooler: bool = false;
    /// The database past its pooler, for steps of the schema.
    [env = "DATABASE_DIRECT_URL", hide_env_values = true, value_name = "URL"]
    database_direct_url: String = String::new();
    /// A PostgreSQL server that follows, for lists and sums that may be a few seconds late.
    [env = "DATABASE_READ_URL", hide_env_values = true, value_name = "URL"]
    database_read_url: String = String::new();
    /// File in which the catalogue is kept for the next start, pages beside it; beside an SQLite file there are both anyway.
    [env = "FIELDHOUSE_CATALOG_FILE", value_name = "FILE"]
    catalog_file: PathBuf = PathBuf::new();
    /// `serve` takes no steps of the schema; it does not start while some are missing.
    [env = "FIELDHOUSE_NO_MIGRATE", num_args = 0..=1, default_missing_value = "true"]
    no_migrate: bool = false;
    /// This node answers and leaves letters, messages, pruning and sums to others.
    [env = "FIELDHOUSE_NO_WORKERS", num_args = 0..=1, default_missing_value = "true"]
    no_workers: bool = false;
    /// Seconds `serve` waits at its start for a database that does not answer yet.
    [env = "FIELDHOUSE_DATABASE_WAIT", value_name = "SECONDS"]
    database_wait: u64 = 60;
    /// File of the certificates the store shows, its own first (PEM), when it speaks TLS itself.
    [env = "FIELDHOUSE_TLS_CERTIFICATE", value_name = "FILE"]
    tls_certificate: PathBuf = PathBuf::new();
    /// File of that certificate's key (PEM).
    [env = "FIELDHOUSE_TLS_KEY", value_name = "FILE"]
    tls_key: PathBuf = PathBuf::new();
    /// True behind TLS: `__Host-` cookies, Secure, HSTS. The store's own TLS means it, too.
    [env = "FIELDHOUSE_SECURE", num_args = 0..=1, default_missing_value = "true"]
    secure: bool = false;
    /// Orders wait for somebody at the desk before they go to picking and to the ERP.
    [env = "FIELDHOUSE_RELEASE_BY_HAND", num_args = 0..=1, default_missing_value = "true"]
    release_by_hand: bool = false;
    /// `text` or `json`.
    [env = "FIELDHOUSE_LOG_FORMAT", value_parser = ["text", "json"]]
    log_format: String = "text".to_owned();
    /// What is logged: `info`, `warn`, `fieldhouse_shop=debug` …
    [env = "FIELDHOUSE_LOG", value_name = "FILTER"]
    log: String = "info,sea_orm_migration=warn,sqlx=warn,tantivy=warn".to_owned();
    /// Fills an empty store with the demo at start: catalogue, content, and customers whose passwords everybody knows.
    [env = "FIELDHOUSE_DEMO", num_args = 0..=1, default_missing_value = "true"]
    demo: bool = false;
    /// Serves the OpenAPI description under `/api/openapi.json` (R67: off in a release).
    [env = "FIELDHOUSE_DEVELOPMENT", num_args = 0..=1, default_missing_value = "true"]
    development: bool = cfg!(debug_assertions);
    /// Connections served at once; more wait in the system's queue.
    [env = "FIELDHOUSE_MAX_CONNECTIONS", value_name = "N"]
    max_connections: usize = 8192;
    /// Engines of the page renderer, each a thread of its own.
    [env = "FIELDHOUSE_PAGE_RENDERERS", value_name = "N"]
    page_renderers: usize = 1;
    /// Where letters go: `file:<folder>` for `.eml` files, or `smtp://user:password@host:port?tls=required`.
    [env = "FIELDHOUSE_MAIL", hide_env_values = true, value_name = "URL"]
    mail: String = "file:.data/mail".to_owned();
    /// Shows products' own pictures; switched off, every picture is the placeholder (cart §9).
    [env = "FIELDHOUSE_IMAGE_OPTIMISATION", num_args = 0..=1, default_missing_value = "true"]
    image_optimisation: bool = true;
    /// Address letters come from; `store@<site>.localhost` when empty.
    [env = "FIELDHOUSE_MAIL_FROM", value_name = "ADDRESS"]
    mail_from: String = String::new();
    /// Base address of the ERP that knows personal prices and takes orders; empty: the store's own prices.
    [env = "FIELDHOUSE_ERP", value_name = "URL"]
    erp: String = String::new();
    /// Bearer token for the ERP.
    [env = "FIELDHOUSE_ERP_TOKEN", hide_env_values = true, value_name = "TOKEN"]
    erp_token: String = String::new();
    /// Base address of the friendly-code service; empty: the store's own table.
    [env = "FIELDHOUSE_FRIENDLY_CODES", value_name = "URL"]
    friendly_codes: String = String::new();
    /// Bearer token for the friendly-code service.
    [env = "FIELDHOUSE_FRIENDLY_CODES_TOKEN", hide_env_values = true, value_name = "TOKEN"]
    friendly_codes_token: String = String::new();
    /// Base address of the certificate service; empty: the store's own table.
    [env = "FIELDHOUSE_CERTIFICATES", value_name = "URL"]
    certificates: String = String::new();
    /// Bearer token for the certificate service.
    [env = "FIELDHOUSE_CERTIFICATES_TOKEN", hide_env_values = true, value_name = "TOKEN"]
    certificates_token: String = String::new();
    /// Proxies of ours in front, each of which adds to X-Forwarded-For.
    [env = "FIELDHOUSE_PROXIES", value_name = "N"]
    proxies: u8 = 0;
    /// Certificates one address may look up or add in a minute (R62).
    [long = "certificate-lookups", env = "FIELDHOUSE_CERTIFICATE_LOOKUPS", value_name = "N"]
    certificate_lookups_per_minute: u32 = 10;
    /// Friendly codes one address may look up or apply in a minute.
    [long = "friendly-code-lookups", env = "FIELDHOUSE_FRIENDLY_CODE_LOOKUPS", value_name = "N"]
    friendly_code_lookups_per_minute: u32 = 10;
    /// Serves `/metrics`: counts and the standing of systems upstream (R67: off in a release).
    [env = "FIELDHOUSE_METRICS", num_args = 0..=1, default_missing_value = "true"]
    metrics: bool = false;
    /// Serves `/metrics` here instead, and nothing else: `127.0.0.1:9420`. Empty: with everything else, if at all.
    [env = "FIELDHOUSE_METRICS_LISTEN", value_name = "ADDRESS:PORT"]
    metrics_listen: String = String::new();
    /// Collector that traces go to (OTLP over HTTP): `http://127.0.0.1:4318`. Empty: none are made.
    [env = "FIELDHOUSE_OTLP_ENDPOINT", value_name = "URL"]
    otlp_endpoint: String = String::new();
    /// Of a hundred requests so many are traced.
    [env = "FIELDHOUSE_OTLP_PERCENT", value_name = "N"]
    otlp_percent: u32 = 100;
    /// Base address of a hosted address verifier; empty: the offline one.
    [env = "FIELDHOUSE_ADDRESS_VERIFIER", value_name = "URL"]
    address_verifier: String = String::new();
    /// Bearer token for the address verifier.
    [env = "FIELDHOUSE_ADDRESS_VERIFIER_TOKEN", hide_env_values = true, value_name = "TOKEN"]
    address_verifier_token: String = String::new();
    /// Base address of the content service; empty: content is imported.
    [env = "FIELDHOUSE_CONTENT", value_name = "URL"]
    content: String = String::new();
    /// Bearer token for the content service.
    [env = "FIELDHOUSE_CONTENT_TOKEN", hide_env_values = true, value_name = "TOKEN"]
    content_token: String = String::new();
    /// Versions that are kept of each content document, the one that is shown among them.
    [env = "FIELDHOUSE_CONTENT_VERSIONS", value_name = "N"]
    content_versions: u32 = 100;
    /// What signs links of previews and letters, 32 characters or more; empty: one of the store's own.
    [env = "FIELDHOUSE_SIGNING_KEY", hide_env_values = true, value_name = "KEY"]
    signing_key: String = String::new();
    /// What seals the secrets of one-time codes in the database, 32 characters or more; empty: one of the store's own, which lies
    /// there too.
    [env = "FIELDHOUSE_SECRETS_KEY", hide_env_values = true, value_name = "KEY"]
    secrets_key: String = String::new();
    /// Origins whose pages content may show in frames: `https://reports.example`.
    [env = "FIELDHOUSE_FRAMES", value_delimiter = ',', value_name = "ORIGINS"]
    frames: Vec<String> = Vec::new();
    /// Host of the desk, with its port when it has one; then it answers there alone. Empty: every host of the store.
    [env = "FIELDHOUSE_DESK_HOST", value_name = "HOST"]
    desk_host: String = String::new();
    /// Minutes after which a session at the desk ends that nobody used.
    [env = "FIELDHOUSE_DESK_IDLE_MINUTES", value_name = "MINUTES"]
    desk_idle_minutes: u32 = 30;
    /// Issuer of single sign-on at the desk (`OpenID` Connect): `https://login.example/realm`. Empty: none.
    [env = "FIELDHOUSE_SSO_ISSUER", value_name = "URL"]
    sso_issuer: String = String::new();
    /// What the issuer knows the desk by.
    [env = "FIELDHOUSE_SSO_CLIENT_ID", value_name = "ID"]
    sso_client_id: String = String::new();
    /// Its secret.
    [env = "FIELDHOUSE_SSO_CLIENT_SECRET", hide_env_values = true, value_name = "SECRET"]
    sso_client_secret: String = String::new();
    /// The claim with somebody's groups.
    [env = "FIELDHOUSE_SSO_GROUPS", value_name = "CLAIM"]
    sso_groups: String = "groups".to_owned();
    /// Roles of groups, for all brands or some: `store-admins=owner,warehouse-tx=warehouse@usgames+fieldhouse`. Empty: roles
    /// are given at the desk.
    [env = "FIELDHOUSE_SSO_ROLES", value_delimiter = ',', value_name = "GROUP=ROLE[@SITES]"]
    sso_roles: Vec<String> = Vec::new();
    /// Domains whose people are made staff when they first come and a group of theirs has a role. Empty: who was invited.
    [env = "FIELDHOUSE_SSO_DOMAINS", value_delimiter = ',', value_name = "DOMAINS"]
    sso_domains: Vec<String> = Vec::new();
}

/// How clients of the commerce platform find the customer API.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlatformConfig {
    /// Project key in their addresses.
    pub project_key: String,
    /// The public client: what knows its secret may ask for tokens, and nothing more.
    pub client_id: String,
    /// Its secret; the platform's clients always send one.
    pub client_secret: String,
}

impl Default for PlatformConfig {
    fn default() -> Self {
        let text = str::to_owned;
        Self { project_key: text("fieldhouse"), client_id: text("storefront"), client_secret: text("public") }
    }
}

/// True for a scheme and a host, and nothing that could end a directive of the content security policy.
fn is_origin(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    host.is_some_and(|host| {
        !host.is_empty() && host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b':'))
    })
}

fn time_zone(name: &str) -> Result<TimeZone, String> {
    TimeZone::get(name).map_err(|_| format!("there is no time zone {name:?}"))
}

/// A file's name with something behind it: never another file's own name.
fn with_more(file: PathBuf, more: &str) -> PathBuf {
    let mut name = file.into_os_string();
    name.push(more);
    name.into()
}

/// A configuration file before its brands are known.
struct File {
    path: PathBuf,
    text: String,
    /// The one setting that comes before the others.
    brands: Option<PathBuf>,
}

impl File {
    /// The one that is named or lies here. Secrets that files say are told from then on.
    fn of(overrides: &mut Overrides) -> anyhow::Result<Option<Self>> {
        secrets::read(overrides, |name| std::env::var_os(name))?;
        overrides.config.clone().or_else(Self::unnamed).map(Self::read).transpose()
    }

    fn unnamed() -> Option<PathBuf> {
        Some(PathBuf::from("fieldhouse.toml")).filter(|file| file.exists())
    }

    fn read(path: PathBuf) -> anyhow::Result<Self> {
        #[derive(Deserialize)]
        struct First {
            brands: Option<PathBuf>,
        }
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let First { brands } = read_toml(&text, &path)?;
        Ok(Self { path, text, brands })
    }

    fn config(self) -> anyhow::Result<Config> {
        read_toml(&self.text, &self.path)
    }
}

/// Reads a configuration. What is wrong is told by its place: the line itself may hold a password.
fn read_toml<T: DeserializeOwned>(text: &str, file: &Path) -> anyhow::Result<T> {
    toml::from_str(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        let line = before.matches('\n').count().saturating_add(1);
        let column = before.chars().rev().take_while(|letter| *letter != '\n').count().saturating_add(1);
        let why = without_value(error.message());
        anyhow::anyhow!("{} is not a valid configuration: line {line}, column {column}: {why}", file.display())
    })
}

/// What is wrong with a value, without the value: `invalid type: integer, expected a string`.
fn without_value(message: &str) -> String {
    let wanted = message.rfind(", expected");
    match (message.find(['`', '"']), wanted) {
        (Some(value), Some(wanted)) if message.starts_with("invalid ") && value < wanted => {
            [message[..value].trim_end(), &message[wanted..]].concat()
        }
        _ => message.to_owned(),
    }
}

impl Config {
    /// The file, then environment and flags over it.
    pub fn load(mut overrides: Overrides) -> anyhow::Result<Self> {
        let file = File::of(&mut overrides)?;
        // Everything else may name a brand.
        let folder = overrides.brands.clone().or_else(|| file.as_ref()?.brands.clone());
        let added = brands::install(&folder.unwrap_or_else(|| brands::FOLDER.into()))?;
        Self::of(file, overrides, added)
    }

    /// The same overrides with the file that lies here named, where none is: from then on it has to be there.
    pub fn with_file(overrides: Overrides) -> Overrides {
        let config = overrides.config.clone().or_else(File::unnamed);
        Overrides { config, ..overrides }
    }

    /// The same for a store that runs: its brands are those it was started with.
    pub fn load_again(&self, mut overrides: Overrides) -> anyhow::Result<Self> {
        let file = File::of(&mut overrides)?;
        Self::of(file, overrides, self.added.clone())
    }

    fn of(file: Option<File>, overrides: Overrides, added: Vec<AddedBrand>) -> anyhow::Result<Self> {
        let mut config = file.map(File::config).transpose()?.unwrap_or_default();
        config.apply(overrides)?;
        config.added = added;
        config.settle_listening()?;
        let sender = &config.mail_from;
        anyhow::ensure!(
            sender.is_empty() || sender.parse::<Address>().is_ok(),
            "mail_from: {sender:?} is not an e-mail address such as store@shop.example"
        );
        anyhow::ensure!(config.otlp_percent <= 100, "otlp_percent must be 0 to 100");
        anyhow::ensure!(config.max_connections > 0, "max_connections must be at least 1");
        let names_a_file = config.sqlite_path().is_none_or(|file| !file.as_os_str().is_empty());
        anyhow::ensure!(names_a_file, "database_url names no file: sqlite:fieldhouse.db");
        anyhow::ensure!(
            config.sqlite_path().is_none_or(|file| file != config.catalog_file),
            "catalog_file is the database's own file: what is kept of the catalogue would take its place"
        );
        anyhow::ensure!((1..=16).contains(&config.page_renderers), "page_renderers must be 1 to 16");
        anyhow::ensure!((1..=1000).contains(&config.database_connections), "database_connections must be 1 to 1000");
        anyhow::ensure!(
            !config.database_pooler || !config.database_direct_url.is_empty(),
            "a pooler hands connections out by the transaction: database_direct_url says where the database itself is"
        );
        anyhow::ensure!(config.content_versions > 0, "content_versions must be at least 1");
        for (name, key) in [("signing_key", &config.signing_key), ("secrets_key", &config.secrets_key)] {
            let long_enough = key.is_empty() || key.chars().count() >= 32;
            anyhow::ensure!(long_enough, "{name} must have 32 characters or more");
        }
        for origin in &config.frames {
            anyhow::ensure!(is_origin(origin), "frames: {origin:?} is not an origin such as https://reports.example");
        }
        config.chat.check()?;
        let key = &config.platform.project_key;
        anyhow::ensure!(
            !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'),
            "platform.project_key must consist of letters, digits, hyphens and underscores"
        );
        config.hosted_search.check()?;
        anyhow::ensure!(
            ["sqlite:", "postgres://", "postgresql://"].iter().any(|scheme| config.database_url.starts_with(scheme)),
            "the database address must start with sqlite: or postgres://"
        );
        for (other, what) in
            [(&config.database_direct_url, "direct address"), (&config.database_read_url, "address for reading")]
        {
            anyhow::ensure!(
                other.is_empty() || ["postgres://", "postgresql://"].iter().any(|scheme| other.starts_with(scheme)),
                "the {what} of the database must start with postgres://"
            );
        }
        anyhow::ensure!(
            config.database_read_url.is_empty() || config.sqlite_path().is_none(),
            "database_read_url names a server that follows the database: a file has none"
        );
        Ok(config)
    }

    fn apply(&mut self, mut overrides: Overrides) -> anyhow::Result<()> {
        self.apply_rows(&mut overrides);
        if let Some(port) = overrides.port {
            self.listen.set_port(port);
        }
        for pair in overrides.hosts {
            let site = pair.split_once('=').and_then(|(host, key)| Some((host.trim(), Site::parse(key.trim())?)));
            let (host, site) = site.with_context(|| format!("{pair:?} is not <host>=<site key>"))?;
            self.hosts.insert(host.to_owned(), site);
        }
        for pair in overrides.limits {
            anyhow::ensure!(self.limits.set(&pair), "{pair:?} is not <what>=<number> of a limit");
        }
        self.web = overrides.web.or(self.web.take());
        self.places = overrides.places.or(self.places.take());
        if let Some(origins) = overrides.search_origins {
            self.hosted_search.origins = origins;
        }
        if let Some(script) = overrides.chat {
            self.chat.script = script;
        }
        if let Some(object) = overrides.chat_object {
            self.chat.object = object;
        }
        for pair in overrides.chat_applications {
            let application = pair.split_once('=').and_then(|(key, id)| Some((Site::parse(key.trim())?, id.trim())));
            let (site, id) = application.with_context(|| format!("{pair:?} is not <site key>=<application id>"))?;
            self.chat.applications.insert(site, id.to_owned());
        }
        if let Some(zone) = overrides.time_zone {
            self.time_zone = zone;
        }
        Ok(())
    }

    /// The folder of the SQLite file, when it is one.
    pub fn sqlite_path(&self) -> Option<PathBuf> {
        self.database_url.strip_prefix("sqlite:").map(|path| PathBuf::from(path.trim_start_matches("//")))
    }

    /// The file in which the catalogue is kept for the next start: beside an SQLite file, or where it is told.
    pub fn catalog_path(&self) -> Option<PathBuf> {
        self.told_catalog_file().or_else(|| Some(with_more(self.sqlite_path()?, ".catalog")))
    }

    /// The file in which the most visited pages are, beside the catalogue's.
    pub fn pages_path(&self) -> Option<PathBuf> {
        Some(with_more(self.told_catalog_file().or_else(|| self.sqlite_path())?, ".pages"))
    }

    fn told_catalog_file(&self) -> Option<PathBuf> {
        Some(self.catalog_file.clone()).filter(|file| !file.as_os_str().is_empty())
    }

    /// How the database is connected to.
    pub fn connecting(&self) -> Connecting<'_> {
        Connecting {
            connections: self.database_connections,
            pooler: self.database_pooler,
            direct: &self.database_direct_url,
            read: &self.database_read_url,
        }
    }

    /// The database's address without a password, for people and logs.
    pub fn database_shown(&self) -> String {
        let Some((scheme, rest)) = self.database_url.split_once("://") else { return self.database_url.clone() };
        match rest.rsplit_once('@') {
            Some((user, host)) => format!("{scheme}://{}@{host}", user.split(':').next().unwrap_or_default()),
            None => self.database_url.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn what_is_kept_beside_a_database_has_a_file_of_its_own_whatever_that_is_called() {
        let beside = |name: &str| {
            let config = Config { database_url: ["sqlite:", name].concat(), ..Config::default() };
            [config.sqlite_path(), config.catalog_path(), config.pages_path()].map(Option::unwrap)
        };
        let names = ["store.db", "store.pages", "store.catalog", "shop.eu", "shop.us", "plain", "shop.catalog.pages"];
        let all: BTreeSet<PathBuf> = names.iter().flat_map(|name| beside(name)).collect();
        assert_eq!(all.len(), names.len() * 3, "{all:?}");
        let told =
            Config { catalog_file: "kept".into(), database_url: "postgres://a/b".to_owned(), ..Config::default() };
        assert_eq!((told.catalog_path(), told.pages_path()), (Some("kept".into()), Some("kept.pages".into())));
        let over_it = Overrides {
            database_url: Some("sqlite:store.db".to_owned()),
            catalog_file: Some("store.db".into()),
            ..Overrides::default()
        };
        assert!(Config::load(over_it).unwrap_err().to_string().contains("the database's own file"));
    }

    #[test]
    fn flags_win_over_the_file_and_the_file_over_defaults() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("fieldhouse.toml");
        std::fs::write(&file, "listen = \"127.0.0.1:9000\"\nsecure = true\n[hosts]\n\"shop.example\" = \"usgames\"\n")
            .unwrap();
        let config = Config::load(Overrides {
            config: Some(file),
            port: Some(9001),
            hosts: vec!["club.example=athleticconnection".to_owned()],
            ..Overrides::default()
        })
        .unwrap();
        assert_eq!(config.listen.port(), 9001);
        assert!(config.secure);
        assert_eq!(config.hosts["shop.example"], Site::US_GAMES);
        assert_eq!(config.hosts["club.example"], Site::ATHLETIC_CONNECTION);
    }

    #[test]
    fn freight_and_tax_are_tables_of_the_file_and_a_table_with_a_gap_is_refused() {
        let load = |text: &str| {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("fieldhouse.toml");
            std::fs::write(&file, text).unwrap();
            Config::load(Overrides { config: Some(file), ..Overrides::default() })
        };
        let freight = "[[freight]]\nkey = \"truck\"\nlabel = \"Truck\"\nbands = [{ from = 0, price = 1200 }]\n";
        let config = load(&[freight, "[tax.TX]\nrate = 8250\nfreight = true\n"].concat()).unwrap();
        assert_eq!(config.freight.keys(), ["truck"]);
        assert_eq!(config.tax, TaxTable::try_from(BTreeMap::from([("TX".to_owned(), tax_rate(8_250))])).unwrap());
        let error = load(&freight.replace("from = 0", "from = 500")).unwrap_err();
        assert!(format!("{error:#}").contains("must begin at 0"), "{error:#}");
    }

    fn tax_rate(rate: u32) -> fieldhouse_core::checkout::tax::TaxRate {
        fieldhouse_core::checkout::tax::TaxRate { rate, freight: true }
    }

    #[test]
    fn a_day_of_the_store_is_one_of_its_time_zone() {
        assert_eq!(Config::default().time_zone.iana_name(), Some("America/Chicago"));
        assert!(time_zone("Mars/Olympus").is_err());
        let read: Config = toml::from_str("time_zone = \"America/New_York\"").unwrap();
        assert_eq!(read.time_zone.iana_name(), Some("America/New_York"));
    }

    #[test]
    fn a_misspelt_key_and_an_unknown_site_are_told() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("fieldhouse.toml");
        std::fs::write(&file, "lissten = \"127.0.0.1:9000\"\n").unwrap();
        let error = Config::load(Overrides { config: Some(file), ..Overrides::default() }).unwrap_err();
        assert!(format!("{error:#}").contains("lissten"), "{error:#}");
        let error = Config::load(Overrides { hosts: vec!["a=b".to_owned()], ..Overrides::default() }).unwrap_err();
        assert!(error.to_string().contains("\"a=b\""), "{error:#}");
    }

    #[test]
    fn letters_come_from_an_address_or_from_the_stores_own() {
        let load = |sender: &str| {
            Config::load(Overrides { mail_from: Some(sender.to_owned()), ..Overrides::default() })
                .map_err(|error| format!("{error:#}"))
        };
        for wrong in ["not an address", "store", "store@shop.example\r\nBcc: x@y.example", "a@b.example, c@d.example"] {
            assert!(load(wrong).unwrap_err().contains("not an e-mail address such as"), "{wrong:?}");
        }
        for good in ["", "store@shop.example", "store@usgames.localhost"] {
            assert_eq!(load(good).unwrap().mail_from, good);
        }
    }

    #[test]
    fn a_pooler_needs_the_database_past_it() {
        let load = |direct: &str| {
            Config::load(Overrides {
                database_url: Some("postgres://pooler/store".to_owned()),
                database_pooler: Some(true),
                database_direct_url: Some(direct.to_owned()),
                ..Overrides::default()
            })
        };
        let refused = load("").unwrap_err().to_string();
        assert!(refused.contains("database_direct_url"), "{refused}");
        assert!(load("sqlite:store.db").is_err());
        let config = load("postgres://one,two/store").unwrap();
        let expected = Connecting { pooler: true, direct: "postgres://one,two/store", ..Connecting::default() };
        assert_eq!(config.connecting(), expected);
    }

    #[test]
    fn a_password_is_never_shown() {
        let config = Config { database_url: "postgres://team:s3cret@db:5432/store".to_owned(), ..Config::default() };
        assert_eq!(config.database_shown(), "postgres://team@db:5432/store");
    }
}

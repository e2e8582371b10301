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
use jiff::tz::TimeZone;
use serde::Deserialize;

pub mod chat;
pub mod hosted_search;
pub mod limits;

use self::limits::Limits;
use self::{chat::ChatConfig, hosted_search::HostedSearchConfig};

/// Everything the server can be told. Each field has a default that works.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// `sqlite:<file>` or `postgres://…`.
    pub database_url: String,
    /// Seconds `serve` waits at its start for a database that does not answer yet.
    pub database_wait: u64,
    /// Host names of the brands in production: `"shop.example" = "usgames"`.
    pub hosts: BTreeMap<String, Site>,
    /// True behind TLS: `__Host-` cookies, Secure, HSTS.
    pub secure: bool,
    /// `text` or `json`.
    pub log_format: String,
    /// What is logged: `info`, `warn`, `fieldhouse_shop=debug` …
    pub log: String,
    /// Folder of the storefront's builds (`dist`, `dist-server`) instead of the ones in the binary.
    pub web: Option<PathBuf>,
    /// Fills an empty store with the demo at start: catalogue, content, and customers whose passwords everybody knows.
    pub demo: bool,
    /// Serves the OpenAPI description under `/api/openapi.json` (R67: off in a release).
    pub development: bool,
    /// Connections served at once; more wait in the system's queue.
    pub max_connections: usize,
    /// Engines of the page renderer, each a thread of its own.
    pub page_renderers: usize,
    /// Ways of shipping with their prices, `[[freight]]`.
    pub freight: FreightTable,
    /// Tax by state, `[tax.TX]`.
    pub tax: TaxTable,
    /// Where letters go: `file:<folder>` for `.eml` files, or `smtp://user:password@host:port?tls=required`.
    pub mail: String,
    /// Shows products' own pictures; switched off, every picture is the placeholder (cart §9).
    pub image_optimisation: bool,
    /// Address letters come from; `store@<site>.localhost` when empty.
    pub mail_from: String,
    /// Where a day of the store begins and ends, such as `America/Chicago` (R69).
    #[serde(deserialize_with = "jiff::fmt::serde::tz::required::deserialize")]
    pub time_zone: TimeZone,
    /// Base address of the ERP that knows personal prices and takes orders; empty: the store's own prices.
    pub erp: String,
    /// Bearer token for the ERP.
    pub erp_token: String,
    /// Base address of the friendly-code service; empty: the store's own table.
    pub friendly_codes: String,
    /// Bearer token for the friendly-code service.
    pub friendly_codes_token: String,
    /// Base address of the certificate service; empty: the store's own table.
    pub certificates: String,
    /// Bearer token for the certificate service.
    pub certificates_token: String,
    /// Proxies of ours in front, each of which adds to X-Forwarded-For.
    pub proxies: u8,
    /// Certificates one address may look up or add in a minute (R62).
    pub certificate_lookups_per_minute: u32,
    /// Friendly codes one address may look up or apply in a minute.
    pub friendly_code_lookups_per_minute: u32,
    /// Sign-ins, registrations and other things one address may do in a minute or an hour, `[limits]`.
    pub limits: Limits,
    /// Serves `/metrics`: counts and the standing of systems outside (R67: off in a release).
    pub metrics: bool,
    /// The customer API for the commerce platform's clients, `[platform]`.
    pub platform: PlatformConfig,
    /// Search for clients of the hosted search service, `[hosted_search]`.
    pub hosted_search: HostedSearchConfig,
    /// Base address of a hosted address verifier; empty: the offline one.
    pub address_verifier: String,
    /// Bearer token for the address verifier.
    pub address_verifier_token: String,
    /// File of ZIP Codes with their cities for the offline verifier, instead of the few that ship.
    pub places: Option<PathBuf>,
    /// Base address of the content service; empty: content is imported.
    pub content: String,
    /// Bearer token for the content service.
    pub content_token: String,
    /// Versions that are kept of each content document, the one that is shown among them.
    pub content_versions: u32,
    /// What signs links of previews and letters, 32 characters or more; empty: one of the store's own.
    pub signing_key: String,
    /// Origins whose pages content may show in frames: `https://reports.example`.
    pub frames: Vec<String>,
    /// The chat service, `[chat]`.
    pub chat: ChatConfig,
}

/// How clients of the commerce platform find the customer API.
#[derive(Debug, Clone, Deserialize)]
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

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8420)),
            database_url: "sqlite:.data/fieldhouse.db".to_owned(),
            database_wait: 60,
            hosts: BTreeMap::new(),
            secure: false,
            log_format: "text".to_owned(),
            log: "info,sea_orm_migration=warn,sqlx=warn,tantivy=warn".to_owned(),
            web: None,
            demo: false,
            development: cfg!(debug_assertions),
            max_connections: 8192,
            page_renderers: 1,
            freight: FreightTable::default(),
            tax: TaxTable::default(),
            mail: "file:.data/mail".to_owned(),
            image_optimisation: true,
            mail_from: String::new(),
            time_zone: TimeZone::get("America/Chicago").unwrap_or(TimeZone::UTC),
            erp: String::new(),
            erp_token: String::new(),
            friendly_codes: String::new(),
            friendly_codes_token: String::new(),
            certificates: String::new(),
            certificates_token: String::new(),
            metrics: false,
            platform: PlatformConfig::default(),
            hosted_search: HostedSearchConfig::default(),
            address_verifier: String::new(),
            address_verifier_token: String::new(),
            places: None,
            content: String::new(),
            content_token: String::new(),
            content_versions: 100,
            signing_key: String::new(),
            frames: Vec::new(),
            chat: ChatConfig::default(),
            proxies: 0,
            certificate_lookups_per_minute: 10,
            friendly_code_lookups_per_minute: 10,
            limits: Limits::default(),
        }
    }
}

/// Flags and environment, the same for every command.
#[derive(Debug, Clone, Default, Args)]
pub struct Overrides {
    /// Configuration file; `fieldhouse.toml` is read when it is there
    #[arg(long, global = true, env = "FIELDHOUSE_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Address to listen on
    #[arg(long, global = true, env = "FIELDHOUSE_LISTEN", value_name = "ADDRESS:PORT")]
    pub listen: Option<SocketAddr>,
    /// Port to listen on, on the configured address
    #[arg(long, global = true, env = "FIELDHOUSE_PORT")]
    pub port: Option<u16>,
    /// sqlite:<file> or postgres://…
    #[arg(long, global = true, env = "DATABASE_URL", hide_env_values = true, value_name = "URL")]
    pub database_url: Option<String>,
    /// Seconds to wait at the start for a database that does not answer yet
    #[arg(long, global = true, env = "FIELDHOUSE_DATABASE_WAIT", value_name = "SECONDS")]
    pub database_wait: Option<u64>,
    /// Host names: shop.example=usgames,club.example=athleticconnection
    #[arg(long, global = true, env = "FIELDHOUSE_HOSTS", value_delimiter = ',', value_name = "HOST=SITE")]
    pub hosts: Vec<String>,
    /// Origins whose pages may search by the hosted search service's clients, scheme and host
    #[arg(long, global = true, env = "FIELDHOUSE_SEARCH_ORIGINS", value_delimiter = ',', value_name = "ORIGIN")]
    pub search_origins: Option<Vec<String>>,
    /// Behind TLS: secure cookies and HSTS
    #[arg(long, global = true, env = "FIELDHOUSE_SECURE", num_args = 0..=1, default_missing_value = "true")]
    pub secure: Option<bool>,
    /// text or json
    #[arg(long, global = true, env = "FIELDHOUSE_LOG_FORMAT", value_parser = ["text", "json"])]
    pub log_format: Option<String>,
    /// What is logged: info, warn, off, or `part=level` pairs
    #[arg(long, global = true, env = "FIELDHOUSE_LOG", value_name = "FILTER")]
    pub log: Option<String>,
    /// Folder of the storefront's builds instead of the ones in the binary
    #[arg(long, global = true, env = "FIELDHOUSE_WEB", value_name = "FOLDER")]
    pub web: Option<PathBuf>,
    /// Fills an empty store with the demo at start, customers with published passwords among it
    #[arg(long, global = true, env = "FIELDHOUSE_DEMO", num_args = 0..=1, default_missing_value = "true")]
    pub demo: Option<bool>,
    /// Serves the OpenAPI description
    #[arg(long, global = true, env = "FIELDHOUSE_DEVELOPMENT", num_args = 0..=1, default_missing_value = "true")]
    pub development: Option<bool>,
    /// Connections served at once
    #[arg(long, global = true, env = "FIELDHOUSE_MAX_CONNECTIONS", value_name = "N")]
    pub max_connections: Option<usize>,
    /// Where letters go: file:<folder> or smtp://…
    #[arg(long, global = true, env = "FIELDHOUSE_MAIL", hide_env_values = true, value_name = "URL")]
    pub mail: Option<String>,
    /// Shows products' own pictures, not the placeholder
    #[arg(long, global = true, env = "FIELDHOUSE_IMAGE_OPTIMISATION", num_args = 0..=1, default_missing_value = "true")]
    pub image_optimisation: Option<bool>,
    /// Address letters come from
    #[arg(long, global = true, env = "FIELDHOUSE_MAIL_FROM", value_name = "ADDRESS")]
    pub mail_from: Option<String>,
    /// Where a day of the store begins and ends: America/Chicago
    #[arg(long, global = true, env = "FIELDHOUSE_TIME_ZONE", value_parser = time_zone, value_name = "ZONE")]
    pub time_zone: Option<TimeZone>,
    /// Base address of the ERP: personal prices and orders
    #[arg(long, global = true, env = "FIELDHOUSE_ERP", value_name = "URL")]
    pub erp: Option<String>,
    /// Bearer token for the ERP
    #[arg(long, global = true, env = "FIELDHOUSE_ERP_TOKEN", hide_env_values = true, value_name = "TOKEN")]
    pub erp_token: Option<String>,
    /// Base address of the friendly-code service
    #[arg(long, global = true, env = "FIELDHOUSE_FRIENDLY_CODES", value_name = "URL")]
    pub friendly_codes: Option<String>,
    /// Bearer token for the friendly-code service
    #[arg(long, global = true, env = "FIELDHOUSE_FRIENDLY_CODES_TOKEN", hide_env_values = true, value_name = "TOKEN")]
    pub friendly_codes_token: Option<String>,
    /// Base address of the certificate service
    #[arg(long, global = true, env = "FIELDHOUSE_CERTIFICATES", value_name = "URL")]
    pub certificates: Option<String>,
    /// Bearer token for the certificate service
    #[arg(long, global = true, env = "FIELDHOUSE_CERTIFICATES_TOKEN", hide_env_values = true, value_name = "TOKEN")]
    pub certificates_token: Option<String>,
    /// Serves /metrics
    #[arg(long, global = true, env = "FIELDHOUSE_METRICS", num_args = 0..=1, default_missing_value = "true")]
    pub metrics: Option<bool>,
    /// Base address of a hosted address verifier
    #[arg(long, global = true, env = "FIELDHOUSE_ADDRESS_VERIFIER", value_name = "URL")]
    pub address_verifier: Option<String>,
    /// Bearer token for the address verifier
    #[arg(
        long,
        global = true,
        env = "FIELDHOUSE_ADDRESS_VERIFIER_TOKEN",
        hide_env_values = true,
        value_name = "TOKEN"
    )]
    pub address_verifier_token: Option<String>,
    /// ZIP Codes with their cities: CSV (zip, city, state), or the .txt file of geonames.org
    #[arg(long, global = true, env = "FIELDHOUSE_PLACES", value_name = "FILE")]
    pub places: Option<PathBuf>,
    /// Base address of the content service
    #[arg(long, global = true, env = "FIELDHOUSE_CONTENT", value_name = "URL")]
    pub content: Option<String>,
    /// Bearer token for the content service
    #[arg(long, global = true, env = "FIELDHOUSE_CONTENT_TOKEN", hide_env_values = true, value_name = "TOKEN")]
    pub content_token: Option<String>,
    /// Versions that are kept of each content document
    #[arg(long, global = true, env = "FIELDHOUSE_CONTENT_VERSIONS", value_name = "N")]
    pub content_versions: Option<u32>,
    /// What signs links of previews and letters
    #[arg(long, global = true, env = "FIELDHOUSE_SIGNING_KEY", hide_env_values = true, value_name = "KEY")]
    pub signing_key: Option<String>,
    /// Origins whose pages content may show in frames: `https://reports.example,https://forms.example`
    #[arg(long, global = true, env = "FIELDHOUSE_FRAMES", value_delimiter = ',', value_name = "ORIGINS")]
    pub frames: Vec<String>,
    /// Script of the chat service
    #[arg(long, global = true, env = "FIELDHOUSE_CHAT", value_name = "URL")]
    pub chat: Option<String>,
    /// Name of the object the script leaves in the window
    #[arg(long, global = true, env = "FIELDHOUSE_CHAT_OBJECT", value_name = "NAME")]
    pub chat_object: Option<String>,
    /// Application ids of the brands at the chat service: fieldhouse=abc,usgames=def
    #[arg(long, global = true, env = "FIELDHOUSE_CHAT_APPLICATIONS", value_delimiter = ',', value_name = "SITE=ID")]
    pub chat_applications: Vec<String>,
    /// Proxies in front that add to X-Forwarded-For
    #[arg(long, global = true, env = "FIELDHOUSE_PROXIES", value_name = "N")]
    pub proxies: Option<u8>,
    /// Certificates one address may look up in a minute
    #[arg(long, global = true, env = "FIELDHOUSE_CERTIFICATE_LOOKUPS", value_name = "N")]
    pub certificate_lookups: Option<u32>,
    /// Friendly codes one address may look up in a minute
    #[arg(long, global = true, env = "FIELDHOUSE_FRIENDLY_CODE_LOOKUPS", value_name = "N")]
    pub friendly_code_lookups: Option<u32>,
    /// What one address may do in a minute (`sign_in`, `password_check`, `token`) or an hour (`registration`, `reset`, `newsletter`,
    /// `form`, `change_request`): `sign_in=60,reset=10` or `all=1000`
    #[arg(long, global = true, env = "FIELDHOUSE_LIMITS", value_delimiter = ',', value_name = "WHAT=N")]
    pub limits: Vec<String>,
    /// Engines of the page renderer
    #[arg(long, global = true, env = "FIELDHOUSE_PAGE_RENDERERS", value_name = "N")]
    pub page_renderers: Option<usize>,
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

impl Config {
    /// The file, then environment and flags over it.
    pub fn load(overrides: Overrides) -> anyhow::Result<Self> {
        let mut config = match &overrides.config {
            Some(file) => Self::read(file)?,
            None if Path::new("fieldhouse.toml").exists() => Self::read(Path::new("fieldhouse.toml"))?,
            None => Self::default(),
        };
        config.apply(overrides)?;
        anyhow::ensure!(config.max_connections > 0, "max_connections must be at least 1");
        anyhow::ensure!((1..=16).contains(&config.page_renderers), "page_renderers must be 1 to 16");
        anyhow::ensure!(config.content_versions > 0, "content_versions must be at least 1");
        let signing = config.signing_key.chars().count();
        anyhow::ensure!(signing == 0 || signing >= 32, "signing_key must have 32 characters or more");
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
        Ok(config)
    }

    fn read(file: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        toml::from_str(&text).with_context(|| format!("{} is not a valid configuration", file.display()))
    }

    fn apply(&mut self, overrides: Overrides) -> anyhow::Result<()> {
        fn set<T>(field: &mut T, value: Option<T>) {
            if let Some(value) = value {
                *field = value;
            }
        }
        set(&mut self.listen, overrides.listen);
        if let Some(port) = overrides.port {
            self.listen.set_port(port);
        }
        set(&mut self.database_url, overrides.database_url);
        set(&mut self.database_wait, overrides.database_wait);
        for pair in overrides.hosts {
            let site = pair.split_once('=').and_then(|(host, key)| Some((host.trim(), Site::parse(key.trim())?)));
            let (host, site) = site.with_context(|| format!("{pair:?} is not <host>=<site key>"))?;
            self.hosts.insert(host.to_owned(), site);
        }
        for pair in overrides.limits {
            anyhow::ensure!(self.limits.set(&pair), "{pair:?} is not <what>=<number> of a limit");
        }
        set(&mut self.secure, overrides.secure);
        set(&mut self.log_format, overrides.log_format);
        set(&mut self.log, overrides.log);
        if overrides.web.is_some() {
            self.web = overrides.web;
        }
        set(&mut self.demo, overrides.demo);
        set(&mut self.development, overrides.development);
        set(&mut self.max_connections, overrides.max_connections);
        set(&mut self.erp, overrides.erp);
        set(&mut self.erp_token, overrides.erp_token);
        set(&mut self.friendly_codes, overrides.friendly_codes);
        set(&mut self.friendly_codes_token, overrides.friendly_codes_token);
        set(&mut self.certificates, overrides.certificates);
        set(&mut self.certificates_token, overrides.certificates_token);
        set(&mut self.metrics, overrides.metrics);
        set(&mut self.hosted_search.origins, overrides.search_origins);
        set(&mut self.address_verifier, overrides.address_verifier);
        set(&mut self.address_verifier_token, overrides.address_verifier_token);
        if overrides.places.is_some() {
            self.places = overrides.places;
        }
        set(&mut self.content, overrides.content);
        set(&mut self.content_token, overrides.content_token);
        set(&mut self.content_versions, overrides.content_versions);
        set(&mut self.signing_key, overrides.signing_key);
        if !overrides.frames.is_empty() {
            self.frames = overrides.frames;
        }
        set(&mut self.page_renderers, overrides.page_renderers);
        set(&mut self.chat.script, overrides.chat);
        set(&mut self.chat.object, overrides.chat_object);
        for pair in overrides.chat_applications {
            let application = pair.split_once('=').and_then(|(key, id)| Some((Site::parse(key.trim())?, id.trim())));
            let (site, id) = application.with_context(|| format!("{pair:?} is not <site key>=<application id>"))?;
            self.chat.applications.insert(site, id.to_owned());
        }
        set(&mut self.proxies, overrides.proxies);
        set(&mut self.certificate_lookups_per_minute, overrides.certificate_lookups);
        set(&mut self.friendly_code_lookups_per_minute, overrides.friendly_code_lookups);
        set(&mut self.mail, overrides.mail);
        set(&mut self.image_optimisation, overrides.image_optimisation);
        set(&mut self.mail_from, overrides.mail_from);
        set(&mut self.time_zone, overrides.time_zone);
        Ok(())
    }

    /// The address a site's letters come from.
    pub fn sender(&self, site: Site) -> String {
        if self.mail_from.is_empty() { format!("store@{}.localhost", site.key()) } else { self.mail_from.clone() }
    }

    /// The folder of the SQLite file, when it is one.
    pub fn sqlite_path(&self) -> Option<PathBuf> {
        self.database_url.strip_prefix("sqlite:").map(|path| PathBuf::from(path.trim_start_matches("//")))
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
    use super::*;

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
        assert_eq!(config.hosts["shop.example"], Site::UsGames);
        assert_eq!(config.hosts["club.example"], Site::AthleticConnection);
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
    fn a_password_is_never_shown() {
        let config = Config { database_url: "postgres://team:s3cret@db:5432/store".to_owned(), ..Config::default() };
        assert_eq!(config.database_shown(), "postgres://team@db:5432/store");
    }
}

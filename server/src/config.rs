//! Configuration: a TOML file, overridden by environment, overridden by flags.

use std::{collections::BTreeMap, net::SocketAddr, path::PathBuf};

use fieldhouse_core::brand::Site;
use serde::Deserialize;

/// Everything the server can be told. Each field has a default that works.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// `sqlite:<file>` or `postgres://…`.
    pub database_url: String,
    /// Host names of the brands in production: `"shop.example" = "usgames"`.
    pub hosts: BTreeMap<String, Site>,
    /// True behind TLS: `__Host-` cookies, Secure, HSTS.
    pub secure: bool,
    /// `text` or `json`.
    pub log_format: String,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8420)),
            database_url: "sqlite:.data/fieldhouse.db".to_owned(),
            hosts: BTreeMap::new(),
            secure: false,
            log_format: "text".to_owned(),
        }
    }
}

impl Config {
    /// The folder of the SQLite file, when it is one.
    pub fn sqlite_path(&self) -> Option<PathBuf> {
        self.database_url.strip_prefix("sqlite:").map(|path| PathBuf::from(path.trim_start_matches("//")))
    }
}

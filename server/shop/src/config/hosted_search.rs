//! How clients of the hosted search service find the store: application, keys, origins.

use std::collections::BTreeMap;

use fieldhouse_core::brand::Site;
use serde::Deserialize;

/// `[hosted_search]`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HostedSearchConfig {
    /// Application id that clients send.
    pub application_id: String,
    /// Public search-only key of each brand; `search-only-{site key}` where none is given.
    pub keys: BTreeMap<Site, String>,
    /// Origins of front ends of your own, `https://shop.example`; `*` for all.
    pub origins: Vec<String>,
}

impl Default for HostedSearchConfig {
    fn default() -> Self {
        Self { application_id: "fieldhouse".to_owned(), keys: BTreeMap::new(), origins: Vec::new() }
    }
}

impl HostedSearchConfig {
    /// The key that opens a brand's indexes.
    pub fn key(&self, site: Site) -> String {
        self.keys.get(&site).cloned().unwrap_or_else(|| format!("search-only-{}", site.key()))
    }

    /// The brand a key opens.
    pub fn site_of(&self, key: &str) -> Option<Site> {
        Site::all().find(|site| self.key(*site) == key)
    }

    /// Says what cannot be: two brands behind one key, an empty key.
    pub fn check(&self) -> anyhow::Result<()> {
        for (nth, site) in Site::all().enumerate() {
            let key = self.key(site);
            anyhow::ensure!(!key.is_empty(), "hosted_search.keys.{} must not be empty", site.key());
            let twin = Site::all().skip(nth.saturating_add(1)).find(|other| self.key(*other) == key);
            anyhow::ensure!(twin.is_none(), "hosted_search.keys must differ from brand to brand");
        }
        Ok(())
    }

    /// True for an origin whose pages may search here.
    pub fn allows(&self, origin: &str) -> bool {
        self.origins.iter().any(|allowed| allowed == "*" || allowed.trim_end_matches('/').eq_ignore_ascii_case(origin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_brand_has_a_key_of_its_own() {
        let mut config = HostedSearchConfig::default();
        assert_eq!(config.site_of("search-only-usgames"), Some(Site::US_GAMES));
        assert_eq!(config.site_of(""), None);
        config.keys.insert(Site::US_GAMES, "games".to_owned());
        assert_eq!((config.site_of("games"), config.site_of("search-only-usgames")), (Some(Site::US_GAMES), None));
        assert!(config.check().is_ok());
        config.keys.insert(Site::FIELDHOUSE, "games".to_owned());
        assert!(config.check().is_err());
        config.keys.insert(Site::FIELDHOUSE, String::new());
        assert!(config.check().is_err());
    }

    #[test]
    fn only_configured_origins_are_allowed() {
        let mut config = HostedSearchConfig::default();
        assert!(!config.allows("https://shop.example"));
        config.origins.push("https://shop.example/".to_owned());
        assert!(config.allows("https://SHOP.example") && !config.allows("http://shop.example"));
        assert!(!config.allows("https://shop.example.evil.example"));
        config.origins.push("*".to_owned());
        assert!(config.allows("https://evil.example"));
    }
}

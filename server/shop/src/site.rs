//! Which brand's storefront a request is for: by host name.

use std::collections::BTreeMap;

use crate::config::Config;
use fieldhouse_core::brand::Site;

/// Host names and their sites.
#[derive(Debug, Clone, Default)]
pub struct Hosts {
    all: BTreeMap<String, Site>,
    /// The first configured host of a site: the one its pages should be known under.
    first: BTreeMap<Site, String>,
}

impl Hosts {
    /// Hosts from configuration, and no others; without any, the developer's `<site>.localhost`.
    pub fn new(configured: impl IntoIterator<Item = (String, Site)>) -> Self {
        let (mut all, mut first) = (BTreeMap::new(), BTreeMap::new());
        for (host, site) in configured {
            let host = host.to_ascii_lowercase();
            first.entry(site).or_insert_with(|| host.clone());
            all.insert(host, site);
        }
        if all.is_empty() {
            all = Site::all().map(|site| (format!("{}.localhost", site.key()), site)).collect();
        }
        Self { all, first }
    }

    /// Start of a site's absolute addresses: its first configured host, on a developer's machine the
    /// host that was asked.
    pub fn origin(&self, site: Site, asked: &str, secure: bool) -> String {
        let scheme = if secure { "https" } else { "http" };
        match self.first.get(&site) {
            Some(host) => format!("{scheme}://{host}"),
            None => format!("{scheme}://{}", asked.to_ascii_lowercase()),
        }
    }

    /// The first configured host of a site.
    pub fn host_of(&self, site: Site) -> Option<&str> {
        self.first.get(&site).map(String::as_str)
    }

    /// True where hosts are configured: then a site without one is reached by nobody.
    pub fn are_configured(&self) -> bool {
        !self.first.is_empty()
    }

    /// Start of a site's addresses in letters: from the configuration, never from what a request says (R44).
    pub fn home(&self, site: Site, config: &Config) -> String {
        let local = format!("{}.localhost:{}", site.key(), config.listen.port());
        self.origin(site, &local, config.secure)
    }

    /// The site of a host; any unknown one is nobody's (421). On a developer's machine, where none is configured,
    /// loopback names without a brand are the default site.
    pub fn site(&self, host: &str) -> Option<Site> {
        let name = strip_port(host).to_ascii_lowercase();
        if let Some(site) = self.all.get(&name) {
            return Some(*site);
        }
        if !self.first.is_empty() {
            return None;
        }
        let loopback = name == "localhost"
            || name.ends_with(".localhost")
            || name.trim_matches(['[', ']']).parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback());
        loopback.then_some(Site::FIELDHOUSE)
    }
}

fn strip_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_brand_is_chosen_by_its_host_and_strangers_are_refused() {
        let hosts = Hosts::new([]);
        assert_eq!(hosts.site("usgames.localhost:8420"), Some(Site::US_GAMES));
        assert_eq!(hosts.site("127.0.0.1:8420"), Some(Site::FIELDHOUSE));
        assert_eq!(hosts.site("[::1]:8420"), Some(Site::FIELDHOUSE));
        assert_eq!(hosts.site("localhost"), Some(Site::FIELDHOUSE));
        assert_eq!(hosts.site("evil.example"), None);
        assert_eq!(hosts.site(""), None);
    }

    #[test]
    fn with_hosts_configured_nothing_else_is_a_host() {
        let hosts = Hosts::new([("shop.example".to_owned(), Site::US_GAMES)]);
        assert_eq!(hosts.site("SHOP.example"), Some(Site::US_GAMES));
        assert_eq!(hosts.site("shop.example:443"), Some(Site::US_GAMES));
        for stranger in
            ["usgames.localhost:8420", "localhost", "x.localhost", "127.0.0.1:8420", "[::1]:8420", "evil.example", ""]
        {
            assert_eq!(hosts.site(stranger), None, "{stranger}");
        }
        let named = [("shop.example", Site::US_GAMES), ("usgames.localhost", Site::US_GAMES)];
        let hosts = Hosts::new(named.map(|(host, site)| (host.to_owned(), site)));
        assert_eq!(hosts.site("usgames.localhost:8420"), Some(Site::US_GAMES), "named like any other");
    }
}

//! Settings that a running store takes over when it is told to read them again (SIGHUP); all others count from its next start.

use fieldhouse_core::brand::Site;

use super::{Config, limits::Limits};

/// Names of those that are taken over, in the file. The certificate's two files are read again in any case.
const TAKEN: [&str; 8] = [
    "limits",
    "certificate_lookups_per_minute",
    "friendly_code_lookups_per_minute",
    "mail",
    "mail_from",
    "log",
    "tls_certificate",
    "tls_key",
];

/// What they say now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Running {
    /// How often one address may do what is limited.
    pub limits: Limits,
    /// Certificates one address may look up or add in a minute.
    pub certificate_lookups_per_minute: u32,
    /// Friendly codes one address may look up or apply in a minute.
    pub friendly_code_lookups_per_minute: u32,
    /// Address letters come from, or nothing.
    mail_from: String,
}

impl Running {
    /// The address a site's letters come from.
    pub fn sender(&self, site: Site) -> String {
        if self.mail_from.is_empty() { format!("store@{}.localhost", site.key()) } else { self.mail_from.clone() }
    }
}

impl From<&Config> for Running {
    fn from(config: &Config) -> Self {
        Self {
            limits: config.limits,
            certificate_lookups_per_minute: config.certificate_lookups_per_minute,
            friendly_code_lookups_per_minute: config.friendly_code_lookups_per_minute,
            mail_from: config.mail_from.clone(),
        }
    }
}

impl Config {
    /// Settings that are others than in `newer`, by name: those a running store takes over, and those that count from its next
    /// start.
    pub fn changes(&self, newer: &Self) -> (Vec<&'static str>, Vec<&'static str>) {
        self.differing(newer).into_iter().partition(|name| TAKEN.contains(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_running_store_takes_over_is_told_from_what_waits_for_its_next_start() {
        let old = Config::default();
        assert_eq!(old.changes(&old.clone()), (vec![], vec![]));
        let newer = Config { log: "warn".to_owned(), mail_from: "a@b.example".to_owned(), secure: true, ..old.clone() };
        assert_eq!(old.changes(&newer), (vec!["log", "mail_from"], vec!["secure"]));
        let newer = Config { limits: Limits::all(7), places: Some("US.txt".into()), ..old.clone() };
        assert_eq!(old.changes(&newer), (vec!["limits"], vec!["places"]));
        // A name that is no setting's would be taken over by nobody.
        let other = Config {
            limits: Limits::all(7),
            certificate_lookups_per_minute: 1,
            friendly_code_lookups_per_minute: 1,
            mail: "file:other".to_owned(),
            mail_from: "a@b.example".to_owned(),
            log: "warn".to_owned(),
            tls_certificate: "other".into(),
            tls_key: "other".into(),
            ..old.clone()
        };
        let (taken, later) = old.changes(&other);
        assert_eq!((taken.len(), later), (TAKEN.len(), vec![]));
    }
}

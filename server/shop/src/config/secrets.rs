//! Secrets from files: whatever a setting with a secret in it can be told by a variable, a file can say that the variable with
//! `_FILE` behind its name names (`DATABASE_URL_FILE=/run/secrets/database`). So no password stands in an environment, which
//! others may list. A variable that is empty says nothing beside such a file: what an image or a unit sets can be emptied, not
//! taken away.

use std::{ffi::OsString, fs, path::Path};

use anyhow::Context;

use super::Overrides;

/// Much more than any of them.
const MOST: u64 = 64 * 1024;

type Place = fn(&mut Overrides) -> &mut Option<String>;

/// The settings that have a secret in them, by their variables.
const SECRETS: [(&str, Place); 12] = [
    ("DATABASE_URL", |all| &mut all.database_url),
    ("DATABASE_DIRECT_URL", |all| &mut all.database_direct_url),
    ("DATABASE_READ_URL", |all| &mut all.database_read_url),
    ("FIELDHOUSE_MAIL", |all| &mut all.mail),
    ("FIELDHOUSE_ERP_TOKEN", |all| &mut all.erp_token),
    ("FIELDHOUSE_FRIENDLY_CODES_TOKEN", |all| &mut all.friendly_codes_token),
    ("FIELDHOUSE_CERTIFICATES_TOKEN", |all| &mut all.certificates_token),
    ("FIELDHOUSE_ADDRESS_VERIFIER_TOKEN", |all| &mut all.address_verifier_token),
    ("FIELDHOUSE_CONTENT_TOKEN", |all| &mut all.content_token),
    ("FIELDHOUSE_SIGNING_KEY", |all| &mut all.signing_key),
    ("FIELDHOUSE_SECRETS_KEY", |all| &mut all.secrets_key),
    ("FIELDHOUSE_SSO_CLIENT_SECRET", |all| &mut all.sso_client_secret),
];

/// Reads those that files say. A setting that was told twice is refused: nobody would know which counts.
pub fn read(all: &mut Overrides, told: impl Fn(&str) -> Option<OsString>) -> anyhow::Result<()> {
    for (name, place) in SECRETS {
        let by_file = [name, "_FILE"].concat();
        let Some(file) = told(&by_file) else { continue };
        let place = place(all);
        let is_told = place.as_ref().is_some_and(|told| !told.is_empty());
        anyhow::ensure!(!is_told, "{name} and {by_file} both say it: one has to go");
        *place = Some(line_of(Path::new(&file)).with_context(|| format!("{by_file} cannot be used"))?);
    }
    Ok(())
}

/// What a file says, without the end of its line.
fn line_of(file: &Path) -> anyhow::Result<String> {
    let shown = file.display();
    let length = fs::metadata(file).with_context(|| format!("{shown} cannot be read"))?.len();
    anyhow::ensure!(length <= MOST, "{shown} has {length} bytes: that is no secret");
    let text = fs::read_to_string(file).with_context(|| format!("{shown} cannot be read"))?;
    let line = text.strip_suffix('\n').map_or(text.as_str(), |line| line.strip_suffix('\r').unwrap_or(line));
    anyhow::ensure!(!line.is_empty(), "{shown} is empty");
    anyhow::ensure!(!line.contains(['\n', '\r']), "{shown} has more than one line");
    Ok(line.to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::{Args, Command};

    use super::*;

    #[test]
    fn every_setting_with_a_secret_in_it_can_be_told_by_a_file() {
        let command = Overrides::augment_args(Command::new("store"));
        let hidden: BTreeSet<String> = command
            .get_arguments()
            .filter(|argument| argument.is_hide_env_values_set())
            .map(|argument| argument.get_env().unwrap().to_str().unwrap().to_owned())
            .collect();
        let known: BTreeSet<String> = SECRETS.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(known, hidden);
        // Each into its own place.
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        for (name, _) in SECRETS {
            fs::write(file(name), [name, "\n"].concat()).unwrap();
        }
        let mut all = Overrides::default();
        read(&mut all, |name| Some(file(name.strip_suffix("_FILE").unwrap()).into())).unwrap();
        for (name, place) in SECRETS {
            assert_eq!(place(&mut all).as_deref(), Some(name));
        }
        assert_eq!(all.database_url.as_deref(), Some("DATABASE_URL"));
        assert_eq!(all.sso_client_secret.as_deref(), Some("FIELDHOUSE_SSO_CLIENT_SECRET"));
    }

    #[test]
    fn a_secret_that_is_told_twice_or_not_at_all_is_refused_without_being_shown() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret");
        let read_from = |mut all: Overrides| {
            let told = |name: &str| (name == "DATABASE_URL_FILE").then(|| file.clone().into());
            read(&mut all, told).map(|()| all.database_url.unwrap_or_default()).map_err(|error| format!("{error:#}"))
        };
        assert!(read_from(Overrides::default()).unwrap_err().contains("cannot be read"));
        for (text, told) in [("", "is empty"), ("\n", "is empty"), ("s3cret\nmore\n", "more than one line")] {
            fs::write(&file, text).unwrap();
            let refused = read_from(Overrides::default()).unwrap_err();
            assert!(refused.contains(told) && !refused.contains("s3cret"), "{refused}");
        }
        fs::write(&file, "postgres://pat:s3cret@db/store\r\n").unwrap();
        assert_eq!(read_from(Overrides::default()).unwrap(), "postgres://pat:s3cret@db/store");
        let twice = Overrides { database_url: Some("sqlite:x.db".to_owned()), ..Overrides::default() };
        let refused = read_from(twice).unwrap_err();
        assert!(refused.contains("DATABASE_URL and DATABASE_URL_FILE both say it"), "{refused}");
        let emptied = Overrides { database_url: Some(String::new()), ..Overrides::default() };
        assert_eq!(read_from(emptied).unwrap(), "postgres://pat:s3cret@db/store", "an empty variable says nothing");
        fs::write(&file, "x".repeat(70_000)).unwrap();
        assert!(read_from(Overrides::default()).unwrap_err().contains("no secret"));
    }
}

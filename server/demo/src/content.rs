//! The content that ships with the demo: one or several files a site, `{site}.{part}.json`.

use anyhow::Context;
use fieldhouse_kernel::{clock::Clock, db::Db};

use fieldhouse_shop::publishing::content::{
    Contents,
    change::ContentReport,
    check::Allowed,
    files::{Documents, named},
};

/// The files.
#[derive(rust_embed::Embed)]
#[folder = "$CARGO_MANIFEST_DIR/content"]
#[allow_missing = true]
struct Shipped;

/// The documents of the files.
pub fn documents() -> anyhow::Result<Documents> {
    let mut documents = Documents::default();
    for name in Shipped::iter().filter(|name| name.ends_with(".json")) {
        let file = Shipped::get(&name).with_context(|| format!("content file {name} is gone"))?;
        let text = std::str::from_utf8(&file.data).with_context(|| format!("content file {name}"))?;
        documents.take(&name, text, named(&name), None, Allowed::default());
    }
    Ok(documents.finish()?)
}

/// Puts the documents into the database, over those of the same addresses.
pub async fn load(db: &Db, clock: &Clock) -> anyhow::Result<ContentReport> {
    Contents::load_documents(db, clock, documents()?.documents).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ships_is_valid_and_nothing_of_it_is_cleaned() {
        let shipped = documents().unwrap();
        assert!(shipped.documents.len() > 60 && shipped.sites.len() == 4, "{}", shipped.documents.len());
        assert_eq!(shipped.cleaned, Vec::<String>::new());
    }
}

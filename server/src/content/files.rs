//! The content that ships with the store: files `{site}.{part}.json`, `{"shell": …, "pages": […], "forms": […]}`.

use anyhow::Context;
use fieldhouse_core::brand::Site;
use serde::Deserialize;
use serde_json::Value;

use super::{Document, store::row};

/// The files, inside the binary.
#[derive(rust_embed::Embed)]
#[folder = "$CARGO_MANIFEST_DIR/demo/content"]
#[allow_missing = true]
struct Files;

/// A file of a site.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SiteFile {
    shell: Option<Value>,
    #[serde(default)]
    pages: Vec<Value>,
    #[serde(default)]
    forms: Vec<Value>,
}

/// All documents of all files, checked.
pub fn documents() -> anyhow::Result<Vec<row::Model>> {
    let mut documents = Vec::new();
    for name in Files::iter().filter(|name| name.ends_with(".json")) {
        let key = name.split('.').next().unwrap_or_default();
        let site = Site::parse(key).with_context(|| format!("content file {name}: there is no site {key:?}"))?;
        let file = Files::get(&name).with_context(|| format!("content file {name} is gone"))?;
        let file: SiteFile = serde_json::from_slice(&file.data).with_context(|| format!("content file {name}"))?;
        let shell = file.shell.iter().map(|shell| ("shell", shell));
        let pages = file.pages.iter().map(|page| ("page", page));
        let forms = file.forms.iter().map(|form| ("form", form));
        for (kind, json) in shell.chain(pages).chain(forms) {
            let slug = json.get("slug").and_then(Value::as_str).unwrap_or_default();
            documents.push(document(site, kind, slug, json).with_context(|| format!("content file {name}"))?);
        }
    }
    Ok(documents)
}

fn document(site: Site, kind: &str, slug: &str, json: &Value) -> anyhow::Result<row::Model> {
    let row = row::Model {
        site: site.key().to_owned(),
        kind: kind.to_owned(),
        slug: slug.to_owned(),
        json: json.to_string(),
        version: 1,
    };
    let taken = Document::read(&row)?.1;
    anyhow::ensure!(taken.is_empty(), "{kind} {slug:?}: links that may not be shown: {}", taken.join(", "));
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ships_is_valid() {
        documents().unwrap();
    }

    #[test]
    fn a_broken_document_is_told_by_its_place() {
        let page = serde_json::json!({"slug": "a", "title": "A", "description": "", "blocks": [{"kind": "marquee"}]});
        let error = document(Site::UsGames, "page", "a", &page).unwrap_err();
        assert!(format!("{error:#}").starts_with("usgames page \"a\""), "{error:#}");
        assert!(format!("{error:#}").contains("marquee"), "{error:#}");
    }
}

//! Files of content: `{"site": …, "shell": …, "pages": […], "forms": […], "redirects": […], "synonyms": […],
//! "remove": […]}`, one or several a site; those that ship with the store are `{site}.{part}.json`. Reading them tells everything wrong at once.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use fieldhouse_core::{brand::Site, content::checks::is_slug};
use serde_json::{Map, Value, json};

use super::{
    check::{self, Allowed},
    document::{Address, Document, DocumentKind},
    faults::{DocumentError, Faults},
    strict_json,
};

/// Bytes of one file.
const LARGEST_FILE: u64 = 64 * 1024 * 1024;

/// Documents that were read, each once.
#[derive(Debug, Default)]
pub struct Documents {
    /// The documents in the order of the files.
    pub documents: Vec<Document>,
    /// Documents that the files take out.
    pub removed: Vec<Address>,
    /// Sites that files are about, also those with nothing in them.
    pub sites: BTreeSet<Site>,
    /// Where something was taken out: document and path.
    pub cleaned: Vec<String>,
    known: BTreeSet<Address>,
    faults: Faults,
}

impl Documents {
    /// Reads a file's text. `named` is the site its name tells; `only` leaves out what is another site's.
    pub fn take(&mut self, file: &str, text: &str, named: Option<Site>, only: Option<Site>, allowed: Allowed<'_>) {
        match strict_json::read(text) {
            Ok(json) => self.take_json(file, json, named, only, allowed),
            Err(errors) => self.faults.extend(file, errors),
        }
    }

    fn take_json(&mut self, file: &str, json: Value, named: Option<Site>, only: Option<Site>, allowed: Allowed<'_>) {
        let Value::Object(mut fields) = json else {
            return self.faults.extend(file, [DocumentError::WrongType.at("", "This must be an object")]);
        };
        let told = fields.remove("site");
        let site = match &told {
            Some(key) => key.as_str().and_then(Site::parse),
            None => named.or(only),
        };
        let Some(site) = site else {
            let message = match told {
                Some(key) => format!("There is no site {key}"),
                None => "Name the site: \"site\" in the file, the file's name, or --site".to_owned(),
            };
            return self.faults.extend(file, [DocumentError::SiteUnknown.at("site", message)]);
        };
        if only.is_some_and(|only| only != site) {
            return;
        }
        self.sites.insert(site);
        self.take_removals(file, fields.remove("remove"), site);
        for (kind, path, json) in parts(fields, &mut |error| self.faults.extend(file, [error])) {
            let slug = check::slug_of(kind, &json);
            // What has no slug cannot be named by it: its place in the file names it.
            let place = if kind.has_slug() && slug.is_empty() { [file, ", ", &path].concat() } else { String::new() };
            let address = Address { site, kind, slug };
            let name = if place.is_empty() { address.to_string() } else { place };
            match check::check(address, json, allowed) {
                Ok((document, cleaned)) => {
                    self.cleaned.extend(cleaned.iter().map(|path| [&name, ", ", path].concat()));
                    if self.known.insert(document.address.clone()) {
                        self.documents.push(document);
                    } else {
                        let twice = DocumentError::DocumentTwice.at("slug", "Another document has this kind and slug");
                        self.faults.extend(&name, [twice]);
                    }
                }
                Err(errors) => self.faults.extend(&name, errors),
            }
        }
    }

    /// What a file takes out: `"remove": ["page/spring-sale", "redirects"]`.
    fn take_removals(&mut self, file: &str, json: Option<Value>, site: Site) {
        let list = match json {
            None => return,
            Some(Value::Array(list)) => list,
            Some(_) => {
                return self.faults.extend(file, [DocumentError::WrongType.at("remove", "This must be a list")]);
            }
        };
        for (nth, named) in list.iter().enumerate() {
            let path = format!("remove.{nth}");
            let address = named.as_str().and_then(|name| Address::parse(&[site.key(), "/", name].concat()));
            let address = address.filter(|of| !of.kind.has_slug() || is_slug(&of.slug));
            let fault = match address {
                None => {
                    let message = "This names no document, as page/about-us, form/quote and redirects do";
                    DocumentError::DocumentUnknown.at(&path, message)
                }
                Some(address) if !address.may_be_removed() => {
                    DocumentError::NotRemovable.at(&path, "A site cannot be without its shell and its home page")
                }
                Some(address) if !self.known.insert(address.clone()) => {
                    DocumentError::DocumentTwice.at(&path, "The files have this document, or take it out already")
                }
                Some(address) => {
                    self.removed.push(address);
                    continue;
                }
            };
            self.faults.extend(file, [fault]);
        }
    }

    /// True when the files are about nothing.
    fn is_empty(&self) -> bool {
        self.documents.is_empty() && self.removed.is_empty()
    }

    /// True when a document of the site is given or taken out.
    pub fn are_about(&self, site: Site) -> bool {
        self.documents.iter().map(|document| &document.address).chain(&self.removed).any(|of| of.site == site)
    }

    /// A fault of a file.
    fn refuse(&mut self, file: &str, error: fieldhouse_core::rule::FieldError) {
        self.faults.extend(file, [error]);
    }

    /// Everything, or everything wrong.
    pub fn finish(mut self) -> Result<Self, Faults> {
        std::mem::take(&mut self.faults).into_result()?;
        Ok(self)
    }
}

/// The documents of a file with their kinds and places.
fn parts(
    fields: Map<String, Value>,
    refuse: &mut dyn FnMut(fieldhouse_core::rule::FieldError),
) -> Vec<(DocumentKind, String, Value)> {
    let mut found = Vec::new();
    for (name, value) in fields {
        let kind = match name.as_str() {
            "shell" => DocumentKind::Shell,
            "pages" => DocumentKind::Page,
            "forms" => DocumentKind::Form,
            "redirects" => DocumentKind::Redirects,
            "synonyms" => DocumentKind::Synonyms,
            _ => {
                let message = "A file has 'site', 'shell', 'pages', 'forms', 'redirects', 'synonyms' and 'remove'";
                refuse(DocumentError::KindUnknown.at(&name, message));
                continue;
            }
        };
        match (kind, value) {
            (DocumentKind::Shell, Value::Null) => {}
            (DocumentKind::Shell, shell) => found.push((kind, name, shell)),
            (DocumentKind::Redirects | DocumentKind::Synonyms, list) => {
                found.push((kind, name.clone(), json!({ name: list })));
            }
            (_, Value::Array(items)) => {
                let named = items.into_iter().enumerate().map(|(nth, item)| (kind, format!("{name}.{nth}"), item));
                found.extend(named);
            }
            _ => refuse(DocumentError::WrongType.at(&name, "This must be a list")),
        }
    }
    found
}

/// The site a file's name begins with: `usgames.learning.json`.
pub fn named(name: &str) -> Option<Site> {
    name.split('.').next().and_then(Site::parse)
}

/// The documents of a file, or of all `.json` files of a folder.
pub fn read(path: &Path, only: Option<Site>, allowed: Allowed<'_>) -> Result<Documents, ReadError> {
    let unreadable = |path: &Path, error: std::io::Error| ReadError::Unreadable(path.to_owned(), error);
    let mut files = vec![path.to_owned()];
    if path.is_dir() {
        let entries = std::fs::read_dir(path).map_err(|error| unreadable(path, error))?;
        let entries: Result<Vec<PathBuf>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
        files = entries.map_err(|error| unreadable(path, error))?;
        files.retain(|file| file.is_file() && file.extension().is_some_and(|ending| ending == "json"));
        files.sort();
    }
    let bar = indicatif::ProgressBar::new(u64::try_from(files.len()).unwrap_or_default());
    let mut documents = Documents::default();
    for file in &files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        bar.set_message(name.clone());
        let length = std::fs::metadata(file).map_err(|error| unreadable(file, error))?.len();
        if length > LARGEST_FILE {
            let message = format!("A file has at most {LARGEST_FILE} bytes");
            documents.refuse(&name, DocumentError::TooLarge.at("", message));
            continue;
        }
        let bytes = std::fs::read(file).map_err(|error| unreadable(file, error))?;
        match String::from_utf8(bytes) {
            Ok(text) => documents.take(&name, &text, named(&name), only, allowed),
            Err(_) => documents.refuse(&name, DocumentError::NotJson.at("", "The file is not UTF-8")),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let documents = documents.finish().map_err(ReadError::Faults)?;
    if documents.is_empty() { Err(ReadError::Empty(path.to_owned())) } else { Ok(documents) }
}

/// Why files could not be read. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file system refused.
    #[error("cannot read {}: {}", .0.display(), .1)]
    Unreadable(PathBuf, std::io::Error),
    /// There is nothing in them.
    #[error("{} has no content documents", .0.display())]
    Empty(PathBuf),
    /// Documents are wrong.
    #[error(transparent)]
    Faults(Faults),
}

/// A site's documents as a file holds them, with what it takes out.
pub fn write(site: Site, documents: &[Document], removed: &[Address]) -> Value {
    let of = |kind: DocumentKind| {
        documents.iter().filter(move |document| document.address.site == site && document.address.kind == kind)
    };
    let all = |kind| of(kind).map(|document| document.json.clone()).collect::<Vec<_>>();
    let mut file = json!({"site": site.key(), "pages": all(DocumentKind::Page), "forms": all(DocumentKind::Form)});
    if let Some(fields) = file.as_object_mut() {
        fields.extend(of(DocumentKind::Shell).next().map(|shell| ("shell".to_owned(), shell.json.clone())));
        for kind in [DocumentKind::Redirects, DocumentKind::Synonyms] {
            let list = of(kind).next().and_then(|document| document.json.get(kind.key()).cloned());
            fields.extend(list.map(|list| (kind.key().to_owned(), list)));
        }
        let mut out: Vec<String> = removed.iter().filter(|of| of.site == site).map(Address::below_site).collect();
        out.sort();
        fields.extend((!out.is_empty()).then(|| ("remove".to_owned(), json!(out))));
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str, named: Option<Site>, only: Option<Site>) -> Vec<String> {
        let mut documents = Documents::default();
        documents.take("a.json", text, named, only, Allowed::default());
        match documents.finish() {
            Ok(documents) => documents.documents.iter().map(|document| document.address.to_string()).collect(),
            Err(faults) => faults.shown.iter().map(ToString::to_string).collect(),
        }
    }

    #[test]
    fn a_broken_document_is_told_by_file_document_path_and_code() {
        let page = r#"{"slug": "a", "title": "A", "description": "", "blocks": [{"kind": "marquee"}]}"#;
        let file = format!(r#"{{"site": "usgames", "pages": [{page}, {{"title": "B"}}], "marquees": []}}"#);
        assert_eq!(
            told(&file, None, None),
            [
                "a.json, marquees: A file has 'site', 'shell', 'pages', 'forms', 'redirects', 'synonyms' and 'remove' [kind_unknown]",
                "usgames/page/a, blocks.0.kind: There is no such kind: \"marquee\" [kind_unknown]",
                "a.json, pages.1, slug: This must be given [field_missing]",
                "a.json, pages.1, description: This must be given [field_missing]",
                "a.json, pages.1, blocks: This must be given [field_missing]",
            ]
        );
        assert_eq!(
            told("{", Some(Site::US_GAMES), None),
            ["a.json: This is not valid JSON (line 1, column 1) [not_json]"]
        );
        let twice = r#"{"forms": [], "pages": [{"slug":"a","title":"A","description":"","blocks":[]},{"slug":"a","title":"A","description":"","blocks":[]}]}"#;
        assert_eq!(
            told(twice, Some(Site::US_GAMES), None),
            ["usgames/page/a, slug: Another document has this kind and slug [document_twice]"]
        );
    }

    #[test]
    fn a_file_takes_documents_out_but_not_what_a_site_needs() {
        let mut documents = Documents::default();
        let text = r#"{"site": "usgames", "remove": ["page/old-offer", "redirects", "form/quote"]}"#;
        documents.take("a.json", text, None, None, Allowed::default());
        let documents = documents.finish().unwrap();
        let out: Vec<String> = documents.removed.iter().map(ToString::to_string).collect();
        assert_eq!(out, ["usgames/page/old-offer", "usgames/redirects", "usgames/form/quote"]);
        assert!(documents.are_about(Site::US_GAMES) && !documents.are_about(Site::FIELDHOUSE));
        let written = write(Site::US_GAMES, &documents.documents, &documents.removed);
        assert_eq!(written["remove"], json!(["form/quote", "page/old-offer", "redirects"]));

        let page = r#""pages": [{"slug":"a","title":"A","description":"","blocks":[]}]"#;
        let hostile = r#"["shell", "page/home", "page/a", "page/a", "page/../a", "pages", 7, "page/b", "page/b"]"#;
        assert_eq!(
            told(&format!(r#"{{{page}, "remove": {hostile}}}"#), Some(Site::US_GAMES), None)
                .iter()
                .map(|fault| fault.rsplit_once('[').unwrap().1.trim_end_matches(']'))
                .collect::<Vec<_>>(),
            [
                "not_removable",
                "not_removable",
                "document_twice",
                "document_unknown",
                "document_unknown",
                "document_unknown",
                "document_twice",
                "document_twice",
            ]
        );
        assert_eq!(
            told(r#"{"remove": {}}"#, Some(Site::US_GAMES), None),
            ["a.json, remove: This must be a list [wrong_type]"]
        );
    }

    #[test]
    fn the_site_is_told_by_the_file_its_name_or_the_command() {
        let page = r#""pages": [{"slug":"a","title":"A","description":"","blocks":[]}]"#;
        let (plain, own) = (format!("{{{page}}}"), format!(r#"{{"site":"usgames",{page}}}"#));
        assert_eq!(told(&plain, Some(Site::FIELDHOUSE), None), ["fieldhouse/page/a"]);
        assert_eq!(told(&plain, None, Some(Site::VARSITY_BRANDS)), ["varsitybrands/page/a"]);
        assert_eq!(told(&own, Some(Site::FIELDHOUSE), None), ["usgames/page/a"]);
        assert_eq!(told(&own, None, Some(Site::VARSITY_BRANDS)), Vec::<String>::new(), "another site's is left out");
        assert!(told(&plain, None, None)[0].contains("[site_unknown]"));
        assert!(told(r#"{"site":"nobody"}"#, None, None)[0].contains("There is no site \"nobody\" [site_unknown]"));
    }
}

//! A document on the way in: its size, its shape, every value by the rules; what may be cleaned is cleaned,
//! everything else wrong is told at once (decisions: content; R52, R53, R57).

use std::collections::BTreeSet;

use fieldhouse_core::{
    account::email::Email,
    content::{FormView, checks::check_content_text, redirects::check_redirects},
    orders::templates::check_paper_templates,
    rule::{Broken, FieldError},
    text::compose,
};
use serde_json::Value;

use super::{
    document::{Address, Document, DocumentKind, Read, SynonymsDocument},
    faults::DocumentError,
    schema,
    strict_json::below,
};
use crate::{html, words::words};

/// Bytes of one document.
pub const LARGEST: usize = 1024 * 1024;

const FRAME_REFUSED: &str = "A frame shows a path of this site, or a host that the setting 'frames' names";

const FORM_REFUSED: &str = "A form elsewhere is at a host that the setting 'frames' names";

/// What a document may be, beyond the rules.
#[derive(Debug, Clone, Copy, Default)]
pub struct Allowed<'a> {
    /// Origins whose pages may be shown in frames.
    pub frames: &'a [String],
}

/// A checked document, and the paths where something was taken out of it.
pub type Checked = (Document, Vec<String>);

/// Checks a document and cleans it.
pub fn check(address: Address, mut json: Value, allowed: Allowed<'_>) -> Result<Checked, Vec<FieldError>> {
    if json.to_string().len() > LARGEST {
        let message = format!("A document has at most {LARGEST} bytes");
        return Err(vec![DocumentError::TooLarge.at("", message)]);
    }
    let mut errors = schema::check(address.kind, &json);
    let mut cleaned = Vec::new();
    values(&mut json, "", allowed, &mut errors, &mut cleaned);
    if !errors.is_empty() {
        return Err(errors);
    }
    let document = Document { address, json };
    let read = document.clone().read().map_err(|error| vec![DocumentError::WrongType.at("", error.to_string())])?;
    let errors = whole(&read, allowed);
    if errors.is_empty() { Ok((document, cleaned)) } else { Err(errors) }
}

/// Every text of a document: composed, then held to its rule; HTML is cleaned.
fn values(
    value: &mut Value,
    path: &str,
    allowed: Allowed<'_>,
    errors: &mut Vec<FieldError>,
    cleaned: &mut Vec<String>,
) {
    match value {
        Value::Array(items) => {
            for (nth, item) in items.iter_mut().enumerate() {
                values(item, &below(path, &nth.to_string()), allowed, errors, cleaned);
            }
        }
        Value::Object(fields) => {
            let is_html = fields.get("kind").is_some_and(|kind| kind == "html");
            let is_frame = fields.get("kind").is_some_and(|kind| kind == "frame");
            for (name, value) in fields {
                let at = below(path, name);
                match value {
                    Value::String(text) if is_html && name == "html" => {
                        let kept = html::clean(&compose(text));
                        if kept != *text {
                            cleaned.push(at.clone());
                            *text = kept;
                        }
                        errors.extend(check_content_text(&at, text));
                    }
                    Value::String(text) if is_frame && name == "href" && !may_be_framed(text, allowed.frames) => {
                        errors.push(DocumentError::FrameRefused.at(&at, FRAME_REFUSED));
                    }
                    value => values(value, &at, allowed, errors, cleaned),
                }
            }
        }
        Value::String(text) => {
            let composed = compose(text);
            if composed != *text {
                *text = composed;
            }
            errors.extend(check_content_text(path, text));
        }
        _ => {}
    }
}

/// A path of this site, or an address at one of the origins.
fn may_be_framed(href: &str, frames: &[String]) -> bool {
    let below = |origin: &String| {
        href.strip_prefix(origin.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']))
    };
    (href.starts_with('/') && !href.starts_with("//")) || frames.iter().any(below)
}

/// What only the whole document can have wrong.
fn whole(read: &Read, allowed: Allowed<'_>) -> Vec<FieldError> {
    match read {
        Read::Form(form) => {
            let recipient = Email::parse(&form.recipient).err().map(|error| error.at("recipient"));
            let FormView { frame, fields, .. } = &form.form;
            let empty = fields.is_empty() && frame.is_empty();
            // Of this store nothing is shown with scripts inside a frame.
            let refused = !frame.is_empty() && (frame.starts_with('/') || !may_be_framed(frame, allowed.frames));
            let refused = refused.then(|| DocumentError::FrameRefused.at("frame", FORM_REFUSED));
            let empty = empty.then(|| DocumentError::FormEmpty.at("fields", "A form needs at least one field"));
            recipient.into_iter().chain(empty).chain(refused).collect()
        }
        Read::Redirects(document) => check_redirects(&document.redirects),
        Read::Synonyms(document) => check_synonyms(document),
        Read::Shell(shell) => check_paper_templates(&shell.papers)
            .into_iter()
            .map(|error| FieldError { field: below("papers", &error.field), ..error })
            .collect(),
        Read::Page(_) => Vec::new(),
    }
}

/// A group says something when it has two members or more, each made of words that no other has.
fn check_synonyms(document: &SynonymsDocument) -> Vec<FieldError> {
    let mut known = BTreeSet::new();
    let mut errors = Vec::new();
    for (nth, group) in document.synonyms.iter().enumerate() {
        let path = ["synonyms.", &nth.to_string(), ".words"].concat();
        if group.words.len() < 2 {
            errors.push(DocumentError::SynonymsInvalid.at(&path, "Synonyms are two words or more"));
        }
        for (of, phrase) in group.words.iter().enumerate() {
            let words: Vec<String> = words(phrase).into_iter().map(|word| word.text).collect();
            if words.is_empty() || !known.insert(words.join(" ")) {
                let message = "A synonym has letters or digits, and stands in one group";
                errors.push(DocumentError::SynonymsInvalid.at(&below(&path, &of.to_string()), message));
            }
        }
    }
    errors
}

/// The kind's own slug in a document's JSON.
pub fn slug_of(kind: DocumentKind, json: &Value) -> String {
    let slug = json.get("slug").and_then(Value::as_str).filter(|_| kind.has_slug());
    slug.unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use fieldhouse_core::brand::Site;
    use serde_json::json;

    use super::*;

    fn page(block: &Value) -> Result<Checked, Vec<FieldError>> {
        let json = json!({"slug": "a", "title": "A", "description": "d", "blocks": [block]});
        let address = Address { site: Site::US_GAMES, kind: DocumentKind::Page, slug: "a".to_owned() };
        check(address, json, Allowed { frames: &["https://reports.example".to_owned()] })
    }

    fn codes(checked: Result<Checked, Vec<FieldError>>) -> Vec<(String, String)> {
        checked.unwrap_err().into_iter().map(|error| (error.field, error.code)).collect()
    }

    #[test]
    fn html_is_cleaned_once_and_stays() {
        let (document, cleaned) = page(&json!({"kind": "html", "html": "<p>a<script>b</script></p>"})).unwrap();
        assert_eq!(document.json["blocks"][0]["html"], "<p>a</p>");
        assert_eq!(cleaned, ["blocks.0.html"]);
        let (again, cleaned) = page(&document.json["blocks"][0]).unwrap();
        assert_eq!((again, cleaned.len()), (document, 0));
    }

    #[test]
    fn a_frame_shows_this_site_or_a_host_of_the_configuration() {
        let frame = |href: &str| page(&json!({"kind": "frame", "title": "Order Status", "href": href}));
        for href in ["/reports/order-status", "https://reports.example/a?b", "https://reports.example"] {
            assert!(frame(href).is_ok(), "{href}");
        }
        for href in ["https://reports.example.evil.example/", "https://other.example/", "javascript:alert(1)", "//x"] {
            assert_eq!(codes(frame(href)), [("blocks.0.href".to_owned(), "frame_refused".to_owned())], "{href}");
        }
    }

    #[test]
    fn a_form_elsewhere_is_at_a_host_of_the_configuration() {
        let form = |frame: &str| {
            let json = json!({"slug": "a", "title": "A", "recipient": "a@b.example", "frame": frame, "fields": [], "submitText": ""});
            let address = Address { site: Site::US_GAMES, kind: DocumentKind::Form, slug: "a".to_owned() };
            check(address, json, Allowed { frames: &["https://forms.example".to_owned()] })
        };
        assert!(form("https://forms.example/quote").is_ok());
        for frame in ["/reports/catalog", "https://other.example/", "javascript:alert(1)"] {
            assert_eq!(codes(form(frame)), [("frame".to_owned(), "frame_refused".to_owned())], "{frame}");
        }
        assert_eq!(codes(form("")), [("fields".to_owned(), "form_empty".to_owned())]);
    }

    #[test]
    fn synonyms_are_groups_of_two_or_more_and_a_word_stands_in_one() {
        let synonyms = |groups: &Value| {
            let address = Address { site: Site::US_GAMES, kind: DocumentKind::Synonyms, slug: String::new() };
            check(address, json!({"synonyms": groups}), Allowed::default())
        };
        assert!(synonyms(&json!([{"words": ["tee", "t-shirt"]}, {"words": ["hoodie", "hooded sweatshirt"]}])).is_ok());
        let wrong = json!([{"words": ["tee"]}, {"words": ["Tee", "top", "..."]}, {"words": []}]);
        let path = |path: &str| (path.to_owned(), "synonyms_invalid".to_owned());
        assert_eq!(
            codes(synonyms(&wrong)),
            [
                path("synonyms.0.words"),
                path("synonyms.1.words.0"),
                path("synonyms.1.words.2"),
                path("synonyms.2.words")
            ]
        );
        let unread = codes(synonyms(&json!([{"words": "tee", "both": true}])));
        assert_eq!(unread[0].1, "field_unknown");
        assert_eq!(unread[1].1, "wrong_type");
    }

    #[test]
    fn a_document_of_ten_megabytes_is_refused_by_its_size() {
        let text = "a".repeat(10 << 20);
        let errors = codes(page(&json!({"kind": "text", "title": text, "paragraphs": []})));
        assert_eq!(errors, [(String::new(), "document_too_large".to_owned())]);
    }

    #[test]
    fn texts_are_composed_and_judged_at_any_depth() {
        let (document, _) = page(&json!({"kind": "text", "title": "e\u{301}", "paragraphs": []})).unwrap();
        assert_eq!(document.json["blocks"][0]["title"], "\u{e9}");
        let link =
            json!({"kind": "banner", "title": "a", "text": "b\u{202e}", "cta": {"href": "javascript:x", "title": "t"}});
        assert_eq!(
            codes(page(&link)),
            [
                ("blocks.0.cta.href".to_owned(), "link_refused".to_owned()),
                ("blocks.0.text".to_owned(), "bidi_control".to_owned()),
            ]
        );
    }
}

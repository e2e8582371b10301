//! The shape of a document held against the types that serve it: what is missing, what nobody reads, what
//! has another type. The shapes are those of the OpenAPI description, so there is no second list of them.

use std::{collections::BTreeMap, sync::LazyLock};

use fieldhouse_core::{content::PageView, rule::FieldError};
use serde_json::Value;
use utoipa::OpenApi;

use super::{
    document::{DocumentKind, FormDocument, RedirectsDocument, ShellDocument, SynonymsDocument},
    faults::DocumentError,
    strict_json::below,
};

#[derive(OpenApi)]
#[openapi(components(schemas(ShellDocument, PageView, FormDocument, RedirectsDocument, SynonymsDocument)))]
struct Documents;

static SCHEMAS: LazyLock<Value> = LazyLock::new(|| serde_json::to_value(Documents::openapi()).unwrap_or_default());

/// Fields that the store fills on the way out, by the kind of block.
const FILLED: [(&str, &str); 3] = [("products", "products"), ("form", "form"), ("articles", "articles")];

/// The name of a type among the schemas.
const fn name_of(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::Shell => "#/components/schemas/ShellDocument",
        DocumentKind::Page => "#/components/schemas/PageView",
        DocumentKind::Form => "#/components/schemas/FormDocument",
        DocumentKind::Redirects => "#/components/schemas/RedirectsDocument",
        DocumentKind::Synonyms => "#/components/schemas/SynonymsDocument",
    }
}

/// Everything in which a document differs from its kind's shape, in the order of its fields.
pub fn check(kind: DocumentKind, json: &Value) -> Vec<FieldError> {
    let mut errors = Vec::new();
    match find(name_of(kind)) {
        Some(schema) => walk(schema, json, "", &mut errors),
        None => errors.push(DocumentError::KindUnknown.at("", "There is no such kind")),
    }
    errors
}

fn find(reference: &str) -> Option<&'static Value> {
    SCHEMAS.pointer(reference.strip_prefix('#')?)
}

fn list<'a>(schema: &'a Value, name: &str) -> &'a [Value] {
    schema.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn walk(schema: &'static Value, value: &Value, path: &str, errors: &mut Vec<FieldError>) {
    if let Some(target) = schema.get("$ref").and_then(Value::as_str).and_then(find) {
        return walk(target, value, path, errors);
    }
    if ["oneOf", "anyOf"].iter().any(|name| !list(schema, name).is_empty()) {
        return walk_one_of(schema, value, path, errors);
    }
    if schema.get("enum").is_some() {
        let words = list(schema, "enum");
        if !words.contains(value) {
            let named: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
            errors.push(
                DocumentError::NotAChoice.at(path, format!("This is not one of the choices: {}", named.join(", "))),
            );
        }
        return;
    }
    let mut fields = Fields::default();
    fields.gather(schema);
    if fields.is_object {
        return fields.walk(value, path, errors);
    }
    let types: Vec<&str> = match schema.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
        _ => return,
    };
    let fits = types.iter().any(|name| match *name {
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.as_u64().is_some_and(|number| u32::try_from(number).is_ok()),
        "array" => value.is_array(),
        "null" => value.is_null(),
        _ => true,
    });
    if !fits {
        return errors.push(wrong_type(path, types.first().copied().unwrap_or_default()));
    }
    if let (Some(items), Some(all)) = (schema.get("items"), value.as_array()) {
        for (nth, item) in all.iter().enumerate() {
            walk(items, item, &below(path, &nth.to_string()), errors);
        }
    }
}

fn wrong_type(path: &str, wanted: &str) -> FieldError {
    let wanted = match wanted {
        "string" => "a text",
        "boolean" => "true or false",
        "integer" => "a whole number from 0",
        "array" => "a list",
        _ => "an object",
    };
    DocumentError::WrongType.at(path, ["This must be ", wanted].concat())
}

/// Nothing or something, or one of several objects told apart by `kind`.
fn walk_one_of(schema: &'static Value, value: &Value, path: &str, errors: &mut Vec<FieldError>) {
    let all = || list(schema, "oneOf").iter().chain(list(schema, "anyOf"));
    let is_null = |schema: &Value| schema.get("type").is_some_and(|name| name == "null");
    if value.is_null() && all().any(is_null) {
        return;
    }
    let mut some = all().filter(|schema| !is_null(schema));
    if let (Some(only), None) = (some.next(), some.next()) {
        return walk(only, value, path, errors);
    }
    let Some(fields) = value.as_object() else { return errors.push(wrong_type(path, "object")) };
    let Some(kind) = fields.get("kind") else {
        return errors.push(DocumentError::FieldMissing.at(&below(path, "kind"), "This must be given"));
    };
    let is_kind = |part: &Value| part.pointer("/properties/kind/enum/0") == Some(kind);
    let of = |schema: &&'static Value| is_kind(schema) || list(schema, "allOf").iter().any(is_kind);
    match all().find(of) {
        Some(found) => walk(found, value, path, errors),
        None => {
            errors.push(DocumentError::KindUnknown.at(&below(path, "kind"), format!("There is no such kind: {kind}")));
        }
    }
}

/// The fields of an object, those of its parts included.
#[derive(Default)]
struct Fields {
    is_object: bool,
    known: BTreeMap<&'static str, &'static Value>,
    required: Vec<&'static str>,
    rest: Option<&'static Value>,
}

impl Fields {
    fn gather(&mut self, schema: &'static Value) {
        if let Some(target) = schema.get("$ref").and_then(Value::as_str).and_then(find) {
            return self.gather(target);
        }
        for part in list(schema, "allOf") {
            self.gather(part);
        }
        self.is_object |= schema.get("type").is_some_and(|name| name == "object");
        if let Some(known) = schema.get("properties").and_then(Value::as_object) {
            self.known.extend(known.iter().map(|(name, schema)| (name.as_str(), schema)));
        }
        self.required.extend(list(schema, "required").iter().filter_map(Value::as_str));
        self.rest = self.rest.or_else(|| schema.get("additionalProperties").filter(|rest| rest.is_object()));
    }

    fn walk(&self, value: &Value, path: &str, errors: &mut Vec<FieldError>) {
        let Some(fields) = value.as_object() else { return errors.push(wrong_type(path, "object")) };
        let kind = fields.get("kind").and_then(Value::as_str).unwrap_or_default();
        for name in self.required.iter().filter(|name| !fields.contains_key(**name)) {
            errors.push(DocumentError::FieldMissing.at(&below(path, name), "This must be given"));
        }
        for (name, value) in fields {
            let at = below(path, name);
            let known = self.known.get(name.as_str()).copied().filter(|_| !FILLED.contains(&(kind, name)));
            match known.or(self.rest) {
                Some(schema) => walk(schema, value, &at, errors),
                None => errors.push(DocumentError::FieldUnknown.at(&at, "There is no field of this name here")),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told(kind: DocumentKind, json: &Value) -> Vec<(String, String)> {
        check(kind, json).into_iter().map(|error| (error.field, error.code)).collect()
    }

    fn expected(errors: &[(&str, &str)]) -> Vec<(String, String)> {
        errors.iter().map(|(field, code)| ((*field).to_owned(), (*code).to_owned())).collect()
    }

    #[test]
    fn everything_that_differs_is_told_by_its_path() {
        let page = json!({
            "slug": "a", "title": 7, "blocks": [
                {"kind": "marquee", "title": "x"},
                {"title": "no kind"},
                {"kind": "tiles", "uid": "t", "title": "T", "description": "", "ctaAlignment": "top", "tileShape": "square",
                 "tiles": [{"label": "L", "link": {"href": "/x/"}, "image": null}]},
                {"kind": "banner", "title": "B", "text": ["a"], "cta": {"href": "/", "title": "t", "newTab": "yes"}},
                {"kind": "products", "title": "P", "category": "c", "products": []},
                "text",
            ], "colour": "red",
        });
        assert_eq!(
            told(DocumentKind::Page, &page),
            expected(&[
                ("description", "field_missing"),
                ("blocks.0.kind", "kind_unknown"),
                ("blocks.1.kind", "field_missing"),
                ("blocks.2.tiles.0.image", "wrong_type"),
                ("blocks.2.tiles.0.link.title", "field_missing"),
                ("blocks.3.cta.newTab", "wrong_type"),
                ("blocks.3.text", "wrong_type"),
                ("blocks.4.products", "field_unknown"),
                ("blocks.5", "wrong_type"),
                ("colour", "field_unknown"),
                ("title", "wrong_type"),
            ])
        );
    }

    #[test]
    fn shells_forms_and_redirects_have_shapes_of_their_own() {
        let shell =
            json!({"announcement": "Hi", "texts": {"a": "b", "c": 1}, "footer": {"navigation": []}, "brand": {}});
        let missing = ["getInTouchTitle", "getInTouchDescription", "getInTouch", "legalLinks", "copyright"];
        let mut errors = expected(&[("brand", "field_unknown")]);
        errors.extend(missing.map(|name| (["footer.", name].concat(), "field_missing".to_owned())));
        errors.push(("texts.c".to_owned(), "wrong_type".to_owned()));
        assert_eq!(told(DocumentKind::Shell, &shell), errors);
        let form = json!({"slug": "f", "title": "F", "fields": [{"name": "n", "label": "N", "kind": "slider", "maxLength": -1}], "submitText": "S"});
        assert_eq!(
            told(DocumentKind::Form, &form),
            expected(&[
                ("recipient", "field_missing"),
                ("fields.0.kind", "not_a_choice"),
                ("fields.0.maxLength", "wrong_type")
            ])
        );
        assert_eq!(
            told(DocumentKind::Redirects, &json!({"redirects": [{"queries": "a"}]})),
            expected(&[("redirects.0.href", "field_missing"), ("redirects.0.queries", "wrong_type")])
        );
        assert_eq!(told(DocumentKind::Redirects, &json!([])), expected(&[("", "wrong_type")]));
    }
}

//! What handlers take from a request: JSON bodies, queries and paths, each refused with a sentence
//! that names the place (R57, R58, R59). No rule is checked here.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    time::Duration,
};

use axum::{
    extract::{FromRequest, FromRequestParts, Request},
    http::{header, request::Parts},
};
use bytes::Bytes;
use fieldhouse_core::rule::FieldError;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use percent_encoding::percent_decode_str;
use serde::de::DeserializeOwned;
use serde_path_to_error::{Path, Segment};

use crate::{
    failure::{Failure, FailureKind},
    http::problem,
};

/// Bytes of a request body.
pub const BODY_LIMIT: usize = 1024 * 1024;
/// Characters of a field's name in a refusal.
const LONGEST_NAME: usize = 80;
/// For a whole request body (R60).
pub const BODY_TIME: Duration = Duration::from_secs(8);

/// A JSON body. Unknown and repeated fields, wrong types and broken JSON are 400 with the field's path.
#[derive(Debug, Clone, Copy)]
pub struct ApiJson<T>(pub T);

impl<T: DeserializeOwned, S: Sync> FromRequest<S> for ApiJson<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, _: &S) -> Result<Self, Failure> {
        if !is_json(request.headers().get(header::CONTENT_TYPE)) {
            return Err(problem::not_json());
        }
        read_json(&read_body(request).await?).map(Self)
    }
}

/// The whole body, within its limit and time.
pub async fn read_body(request: Request) -> Result<Bytes, Failure> {
    let body = Limited::new(request.into_body(), BODY_LIMIT).collect();
    match tokio::time::timeout(BODY_TIME, body).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(problem::too_large()),
        Ok(Err(_)) => Err(Failure::malformed("The body was cut off.")),
        Err(_) => Err(problem::too_slow()),
    }
}

/// Reads a body's JSON.
pub fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Failure> {
    let text = std::str::from_utf8(bytes).map_err(|_| Failure::malformed("The body is not UTF-8."))?;
    if text.trim_ascii().is_empty() {
        return Err(Failure::malformed("A JSON body is expected."));
    }
    if holds_nul(text) {
        return Err(Failure::malformed("A text holds a NUL character."));
    }
    read_part(text, str::to_owned)
}

/// Reads a part of a body; `place` says where in the body a field of the part lies.
pub fn read_part<T: DeserializeOwned>(text: &str, place: impl FnOnce(&str) -> String) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|error| {
        // A number too large to be one is a wrong value, not broken JSON (R13).
        if error.is_data() || error.to_string().starts_with("number out of range") {
            wrong_shape(&place(&field_of::<T>(text)), &error.to_string())
        } else {
            let (line, column) = (error.line(), error.column());
            Failure::malformed(format!("The body is not valid JSON at line {line}, column {column}."))
        }
    })
}

/// The field that a body is refused for. Read once more, and only then: who writes well pays for no path.
fn field_of<T: DeserializeOwned>(text: &str) -> String {
    let mut body = serde_json::Deserializer::from_str(text);
    let Err(error) = serde_path_to_error::deserialize::<_, T>(&mut body) else { return String::new() };
    let mut field = dotted(error.path());
    // Told of the whole; which one it is stands in the sentence.
    if let Some(rest) = error.inner().to_string().strip_prefix("duplicate field `") {
        let name = rest.split('`').next().unwrap_or_default();
        field = if field.is_empty() { name.to_owned() } else { [&field, ".", name].concat() };
    }
    field
}

/// `lines.3.quantity`: names in full up to 80 characters each.
fn dotted(path: &Path) -> String {
    let steps = path.iter().filter_map(|step| match step {
        Segment::Seq { index } => Some(index.to_string()),
        Segment::Map { key } => Some(key.chars().take(LONGEST_NAME).collect()),
        Segment::Enum { variant } => Some(variant.chars().take(LONGEST_NAME).collect()),
        Segment::Unknown => None,
    });
    steps.collect::<Vec<String>>().join(".")
}

fn wrong_shape(field: &str, error: &str) -> Failure {
    let place = if field.is_empty() { "the body".to_owned() } else { format!("\u{2018}{field}\u{2019}") };
    let message = if let Some(rest) = error.strip_prefix("missing field `") {
        let name = rest.split('`').next().unwrap_or_default();
        format!("\u{2018}{name}\u{2019} is missing in {place}.")
    } else if error.starts_with("unknown field") || error.starts_with("unknown variant") {
        format!("{place} is not known here.")
    } else if error.starts_with("duplicate field") {
        format!("{place} is given twice.")
    } else {
        format!("{place} has the wrong type or is out of range.")
    };
    let mut message = message;
    if let Some(first) = message.get(..1).map(str::to_uppercase) {
        message.replace_range(..1, &first);
    }
    let errors = vec![FieldError {
        field: field.to_owned(),
        code: "wrong_shape".to_owned(),
        params: BTreeMap::new(),
        message: message.clone(),
    }];
    Failure { errors, ..Failure::new(FailureKind::Malformed, "wrong_shape", message) }
}

/// What an HTML form sends, by name. A name that is there twice is 400.
#[derive(Debug, Clone)]
pub struct ApiForm(pub BTreeMap<String, String>);

impl<S: Sync> FromRequest<S> for ApiForm {
    type Rejection = Failure;

    async fn from_request(request: Request, _: &S) -> Result<Self, Failure> {
        if !is_form(request.headers().get(header::CONTENT_TYPE)) {
            return Err(problem::not_a_form());
        }
        let body = read_body(request).await?;
        let text = std::str::from_utf8(&body).map_err(|_| Failure::malformed("The form is not UTF-8."))?;
        let QueryPairs(pairs) =
            QueryPairs::parse(text).map_err(|_| Failure::malformed("The form is not readable text."))?;
        let mut values = BTreeMap::new();
        for (name, value) in pairs {
            let Entry::Vacant(free) = values.entry(name) else {
                return Err(Failure::malformed("A field of the form is given twice."));
            };
            free.insert(value);
        }
        Ok(Self(values))
    }
}

/// True when an escape in the text stands for NUL; a raw one is not JSON anyway.
fn holds_nul(text: &str) -> bool {
    text.match_indices("\\u0000").any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        before.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 0
    })
}

/// True for what an HTML form sends: read by the token endpoints of the customer API and by pages that need no script.
pub fn is_form(content_type: Option<&header::HeaderValue>) -> bool {
    let text = content_type.and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = text.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/x-www-form-urlencoded")
}

/// True for `application/json`, in UTF-8 when a charset is told.
pub fn is_json(content_type: Option<&header::HeaderValue>) -> bool {
    let Some(text) = content_type.and_then(|value| value.to_str().ok()) else { return false };
    let mut parts = text.split(';').map(str::trim);
    parts.next().is_some_and(|kind| kind.eq_ignore_ascii_case("application/json"))
        && parts.all(|part| {
            part.split_once('=').is_none_or(|(name, value)| {
                !name.eq_ignore_ascii_case("charset") || value.trim_matches('"').eq_ignore_ascii_case("utf-8")
            })
        })
}

/// The query as names and values in order, decoded; values may repeat.
#[derive(Debug, Clone, Default)]
pub struct QueryPairs(pub Vec<(String, String)>);

impl QueryPairs {
    /// Reads the text after `?`.
    pub fn parse(query: &str) -> Result<Self, Failure> {
        let decode = |text: &str| {
            let spaced = text.replace('+', " ");
            let decoded = percent_decode_str(&spaced).decode_utf8().map(std::borrow::Cow::into_owned);
            match decoded {
                Ok(text) if !text.contains('\0') => Ok(text),
                _ => Err(Failure::malformed("The query is not readable text.")),
            }
        };
        let parts = query.split('&').filter(|part| !part.is_empty());
        let pairs = parts.map(|part| {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            Ok((decode(name)?, decode(value)?))
        });
        pairs.collect::<Result<_, Failure>>().map(Self)
    }

    /// The only value of `name`; a repeated one is refused rather than guessed.
    pub fn one<'a>(&'a self, name: &'a str) -> Result<Option<&'a str>, Failure> {
        let mut values = self.all(name);
        match (values.next(), values.next()) {
            (_, Some(_)) => Err(Failure::malformed(format!("\u{2018}{name}\u{2019} is given twice."))),
            (value, None) => Ok(value),
        }
    }

    /// All values of `name` in order.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

impl<S: Sync> FromRequestParts<S> for QueryPairs {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        Self::parse(parts.uri.query().unwrap_or_default())
    }
}

/// The query as a struct of single values; a repeated name is 400.
#[derive(Debug, Clone, Copy)]
pub struct ApiQuery<T>(pub T);

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for ApiQuery<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        axum::extract::Query::<T>::try_from_uri(&parts.uri).map(|query| Self(query.0)).map_err(|error| {
            let told = error.body_text();
            let named = |lead: &str| Some(told.split_once(lead)?.1.split('`').next()?.to_owned());
            let title = if let Some(name) = named("duplicate field `") {
                format!("\u{2018}{name}\u{2019} is given twice.")
            } else if let Some(name) = named("missing field `") {
                format!("\u{2018}{name}\u{2019} is missing in the query.")
            } else {
                "A value of the query has the wrong form.".to_owned()
            };
            Failure::malformed(title)
        })
    }
}

/// Values of the path; one that cannot be is simply not there.
#[derive(Debug, Clone, Copy)]
pub struct ApiPath<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for ApiPath<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let path = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        path.map(|path| Self(path.0)).map_err(|_| Failure::not_found())
    }
}

#[cfg(test)]
mod tests {
    use fieldhouse_core::cart::AddLinesDraft;

    use super::*;

    fn refusal(body: &str) -> Failure {
        read_json::<AddLinesDraft>(body.as_bytes()).unwrap_err()
    }

    #[test]
    fn r58_broken_json_is_told_from_a_wrong_shape() {
        assert_eq!(refusal("{").code, "malformed");
        assert_eq!(refusal("").title, "A JSON body is expected.");
        assert_eq!(refusal(&"[".repeat(100_000)).kind, FailureKind::Malformed);
        assert_eq!(refusal(&format!("{{\"lines\":{}", "[".repeat(100_000))).kind, FailureKind::Malformed);
        assert_eq!(refusal("[]").code, "wrong_shape");
        let unknown = refusal(r#"{"lines":[],"price":1}"#);
        assert_eq!(unknown.title, "‘price’ is not known here.");
        assert_eq!(unknown.errors[0].field, "price");
        assert_eq!(refusal(r#"{"lines":[],"lines":[]}"#).title, "‘lines’ is given twice.");
        assert_eq!(refusal(r#"{"lines":[{"sku":"a"}]}"#).title, "‘quantity’ is missing in ‘lines.0’.");
        assert_eq!(refusal(r#"{"lines":[{"sku":"a","quantity":1.5}]}"#).errors[0].field, "lines.0.quantity");
        assert_eq!(refusal("{}").title, "‘lines’ is missing in the body.");
    }

    #[test]
    fn names_the_field_a_body_is_refused_for() {
        for (body, field) in [
            (r#"{"lines":[{"sku":"a","quantity":1},{"sku":"b","quantity":"2"}]}"#, "lines.1.quantity"),
            (r#"{"lines":[{"sku":"a","quantity":1e400}]}"#, "lines.0.quantity"),
            (r#"{"lines":[{"sku":"a","quantity":1,"price":5}]}"#, "lines.0.price"),
            (r#"{"lines":[{"sku":"a","quantity":1,"sku":"b"}]}"#, "lines.0.sku"),
            (r#"{"lines":[{"sku":"a"}]}"#, "lines.0"),
            ("{\n \"lines\": [\n  {\"sku\": 5, \"quantity\": 1}]}", "lines.0.sku"),
            (r#"{"lines":[{"sku":"a \" ] }","quantity":null}]}"#, "lines.0.quantity"),
            (r#"{"lines":7}"#, "lines"),
            ("[]", ""),
        ] {
            assert_eq!(refusal(body).errors[0].field, field, "{body}");
        }
        let long = refusal(&format!(r#"{{"lines":[],"{}":1}}"#, "n".repeat(1000)));
        assert_eq!(long.errors[0].field, "n".repeat(LONGEST_NAME));
    }

    #[test]
    fn r57_nul_lone_surrogates_and_broken_utf8_are_refused() {
        assert_eq!(refusal(r#"{"lines":[{"sku":"a\u0000","quantity":1}]}"#).title, "A text holds a NUL character.");
        assert!(read_json::<AddLinesDraft>(br#"{"lines":[{"sku":"a\\u0000","quantity":1}]}"#).is_ok());
        assert_eq!(refusal(r#"{"lines":[{"sku":"\ud800","quantity":1}]}"#).kind, FailureKind::Malformed);
        assert!(read_json::<AddLinesDraft>(b"{\"lines\":[{\"sku\":\"\xc0\xaf\",\"quantity\":1}]}").is_err());
    }

    #[test]
    fn only_json_in_utf8_is_json() {
        let json = |text| is_json(Some(&header::HeaderValue::from_static(text)));
        assert!(json("application/json") && json("Application/JSON; charset=UTF-8"));
        assert!(!json("text/plain") && !json("application/json; charset=utf-16") && !json("application/jsonp"));
    }

    #[test]
    fn a_query_keeps_order_and_repeats() {
        let pairs = QueryPairs::parse("brand=A%20b&size=M&brand=c+d&&flag").unwrap();
        assert_eq!(pairs.all("brand").collect::<Vec<_>>(), ["A b", "c d"]);
        assert_eq!(pairs.one("flag").unwrap(), Some(""));
        assert!(pairs.one("brand").is_err());
        assert!(QueryPairs::parse("q=%C0%AF").is_err() && QueryPairs::parse("q=%00").is_err());
    }
}

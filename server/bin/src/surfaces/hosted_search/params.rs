//! Search parameters as clients send them: fields of a JSON body, or one text `params` in the form of an
//! address, or the query of a GET. What the service knows and we do not do is refused, not left out.

use fieldhouse_core::search::query::clean_query;
use fieldhouse_kernel::{failure::Failure, http::extract::QueryPairs};
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::errors::invalid;
use crate::surfaces::pages::address::encode;

/// Hits a page when nothing is said.
const PAGE: usize = 20;
/// Most hits of a page.
const LONGEST_PAGE: usize = 1_000;
/// Most values of a facet, and how many when nothing is said.
const MOST_VALUES: usize = 1_000;
const VALUES: usize = 100;
/// Most hits of a search for facet values, and how many when nothing is said.
const MOST_FACET_HITS: usize = 100;
const FACET_HITS: usize = 10;
/// Names in one list of attributes or facets.
const MOST_NAMES: usize = 100;
/// Characters of a tag around what matched.
const LONGEST_TAG: usize = 200;
/// Parameters that are texts, whatever they look like in an address.
const TEXTS: [&str; 7] =
    ["query", "filters", "facetQuery", "highlightPreTag", "highlightPostTag", "snippetEllipsisText", "userToken"];

/// Search parameters. An unknown one is refused.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Params {
    /// What was typed.
    pub query: String,
    /// From 0.
    page: Option<Value>,
    /// At most 1,000.
    hits_per_page: Option<Value>,
    /// First hit, instead of a page.
    offset: Option<Value>,
    /// Hits from `offset`.
    length: Option<Value>,
    /// `brand:Ironside AND (color:Red OR color:Navy) AND price < 5000`.
    pub filters: String,
    /// `["brand:Ironside", ["color:Red", "color:Navy"]]`.
    pub facet_filters: Value,
    /// `["price>=1000", "price<5000"]`.
    pub numeric_filters: Value,
    /// Only an empty list.
    tag_filters: Value,
    /// Facets whose values are counted; `*` for all.
    facets: Value,
    /// At most 1,000.
    max_values_per_facet: Option<Value>,
    /// `count` or `alpha`.
    pub sort_facet_values_by: Option<String>,
    /// Fields of hits; `*` for all, `-name` for all but one.
    attributes_to_retrieve: Value,
    /// Fields in which what matched is marked.
    attributes_to_highlight: Value,
    /// Fields that are cut around what matched, `description:20`.
    attributes_to_snippet: Value,
    /// Before what matched; `<em>`.
    pub highlight_pre_tag: Option<String>,
    /// After what matched; `</em>`.
    pub highlight_post_tag: Option<String>,
    /// Where a snippet was cut; `…`.
    pub snippet_ellipsis_text: Option<String>,
    /// Only fields in which something matched are marked and cut.
    #[schema(value_type = bool)]
    pub restrict_highlight_and_snippet_arrays: Value,
    /// Fields of the answer; `*` for all.
    response_fields: Value,
    /// Asks for a `queryID`.
    #[schema(value_type = bool)]
    click_analytics: Value,
    /// What is looked for in a facet's values.
    pub facet_query: String,
    /// Values found in a facet, at most 100.
    max_facet_hits: Option<Value>,
    /// Nothing is kept of it.
    #[serde(rename = "analytics")]
    _analytics: Value,
    /// Nothing is kept of it.
    #[serde(rename = "analyticsTags")]
    _analytics_tags: Value,
    /// Nothing is kept of it.
    #[serde(rename = "userToken")]
    _user_token: Value,
    /// There are no rules by context.
    #[serde(rename = "ruleContexts")]
    _rule_contexts: Value,
    /// There are no tests.
    #[serde(rename = "enableABTest")]
    _enable_ab_test: Value,
    /// Every hit is the same for everybody.
    #[serde(rename = "enablePersonalization")]
    _enable_personalization: Value,
    /// Counts are always exact.
    #[serde(rename = "facetingAfterDistinct")]
    _faceting_after_distinct: Value,
    /// Why a hit is where it is, is not told.
    #[serde(rename = "getRankingInfo")]
    _get_ranking_info: Value,
    /// All of them as they came, in the form of an address.
    #[serde(skip)]
    pub echo: String,
}

/// Which hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The first one's number from 0.
    pub first: usize,
    /// How many.
    pub length: usize,
    /// The page from 0.
    pub page: usize,
    /// By offset and length instead of pages.
    pub by_offset: bool,
}

/// Names that were asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Names {
    /// All of them, but not these.
    AllBut(Vec<String>),
    /// These alone.
    Only(Vec<String>),
}

impl Names {
    /// True when a name was asked for, by itself or with what it is part of.
    pub fn contain(&self, name: &str) -> bool {
        let within = |known: &String| {
            name == known || name.strip_prefix(known.as_str()).is_some_and(|rest| rest.starts_with('.'))
        };
        match self {
            Self::AllBut(names) => !names.iter().any(within),
            Self::Only(names) => names.iter().any(within),
        }
    }
}

impl Params {
    /// Reads the fields of a JSON body; those in `params` win.
    pub fn from_fields(mut fields: Map<String, Value>) -> Result<Self, Failure> {
        match fields.remove("params") {
            None | Some(Value::Null) => {}
            Some(Value::String(text)) => fields.extend(in_address(&QueryPairs::parse(&text)?)),
            Some(Value::Object(more)) => fields.extend(more),
            Some(_) => return Err(invalid("\u{2018}params\u{2019} must be a text.")),
        }
        fields.retain(|_, value| !value.is_null());
        Self::read(fields)
    }

    /// Reads the query of a GET.
    pub fn from_query(query: &QueryPairs) -> Result<Self, Failure> {
        let mut fields = in_address(query);
        fields.retain(|name, _| !name.to_ascii_lowercase().starts_with("x-algolia-"));
        Self::read(fields)
    }

    fn read(fields: Map<String, Value>) -> Result<Self, Failure> {
        let shown = fields.iter().map(|(name, value)| {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            format!("{}={}", encode(name), encode(&text))
        });
        let echo = shown.collect::<Vec<_>>().join("&");
        let mut params: Self = serde_json::from_value(Value::Object(fields)).map_err(|error| {
            let told = error.to_string();
            match told.strip_prefix("unknown field `").and_then(|rest| rest.split('`').next()) {
                Some(name) => invalid(format!("Parameter \u{2018}{name}\u{2019} is unknown or not supported here")),
                None => invalid("A parameter has the wrong type"),
            }
        })?;
        params.query = clean_query(&params.query);
        params.echo = echo;
        let nothing = match &params.tag_filters {
            Value::Null => true,
            Value::Array(tags) => tags.is_empty(),
            Value::String(tags) => tags.is_empty(),
            _ => false,
        };
        if !nothing {
            return Err(invalid("Parameter \u{2018}tagFilters\u{2019} is not supported here"));
        }
        let tags = [&params.highlight_pre_tag, &params.highlight_post_tag, &params.snippet_ellipsis_text];
        if tags.into_iter().flatten().any(|tag| tag.chars().count() > LONGEST_TAG) {
            return Err(invalid("A tag is too long"));
        }
        Ok(params)
    }

    /// Which hits are asked for.
    pub fn window(&self) -> Result<Window, Failure> {
        let by_offset = self.offset.is_some() || self.length.is_some();
        if by_offset {
            let first = number("offset", self.offset.as_ref(), 0, usize::MAX)?;
            let length = number("length", self.length.as_ref(), PAGE, LONGEST_PAGE)?;
            return Ok(Window { first, length, page: 0, by_offset });
        }
        let length = number("hitsPerPage", self.hits_per_page.as_ref(), PAGE, LONGEST_PAGE)?;
        let page = number("page", self.page.as_ref(), 0, usize::MAX)?;
        Ok(Window { first: page.saturating_mul(length), length, page, by_offset })
    }

    /// Values counted of each facet.
    pub fn most_values(&self) -> Result<usize, Failure> {
        number("maxValuesPerFacet", self.max_values_per_facet.as_ref(), VALUES, MOST_VALUES)
    }

    /// Values found in a facet.
    pub fn most_facet_hits(&self) -> Result<usize, Failure> {
        number("maxFacetHits", self.max_facet_hits.as_ref(), FACET_HITS, MOST_FACET_HITS)
    }

    /// Facets to count; none when nothing was said.
    pub fn facets(&self) -> Result<Option<Names>, Failure> {
        names("facets", &self.facets)
    }

    /// Fields of hits.
    pub fn retrieved(&self) -> Result<Names, Failure> {
        Ok(names("attributesToRetrieve", &self.attributes_to_retrieve)?.unwrap_or(Names::AllBut(Vec::new())))
    }

    /// Fields of the answer.
    pub fn response_fields(&self) -> Result<Names, Failure> {
        Ok(names("responseFields", &self.response_fields)?.unwrap_or(Names::AllBut(Vec::new())))
    }

    /// Fields in which what matched is marked.
    pub fn highlighted(&self) -> Result<Names, Failure> {
        Ok(names("attributesToHighlight", &self.attributes_to_highlight)?.unwrap_or(Names::AllBut(Vec::new())))
    }

    /// Fields to be cut, with their number of words.
    pub fn snippets(&self) -> Result<Vec<(String, usize)>, Failure> {
        const WORDS: usize = 10;
        let listed = match names("attributesToSnippet", &self.attributes_to_snippet)? {
            None => return Ok(Vec::new()),
            Some(Names::AllBut(_)) => vec!["*".to_owned()],
            Some(Names::Only(listed)) => listed,
        };
        let read = |text: String| match text.split_once(':') {
            Some((name, words)) => {
                let words =
                    words.parse::<usize>().map_err(|_| invalid("attributesToSnippet has no number of words"))?;
                Ok((name.to_owned(), words.clamp(1, LONGEST_PAGE)))
            }
            None => Ok((text, WORDS)),
        };
        listed.into_iter().map(read).collect()
    }

    /// Asks for a `queryID`.
    pub fn wants_query_id(&self) -> bool {
        is_true(&self.click_analytics)
    }

    /// Only what matched is marked in lists.
    pub fn restricts_arrays(&self) -> bool {
        is_true(&self.restrict_highlight_and_snippet_arrays)
    }
}

fn is_true(value: &Value) -> bool {
    *value == Value::Bool(true) || *value == "true"
}

/// A whole number from 0, also as a text; above `most` it is refused.
fn number(name: &str, value: Option<&Value>, otherwise: usize, most: usize) -> Result<usize, Failure> {
    let read = match value {
        None | Some(Value::Null) => return Ok(otherwise),
        Some(Value::Number(number)) => number.as_u64().and_then(|number| usize::try_from(number).ok()),
        Some(Value::String(text)) => text.parse().ok(),
        Some(_) => None,
    };
    read.filter(|number| *number <= most).ok_or_else(|| match most {
        usize::MAX => invalid(format!("{name} must be a whole number from 0")),
        _ => invalid(format!("{name} must be between 0 and {most}")),
    })
}

/// A list of names, also as one text with commas. Nothing when nothing was said.
fn names(parameter: &str, value: &Value) -> Result<Option<Names>, Failure> {
    let wrong = || invalid(format!("{parameter} must be a list of names"));
    let listed: Vec<String> = match value {
        Value::Null => return Ok(None),
        Value::String(text) => text.split(',').map(|name| name.trim().to_owned()).collect(),
        Value::Array(names) => {
            names.iter().map(|name| name.as_str().map(str::to_owned).ok_or_else(wrong)).collect::<Result<_, _>>()?
        }
        _ => return Err(wrong()),
    };
    if listed.len() > MOST_NAMES {
        return Err(wrong());
    }
    let listed: Vec<String> = listed.into_iter().filter(|name| !name.is_empty()).collect();
    let left_out: Vec<String> = listed
        .iter()
        .filter_map(|name| name.strip_prefix('-'))
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    let all = listed.iter().any(|name| name == "*") || (!left_out.is_empty() && left_out.len() == listed.len());
    Ok(Some(if all { Names::AllBut(left_out) } else { Names::Only(listed) }))
}

/// Parameters of an address: what is neither a known text nor JSON is a text.
fn in_address(pairs: &QueryPairs) -> Map<String, Value> {
    let read = |name: &str, text: &str| {
        let is_text = TEXTS.contains(&name);
        let json = if is_text { None } else { serde_json::from_str(text).ok() };
        json.unwrap_or_else(|| Value::String(text.to_owned()))
    };
    pairs.0.iter().map(|(name, text)| (name.clone(), read(name, text))).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(fields: Value) -> Result<Params, Failure> {
        let Value::Object(fields) = fields else { panic!("not an object") };
        Params::from_fields(fields)
    }

    fn refused(fields: Value) -> String {
        read(fields).and_then(|params| params.window()).unwrap_err().title
    }

    #[test]
    fn parameters_come_as_fields_or_as_an_address() {
        let fields = read(json!({"query": " red* ball", "page": 2, "hitsPerPage": 5, "facets": ["brand", "color"]}));
        let text = "query=%20red*+ball&page=2&hitsPerPage=5&facets=%5B%22brand%22%2C%22color%22%5D";
        for params in [fields.unwrap(), read(json!({"params": text})).unwrap()] {
            assert_eq!(params.query, "red ball");
            assert_eq!(params.window().unwrap(), Window { first: 10, length: 5, page: 2, by_offset: false });
            let facets = Names::Only(vec!["brand".to_owned(), "color".to_owned()]);
            assert_eq!(params.facets().unwrap(), Some(facets));
        }
        assert_eq!(read(json!({"params": "query=100"})).unwrap().query, "100", "a number is a query like any other");
        assert_eq!(read(json!({"params": "facets=brand,color"})).unwrap().facets().unwrap(), {
            Some(Names::Only(vec!["brand".to_owned(), "color".to_owned()]))
        });
    }

    #[test]
    fn an_offset_takes_the_place_of_pages() {
        let params = read(json!({"offset": 7, "length": 3})).unwrap();
        assert_eq!(params.window().unwrap(), Window { first: 7, length: 3, page: 0, by_offset: true });
        assert_eq!(read(json!({})).unwrap().window().unwrap().length, 20);
    }

    #[test]
    fn what_is_not_done_here_is_refused() {
        assert!(refused(json!({"aroundLatLng": "1,2"})).contains("aroundLatLng"));
        assert!(refused(json!({"tagFilters": ["a"]})).contains("tagFilters"));
        assert_eq!(refused(json!({"hitsPerPage": 1001})), "hitsPerPage must be between 0 and 1000");
        assert_eq!(refused(json!({"page": -1})), "page must be a whole number from 0");
        assert_eq!(refused(json!({"query": ["a"]})), "A parameter has the wrong type");
        assert_eq!(refused(json!({"highlightPreTag": "x".repeat(201)})), "A tag is too long");
        assert_eq!(refused(json!({"params": 1})), "‘params’ must be a text.");
        assert!(read(json!({"tagFilters": [], "analytics": false, "userToken": "a", "page": null})).is_ok());
    }

    #[test]
    fn names_may_be_all_some_or_all_but_some() {
        let retrieved = |value: Value| read(json!({"attributesToRetrieve": value})).unwrap().retrieved().unwrap();
        assert!(retrieved(json!(["*", "-name"])).contain("slug") && !retrieved(json!(["*", "-name"])).contain("name"));
        assert!(retrieved(json!(["-name"])).contain("slug"));
        assert!(!retrieved(json!([])).contain("name") && retrieved(json!("name,slug")).contain("slug"));
        assert!(retrieved(json!(["hierarchicalCategories"])).contain("hierarchicalCategories.lvl0"));
        assert!(read(json!({"attributesToRetrieve": [1]})).unwrap().retrieved().is_err());
        let snippets = read(json!({"attributesToSnippet": ["description:12", "name"]})).unwrap().snippets().unwrap();
        assert_eq!(snippets, [("description".to_owned(), 12), ("name".to_owned(), 10)]);
    }
}

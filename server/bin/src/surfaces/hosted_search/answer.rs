//! The envelope of an answer: hits, pages, counts and what the service says beside them.

use std::time::Instant;

use fieldhouse_kernel::failure::Failure;
use serde_json::{Map, Value, json};

use super::{
    errors::invalid,
    highlight::{TAGS, tagged},
    indexes::{Holds, Index},
    learning,
    params::Params,
    products,
};
use fieldhouse_shop::{finding::search::marks::Marker, state::AppState, words::query_words};

/// What a search found.
pub struct FoundHits {
    /// Objects in all.
    pub total: usize,
    /// Those of the page.
    pub hits: Vec<Value>,
    /// Counts by facet and value.
    pub facets: Map<String, Value>,
    /// Least, most, mean and sum of numbers.
    pub stats: Map<String, Value>,
}

/// Words of a typed facet value.
const WORDS: usize = 10;

fn milliseconds(started: Instant) -> u64 {
    u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX).max(1)
}

/// Answers a search.
pub fn search(state: &AppState, index: &Index, params: &Params) -> Result<Map<String, Value>, Failure> {
    let started = Instant::now();
    let Index { site, holds, .. } = *index;
    let contents = state.contents.load();
    let found = match holds {
        Holds::Products(sort) => products::find(&state.catalog.load(), &contents, site, sort, params)?,
        Holds::LearningCorner => learning::find(&contents, site, params)?,
    };
    let window = params.window()?;
    let mut fields = Map::new();
    let mut tell = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    tell("hits", Value::Array(found.hits));
    tell("nbHits", json!(found.total));
    if window.by_offset {
        tell("offset", json!(window.first));
        tell("length", json!(window.length));
    } else {
        tell("page", json!(window.page));
        tell("nbPages", json!(if window.length == 0 { 0 } else { found.total.div_ceil(window.length) }));
        tell("hitsPerPage", json!(window.length));
    }
    if params.facets()?.is_some() {
        tell("facets", Value::Object(found.facets));
        if !found.stats.is_empty() {
            tell("facets_stats", Value::Object(found.stats));
        }
        tell("exhaustiveFacetsCount", json!(true));
    }
    tell("exhaustiveNbHits", json!(true));
    tell("exhaustiveTypo", json!(true));
    tell("exhaustive", json!({"facetsCount": true, "nbHits": true, "typo": true}));
    tell("query", json!(params.query));
    tell("params", json!(params.echo));
    tell("index", json!(index.name));
    tell("processingTimeMS", json!(milliseconds(started)));
    // Where content sends a query instead (shell §7 'redirect rule from rendering content').
    let redirect = if holds == Holds::LearningCorner { String::new() } else { contents.redirect(site, &params.query) };
    if !redirect.is_empty() {
        tell("renderingContent", json!({"redirect": {"url": redirect}}));
    }
    if params.wants_query_id() {
        tell("queryID", json!(state.ids.random().simple().to_string()));
    }
    let wanted = params.response_fields()?;
    fields.retain(|name, _| wanted.contain(name) || ["index", "queryID"].contains(&name.as_str()));
    Ok(fields)
}

/// Answers a search for values of a facet.
pub fn facet(state: &AppState, index: &Index, facet: &str, params: &Params) -> Result<Value, Failure> {
    let started = Instant::now();
    let site = index.site;
    let found = match index.holds {
        Holds::Products(_) => {
            products::facet_values(&state.catalog.load(), &state.contents.load(), site, facet, params)?
        }
        Holds::LearningCorner => learning::facet_values(&state.contents.load(), site, facet, params)?,
    };
    let found =
        found.ok_or_else(|| invalid(format!("Cannot search in {facet}: it is no facet that can be searched")))?;
    let typed: Vec<String> = query_words(&params.facet_query, WORDS).into_iter().map(|word| word.text).collect();
    let mut marker = Marker::new(&typed);
    let pre = params.highlight_pre_tag.as_deref().unwrap_or(TAGS.0);
    let post = params.highlight_post_tag.as_deref().unwrap_or(TAGS.1);
    let hits = found.into_iter().map(|(value, count)| {
        let highlighted = tagged(&value, &marker.marks(&value), pre, post);
        json!({"value": value, "highlighted": highlighted, "count": count})
    });
    Ok(json!({
        "index": index.name,
        "facetHits": hits.collect::<Vec<_>>(),
        "exhaustiveFacetsCount": true,
        "processingTimeMS": milliseconds(started),
    }))
}

//! The hosted service's paths. Its clients send bodies as `text/plain` to be spared a preflight, so the kind of a
//! body says nothing here.

use crate::surfaces::operations::{Operations, routes};
use axum::{
    Json,
    extract::{FromRequest, FromRequestParts, Request, State},
    http::{StatusCode, request::Parts},
};
use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        address::ClientAddress,
        extract::{ApiPath, QueryPairs, read_body, read_json},
    },
    turns::{Length, uncached},
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::{
    answer,
    errors::{HostedError, invalid, no_index, no_object},
    events::{self, InsightsDraft},
    filters,
    indexes::{self, Holds, Index},
    keys::KeyOf,
    objects,
    params::Params,
};
use fieldhouse_shop::state::AppState;

/// Searches in one request, and objects.
const MOST_REQUESTS: usize = 50;
const MOST_OBJECTS: usize = 1_000;
/// Filters of all searches in one request.
const MOST_CONDITIONS_AT_ONCE: usize = 2_000;
/// Stands for every index of the key.
const ANY: &str = "*";

/// The routes.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(search_index))
        .routes(routes!(search_by_address))
        .routes(routes!(search_indexes))
        .routes(routes!(search_facet))
        .routes(routes!(list_objects))
        .routes(routes!(show_object))
        .routes(routes!(count_insights))
}

/// A path whose index is `*`: what is asked for names its indexes itself.
struct EveryIndex;

impl<S: Send + Sync> FromRequestParts<S> for EveryIndex {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let ApiPath(index) = ApiPath::<String>::from_request_parts(parts, state).await?;
        if index == ANY { Ok(Self) } else { Err(no_index(&index)) }
    }
}

/// A JSON body, whatever kind it is said to be.
struct Body<T>(T);

impl<T: DeserializeOwned, S: Sync> FromRequest<S> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, _: &S) -> Result<Self, Failure> {
        read_json(&read_body(request).await?).map(Self)
    }
}

/// Searches of several indexes.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SearchesDraft {
    /// At most 50.
    #[schema(value_type = Vec<SearchDraft>)]
    requests: Vec<Map<String, Value>>,
    /// `none`, or `stopIfEnoughMatches`.
    strategy: Option<String>,
}

/// One of several searches: an index and its parameters, as fields or as the text `params`.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "the description of a request that is read field by field")]
struct SearchDraft {
    /// Index.
    index_name: String,
    /// `default`, or `facet`.
    #[serde(rename = "type")]
    kind: Option<String>,
    /// With `facet`: which one.
    facet: Option<String>,
    /// Parameters in the form of an address.
    params: Option<String>,
}

/// Objects by their ids.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ObjectsDraft {
    /// At most 1,000.
    requests: Vec<ObjectDraft>,
}

/// An object of an index.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ObjectDraft {
    /// Index.
    index_name: String,
    /// Its id.
    #[serde(rename = "objectID")]
    object_id: String,
    /// Fields; all when nothing is said.
    attributes_to_retrieve: Option<Vec<String>>,
}

/// Searches an index; the answer is the hosted service's.
#[utoipa::path(post, path = "/1/indexes/{index}/query", tag = "hosted search",
    params(("index" = String, Path, description = "Index")), request_body = Params,
    responses((status = 200, body = Value), (status = 400, body = HostedError), (status = 403, body = HostedError),
        (status = 404, body = HostedError)))]
async fn search_index(
    State(state): State<AppState>,
    index: Index,
    Body(fields): Body<Map<String, Value>>,
) -> Result<Json<Map<String, Value>>, Failure> {
    let params = Params::from_fields(fields)?;
    uncached(Length::Long, move || answer::search(&state, &index, &params)).await.map(Json)
}

/// Searches an index by the query of an address.
#[utoipa::path(get, path = "/1/indexes/{index}", tag = "hosted search",
    params(("index" = String, Path, description = "Index"), ("query" = Option<String>, Query, description = "Query")),
    responses((status = 200, body = Value), (status = 400, body = HostedError), (status = 403, body = HostedError),
        (status = 404, body = HostedError)))]
async fn search_by_address(
    State(state): State<AppState>,
    index: Index,
    query: QueryPairs,
) -> Result<Json<Map<String, Value>>, Failure> {
    let params = Params::from_query(&query)?;
    uncached(Length::Long, move || answer::search(&state, &index, &params)).await.map(Json)
}

/// Searches several indexes at once; the index of the path is `*`.
#[utoipa::path(post, path = "/1/indexes/{index}/queries", tag = "hosted search",
    params(("index" = String, Path, description = "`*`")), request_body = SearchesDraft,
    responses((status = 200, body = Value), (status = 400, body = HostedError), (status = 403, body = HostedError),
        (status = 404, body = HostedError)))]
async fn search_indexes(
    State(state): State<AppState>,
    KeyOf(site): KeyOf,
    _: EveryIndex,
    Body(draft): Body<SearchesDraft>,
) -> Result<Json<Value>, Failure> {
    let enough = match draft.strategy.as_deref() {
        None | Some("none") => false,
        Some("stopIfEnoughMatches") => true,
        Some(_) => return Err(invalid("strategy must be none or stopIfEnoughMatches")),
    };
    if draft.requests.len() > MOST_REQUESTS {
        return Err(invalid("At most 50 searches can be sent at once"));
    }
    let results = uncached(Length::Long, move || search_all(&state, site, draft.requests, enough)).await?;
    Ok(Json(json!({"results": results})))
}

/// Searches one after the other; with `enough` no more once one found as much as was wanted.
fn search_all(
    state: &AppState,
    site: Site,
    requests: Vec<Map<String, Value>>,
    enough: bool,
) -> Result<Vec<Value>, Failure> {
    let mut results: Vec<Value> = Vec::new();
    let mut stopped = false;
    let mut conditions = 0_usize;
    for mut request in requests {
        let mut text = |name: &str| match request.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(invalid(format!("{name} must be a text"))),
        };
        let name = text("indexName")?.ok_or_else(|| invalid("indexName is missing"))?;
        let kind = text("type")?;
        let facet = text("facet")?;
        let params = Params::from_fields(request)?;
        conditions = conditions.saturating_add(filters::count(&params));
        if conditions > MOST_CONDITIONS_AT_ONCE {
            return Err(invalid("There are too many filters in these searches"));
        }
        results.push(match (kind.as_deref(), facet) {
            (None | Some("default"), None) if stopped => {
                let Index { name, .. } = indexes::open(site, name)?;
                json!({"index": name, "processed": false, "hits": [], "nbHits": 0, "page": 0, "nbPages": 0,
                    "hitsPerPage": params.window()?.length, "query": params.query, "params": params.echo,
                    "exhaustiveNbHits": false, "processingTimeMS": 1})
            }
            (None | Some("default"), None) => {
                let found = answer::search(state, &indexes::open(site, name)?, &params)?;
                let hits = found.get("nbHits").and_then(Value::as_u64).unwrap_or_default();
                let wanted = u64::try_from(params.window()?.length).unwrap_or(u64::MAX);
                stopped = enough && hits >= wanted;
                Value::Object(found)
            }
            (Some("facet"), Some(facet)) => answer::facet(state, &indexes::open(site, name)?, &facet, &params)?,
            _ => return Err(invalid("type must be default, or facet with the name of a facet")),
        });
    }
    Ok(results)
}

/// Searches the values of a facet.
#[utoipa::path(post, path = "/1/indexes/{index}/facets/{facet}/query", tag = "hosted search",
    params(("index" = String, Path, description = "Index"), ("facet" = String, Path, description = "Facet")),
    request_body = Params,
    responses((status = 200, body = Value), (status = 400, body = HostedError), (status = 403, body = HostedError),
        (status = 404, body = HostedError)))]
async fn search_facet(
    State(state): State<AppState>,
    index: Index,
    ApiPath((_index, facet)): ApiPath<(String, String)>,
    Body(fields): Body<Map<String, Value>>,
) -> Result<Json<Value>, Failure> {
    let params = Params::from_fields(fields)?;
    uncached(Length::Long, move || answer::facet(&state, &index, &facet, &params)).await.map(Json)
}

/// An object of an index; nothing when it is not there, or not sold by the brand.
fn object(state: &AppState, &Index { site, holds, .. }: &Index, id: &str) -> Option<Map<String, Value>> {
    match holds {
        Holds::Products(_) => {
            let catalog = state.catalog.load();
            catalog.by_id(site, id).map(|product| objects::product(&catalog, site, product))
        }
        Holds::LearningCorner => {
            let contents = state.contents.load();
            let page = contents.articles(site).find(|page| page.slug == id);
            page.map(objects::article)
        }
    }
}

/// Objects by their ids, in the order asked for; nothing in the place of one that is not there. The index of the
/// path is `*`.
#[utoipa::path(post, path = "/1/indexes/{index}/objects", tag = "hosted search",
    params(("index" = String, Path, description = "`*`")), request_body = ObjectsDraft,
    responses((status = 200, body = Value), (status = 400, body = HostedError), (status = 403, body = HostedError),
        (status = 404, body = HostedError)))]
async fn list_objects(
    State(state): State<AppState>,
    KeyOf(site): KeyOf,
    _: EveryIndex,
    Body(draft): Body<ObjectsDraft>,
) -> Result<Json<Value>, Failure> {
    if draft.requests.len() > MOST_OBJECTS {
        return Err(invalid("At most 1000 objects can be asked for at once"));
    }
    let found = draft.requests.into_iter().map(|wanted| {
        let index = indexes::open(site, wanted.index_name)?;
        let object = object(&state, &index, &wanted.object_id).map(|mut object| {
            if let Some(names) = &wanted.attributes_to_retrieve {
                object.retain(|name, _| name == "objectID" || names.iter().any(|known| known == name || known == "*"));
            }
            object
        });
        Ok(object.map_or(Value::Null, Value::Object))
    });
    Ok(Json(json!({"results": found.collect::<Result<Vec<_>, Failure>>()?})))
}

/// An object of an index.
#[utoipa::path(get, path = "/1/indexes/{index}/{id}", tag = "hosted search",
    params(("index" = String, Path, description = "Index"), ("id" = String, Path, description = "objectID"),
        ("attributesToRetrieve" = Option<String>, Query, description = "Fields, with commas")),
    responses((status = 200, body = Value), (status = 403, body = HostedError), (status = 404, body = HostedError)))]
async fn show_object(
    State(state): State<AppState>,
    index: Index,
    ApiPath((_index, id)): ApiPath<(String, String)>,
    query: QueryPairs,
) -> Result<Json<Map<String, Value>>, Failure> {
    let mut object = object(&state, &index, &id).ok_or_else(no_object)?;
    if let Some(names) = query.one("attributesToRetrieve")? {
        object.retain(|name, _| name == "objectID" || names.split(',').any(|known| known == name || known == "*"));
    }
    Ok(Json(object))
}

/// Clicks and conversions.
#[utoipa::path(post, path = "/1/events", tag = "hosted search", request_body = InsightsDraft,
    responses((status = 200, body = HostedError), (status = 400, body = HostedError), (status = 403, body = HostedError),
        (status = 404, body = HostedError), (status = 429, body = HostedError)))]
async fn count_insights(
    State(state): State<AppState>,
    KeyOf(site): KeyOf,
    from: ClientAddress,
    Body(draft): Body<InsightsDraft>,
) -> Result<Json<HostedError>, Failure> {
    events::count(&state, site, from, &draft)?;
    Ok(Json(HostedError { message: "OK".to_owned(), status: StatusCode::OK.as_u16() }))
}

//! The answers a page needs, taken from the features' own functions: the very bytes the API sends.

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{failure::Failure, http::extract::QueryPairs};

use super::address::Answer;
use fieldhouse_shop::{
    finding::{missed, search::list::ListRequest},
    publishing::content::{self, Contents},
    state::AppState,
};

/// The JSON of an answer; nothing when the API would say 404.
pub async fn json(
    state: &AppState,
    contents: &Contents,
    site: Site,
    answer: &Answer,
) -> Result<Option<String>, Failure> {
    let text = |json: &[u8]| String::from_utf8_lossy(json).into_owned();
    let found = match answer {
        Answer::Shell => serde_json::to_string(&content::shell(state, contents, site)).map_err(Failure::internal),
        Answer::Page(slug) => match contents.page(&state.catalog.load(), site, slug) {
            Some(page) => serde_json::to_string(&page).map_err(Failure::internal),
            None => Err(Failure::not_found()),
        },
        Answer::Product(key) => state.catalog.load().product_answer(site, key).map(|answer| text(&answer.json)),
        Answer::Search(query) => match QueryPairs::parse(query).and_then(|pairs| ListRequest::parse(&pairs)) {
            Ok(request) => {
                let request = request.with_synonyms(contents.synonyms(site));
                let answer =
                    missed::list_answer((state, &state.missed), state.catalog.load_full(), site, request).await;
                answer.map(|answer| text(&answer.json))
            }
            Err(failure) => Err(failure),
        },
    };
    match found {
        Ok(json) => Ok(Some(json)),
        Err(failure) if failure.is_the_callers() => Ok(None),
        Err(failure) => Err(failure),
    }
}

//! `GET /images/{key}-640.webp`: a picture of an imported catalogue; `/images/{name}.svg`: a drawing of the demo, and the
//! placeholder of what has no picture.

use axum::{
    Router,
    extract::{Path, State},
    http::HeaderMap,
    response::Response,
    routing::get,
};
use fieldhouse_kernel::{failure::Failure, http::extract::QueryPairs};
use fieldhouse_shop::{finding::pictures, state::AppState};

/// A drawing changes only with a release; a week later a browser asks again.
pub const A_WEEK: &str = "public, max-age=604800";

/// The route.
pub fn router() -> Router<AppState> {
    Router::new().route("/images/{file}", get(show_picture))
}

async fn show_picture(
    State(state): State<AppState>,
    Path(file): Path<String>,
    query: QueryPairs,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    if let Some(name) = file.strip_suffix(".webp") {
        return Ok(pictures::find(&state.db, name).await?.answer(&headers));
    }
    let name = file.strip_suffix(".svg").ok_or_else(Failure::not_found)?;
    drawn(name, &query, &headers)
}

#[cfg(feature = "demo")]
use super::drawings::answer as drawn;
#[cfg(feature = "demo")]
pub(super) use super::drawings::kept_bytes as drawn_bytes;

/// What the drawn pictures that are kept take, in bytes: without the demo nothing is drawn.
#[cfg(not(feature = "demo"))]
pub(super) const fn drawn_bytes() -> u64 {
    0
}

/// Without the demo there is one drawing: that of what has no picture.
#[cfg(not(feature = "demo"))]
fn drawn(name: &str, _query: &QueryPairs, headers: &HeaderMap) -> Result<Response, Failure> {
    use axum::http::HeaderValue;
    use fieldhouse_kernel::http::cached::Cached;
    if name != "placeholder" {
        return Err(Failure::not_found());
    }
    let markup = include_bytes!("placeholder.svg").as_slice();
    Ok(Cached::compressed(markup.into(), HeaderValue::from_static("image/svg+xml"), A_WEEK).answer(headers))
}

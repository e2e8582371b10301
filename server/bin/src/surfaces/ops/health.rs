//! Whether the process lives (`/healthz`) and whether it can serve (`/readyz`). A process whose database does not answer or
//! may only be read, or of which a background task fell, is not ready: whoever has another one sends shoppers there. Whoever
//! has none may go on sending them here (docs/OPERATING.md): pages, carts and orders are shown as long as they can be read.

use axum::{
    Router,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::get,
};
use fieldhouse_kernel::{db::Writing, failure::Failure};
use std::time::Duration;

use fieldhouse_shop::state::AppState;

/// Both questions; neither needs one of the brands' host names.
pub fn router() -> Router<AppState> {
    Router::new().route("/healthz", get(async || "ok")).route("/readyz", get(ready))
}

/// For the database; a little less than the two seconds that a balancer waits.
const ANSWER: Duration = Duration::from_millis(1_800);
/// What `/readyz` says while nothing can be changed.
const READ_ONLY: &str = "not ready: the database is read-only, nothing can be added, ordered or registered";

/// The same while no server stands by that an order has to be at.
const ALONE: &str = "not ready: no server stands by that an order could wait for (synchronous_standby_names)";
/// The same while the store's file cannot grow.
const FULL: &str = "not ready: the disk is full";
/// What it says while a store starts: pages are there, and words find nothing yet.
const READING: &str = "not ready: the words of the catalog are being read";

async fn ready(State(state): State<AppState>) -> Result<Response, Failure> {
    if let Some(task) = state.background.fallen() {
        return Err(Failure::unavailable(anyhow::anyhow!("the background task {task:?} fell")));
    }
    if !state.catalog.load().search.has_read_words() {
        return Ok((StatusCode::SERVICE_UNAVAILABLE, READING).into_response());
    }
    let why_not = match tokio::time::timeout(ANSWER, state.db.writing()).await.map_err(Failure::unavailable)?? {
        Writing::Open => return Ok("ready".into_response()),
        Writing::ReadOnly => READ_ONLY,
        Writing::Alone => ALONE,
        Writing::Full => FULL,
    };
    Ok((StatusCode::SERVICE_UNAVAILABLE, why_not).into_response())
}

//! Whether the process lives (`/healthz`) and whether it can serve (`/readyz`).

use axum::{Router, extract::State, routing::get};

use super::problem::Problem;
use crate::state::AppState;

/// Both questions; neither needs one of the brands' host names.
pub fn router() -> Router<AppState> {
    Router::new().route("/healthz", get(async || "ok")).route("/readyz", get(ready))
}

async fn ready(State(state): State<AppState>) -> Result<&'static str, Problem> {
    match tokio::time::timeout(std::time::Duration::from_secs(2), state.db.ping()).await {
        Ok(answer) => answer.map(|()| "ready").map_err(Problem::from),
        Err(late) => Err(Problem::unavailable(late)),
    }
}

//! Whether the process lives (`/healthz`) and whether it can serve (`/readyz`).

use axum::{Router, extract::State, http::StatusCode, routing::get};
use sea_orm::ConnectionTrait;

use super::problem::Problem;
use crate::state::AppState;

/// Both questions; neither needs one of the brands' host names.
pub fn router() -> Router<AppState> {
    Router::new().route("/healthz", get(async || "ok")).route("/readyz", get(ready))
}

async fn ready(State(state): State<AppState>) -> Result<&'static str, Problem> {
    let asked = state.db.read().execute_unprepared("SELECT 1");
    match tokio::time::timeout(std::time::Duration::from_secs(2), asked).await {
        Ok(answer) => answer.map(|_| "ready").map_err(Problem::from),
        Err(late) => Err(Problem { status: StatusCode::SERVICE_UNAVAILABLE, ..Problem::unavailable(late) }),
    }
}

//! Whether the process lives (`/healthz`) and whether it can serve (`/readyz`). A database that may only be read still
//! shows pages, carts and orders: readiness stays and tells it (R77). A process of which a background task fell is not ready.

use axum::{Router, extract::State, routing::get};
use fieldhouse_kernel::failure::Failure;

use fieldhouse_shop::state::AppState;

/// Both questions; neither needs one of the brands' host names.
pub fn router() -> Router<AppState> {
    Router::new().route("/healthz", get(async || "ok")).route("/readyz", get(ready))
}

/// What `/readyz` says while nothing can be changed.
const READ_ONLY: &str = "ready, but the database is read-only: nothing can be added, ordered or registered";

async fn ready(State(state): State<AppState>) -> Result<&'static str, Failure> {
    if let Some(task) = state.background.fallen() {
        return Err(Failure::unavailable(anyhow::anyhow!("the background task {task:?} fell")));
    }
    let asked = async {
        state.db.ping().await?;
        state.db.is_read_only().await
    };
    match tokio::time::timeout(std::time::Duration::from_secs(2), asked).await {
        Ok(answer) => answer.map(|read_only| if read_only { READ_ONLY } else { "ready" }).map_err(Failure::from),
        Err(late) => Err(Failure::unavailable(late)),
    }
}

//! The id of the request being served, for its answer and the log.

tokio::task_local! {
    static REQUEST_ID: String;
}

/// The id of the request being served; empty outside of one.
pub fn current() -> String {
    REQUEST_ID.try_with(Clone::clone).unwrap_or_default()
}

/// Runs `serve` as the request `id`.
pub async fn scope<F: Future>(id: String, serve: F) -> F::Output {
    REQUEST_ID.scope(id, serve).await
}

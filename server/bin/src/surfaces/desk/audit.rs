//! The audit log over HTTP.

use crate::surfaces::operations::{Operations, routes};
use axum::{
    Json,
    body::Body,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use fieldhouse_kernel::{
    failure::Failure,
    http::{extract::ApiQuery, problem::ProblemBody},
};
use fieldhouse_shop::{
    staff::audit::reading::{self, AuditQuery, AuditView},
    state::AppState,
};
use futures_util::stream;

use super::caller::{Staff, may};

/// Routes of the audit log.
pub fn router() -> Operations {
    Operations::new().routes(routes!(list_audit)).routes(routes!(export_audit))
}

/// The audit log, the newest first; of who may not read everybody's acts, their own
#[utoipa::path(
    get, path = "/desk/api/audit", tag = "desk", params(AuditQuery),
    responses((status = 200, body = AuditView), (status = 401, body = ProblemBody), (status = 403, body = ProblemBody))
)]
async fn list_audit(
    State(state): State<AppState>,
    staff: Staff<may::AuditOwn>,
    ApiQuery(query): ApiQuery<AuditQuery>,
) -> Result<Json<AuditView>, Failure> {
    Ok(Json(reading::list(&state, &staff, query).await?))
}

/// All of the audit log as JSON lines; that it was taken along is written down first
#[utoipa::path(
    post, path = "/desk/api/audit/export", tag = "desk",
    responses(
        (status = 200, body = String, content_type = "application/x-ndjson"), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody),
    )
)]
async fn export_audit(State(state): State<AppState>, staff: Staff<may::AuditExport>) -> Result<Response, Failure> {
    let upto = reading::begin_export(&state, &staff).await?;
    let pages = stream::try_unfold(0_i64, move |after| {
        let state = state.clone();
        async move { reading::lines(&state, after, upto).await.map_err(std::io::Error::other) }
    });
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"audit.jsonl\""),
    ];
    Ok((headers, Body::from_stream(pages)).into_response())
}

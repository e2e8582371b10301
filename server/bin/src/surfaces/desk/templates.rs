//! Words and templates of documents over HTTP: listed, changed, looked at.

use crate::surfaces::operations::{Operations, routes};
use axum::{Json, extract::State, response::Response};
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        extract::{ApiJson, ApiPath},
        problem::ProblemBody,
    },
};
use fieldhouse_shop::{
    desk::templates::{self, PaperPreviewDraft, PaperTemplatesDraft, PaperTemplatesView},
    state::AppState,
};

use super::caller::{Staff, may};
use crate::surfaces::pdf::pdf;

/// Routes of templates.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(list_paper_templates))
        .routes(routes!(change_paper_templates))
        .routes(routes!(preview_paper))
}

/// What stands on the documents of all brands whose settings somebody sees, and what a template may choose
#[utoipa::path(
    get, path = "/desk/api/paper-templates", tag = "desk",
    responses(
        (status = 200, body = PaperTemplatesView), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody),
    )
)]
async fn list_paper_templates(
    State(state): State<AppState>,
    staff: Staff<may::SettingsView>,
) -> Result<Json<PaperTemplatesView>, Failure> {
    Ok(Json(templates::list(&state, &staff).await?))
}

/// Changes words and templates of a brand
#[utoipa::path(
    put, path = "/desk/api/paper-templates/{site}", tag = "desk", request_body = PaperTemplatesDraft,
    params(("site" = String, Path, description = "Site key")),
    responses(
        (status = 200, body = PaperTemplatesView), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "papers_changed, papers_elsewhere"),
        (status = 422, body = ProblemBody, description = "Names each by its path: papers.invoice.columns.2"),
    )
)]
async fn change_paper_templates(
    State(state): State<AppState>,
    staff: Staff<may::SettingsEdit>,
    ApiPath(site): ApiPath<String>,
    ApiJson(draft): ApiJson<PaperTemplatesDraft>,
) -> Result<Json<PaperTemplatesView>, Failure> {
    Ok(Json(templates::change(&state, &staff, &site, &draft).await?))
}

/// A document of a brand as PDF, of an order that never was; nothing is kept
#[utoipa::path(
    post, path = "/desk/api/paper-templates/{site}/preview", tag = "desk", request_body = PaperPreviewDraft,
    params(("site" = String, Path, description = "Site key")),
    responses(
        (status = 200, body = Vec<u8>, content_type = "application/pdf"), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
        (status = 503, body = ProblemBody),
    )
)]
async fn preview_paper(
    State(state): State<AppState>,
    staff: Staff<may::SettingsView>,
    ApiPath(site): ApiPath<String>,
    ApiJson(draft): ApiJson<PaperPreviewDraft>,
) -> Result<Response, Failure> {
    Ok(pdf(templates::preview(&state, &staff, &site, &draft).await?))
}

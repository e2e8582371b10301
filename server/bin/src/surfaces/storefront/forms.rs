//! Hosted forms over HTTP.

use crate::surfaces::operations::{Operations, routes};
use axum::{Json, extract::State, http::StatusCode};
use fieldhouse_core::content::{FormSubmissionDraft, FormView};
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        address::ClientAddress,
        extract::{ApiJson, ApiPath},
        problem::ProblemBody,
    },
};

use crate::surfaces::preview::Seen;
use fieldhouse_shop::{env::SiteOf, limits::rate::Rated, state::AppState};

/// Routes of hosted forms.
pub fn router() -> Operations {
    Operations::new().routes(routes!(show_form, send_form))
}

/// A hosted form
#[utoipa::path(
    get, path = "/api/forms/{slug}", tag = "forms", params(("slug" = String, Path, description = "Slug")),
    responses((status = 200, body = FormView), (status = 404, body = ProblemBody))
)]
async fn show_form(
    SiteOf(site): SiteOf,
    seen: Seen,
    ApiPath(slug): ApiPath<String>,
) -> Result<Json<FormView>, Failure> {
    seen.contents.form(site, &slug).map(|document| Json(document.form.clone())).ok_or_else(Failure::not_found)
}

/// Takes a filled-in form
#[utoipa::path(
    post, path = "/api/forms/{slug}", tag = "forms", request_body = FormSubmissionDraft,
    params(("slug" = String, Path, description = "Slug")),
    responses(
        (status = 204), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
        (status = 429, body = ProblemBody),
    )
)]
async fn send_form(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    address: ClientAddress,
    ApiPath(slug): ApiPath<String>,
    ApiJson(draft): ApiJson<FormSubmissionDraft>,
) -> Result<StatusCode, Failure> {
    state.admit(Rated::Form, address).await?;
    fieldhouse_shop::publishing::forms::submit(&state, site, &slug, &draft).await?;
    Ok(StatusCode::NO_CONTENT)
}

//! The letters of each brand over HTTP: listed, switched, looked at.

use crate::surfaces::operations::{Operations, routes};
use axum::{Json, extract::State, response::Html};
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        extract::{ApiJson, ApiPath},
        problem::ProblemBody,
    },
};
use fieldhouse_shop::{
    letters::{
        preview::{self, LetterPreviewView},
        switches::{self, BrandLettersView, LetterSwitchDraft},
    },
    state::AppState,
};

use super::caller::{Staff, may};

/// Start of letters as pages, which the desk shows in a frame.
pub const PAGES_BELOW: &str = "/desk/api/letter-pages/";

/// Routes of letters.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(list_letters))
        .routes(routes!(switch_letter))
        .routes(routes!(preview_letter))
        .routes(routes!(show_letter_page))
}

/// The letters of all brands whose settings somebody sees, and who switched them last
#[utoipa::path(
    get, path = "/desk/api/letters", tag = "desk",
    responses(
        (status = 200, body = Vec<BrandLettersView>), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody),
    )
)]
async fn list_letters(
    State(state): State<AppState>,
    staff: Staff<may::SettingsView>,
) -> Result<Json<Vec<BrandLettersView>>, Failure> {
    Ok(Json(switches::list(&state, &staff).await?))
}

/// Switches a letter of a brand on or off
#[utoipa::path(
    put, path = "/desk/api/letters/{site}/{kind}", tag = "desk", request_body = LetterSwitchDraft,
    params(
        ("site" = String, Path, description = "Site key"),
        ("kind" = String, Path, description = "Key of a letter"),
    ),
    responses(
        (status = 200, body = Vec<BrandLettersView>), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody, description = "letter_switched"), (status = 422, body = ProblemBody),
    )
)]
async fn switch_letter(
    State(state): State<AppState>,
    staff: Staff<may::SettingsEdit>,
    ApiPath((site, kind)): ApiPath<(String, String)>,
    ApiJson(draft): ApiJson<LetterSwitchDraft>,
) -> Result<Json<Vec<BrandLettersView>>, Failure> {
    Ok(Json(switches::switch(&state, &staff, (&site, &kind), &draft).await?))
}

/// Subject and text of a letter of a brand, of its last order or of sample facts; nothing is sent
#[utoipa::path(
    get, path = "/desk/api/letters/{site}/{kind}/preview", tag = "desk",
    params(
        ("site" = String, Path, description = "Site key"),
        ("kind" = String, Path, description = "Key of a letter"),
    ),
    responses(
        (status = 200, body = LetterPreviewView), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
    )
)]
async fn preview_letter(
    State(state): State<AppState>,
    staff: Staff<may::SettingsView>,
    ApiPath((site, kind)): ApiPath<(String, String)>,
) -> Result<Json<LetterPreviewView>, Failure> {
    Ok(Json(preview::show(&state, &staff, (&site, &kind)).await?))
}

/// The same letter as its page, for a frame of the desk
#[utoipa::path(
    get, path = "/desk/api/letter-pages/{site}/{kind}", tag = "desk",
    params(
        ("site" = String, Path, description = "Site key"),
        ("kind" = String, Path, description = "Key of a letter"),
    ),
    responses(
        (status = 200, body = String, content_type = "text/html"), (status = 401, body = ProblemBody),
        (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
    )
)]
async fn show_letter_page(
    State(state): State<AppState>,
    staff: Staff<may::SettingsView>,
    ApiPath((site, kind)): ApiPath<(String, String)>,
) -> Result<Html<String>, Failure> {
    Ok(Html(preview::page(&state, &staff, (&site, &kind)).await?))
}

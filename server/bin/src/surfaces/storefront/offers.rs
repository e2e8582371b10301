//! Offer codes and program ids over HTTP.

use crate::surfaces::operations::{Operations, routes};
use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use fieldhouse_core::{
    offers::{CodesView, FlyerAnswerDraft, read_offer_code},
    rule::FieldError,
};
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        extract::{ApiJson, ApiQuery},
        problem::ProblemBody,
    },
};
use serde::{Deserialize, Serialize};

use fieldhouse_shop::{
    buying::{
        cart::codes::{
            apply::{self, Settled},
            claims,
        },
        offers::friendly::{self, FriendlyAnswer},
    },
    session::{Visitor, codes::Codes},
    state::AppState,
};

/// Routes of codes.
pub fn router() -> Operations {
    Operations::new()
        .routes(routes!(look_up))
        .routes(routes!(show_codes))
        .routes(routes!(apply_flyer, remove_flyer))
        .routes(routes!(apply_program, remove_program))
}

/// What was typed.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CodeDraft {
    /// The code.
    code: String,
}

/// What to look up.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct InputQuery {
    /// A friendly code.
    input: String,
}

/// Flyer look-up response (cart §3).
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct FlyerLookUpView {
    /// The flyer code.
    sap_flyer_value: String,
    /// First day.
    start_date: String,
    /// Last day.
    end_date: String,
    /// What is said instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The flyer code a friendly code stands for
#[utoipa::path(
    get, path = "/api/flyer-code/friendly/", tag = "offers", params(InputQuery),
    responses(
        (status = 200, body = FlyerLookUpView), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody, description = "With an error"), (status = 422, body = ProblemBody),
        (status = 429, body = ProblemBody, description = "With Retry-After"), (status = 503, body = ProblemBody),
    )
)]
async fn look_up(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiQuery(query): ApiQuery<InputQuery>,
) -> Result<Json<FlyerLookUpView>, Failure> {
    let read = read_offer_code(&query.input);
    if let Some(error) = read.error {
        return Err(Failure::broken(vec![error]));
    }
    let asker = visitor.asker().await?;
    let guess = state.guess(asker, &read.code).await?;
    state.admit(fieldhouse_shop::limits::rate::Rated::FriendlyCode, visitor.address).await?;
    match state.friendly_codes.look_up(&state, visitor.site, &read.code).await? {
        FriendlyAnswer::Answer(FlyerAnswerDraft { sap_flyer_value, start_date, end_date, error }) => {
            Ok(Json(FlyerLookUpView { sap_flyer_value, start_date, end_date, error }))
        }
        FriendlyAnswer::Nothing(error) => {
            guess.wrong();
            Err(friendly::unknown(error))
        }
    }
}

/// The visitor's codes; cookies that do not hold are taken away
#[utoipa::path(get, path = "/api/cart/codes", tag = "offers", responses((status = 200, body = CodesView)))]
async fn show_codes(State(state): State<AppState>, visitor: Visitor, codes: Codes) -> Result<Response, Failure> {
    let claimed = claims::judge(&state, &visitor, &codes).await?;
    let cart = claims::open_cart(&state, &visitor).await?;
    let verified = claims::verified(cart.as_ref(), &claimed.kept);
    answer(&state, &visitor, &codes, Settled { verified, refused: None }).await
}

/// Applies an offer code
#[utoipa::path(
    post, path = "/api/cart/flyer-code", tag = "offers", request_body = CodeDraft,
    responses(
        (status = 200, body = CodesView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody), (status = 429, body = ProblemBody, description = "With Retry-After"),
        (status = 503, body = ProblemBody),
    )
)]
async fn apply_flyer(
    State(state): State<AppState>,
    visitor: Visitor,
    codes: Codes,
    ApiJson(draft): ApiJson<CodeDraft>,
) -> Result<Response, Failure> {
    let settled = apply::apply_flyer(&state, &visitor, &codes, &draft.code).await?;
    answer(&state, &visitor, &codes, settled).await
}

/// Takes the offer code away
#[utoipa::path(
    delete, path = "/api/cart/flyer-code", tag = "offers",
    responses((status = 200, body = CodesView), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn remove_flyer(State(state): State<AppState>, visitor: Visitor, codes: Codes) -> Result<Response, Failure> {
    let settled = apply::remove_flyer(&state, &visitor, &codes).await?;
    answer(&state, &visitor, &codes, settled).await
}

/// Applies a program id
#[utoipa::path(
    post, path = "/api/cart/program-id", tag = "offers", request_body = CodeDraft,
    responses(
        (status = 200, body = CodesView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody), (status = 429, body = ProblemBody, description = "With Retry-After"),
    )
)]
async fn apply_program(
    State(state): State<AppState>,
    visitor: Visitor,
    codes: Codes,
    ApiJson(draft): ApiJson<CodeDraft>,
) -> Result<Response, Failure> {
    let settled = apply::apply_program(&state, &visitor, &codes, &draft.code).await?;
    answer(&state, &visitor, &codes, settled).await
}

/// Takes the program id away
#[utoipa::path(
    delete, path = "/api/cart/program-id", tag = "offers",
    responses((status = 200, body = CodesView), (status = 404, body = ProblemBody))
)]
async fn remove_program(State(state): State<AppState>, visitor: Visitor, codes: Codes) -> Result<Response, Failure> {
    let settled = apply::remove_program(&state, &visitor, &codes).await?;
    answer(&state, &visitor, &codes, settled).await
}

/// The codes that are true now, or why one was not taken; either way the cookies say what is true.
async fn answer(state: &AppState, visitor: &Visitor, carried: &Codes, settled: Settled) -> Result<Response, Failure> {
    let cookies = carried.settle(&settled.verified, state.config.secure);
    let refused = |error: FieldError| Failure::broken(vec![error]);
    match settled.refused {
        Some(error) => Ok((cookies, refused(error)).into_response()),
        None => Ok((cookies, Json(claims::view(state, visitor.site, &settled.verified).await?)).into_response()),
    }
}

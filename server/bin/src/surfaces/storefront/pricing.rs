//! Personal prices over HTTP (cart §7).

use crate::surfaces::operations::{Operations, routes};
use axum::{Json, extract::State};
use fieldhouse_core::money::Cents;
use fieldhouse_kernel::{
    failure::{Failure, FailureKind},
    http::{extract::ApiJson, problem::ProblemBody},
};
use serde::{Deserialize, Serialize};

use fieldhouse_shop::{
    buying::{
        cart::visit,
        pricing::{MOST_SKUS, PersonalAnswer},
    },
    session::Visitor,
    state::AppState,
};

/// Routes of personal prices.
pub fn router() -> Operations {
    Operations::new().routes(routes!(price_one)).routes(routes!(price_all))
}

/// A question for one sku. Site and codes are the session's and the cookies', whatever is said here.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PriceOneDraft {
    /// Stock keeping unit.
    sku: String,
    /// Site key: must be the one that is asked.
    store_key: String,
    /// Pieces.
    quantity: u32,
    /// Flyer code; the cookies' counts.
    #[serde(default)]
    #[expect(dead_code, reason = "part of the call; what counts is what the server knows")]
    flyer: Option<String>,
    /// Program id; the cookies' counts.
    #[serde(default)]
    #[expect(dead_code, reason = "part of the call; what counts is what the server knows")]
    program_id: Option<String>,
}

/// A question for many skus.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PriceAllDraft {
    /// Site key: must be the one that is asked.
    store_key: String,
    /// Flyer code; the cookies' counts.
    #[serde(default)]
    #[expect(dead_code, reason = "part of the call; what counts is what the server knows")]
    flyer: Option<String>,
    /// Program id; the cookies' counts.
    #[serde(default)]
    #[expect(dead_code, reason = "part of the call; what counts is what the server knows")]
    program_id: Option<String>,
    /// What is to be priced.
    products: Vec<AskedProductDraft>,
}

/// One sku of a question.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AskedProductDraft {
    /// Stock keeping unit.
    sku: String,
    /// 1: what more pieces cost is decided here, not by the price service (decisions: prices).
    quantity: u32,
    /// Flyer code; the cookies' counts.
    #[serde(default)]
    #[expect(dead_code, reason = "part of the call; what counts is what the server knows")]
    flyer: Option<String>,
    /// Program id; the cookies' counts.
    #[serde(default)]
    #[expect(dead_code, reason = "part of the call; what counts is what the server knows")]
    program_id: Option<String>,
}

/// `{"data": {…}}` (cart §3).
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct PriceOneView {
    data: PersonalPriceView,
}

/// `{"data": {"results": […]}}` (cart §3).
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct PriceAllView {
    data: PersonalPricesView,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
struct PersonalPricesView {
    /// In the order asked.
    results: Vec<PersonalPriceView>,
}

/// A personal price.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct PersonalPriceView {
    /// Stock keeping unit.
    sku: String,
    /// Decimal dollars: `12.35`; null when there is no personal price.
    unit_price: Option<String>,
    /// `USD`.
    currency_code: &'static str,
    /// The unit price in cents.
    cent_amount: Option<Cents>,
    /// What the price service says of it.
    metadata: PriceMetadataView,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct PriceMetadataView {
    /// `ZW483` when the codes do not price it, else empty.
    message_code: String,
}

impl From<PersonalAnswer> for PersonalPriceView {
    fn from(answer: PersonalAnswer) -> Self {
        Self {
            sku: answer.sku,
            unit_price: answer.unit_price.map(Cents::dollars),
            currency_code: "USD",
            cent_amount: answer.unit_price,
            metadata: PriceMetadataView { message_code: answer.message_code },
        }
    }
}

/// The personal price of a sku
#[utoipa::path(
    post, path = "/api/erp/price-personalized/", tag = "prices", request_body = PriceOneDraft,
    responses(
        (status = 200, body = PriceOneView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody, description = "store_mismatch"),
        (status = 503, body = ProblemBody, description = "prices_unavailable: base prices hold, to be confirmed"),
    )
)]
async fn price_one(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiJson(draft): ApiJson<PriceOneDraft>,
) -> Result<Json<PriceOneView>, Failure> {
    check_store(&visitor, &draft.store_key)?;
    let answers = visit::prices(&state, &visitor, vec![draft.sku], draft.quantity).await?;
    let answer = answers.into_iter().next().ok_or_else(Failure::not_found)?;
    Ok(Json(PriceOneView { data: answer.into() }))
}

/// The personal prices of many skus, in one question
#[utoipa::path(
    post, path = "/api/erp/price-personalized/all/", tag = "prices", request_body = PriceAllDraft,
    responses(
        (status = 200, body = PriceAllView), (status = 400, body = ProblemBody),
        (status = 422, body = ProblemBody, description = "store_mismatch, too_many_skus"),
        (status = 503, body = ProblemBody, description = "prices_unavailable: base prices hold, to be confirmed"),
    )
)]
async fn price_all(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiJson(draft): ApiJson<PriceAllDraft>,
) -> Result<Json<PriceAllView>, Failure> {
    check_store(&visitor, &draft.store_key)?;
    if draft.products.len() > MOST_SKUS {
        let title = format!("At most {MOST_SKUS} skus are priced at once.");
        return Err(Failure::new(FailureKind::Broken, "too_many_skus", title));
    }
    if draft.products.iter().any(|product| product.quantity != 1) {
        return Err(Failure::malformed("Many skus are priced by the single piece."));
    }
    let skus = draft.products.into_iter().map(|product| product.sku).collect();
    let answers = visit::prices(&state, &visitor, skus, 1).await?;
    Ok(Json(PriceAllView { data: PersonalPricesView { results: answers.into_iter().map(Into::into).collect() } }))
}

fn check_store(visitor: &Visitor, store_key: &str) -> Result<(), Failure> {
    if store_key == visitor.site.key() {
        return Ok(());
    }
    Err(Failure::new(FailureKind::Broken, "store_mismatch", "These are not the prices of this store."))
}

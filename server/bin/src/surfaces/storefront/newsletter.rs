//! `POST /api/features/Newsletter01` (shell §7), and the pages that need no script.

use crate::surfaces::operations::{Operations, routes};
use axum::{
    Json, Router,
    extract::{Path, State},
    http::{StatusCode, header},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{
    failure::Failure,
    http::{
        address::ClientAddress,
        extract::{ApiForm, ApiJson},
        problem::{self, ProblemBody},
    },
};
use serde::{Deserialize, Serialize};

use crate::surfaces::pages::{
    fields::{Control, Field, Form},
    html::Document,
    missing,
};
use fieldhouse_shop::{
    env::SiteOf,
    limits::rate::Rated,
    publishing::newsletter::{BELOW, JOIN, JOINED},
    state::AppState,
};

/// Routes of the newsletter.
pub fn router() -> Operations {
    Operations::new().routes(routes!(subscribe))
}

/// Where letters and the signup band without scripts lead: pages, not calls.
pub fn pages() -> Router<AppState> {
    Router::new()
        .route("/newsletter/confirm/{link}", get(ask).post(confirm))
        .route(JOIN, get(offer).post(join))
        .route(JOINED, get(joined))
}

/// The signup band as a page
async fn offer(SiteOf(site): SiteOf) -> Html<String> {
    Html(signup(site, "", None))
}

/// Subscribes by a form that needs no script
async fn join(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    address: ClientAddress,
    ApiForm(values): ApiForm,
) -> Response {
    let email = values.get("email").map(String::as_str).unwrap_or_default();
    let subscribed = async {
        state.admit(Rated::Newsletter, address).await?;
        fieldhouse_shop::publishing::newsletter::subscribe(&state, site, email).await
    };
    match subscribed.await {
        Ok(()) => (StatusCode::SEE_OTHER, [(header::LOCATION, JOINED)]).into_response(),
        Err(failure) => {
            let page = signup(site, email, Some(&failure));
            problem::as_page(failure, page)
        }
    }
}

/// It was done; the letter asks for the rest
async fn joined(SiteOf(site): SiteOf) -> Html<String> {
    let mut page = Document::new(site, "Thank you for joining our Team!");
    page.text("We\u{2019}ve sent you an email to confirm your email and subscription.");
    page.link("/", "Return to home page");
    Html(page.finish())
}

fn signup(site: Site, email: &str, wrong: Option<&Failure>) -> String {
    let mut page = Document::new(site, "Newsletter");
    let mut form = Form::new(JOIN);
    let error = wrong.map(|failure| failure.title.as_str()).unwrap_or_default();
    form.field(&Field {
        name: "email",
        label: "Email",
        control: Control::Line("email"),
        required: true,
        autocomplete: "email",
        value: email,
        error,
    });
    page.form(form.finish("Sign up"));
    page.link("/", "Return to home page");
    page.finish()
}

/// Asks whether to confirm a subscription: whoever only looks has not consented
async fn ask(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    Path(link): Path<String>,
) -> Result<Response, Failure> {
    match fieldhouse_shop::publishing::newsletter::is_confirmed(&state, site, &link).await {
        Ok(true) => return Ok(confirmed(site)),
        Ok(false) => {}
        Err(failure) => return missing::told(failure, || nowhere(site)),
    }
    let mut page = Document::new(site, "Confirm your subscription");
    page.text("Shall our newsletter come to your mailbox from now on?");
    page.button(&[BELOW, &link].concat(), "Confirm your subscription");
    page.link("/", "Return to home page");
    Ok(Html(page.finish()).into_response())
}

/// Confirms a subscription
async fn confirm(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    Path(link): Path<String>,
) -> Result<Response, Failure> {
    match fieldhouse_shop::publishing::newsletter::confirm(&state, site, &link).await {
        Ok(()) => Ok(confirmed(site)),
        Err(failure) => missing::told(failure, || nowhere(site)),
    }
}

/// A link that is cut, over or of nobody
fn nowhere(site: Site) -> Document {
    let mut page = Document::new(site, missing::LINK);
    page.text(missing::LINK_WHY);
    page.text("If it is over, sign up again: we send you another letter.");
    page.link(JOIN, "Sign up for the newsletter");
    page.link("/", "Return to home page");
    page
}

fn confirmed(site: Site) -> Response {
    let mut page = Document::new(site, "Your subscription is confirmed");
    page.text("Thank you for joining our Team! From now on our newsletter comes to your mailbox.");
    page.link("/", "Return to home page");
    Html(page.finish()).into_response()
}

/// Who subscribes.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct NewsletterDraft {
    /// E-mail address.
    email: String,
}

/// It was done.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct SubscribedView {
    /// Always true.
    ok: bool,
}

/// Subscribes to the newsletter
#[utoipa::path(
    post, path = "/api/features/Newsletter01", tag = "newsletter", request_body = NewsletterDraft,
    responses(
        (status = 200, body = SubscribedView), (status = 422, body = ProblemBody), (status = 429, body = ProblemBody),
    )
)]
async fn subscribe(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    address: ClientAddress,
    ApiJson(draft): ApiJson<NewsletterDraft>,
) -> Result<Json<SubscribedView>, Failure> {
    state.admit(Rated::Newsletter, address).await?;
    fieldhouse_shop::publishing::newsletter::subscribe(&state, site, &draft.email).await?;
    Ok(Json(SubscribedView { ok: true }))
}

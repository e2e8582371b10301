//! The page a letter's link leads to: it asks whether to confirm an e-mail.

use axum::{
    Router,
    extract::{Path, State},
    response::{Html, IntoResponse, Redirect, Response},
    routing::get,
};
use fieldhouse_core::brand::{Site, brand};
use fieldhouse_kernel::failure::Failure;

use crate::surfaces::pages::{html::Document, missing};
use fieldhouse_shop::{
    env::SiteOf,
    people::account::{
        confirmation::{self, BELOW},
        store::CustomerRow,
    },
    session::signed_in::SignedIn,
    state::AppState,
};

/// Where letters lead: a page, not a call.
pub fn pages() -> Router<AppState> {
    Router::new().route("/account/confirm/{link}", get(ask).post(confirm))
}

/// Asks whether to confirm an e-mail: whoever only looks has confirmed nothing.
async fn ask(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    signed_in: Option<SignedIn>,
    Path(link): Path<String>,
) -> Result<Response, Failure> {
    let customer = match confirmation::open(&state, site, &link).await {
        Ok(customer) => customer,
        Err(failure) => return missing::told(failure, || nowhere(site)),
    };
    if customer.confirmed_at.is_some() {
        return Ok(confirmed(site));
    }
    let own = is_own(signed_in.as_ref(), &customer)?;
    let action = [BELOW, &link].concat();
    let mut page = Document::new(site, "Confirm your email");
    if own {
        page.text(&format!("Is {} your email? Team prices and roles that wait for it are yours then.", customer.email));
        page.button(&action, "Confirm your email");
    } else {
        let name = &brand(site).name;
        page.text(&format!("Somebody made an account for {} at {name}.", customer.email));
        page.text("If it was you, sign in first and open the link of the letter again.");
        page.link("/api/auth/signin", "Sign in");
        page.text(
            "If not, or if you do not know its password: the account becomes yours with a password of your own, and \
             whoever uses it now is signed out.",
        );
        page.button(&action, "Set a password of my own");
    }
    page.link("/", "Return to home page");
    Ok(Html(page.finish()).into_response())
}

/// Confirms an e-mail.
async fn confirm(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    signed_in: Option<SignedIn>,
    Path(link): Path<String>,
) -> Result<Response, Failure> {
    let seen = match confirmation::open(&state, site, &link).await {
        Ok(seen) => seen,
        Err(failure) => return missing::told(failure, || nowhere(site)),
    };
    if seen.confirmed_at.is_some() {
        return Ok(confirmed(site));
    }
    let own = is_own(signed_in.as_ref(), &seen)?;
    match confirmation::confirm(&state, &seen, own).await {
        Ok(None) => Ok(confirmed(site)),
        Ok(Some(token)) => Ok(Redirect::to(&["/account/create-password?token=", &token].concat()).into_response()),
        Err(failure) => missing::told(failure, || nowhere(site)),
    }
}

/// A link that is cut, over or of another e-mail.
fn nowhere(site: Site) -> Document {
    let mut page = Document::new(site, missing::LINK);
    page.text(missing::LINK_WHY);
    page.text("If it is over, set your password anew: that confirms your email as well.");
    page.link("/account/reset-password", "Reset your password");
    page.link("/api/auth/signin", "Sign in");
    page.link("/", "Return to home page");
    page
}

fn is_own(signed_in: Option<&SignedIn>, customer: &CustomerRow) -> Result<bool, Failure> {
    Ok(signed_in.map(|signed_in| signed_in.customer) == Some(customer.customer_id()?))
}

fn confirmed(site: Site) -> Response {
    let mut page = Document::new(site, "Your email is confirmed");
    page.text("Thank you. What waited for your email is yours now.");
    page.link("/", "Return to home page");
    Html(page.finish()).into_response()
}

//! Sign-in and sign-out (account §4, §8). A wrong password and an unknown e-mail are one answer.

use fieldhouse_core::{
    account::{SignInDraft, SignedInView, sign_in::parse_sign_in},
    brand::Site,
    redirect::safe_redirect,
    text::{SecretText, compose},
};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::{Failure, FailureKind},
    http::audit,
};
use serde::Deserialize;

use crate::{
    buying::{
        cart::merge::{self, Merged},
        sharing,
    },
    env::Env,
    finding::wishlist,
    limits::rate::Rated,
    lockout::{self, Subject, device::Asker},
    owner::{CustomerId, VisitorId},
    passwords::is_legacy,
    people::account::{
        store::{self, CustomerRow},
        tokens,
    },
    session::Visitor,
    state::AppState,
};

/// `POST /api/auth/signin` (account §7).
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SignInRequest {
    /// E-mail; lower-cased here too.
    email: String,
    /// Password as typed.
    password: SecretText,
    /// The anonymous session is the one of the cookie: another one's token opens nothing (R38).
    #[serde(default, rename = "anonymousToken")]
    _anonymous_token: Option<String>,
    /// Where to go afterwards; only a path of this site counts (R50).
    #[serde(default)]
    callback_url: String,
}

/// Signs in. The anonymous cart of this browser becomes part of the customer's, in the same commit.
pub async fn sign_in(
    state: &AppState,
    visitor: &mut Visitor,
    asker: &mut Asker,
    request: SignInRequest,
) -> Result<SignedInView, Failure> {
    let draft = SignInDraft { email: request.email, password: request.password };
    let site = visitor.site;
    let (customer, subject) = authenticate(state, site, asker, &draft).await?;
    let id = customer.customer_id()?;
    let stranger = if visitor.customer().await?.is_some() { None } else { visitor.known().await? };
    let tx = state.db.write_durable().await?;
    let held = store::find_with_places(&*tx, id, true).await?;
    let (current, places) = held.filter(|(now, _)| is_still(now, &customer)).ok_or_else(login_error)?;
    let merged = match stranger {
        Some(stranger) => {
            visitor.leave(&tx).await?;
            bring(state, &tx, site, (stranger, id)).await?
        }
        None => Merged::default(),
    };
    visitor.sign_in(&tx, id).await?;
    asker.remember(state, &tx, id).await?;
    lockout::forget(&tx, &subject).await?;
    tx.commit().await?;
    let session = current.session_view(&places);
    let Merged { told, undo } = merged;
    Ok(SignedInView { redirect: safe_redirect(&request.callback_url), merged: told, merged_undo: undo, session })
}

/// Who it is, by e-mail and password; tries are counted. Within the transaction that acts on the answer,
/// [`still`] has to be asked and the tries forgotten.
pub async fn authenticate(
    state: &AppState,
    site: Site,
    asker: &Asker,
    draft: &SignInDraft,
) -> Result<(CustomerRow, Subject), Failure> {
    let email = parse_sign_in(draft).map_err(Failure::broken)?;
    // Before the limit: one that is hit is told as a sign-in too.
    audit::signs_in(site, None);
    state.admit(Rated::SignIn, asker.address).await?;
    let found = store::find_by_email(state.db.read(), site, email.as_str()).await?;
    audit::signs_in(site, found.as_ref().map(CustomerRow::customer_id).transpose()?.map(|id| id.0));
    let id = found.as_ref().map(|customer| customer.id.as_str());
    let subject = asker.subject(state, site, email.as_str(), id).await?;
    let place = state.passwords.place()?;
    lockout::admit(state, &subject).await?;
    let password = compose(&draft.password.0);
    let hash = found.as_ref().map(|customer| customer.password_hash.clone()).filter(|hash| !hash.is_empty());
    let right = state.passwords.verify(place, &password, hash).await?;
    let Some(customer) = found else { return Err(login_error()) };
    if right {
        return Ok((customer, subject));
    }
    // Only whoever knows the old password is told that there is one (R39).
    if !is_legacy(&password, &customer.legacy_hash) {
        return Err(login_error());
    }
    let tx = state.db.write_durable().await?;
    let token = tokens::issue(state, &tx, &customer).await?;
    lockout::forget(&tx, &subject).await?;
    tx.commit().await?;
    Err(crate::people::account::refused(FailureKind::Unauthenticated, "token", format!("token:{token}")))
}

/// The customer as of now, held until the session or token is written. A password that was changed while this one was being compared is the one that
/// counts.
pub async fn still(tx: &WriteTx, seen: &CustomerRow) -> Result<CustomerRow, Failure> {
    let current = store::hold_customer(tx, seen.customer_id()?).await?;
    current.filter(|now| is_still(now, seen)).ok_or_else(login_error)
}

fn is_still(now: &CustomerRow, seen: &CustomerRow) -> bool {
    now.password_hash == seen.password_hash
}

/// What somebody without a name gathered becomes the customer's (decisions: identity). In a browser their session ends before
/// it is looked for: who adds something at this moment either did it before, or is told that the session is gone.
pub async fn bring(
    state: &AppState,
    tx: &WriteTx,
    site: Site,
    (stranger, customer): (VisitorId, CustomerId),
) -> Result<Merged, Failure> {
    let catalog = state.catalog.load_full();
    wishlist::merge(tx, site, stranger, customer).await?;
    sharing::store::give(tx, stranger, VisitorId(customer.0)).await?;
    merge::merge(state, tx, &catalog, site, (stranger, customer), state.clock.millis()).await
}

/// Ends the session of this browser, whoever's it is.
pub async fn sign_out(env: &Env, visitor: &mut Visitor) -> Result<(), Failure> {
    if visitor.customer().await?.is_none() {
        return Ok(());
    }
    let tx = env.db.write().await?;
    visitor.sign_out(&tx).await?;
    tx.commit().await?;
    Ok(())
}

fn login_error() -> Failure {
    Failure::new(FailureKind::Unauthenticated, "login_error", "The email or the password is not right.")
}

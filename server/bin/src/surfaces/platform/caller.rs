//! Who calls: the bearer token of a request, and the store it is good for.

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, header, request::Parts},
};
use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{
    failure::{Failure, FailureKind},
    http::{address::ClientAddress, audit},
    token,
};
use uuid::Uuid;

use super::errors::refused;
use fieldhouse_shop::{
    owner::{CustomerId, VisitorId},
    people::account::store::{CustomerRow, find_customer},
    session::{
        Visitor,
        grants::{self, GrantRow},
    },
    state::AppState,
};

/// A password given this long ago still counts where it is asked for (docs/decisions/0015-customer-api.md).
const FRESH_MILLIS: i64 = 15 * 60 * 1000;

/// The store an in-store path names; put there by the [door](super::door).
#[derive(Debug, Clone, Copy)]
pub struct InStore(pub Site);

/// Who calls, by a bearer token. Cookies are not looked at.
pub struct Caller {
    /// The store of the token.
    pub site: Site,
    /// As the features know a visitor.
    pub visitor: Visitor,
    grant: GrantRow,
}

impl Caller {
    /// Goes on when the token may do `scope`.
    pub fn may(&self, scope: &str) -> Result<(), Failure> {
        if self.grant.scopes.split(' ').any(|known| known == scope) {
            return Ok(());
        }
        let message = format!("Insufficient scope. One of the following scopes is missing: {scope}.");
        Err(refused(FailureKind::Forbidden, "insufficient_scope", message))
    }

    /// Goes on when the token speaks for somebody, and may do `scope`.
    pub fn somebody(&self, scope: &str) -> Result<VisitorId, Failure> {
        self.may(scope)?;
        let id = Uuid::parse_str(&self.grant.visitor).ok().map(VisitorId);
        id.ok_or_else(|| refused(FailureKind::Forbidden, "insufficient_scope", "This token speaks for no shopper."))
    }

    /// The customer as of now; 404 for everyone else: what is theirs does not exist.
    pub async fn customer(&self, state: &AppState, scope: &str) -> Result<CustomerRow, Failure> {
        self.somebody(scope)?;
        let id = self.visitor.customer().await?.ok_or_else(Failure::not_found)?;
        find_customer(state.db.read(), id).await?.ok_or_else(Failure::not_found)
    }

    /// The id of the customer, when it is one's token.
    pub fn customer_id(&self) -> Option<&str> {
        self.grant.customer_id.as_deref()
    }

    /// The name of the anonymous session, when it is one's token.
    pub fn anonymous_id(&self) -> Option<&str> {
        self.grant.anonymous_id.as_deref()
    }

    /// Goes on when the password was given lately. Clients that hold it are told to give it again, which the
    /// platform's own client does by itself.
    pub fn gave_password_lately(&self, state: &AppState) -> Result<(), Failure> {
        if state.clock.millis().saturating_sub(self.grant.password_at) <= FRESH_MILLIS {
            return Ok(());
        }
        let message = "Please get a new token with the password first.";
        Err(refused(FailureKind::Unauthenticated, "insufficient_user_authentication", message))
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut all = headers.get_all(header::AUTHORIZATION).iter();
    let (Some(value), None) = (all.next(), all.next()) else { return None };
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    Some(token.trim()).filter(|token| scheme.eq_ignore_ascii_case("bearer") && !token.is_empty())
}

impl FromRequestParts<AppState> for Caller {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        if parts.uri.path().split('/').nth(2) != Some(state.config.platform.project_key.as_str()) {
            return Err(Failure::not_found());
        }
        let refusal = || refused(FailureKind::Unauthenticated, "invalid_token", "invalid_token");
        let token = bearer(&parts.headers).ok_or_else(refusal)?;
        let found = grants::find_token(state.db.read(), &token::hash(token), false, state.clock.millis()).await?;
        let (_, grant) = found.ok_or_else(refusal)?;
        let site = Site::parse(&grant.site).ok_or_else(refusal)?;
        if parts.extensions.get::<InStore>().is_some_and(|store| store.0 != site) {
            return Err(Failure::not_found());
        }
        let customer = match &grant.customer_id {
            Some(id) => Some(CustomerId(Uuid::parse_str(id).map_err(Failure::internal)?)),
            None => None,
        };
        let speaker = Uuid::parse_str(&grant.visitor).ok();
        audit::asks(speaker);
        let visitor = VisitorId(speaker.unwrap_or_default());
        let Ok(address) = ClientAddress::from_request_parts(parts, state).await;
        Ok(Self { site, visitor: Visitor::holder(state, (site, address), visitor, customer), grant })
    }
}

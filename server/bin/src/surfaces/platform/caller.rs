//! Who calls: the bearer token of a request, and the store it is good for.

use std::marker::PhantomData;

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
        grants::store::{self as grants, GrantRow},
    },
    state::AppState,
};

/// A password given this long ago still counts where it is asked for (docs/decisions/0015-customer-api.md).
const FRESH_MILLIS: i64 = 15 * 60 * 1000;

/// The store an in-store path names; put there by the [in-store address](super::in_store).
#[derive(Debug, Clone, Copy)]
pub struct InStore(pub Site);

/// What a token may be good for, as a handler's signature names it.
pub trait Scope: Send {
    /// All of them are needed.
    const NAMES: &'static [&'static str];
}

/// What is asked of a customer and of passwords.
pub struct Profile;
/// Carts and orders.
pub struct Orders;
/// Payments.
pub struct Payments;
/// Carts whose payments may be changed with them.
pub struct OrdersWithPayments;
/// Business units.
pub struct BusinessUnits;

impl Scope for Profile {
    const NAMES: &'static [&'static str] = &["manage_my_profile"];
}
impl Scope for Orders {
    const NAMES: &'static [&'static str] = &["manage_my_orders"];
}
impl Scope for Payments {
    const NAMES: &'static [&'static str] = &["manage_my_payments"];
}
impl Scope for OrdersWithPayments {
    const NAMES: &'static [&'static str] = &["manage_my_orders", "manage_my_payments"];
}
impl Scope for BusinessUnits {
    const NAMES: &'static [&'static str] = &["manage_my_business_units"];
}

/// Whoever holds a token that may do `S`; it need not speak for anybody.
pub struct Bearer<S> {
    /// Who calls.
    pub caller: Caller,
    scope: PhantomData<S>,
}

/// Whose token may do `S` and speaks for a shopper, known by name or not.
pub struct Shopper<S> {
    /// Who calls.
    pub caller: Caller,
    /// Whom carts, orders and payments belong to.
    pub id: VisitorId,
    scope: PhantomData<S>,
}

/// Whose token may do `S` and speaks for a customer. For everyone else what is asked for does not exist.
pub struct CustomerOf<S> {
    /// Who calls.
    pub caller: Caller,
    /// The account as it was when the request came.
    pub row: CustomerRow,
    scope: PhantomData<S>,
}

/// Who calls, by a bearer token. Cookies are not looked at. Handlers ask for one of the types above.
pub struct Caller {
    /// The store of the token.
    pub site: Site,
    /// As the features know a visitor.
    pub visitor: Visitor,
    grant: GrantRow,
}

impl Caller {
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

impl Caller {
    async fn read(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
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

impl<S: Scope> FromRequestParts<AppState> for Bearer<S> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        let caller = Caller::read(parts, state).await?;
        for scope in S::NAMES {
            if !caller.grant.scopes.split(' ').any(|known| known == *scope) {
                let message = format!("Insufficient scope. One of the following scopes is missing: {scope}.");
                return Err(refused(FailureKind::Forbidden, "insufficient_scope", message));
            }
        }
        Ok(Self { caller, scope: PhantomData })
    }
}

impl<S: Scope> FromRequestParts<AppState> for Shopper<S> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        let Bearer { caller, scope } = Bearer::<S>::from_request_parts(parts, state).await?;
        let nobody = || refused(FailureKind::Forbidden, "insufficient_scope", "This token speaks for no shopper.");
        let id = Uuid::parse_str(&caller.grant.visitor).ok().map(VisitorId).ok_or_else(nobody)?;
        Ok(Self { caller, id, scope })
    }
}

impl<S: Scope> FromRequestParts<AppState> for CustomerOf<S> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        let Shopper { caller, scope, .. } = Shopper::<S>::from_request_parts(parts, state).await?;
        let id = caller.visitor.customer().await?.ok_or_else(Failure::not_found)?;
        let row = find_customer(state.db.read(), id).await?.ok_or_else(Failure::not_found)?;
        Ok(Self { caller, row, scope })
    }
}

//! Accounts: registration, sign-in, passwords, account information and the address book (account).

pub mod addresses;
pub mod common;
pub mod confirmation;
pub mod information;
pub mod letters;
pub mod registration;
pub mod reset;
pub mod store;
pub mod tokens;

use axum::{
    extract::{FromRef, FromRequestParts, OptionalFromRequestParts},
    http::request::Parts,
};
use fieldhouse_core::{
    account::{SessionType, SessionView},
    brand::Site,
    people::{UnitAct, may},
};
use fieldhouse_kernel::failure::{Failure, FailureKind};
use uuid::Uuid;

use crate::{
    env::Env,
    owner::CustomerId,
    people::business_units::{self, store::PlaceRow},
    session::{Visitor, signed_in::SignedIn},
};
use store::CustomerRow;

/// What `[1]` says (account §8).
pub const COMMON: &str = "[1] New password is detected on a list of common passwords";

impl CustomerRow {
    /// A customer of whom nothing is known but who it is; the e-mail is not confirmed.
    pub fn new(id: String, site: Site, email: &str, now: i64) -> Self {
        Self {
            id,
            site: site.into(),
            email: email.to_owned(),
            password_hash: String::new(),
            legacy_hash: String::new(),
            first_name: String::new(),
            last_name: String::new(),
            title: String::new(),
            classification: String::new(),
            newsletter: false,
            show_cert_reporting: false,
            default_shipping_address_id: None,
            sold_to: String::new(),
            tax_exempt: String::new(),
            version: 1,
            created_at: now,
            changed_at: now,
            confirmed_at: None,
        }
    }

    /// Its id.
    pub fn customer_id(&self) -> Result<CustomerId, Failure> {
        Uuid::parse_str(&self.id).map(CustomerId).map_err(Failure::internal)
    }

    /// Words that make a password easily guessed.
    pub fn personal(&self) -> [&str; 3] {
        [&self.email, &self.first_name, &self.last_name]
    }

    /// The customer as a session shows it, with their places in units.
    pub fn session_view(&self, places: &[PlaceRow]) -> SessionView {
        let (roles, business_unit) = business_units::places(places);
        let anywhere = |act| roles.iter().any(|role| may(*role, act));
        SessionView {
            kind: SessionType::Customer,
            email: self.email.clone(),
            first_name: self.first_name.clone(),
            show_cert_reporting: self.show_cert_reporting,
            business_unit,
            sees_people: anywhere(UnitAct::SeePeople),
            decides_orders: anywhere(UnitAct::Decide),
            shop_as: false,
        }
    }
}

/// Who the session belongs to.
pub async fn session(env: &Env, visitor: &Visitor) -> Result<SessionView, Failure> {
    let Some(id) = visitor.customer().await? else { return Ok(SessionView::default()) };
    let Some((customer, places)) = store::find_with_places(env.db.read(), id, false).await? else {
        return Ok(SessionView::default());
    };
    Ok(SessionView { shop_as: visitor.shop_as().is_some(), ..customer.session_view(&places) })
}

/// The customer who has signed in, with the account; everyone else is 401 before a handler begins.
pub struct Customer {
    /// Where they ask from.
    pub visitor: Visitor,
    /// The account as it was when the request came.
    pub row: CustomerRow,
}

impl Customer {
    async fn load(env: &Env, SignedIn { visitor, customer }: SignedIn) -> Result<Option<Self>, Failure> {
        Ok(store::find_customer(env.db.read(), customer).await?.map(|row| Self { visitor, row }))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Customer
where
    Env: FromRef<S>,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let signed_in = <SignedIn as FromRequestParts<S>>::from_request_parts(parts, state).await?;
        Self::load(&Env::from_ref(state), signed_in).await?.ok_or_else(Failure::sign_in_first)
    }
}

impl<S: Send + Sync> OptionalFromRequestParts<S> for Customer
where
    Env: FromRef<S>,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Option<Self>, Failure> {
        match <SignedIn as OptionalFromRequestParts<S>>::from_request_parts(parts, state).await? {
            Some(signed_in) => Self::load(&Env::from_ref(state), signed_in).await,
            None => Ok(None),
        }
    }
}

/// A refusal with the specification's `error` text (account §7).
pub fn refused(kind: FailureKind, code: &'static str, error: impl Into<String>) -> Failure {
    let error = error.into();
    let title = error.strip_prefix("[0] ").or_else(|| error.strip_prefix("[1] ")).unwrap_or(&error).to_owned();
    Failure { error: Some(error.into()), ..Failure::new(kind, code, title) }
}

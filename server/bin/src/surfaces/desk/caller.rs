//! Who calls the desk: the permission is in the handler's signature. What depends on the thing that is asked for, its
//! brand above all, is asked where the thing is loaded.

use std::{marker::PhantomData, ops::Deref};

use axum::{
    extract::FromRequestParts,
    http::{header, request::Parts},
};
use fieldhouse_core::{brand::Site, staff::Permission};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::Failure,
    http::address::{ClientAddress, host_of},
};
use fieldhouse_shop::{
    staff::{StaffMember, audit::Origin, not_permitted, sign_in::Newcomer},
    state::AppState,
};

/// A permission as a type: `may::OrdersView` for `orders.view`.
pub trait Needs: Send + Sync {
    /// Which.
    const PERMISSION: Permission;
}

/// The permissions as types, one each.
pub mod may {
    use super::{Needs, Permission};

    macro_rules! types {
        ($($variant:ident => $key:literal;)+) => {
            $(
                #[doc = concat!("`", $key, "`.")]
                #[derive(Debug, Clone, Copy)]
                pub struct $variant;

                impl Needs for $variant {
                    const PERMISSION: Permission = Permission::$variant;
                }
            )+
        };
    }

    fieldhouse_core::for_each_permission!(types);
}

/// Whether a request is a sign of life of whoever sits there.
pub trait Sign: Send + Sync {
    /// It is.
    const OF_LIFE: bool;
}

/// Somebody did something: the session goes on.
#[derive(Debug, Clone, Copy)]
pub struct ByHand;

/// A page asks by itself, every few seconds: nobody need sit there.
#[derive(Debug, Clone, Copy)]
pub struct ByItself;

impl Sign for ByHand {
    const OF_LIFE: bool = true;
}

impl Sign for ByItself {
    const OF_LIFE: bool = false;
}

/// Somebody who works for the store and may do this at some brand; for a dangerous act, who showed moments ago who they
/// are. Nobody: 401; not this: 403 `not_permitted`; not lately: 403 `reauthenticate`.
pub struct Staff<P, S = ByHand> {
    /// Who.
    pub member: StaffMember,
    permission: PhantomData<(P, S)>,
}

impl<P: Needs, S: Sign> Staff<P, S> {
    /// Whether they may do it at the brand of what was loaded; 404 where they know nothing of the brand.
    pub fn at(&self, site: Site) -> Result<(), Failure> {
        self.member.require(P::PERMISSION, site)
    }

    /// The same within the act's transaction, with the rows of this moment, held.
    pub async fn still_at(&self, tx: &WriteTx, site: Site) -> Result<StaffMember, Failure> {
        self.member.still_may(tx, P::PERMISSION, site).await
    }

    /// Whether they still may, for what belongs to no brand.
    pub async fn still(&self, tx: &WriteTx) -> Result<StaffMember, Failure> {
        let now = self.member.still(tx).await?;
        now.require_somewhere(P::PERMISSION)?;
        Ok(now)
    }
}

impl<P, S> Deref for Staff<P, S> {
    type Target = StaffMember;
    fn deref(&self) -> &StaffMember {
        &self.member
    }
}

impl<P: Needs, S: Sign> FromRequestParts<AppState> for Staff<P, S> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        let member = StaffMember::asking(parts, state, S::OF_LIFE).await?;
        if !member.grants.may_somewhere(P::PERMISSION) {
            return Err(not_permitted());
        }
        if P::PERMISSION.is_dangerous() {
            member.require_fresh()?;
        }
        Ok(Self { member, permission: PhantomData })
    }
}

/// Whoever works for the store, whatever they may do: for what is their own.
pub struct AnyStaff(pub StaffMember);

impl Deref for AnyStaff {
    type Target = StaffMember;
    fn deref(&self) -> &StaffMember {
        &self.0
    }
}

impl FromRequestParts<AppState> for AnyStaff {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        StaffMember::from_request_parts(parts, state).await.map(Self)
    }
}

/// Somebody who has not signed in at the desk yet.
pub struct AtTheDoor(pub Newcomer);

impl FromRequestParts<AppState> for AtTheDoor {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        let Ok(origin) = Origin::from_request_parts(parts, state).await;
        let user_agent = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
        Ok(Self(Newcomer {
            host: host_of(&parts.headers, &parts.uri).to_owned(),
            user_agent: user_agent.unwrap_or_default().to_owned(),
            address: ClientAddress::of(&parts.headers, &parts.extensions, state.config.proxies),
            origin,
        }))
    }
}

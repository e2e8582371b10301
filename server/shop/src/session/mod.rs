//! Sessions: who a request comes from. `tower-sessions` keeps the session, our rows keep it over
//! restarts. Nothing is written for a look at a page: a session begins with the first thing that
//! has to be remembered, in the same transaction as that thing.
//!
//! The layer of `tower-sessions` is not used: it saves after the handler in a transaction of its
//! own, answers a broken cookie with a removal on every GET, and takes the last of two cookies.

pub mod codes;
pub mod cookie;
pub mod devices;
pub mod grants;
pub mod shop_as;
pub mod signed_in;
pub mod store;

use std::sync::Arc;

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{header, request::Parts},
};
use fieldhouse_core::{
    account::device::{device_text, network_of},
    brand::Site,
};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::{Failure, FailureKind},
    http::{address::ClientAddress, audit, cookies::SetCookie},
};
use tower_sessions::{Expiry, Session, cookie::time::Duration};
use uuid::Uuid;

use crate::{
    env::{Env, SiteOf},
    limits::guesses::Asker,
    owner::{CustomerId, VisitorId},
    session::codes::Codes,
};
use shop_as::ShopAs;
use store::SessionRows;

/// A session ends after this long without a visit (decisions: identity).
pub const IDLE_DAYS: i64 = 30;
/// However often it is visited, who signed in this long ago signs in again (R46).
const SIGNED_IN_DAYS: i64 = 90;
/// Somebody without a name has nothing to give but a cart: as long as a browser keeps a cookie.
const STRANGER_DAYS: i64 = 400;

/// When what began at `created_at` ends at the latest, and when it ends unless it is used again: for sessions
/// and for the grants of the customer API.
pub const fn end(created_at: i64, now: i64, signed_in: bool) -> i64 {
    let days = if signed_in { SIGNED_IN_DAYS } else { STRANGER_DAYS };
    let (latest, idle) = (created_at.saturating_add(days * DAY_MILLIS), now.saturating_add(IDLE_DAYS * DAY_MILLIS));
    if latest < idle { latest } else { idle }
}

const DAY_MILLIS: i64 = 86_400_000;
/// Key of the visitor's id in the session's data.
const VISITOR: &str = "visitor";
/// Key of the signed-in customer's id in the session's data.
const CUSTOMER: &str = "customer";

/// Key of the visitor this browser was before, whose cart waits for the sign-out (a merge that was undone).
const WAITING: &str = "waiting";

/// Who a request comes from, and at which site. Sessions of another site do not count here.
pub struct Visitor {
    /// The site.
    pub site: Site,
    /// The codes its cookies carry: wishes, until they were checked.
    pub codes: Codes,
    /// Where the request comes from.
    pub address: ClientAddress,
    session: Session,
    rows: Arc<SessionRows>,
    secure: bool,
    ended: bool,
    /// Who holds the bearer token of the customer API; such a visitor has no session and gets none.
    holder: Option<(VisitorId, Option<CustomerId>)>,
    /// Somebody of the store who shops as the customer that `holder` names.
    shop_as: Option<ShopAs>,
}

impl Visitor {
    /// Whoever holds a bearer token of the customer API.
    pub fn holder(
        env: &Env,
        (site, address): (Site, ClientAddress),
        visitor: VisitorId,
        customer: Option<CustomerId>,
    ) -> Self {
        let rows = Arc::new(SessionRows::new(env.clone(), site, (String::new(), String::new())));
        let session = Session::new(None, Arc::clone(&rows), Some(expiry()));
        Self {
            site,
            codes: Codes::default(),
            address,
            session,
            rows,
            secure: false,
            ended: false,
            holder: Some((visitor, customer)),
            shop_as: None,
        }
    }

    /// The visitor, when there is a session; never begins one.
    pub async fn known(&self) -> Result<Option<VisitorId>, Failure> {
        if let Some((visitor, _)) = self.holder {
            return Ok(Some(visitor));
        }
        let visitor = self.id_under(VISITOR).await?;
        audit::asks(visitor);
        Ok(visitor.map(VisitorId))
    }

    /// Who of the store shops as this customer, when somebody does.
    pub const fn shop_as(&self) -> Option<&ShopAs> {
        self.shop_as.as_ref()
    }

    /// Who it is that tries codes.
    pub async fn asker(&self) -> Result<Asker, Failure> {
        Ok(Asker { address: self.address, visitor: self.known().await? })
    }

    /// The visitor; begins a session within `tx` when there is none. Whoever asks has asked whether the visitor is known before
    /// `tx` began: a session that is read may move its own end, in a transaction that would wait for this one.
    pub async fn remember(&self, tx: &WriteTx) -> Result<VisitorId, Failure> {
        if self.holder.is_none() && self.session.id().is_some() && !self.rows.was_asked() {
            return Err(Failure::internal(anyhow::anyhow!("a session is read before a transaction begins")));
        }
        if let Some(visitor) = self.known().await? {
            return Ok(visitor);
        }
        // Its answer might come after the sign-in's, and the browser would have its cookie then.
        if self.rows.was_left() {
            return Err(changed());
        }
        let visitor = VisitorId(self.rows.new_visitor());
        self.session.insert(VISITOR, visitor.0).await.map_err(Failure::unavailable)?;
        self.session.save().await.map_err(Failure::unavailable)?;
        self.rows.write_staged(tx)?;
        Ok(visitor)
    }

    /// Holds the session that was read until `tx` ends, for what begins something that it alone leads to. Somebody who signs in or
    /// out meanwhile had it: what would come of it then nobody would ever see, so it is refused, to be asked again.
    pub async fn hold(&self, tx: &WriteTx) -> Result<(), Failure> {
        let Some(id) = self.session.id().filter(|_| self.holder.is_none() && !self.rows.began()) else { return Ok(()) };
        if store::hold_session(tx, id).await? {
            return Ok(());
        }
        Err(changed())
    }

    /// The customer, when somebody has signed in.
    pub async fn customer(&self) -> Result<Option<CustomerId>, Failure> {
        if let Some((_, customer)) = self.holder {
            return Ok(customer);
        }
        let customer = self.id_under(CUSTOMER).await?;
        audit::asks(customer);
        Ok(customer.map(CustomerId))
    }

    /// An id out of the session, if there is one.
    async fn id_under(&self, key: &str) -> Result<Option<Uuid>, Failure> {
        if self.session.id().is_none() {
            return Ok(None);
        }
        self.session.get::<Uuid>(key).await.map_err(Failure::unavailable)
    }

    /// What is stored of this browser's session id; nothing for who holds a bearer token.
    pub fn session_key(&self) -> Option<String> {
        self.session.id().map(store::hash)
    }

    /// What is stored of this browser's session id, as long as the session was not read: somebody can bring it along.
    pub fn unread_session(&self) -> Option<String> {
        if self.holder.is_none() && self.rows.is_unread() { self.session_key() } else { None }
    }

    /// Takes the session that was read together with something else: nothing when there is none that counts.
    pub fn read_session(&self, found: Option<store::row::Model>) {
        self.rows.bring(found);
    }

    /// Makes this browser the customer's, under an id that nobody knew before (R37).
    pub async fn sign_in(&mut self, tx: &WriteTx, customer: CustomerId) -> Result<(), Failure> {
        if self.holder.is_some() {
            return Ok(());
        }
        audit::signs_in(self.site, Some(customer.0));
        let waiting = self.waiting().await?;
        self.leave(tx).await?;
        if let Some(waiting) = waiting {
            self.session.insert(WAITING, waiting).await.map_err(Failure::unavailable)?;
        }
        self.session.insert(VISITOR, customer.0).await.map_err(Failure::unavailable)?;
        self.session.insert(CUSTOMER, customer.0).await.map_err(Failure::unavailable)?;
        self.session.save().await.map_err(Failure::unavailable)?;
        self.rows.write_staged(tx)?;
        self.ended = false;
        Ok(())
    }

    /// Lets this browser be a stranger again at sign-out: that visitor's cart waits until then.
    pub async fn await_return(&self, tx: &WriteTx, stranger: VisitorId) -> Result<(), Failure> {
        if self.holder.is_some() {
            return Ok(());
        }
        self.session.insert(WAITING, stranger.0).await.map_err(Failure::unavailable)?;
        self.session.save().await.map_err(Failure::unavailable)?;
        // It may have been ended meanwhile, from another device: then it stays so.
        if self.rows.write_again(tx).await? { Ok(()) } else { Err(Failure::not_found()) }
    }

    async fn waiting(&self) -> Result<Option<Uuid>, Failure> {
        self.id_under(WAITING).await
    }

    /// Ends the customer's session; whoever's cart waited in this browser has it back.
    pub async fn sign_out(&mut self, tx: &WriteTx) -> Result<(), Failure> {
        let waiting = self.waiting().await?;
        self.leave(tx).await?;
        if let Some(waiting) = waiting {
            self.session.insert(VISITOR, waiting).await.map_err(Failure::unavailable)?;
            self.session.save().await.map_err(Failure::unavailable)?;
            self.rows.write_staged(tx)?;
            self.ended = false;
        }
        Ok(())
    }

    /// Ends the session, if there is one; its id is nobody's from then on.
    pub async fn leave(&mut self, tx: &WriteTx) -> Result<(), Failure> {
        if let Some(id) = self.session.id() {
            self.rows.leave(tx, id).await?;
            self.ended = true;
        }
        self.session = Session::new(None, Arc::clone(&self.rows), Some(expiry()));
        Ok(())
    }

    /// The cookie for the answer: set when this request began a session, taken away when it ended one.
    pub fn cookie(&self) -> SetCookie {
        if self.ended {
            return SetCookie::of(cookie::remove(self.secure));
        }
        SetCookie::of(self.session.id().filter(|_| self.rows.began()).and_then(|id| cookie::write(id, self.secure)))
    }
}

fn changed() -> Failure {
    let title = "You signed in or out meanwhile. Please try again.";
    Failure { retry_after: Some(1), ..Failure::new(FailureKind::Conflict, "session_changed", title) }
}

const fn expiry() -> Expiry {
    Expiry::OnInactivity(Duration::days(IDLE_DAYS))
}

impl<S: Send + Sync> FromRequestParts<S> for Visitor
where
    Env: FromRef<S>,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let env = Env::from_ref(state);
        let SiteOf(site) = SiteOf::from_request_parts(parts, state).await?;
        let said = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let said = device_text(said);
        let address = ClientAddress::of(&parts.headers, &parts.extensions, env.config.proxies);
        let rows = Arc::new(SessionRows::new(env.clone(), site, (said, network_of(address.0))));
        let shop_as = parts.extensions.get::<ShopAs>().filter(|shop_as| shop_as.site == site).cloned();
        // The browser's own session waits until it is over, as it is.
        let own = if shop_as.is_none() { cookie::read(&parts.headers, env.config.secure) } else { None };
        let holder = shop_as.as_ref().map(|shop_as| (VisitorId(shop_as.customer.0), Some(shop_as.customer)));
        let session = Session::new(own, Arc::clone(&rows), Some(expiry()));
        let codes = Codes::read(&parts.headers);
        Ok(Self { site, codes, address, session, rows, secure: env.config.secure, ended: false, holder, shop_as })
    }
}

//! Sessions: who a request comes from. `tower-sessions` keeps the session, our rows keep it over
//! restarts. Nothing is written for a look at a page: a session begins with the first thing that
//! has to be remembered, in the same transaction as that thing.
//!
//! The layer of `tower-sessions` is not used: it saves after the handler in a transaction of its
//! own, answers a broken cookie with a removal on every GET, and takes the last of two cookies.

pub mod cookie;
pub mod store;
pub mod sweep;

use std::sync::Arc;

use axum::{
    extract::FromRequestParts,
    http::{header, request::Parts},
    response::{IntoResponseParts, ResponseParts},
};
use fieldhouse_core::brand::Site;
use tower_sessions::{Expiry, Session, cookie::time::Duration};
use uuid::Uuid;

use crate::{
    db::WriteTx,
    http::{problem::Problem, visitor::SiteOf},
    state::AppState,
};
use store::SessionRows;

/// A session ends after this long without a visit (decisions: identity).
pub const IDLE_DAYS: i64 = 30;
/// Key of the visitor's id in the session's data.
const VISITOR: &str = "visitor";

/// Whom carts, orders and keys belong to. Stays when the session's id is changed at sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct VisitorId(pub Uuid);

impl std::fmt::Display for VisitorId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// Who a request comes from, and at which site. Sessions of another site do not count here.
pub struct Visitor {
    /// The site.
    pub site: Site,
    session: Session,
    rows: Arc<SessionRows>,
    secure: bool,
}

impl Visitor {
    /// The visitor, when there is a session; never begins one.
    pub async fn known(&self) -> Result<Option<VisitorId>, Problem> {
        if self.session.id().is_none() {
            return Ok(None);
        }
        Ok(self.session.get::<Uuid>(VISITOR).await.map_err(Problem::unavailable)?.map(VisitorId))
    }

    /// The visitor; begins a session within `tx` when there is none.
    pub async fn remember(&self, tx: &WriteTx) -> Result<VisitorId, Problem> {
        if let Some(visitor) = self.known().await? {
            return Ok(visitor);
        }
        let visitor = VisitorId(self.rows.new_visitor());
        self.session.insert(VISITOR, visitor.0).await.map_err(Problem::unavailable)?;
        self.session.save().await.map_err(Problem::unavailable)?;
        self.rows.write_staged(tx).await?;
        Ok(visitor)
    }

    /// The cookie for the answer: set when this request began a session.
    pub fn cookie(&self) -> SetCookie {
        SetCookie(self.session.id().filter(|_| self.rows.began()).and_then(|id| cookie::write(id, self.secure)))
    }
}

/// A `Set-Cookie` header, or nothing.
pub struct SetCookie(Option<axum::http::HeaderValue>);

impl IntoResponseParts for SetCookie {
    type Error = std::convert::Infallible;
    fn into_response_parts(self, mut parts: ResponseParts) -> Result<ResponseParts, Self::Error> {
        if let Some(value) = self.0 {
            parts.headers_mut().append(header::SET_COOKIE, value);
        }
        Ok(parts)
    }
}

impl FromRequestParts<AppState> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let SiteOf(site) = SiteOf::from_request_parts(parts, state).await?;
        let rows = Arc::new(SessionRows::new(state.clone(), site));
        let id = cookie::read(&parts.headers, state.config.secure);
        let session = Session::new(id, Arc::clone(&rows), Some(Expiry::OnInactivity(Duration::days(IDLE_DAYS))));
        Ok(Self { site, session, rows, secure: state.config.secure })
    }
}

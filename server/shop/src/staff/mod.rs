//! Who works for the store: their sessions, what they may do, and the log of what they did. They are no customers: other
//! tables, another cookie, another way in. Not here: the rule of who may do what, which is the rules crate's (`staff`).

pub mod audit;
pub mod factors;
pub mod invitations;
pub mod letters;
pub mod members;
pub mod own;
pub mod password;
pub mod roles;
pub mod session;
pub mod shop_as;
pub mod sign_in;
pub mod sso;
pub mod store;
pub mod sweep;

use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};
use fieldhouse_core::{
    brand::Site,
    money::Cents,
    staff::{Grants, Permission, Verdict},
};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::{Failure, FailureKind},
    http::audit as trail,
};
use uuid::Uuid;

use crate::env::Env;
use audit::{Actor, ActorKind, Origin};
use session::store::SessionRow;
use store::StaffRow;

/// The state of somebody who may sign in.
pub const ACTIVE: &str = "active";
/// Of who was invited and has not come yet.
pub const INVITED: &str = "invited";
/// Of who may not, until somebody restores them.
pub const SUSPENDED: &str = "suspended";

/// Somebody who works for the store, with the session they ask from.
#[derive(Debug, Clone)]
pub struct StaffMember {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// E-mail, lower-cased.
    pub email: String,
    /// What they may do where.
    pub grants: Grants,
    /// Where they ask from.
    pub session: SessionRow,
    /// From where the request came.
    pub origin: Origin,
    /// When they asked, milliseconds since 1970.
    asked_at: i64,
}

impl StaffMember {
    /// Whether they may do something at a brand. Of what is a brand's whose things they know nothing of, there is
    /// nothing: not yours and not there look the same.
    pub fn require(&self, permission: Permission, site: Site) -> Result<(), Failure> {
        if self.grants.may(permission, site) {
            return Ok(());
        }
        Err(if self.grants.know(site) { not_permitted() } else { Failure::not_found() })
    }

    /// Whether they may do it at some brand.
    pub fn require_somewhere(&self, permission: Permission) -> Result<(), Failure> {
        self.grants.may_somewhere(permission).then_some(()).ok_or_else(not_permitted)
    }

    /// Whether they may do something of so many cents: true when alone, false when a second person has to agree.
    pub fn require_amount(&self, permission: Permission, site: Site, amount: Cents) -> Result<bool, Failure> {
        self.require(permission, site)?;
        match self.grants.judge(permission, site, amount) {
            Verdict::Permitted => Ok(true),
            Verdict::WithSecondPerson(_) => Ok(false),
            Verdict::NotPermitted => Err(not_permitted()),
        }
    }

    /// For dangerous acts: who they are has to have been shown moments ago.
    pub fn require_fresh(&self) -> Result<(), Failure> {
        if self.session.is_fresh(self.asked_at) {
            return Ok(());
        }
        let title = "Please confirm that it is you.";
        Err(Failure::new(FailureKind::Forbidden, "reauthenticate", title))
    }

    /// The same, who showed just now who they are.
    #[must_use]
    pub fn confirmed(&self, env: &Env) -> Self {
        let mut now = self.clone();
        now.session.confirmed_at = env.clock.millis();
        now
    }

    /// Within the act's transaction: the same person with the rows of this moment, held. Whose role or access was taken
    /// away since the request began is turned away here; who takes it away now waits for the act.
    pub async fn still(&self, tx: &WriteTx) -> Result<Self, Failure> {
        let held = store::hold_staff(tx, &self.id).await?;
        let (row, grants) = held.filter(|(row, _)| row.state == ACTIVE).ok_or_else(Failure::sign_in_first)?;
        let session = session::store::find_session(&**tx, &self.session.token_hash).await?;
        let session = session.ok_or_else(Failure::sign_in_first)?;
        Ok(Self { name: row.name, email: row.email, grants, session, ..self.clone() })
    }

    /// The same with the question: whether they may, still.
    pub async fn still_may(&self, tx: &WriteTx, permission: Permission, site: Site) -> Result<Self, Failure> {
        let now = self.still(tx).await?;
        now.require(permission, site)?;
        Ok(now)
    }

    /// As the audit log names them.
    pub fn actor(&self) -> Actor {
        Actor {
            kind: ActorKind::Staff,
            id: self.id.clone(),
            name: self.name.clone(),
            session: self.session.id.clone(),
            ..Actor::at(&self.origin)
        }
    }

    /// The same in a customer's name.
    pub fn actor_for(&self, customer: &str) -> Actor {
        Actor { on_behalf_of: customer.to_owned(), ..self.actor() }
    }

    fn of(row: StaffRow, grants: Grants, (session, origin, asked_at): (SessionRow, Origin, i64)) -> Self {
        Self { id: row.id, name: row.name, email: row.email, grants, session, origin, asked_at }
    }
}

/// Known, and not allowed; nothing more is told.
pub fn not_permitted() -> Failure {
    Failure::new(FailureKind::Forbidden, "not_permitted", "You may not do this.")
}

impl StaffMember {
    /// Whoever asks. A request that nobody made by hand is not `noted`: a page that is left open ends its session as it should.
    pub async fn asking<S>(parts: &mut Parts, state: &S, noted: bool) -> Result<Self, Failure>
    where
        S: Send + Sync,
        Env: FromRef<S>,
    {
        let env = Env::from_ref(state);
        let Ok(origin) = Origin::from_request_parts(parts, state).await;
        trail::asks(None);
        let hash = session::read(&parts.headers, env.config.secure).ok_or_else(Failure::sign_in_first)?;
        let found = session::store::find_session(env.db.read(), &hash).await?;
        let now = env.clock.millis();
        let idle = i64::from(env.config.desk_idle_minutes).saturating_mul(60_000);
        let mut session = found.filter(|row| row.counts(now, idle)).ok_or_else(Failure::sign_in_first)?;
        let row = store::find_staff(env.db.read(), &session.staff_id).await?;
        let row = row.filter(|row| row.state == ACTIVE).ok_or_else(Failure::sign_in_first)?;
        trail::asks(Uuid::parse_str(&row.id).ok());
        let grants = store::load_grants(env.db.read(), &row.id).await?;
        if noted && now.saturating_sub(session.seen_at) >= session::NOTED_MILLIS {
            let tx = env.db.write().await?;
            session::store::update_seen(&tx, &session.id, now).await?;
            tx.commit().await?;
            session.seen_at = now;
        }
        Ok(Self::of(row, grants, (session, origin, now)))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for StaffMember
where
    Env: FromRef<S>,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        Self::asking(parts, state, true).await
    }
}

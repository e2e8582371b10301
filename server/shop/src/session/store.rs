//! Session rows: the store behind `tower-sessions`, and their clean-up.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::db::{WriteTx, built::BuiltOnce};
use sea_orm::{
    QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, OnConflict},
};
use sha2::{Digest, Sha256};
use tower_sessions::{
    SessionStore,
    cookie::time::OffsetDateTime,
    session::{Id, Record},
    session_store::{Error, Result},
};

use super::{CUSTOMER, DAY_MILLIS, VISITOR, end};
use crate::{env::Env, lockout, owner::CustomerId};

/// A row of `session`.
pub mod row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "session")]
    pub struct Model {
        /// Base64 of the id's SHA-256.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id_hash: String,
        /// Whose it is; nobody's any more once its browser signed in or out.
        pub visitor: String,
        /// Site key.
        pub site: String,
        /// The session's data, JSON.
        pub data: String,
        /// Milliseconds since 1970.
        pub created_at: i64,
        /// Last visit, to the day.
        pub seen_at: i64,
        /// When it counts no longer.
        pub expires_at: i64,
        /// The customer who has signed in.
        pub customer_id: Option<String>,
        /// What the browser said of itself when the session began.
        pub device: String,
        /// The network it began in, cut.
        pub network: String,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The rows as one request sees them: reads go to the database at once, what is to be written is
/// kept until the request's own transaction takes it along.
pub struct SessionRows {
    env: Env,
    site: Site,
    device: String,
    network: String,
    staged: Mutex<Staged>,
    seen: Mutex<Seen>,
    left: AtomicBool,
}

/// How long it is told of a session that its browser left it, in milliseconds: what was on its way meanwhile has arrived by then.
const TOLD: i64 = 60_000;

/// Whether the session of a request was read.
#[derive(Default)]
enum Seen {
    #[default]
    No,
    /// Together with something else, and by nobody yet who asked for it.
    Brought(Option<Box<row::Model>>),
    Yes,
}

#[derive(Default)]
struct Staged {
    record: Option<Record>,
    began: bool,
}

impl std::fmt::Debug for SessionRows {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SessionRows")
    }
}

impl SessionRows {
    /// For one request at `site` from a browser that says this of itself.
    pub fn new(env: Env, site: Site, (device, network): (String, String)) -> Self {
        let (staged, seen, left) = Default::default();
        Self { env, site, device, network, staged, seen, left }
    }

    /// True until somebody reads the session.
    pub fn is_unread(&self) -> bool {
        matches!(*self.seen(), Seen::No)
    }

    /// True once somebody asked for the session, or began it.
    pub fn was_asked(&self) -> bool {
        matches!(*self.seen(), Seen::Yes) || self.began()
    }

    /// Takes a session that was read together with something else: nothing when there is none that counts.
    pub fn bring(&self, found: Option<row::Model>) {
        *self.seen() = Seen::Brought(found.map(Box::new));
    }

    fn seen(&self) -> std::sync::MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn find(&self, id: Id, now: i64) -> std::result::Result<Option<row::Model>, DbErr> {
        if let Seen::Brought(found) = std::mem::replace(&mut *self.seen(), Seen::Yes) {
            return Ok(found.map(|found| *found));
        }
        row::Entity::find_by_id(hash(id))
            .filter(row::Column::Site.eq(self.site.key()))
            .filter(row::Column::ExpiresAt.gt(now))
            .one(self.env.db.read())
            .await
    }

    /// An id for somebody new. It opens nothing, its session does: made in order, so that new sessions and carts lie together in
    /// the indexes of visitors.
    pub fn new_visitor(&self) -> Uuid {
        self.env.ids.in_order()
    }

    /// True when the session that was read is one that its browser signed in or out of a moment ago.
    pub fn was_left(&self) -> bool {
        self.left.load(Ordering::Relaxed)
    }

    /// True when this request began a session.
    pub fn began(&self) -> bool {
        self.staged().began
    }

    /// Writes what the session wants kept, within the request's transaction.
    pub fn write_staged(&self, tx: &WriteTx) -> std::result::Result<(), DbErr> {
        static WRITE: BuiltOnce = BuiltOnce::new();
        let Some(record) = self.staged().record.take() else { return Ok(()) };
        let now = self.env.clock.millis();
        let text = |key: &str| record.data.get(key).and_then(serde_json::Value::as_str).map(str::to_owned);
        let (visitor, customer_id) = (text(VISITOR).unwrap_or_default(), text(CUSTOMER));
        let data = serde_json::to_string(&record.data).map_err(|error| DbErr::Json(error.to_string()))?;
        let model = row::Model {
            id_hash: hash(record.id),
            visitor,
            site: self.site.key().to_owned(),
            data,
            created_at: now,
            seen_at: now,
            expires_at: end(now, now, customer_id.is_some()),
            customer_id,
            device: self.device.clone(),
            network: self.network.clone(),
        };
        let over = || {
            OnConflict::column(row::Column::IdHash)
                // How long it lives is decided by when it began and when it was last visited.
                .update_columns([row::Column::Data, row::Column::Visitor])
                .to_owned()
        };
        tx.later_as_built(WRITE.inserting::<row::Entity>(tx.get_database_backend(), &model, || Some(over())));
        Ok(())
    }

    /// Writes what a session that is there wants kept; false when it is there no longer.
    pub async fn write_again(&self, tx: &WriteTx) -> std::result::Result<bool, DbErr> {
        let Some(record) = self.staged().record.take() else { return Ok(true) };
        let data = serde_json::to_string(&record.data).map_err(|error| DbErr::Json(error.to_string()))?;
        let written = row::Entity::update_many()
            .col_expr(row::Column::Data, Expr::value(data))
            .filter(row::Column::IdHash.eq(hash(record.id)))
            .filter(row::Column::Visitor.ne(""))
            .exec(&**tx)
            .await?;
        Ok(written.rows_affected == 1)
    }

    /// Ends a session that its browser leaves for another one or for none. For a minute it is told that it did: what comes with it
    /// meanwhile was sent before.
    pub async fn leave(&self, tx: &WriteTx, id: Id) -> std::result::Result<(), DbErr> {
        row::Entity::update_many()
            .col_expr(row::Column::Visitor, Expr::value(""))
            .col_expr(row::Column::Data, Expr::value("{}"))
            .col_expr(row::Column::CustomerId, Expr::value(None::<String>))
            .col_expr(row::Column::ExpiresAt, Expr::value(self.env.clock.millis().saturating_add(TOLD)))
            .filter(row::Column::IdHash.eq(hash(id)))
            .exec(&**tx)
            .await?;
        Ok(())
    }

    fn staged(&self) -> std::sync::MutexGuard<'_, Staged> {
        self.staged.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A visit on another day than the last moves the end of the session. Best effort: a busy
    /// writer must not turn a look at the cart into an error.
    async fn touch(&self, found: &row::Model, now: i64) {
        if now.saturating_sub(found.seen_at) < DAY_MILLIS {
            return;
        }
        let moved = async {
            let tx = self.env.db.write_soon().await?;
            row::Entity::update_many()
                .col_expr(row::Column::SeenAt, Expr::value(now))
                .col_expr(row::Column::ExpiresAt, Expr::value(end(found.created_at, now, found.customer_id.is_some())))
                .filter(row::Column::IdHash.eq(&found.id_hash))
                .filter(row::Column::Visitor.ne(""))
                .exec(&*tx)
                .await?;
            tx.commit().await
        };
        if let Err(error) = moved.await {
            tracing::warn!(%error, "a session could not be prolonged");
        }
    }
}

#[async_trait::async_trait]
impl SessionStore for SessionRows {
    async fn create(&self, record: &mut Record) -> Result<()> {
        record.id = Id(i128::from_le_bytes(*self.env.ids.random().as_bytes()));
        let mut staged = self.staged();
        staged.record = Some(record.clone());
        staged.began = true;
        Ok(())
    }

    async fn save(&self, record: &Record) -> Result<()> {
        self.staged().record = Some(record.clone());
        Ok(())
    }

    async fn load(&self, id: &Id) -> Result<Option<Record>> {
        let now = self.env.clock.millis();
        let Some(found) = self.find(*id, now).await.map_err(backend)? else { return Ok(None) };
        if found.visitor.is_empty() {
            self.left.store(true, Ordering::Relaxed);
            return Ok(None);
        }
        self.touch(&found, now).await;
        let data = serde_json::from_str(&found.data).map_err(|error| Error::Decode(error.to_string()))?;
        // Our own clock has decided; the date only has to be there.
        Ok(Some(Record { id: *id, data, expiry_date: OffsetDateTime::UNIX_EPOCH }))
    }

    async fn delete(&self, id: &Id) -> Result<()> {
        let tx = self.env.db.write().await.map_err(backend)?;
        row::Entity::delete_by_id(hash(*id)).exec(&*tx).await.map_err(backend)?;
        tx.commit().await.map_err(backend)
    }
}

/// Up to `limit` sessions that ended before `now`. An ended session is never revived.
pub async fn list_ended(
    db: &impl ConnectionTrait,
    now: i64,
    limit: u64,
) -> std::result::Result<Vec<row::Model>, DbErr> {
    row::Entity::find().filter(row::Column::ExpiresAt.lte(now)).limit(limit).all(db).await
}

/// Whether the session of an id is there; it stays so until the transaction ends.
pub async fn hold_session(tx: &WriteTx, id: Id) -> std::result::Result<bool, DbErr> {
    let found = row::Entity::find_by_id(hash(id)).select_only().column(row::Column::Visitor).lock_shared();
    Ok(found.into_tuple::<String>().one(&**tx).await?.is_some_and(|visitor| !visitor.is_empty()))
}

/// Deletes all sessions and bearer tokens of a customer, and forgets the devices: everywhere.
pub async fn delete_of_customer(tx: &WriteTx, customer: CustomerId) -> std::result::Result<(), DbErr> {
    row::Entity::delete_many().filter(row::Column::CustomerId.eq(customer.to_string())).exec(&**tx).await?;
    lockout::store::delete_devices_of(tx, &customer.to_string()).await?;
    super::grants::store::delete_of_customer(tx, customer).await
}

/// The sessions of a customer that have not ended, the one seen last first.
pub async fn list_of_customer(
    db: &impl ConnectionTrait,
    customer: CustomerId,
    now: i64,
) -> std::result::Result<Vec<row::Model>, DbErr> {
    row::Entity::find()
        .filter(row::Column::CustomerId.eq(customer.to_string()))
        .filter(row::Column::ExpiresAt.gt(now))
        .order_by_desc(row::Column::SeenAt)
        .order_by_desc(row::Column::CreatedAt)
        .order_by_asc(row::Column::IdHash)
        .all(db)
        .await
}

/// Deletes one session of a customer; false when there is none of this hash.
pub async fn delete_one_of(tx: &WriteTx, customer: CustomerId, id_hash: &str) -> std::result::Result<bool, DbErr> {
    let deleted =
        row::Entity::delete_by_id(id_hash).filter(row::Column::CustomerId.eq(customer.to_string())).exec(&**tx).await?;
    Ok(deleted.rows_affected > 0)
}

/// Deletes all sessions of a customer but one, and the customer's bearer tokens.
pub async fn delete_others_of(tx: &WriteTx, customer: CustomerId, kept: &str) -> std::result::Result<(), DbErr> {
    row::Entity::delete_many()
        .filter(row::Column::CustomerId.eq(customer.to_string()))
        .filter(row::Column::IdHash.ne(kept))
        .exec(&**tx)
        .await?;
    lockout::store::delete_devices_of(tx, &customer.to_string()).await?;
    super::grants::store::delete_of_customer(tx, customer).await
}

/// Deletes sessions.
pub async fn delete_sessions(tx: &WriteTx, ended: &[row::Model]) -> std::result::Result<(), DbErr> {
    row::Entity::delete_many()
        .filter(row::Column::IdHash.is_in(ended.iter().map(|session| session.id_hash.as_str())))
        .exec(&**tx)
        .await?;
    Ok(())
}

/// What is stored of an id.
pub fn hash(id: Id) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(Sha256::digest(id.0.to_le_bytes()))
}

fn backend(error: impl std::fmt::Display) -> Error {
    Error::Backend(error.to_string())
}

//! The one connection that asks how the database stands, and how pools are used.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use sea_orm::{
    DatabaseConnection,
    sqlx::{self, PgPool},
};

use crate::clock::ServerTime;

/// For nothing but the question whether there is an answer, and how the server stands.
#[derive(Clone)]
pub enum Pulse {
    /// A file of this machine.
    Sqlite(DatabaseConnection),
    /// A server, or several.
    Postgres {
        /// One connection.
        pool: PgPool,
        /// What time it has.
        time: Arc<ServerTime>,
        /// Whether commits wait for a server that stands by, and none does, when somebody last looked.
        alone: Arc<AtomicBool>,
        /// The address names several servers.
        several: bool,
        /// Whoever looks after the pools does so while somebody has this.
        _in_use: Arc<()>,
    },
}

/// The connections of a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Connections {
    /// At most.
    pub most: u32,
    /// Open.
    pub open: u32,
    /// Held by somebody.
    pub in_use: u32,
}

impl Pulse {
    /// True while commits wait for a server that does not stand by.
    pub fn is_alone(&self) -> bool {
        matches!(self, Self::Postgres { alone, .. } if alone.load(Ordering::Relaxed))
    }

    /// How it is used.
    pub fn connections(&self) -> Connections {
        match self {
            Self::Sqlite(pool) => Connections::of(pool.get_sqlite_connection_pool()),
            Self::Postgres { pool, .. } => Connections::of(pool),
        }
    }
}

impl Connections {
    /// Those of a pool.
    pub(super) fn of<D: sqlx::Database>(pool: &sqlx::Pool<D>) -> Self {
        let open = pool.size();
        let idle = u32::try_from(pool.num_idle()).unwrap_or(u32::MAX);
        Self { most: pool.options().get_max_connections(), open, in_use: open.saturating_sub(idle) }
    }
}

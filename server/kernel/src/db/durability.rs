//! How commits that acknowledge an order reach the disk (R25), and whether they outlive the machine.

use anyhow::Context;
use sea_orm::{ConnectionTrait, DbBackend, Statement};

use super::{
    Db,
    postgres::{READ_URL, compared},
    pulse::Pulse,
};

/// Tables that the role may not read and write, a few of them by name.
const REFUSED_TABLES: &str = "SELECT coalesce(string_agg(name, ', '), '') FROM (SELECT c.relname::text AS name FROM pg_class c \
     WHERE c.relkind = 'r' AND c.relnamespace = to_regnamespace(current_schema()) \
     AND NOT (has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT') \
     AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE')) ORDER BY 1 LIMIT 5) AS refused";

impl Db {
    async fn setting(&self, question: &str) -> anyhow::Result<String> {
        let statement = Statement::from_string(self.backend(), question);
        let row = self.direct.query_one_raw(statement).await?.context("no answer")?;
        Ok(row.try_get_by_index::<String>(0).or_else(|_| row.try_get_by_index::<i64>(0).map(|n| n.to_string()))?)
    }

    /// Tells how commits that acknowledge an order reach the disk; an error when they might not.
    pub async fn check_durability(&self) -> anyhow::Result<String> {
        if self.backend() == DbBackend::Sqlite {
            let journal = self.setting("PRAGMA journal_mode").await?;
            let synchronous = self.setting("PRAGMA synchronous").await?;
            anyhow::ensure!(synchronous == "2", "synchronous is {synchronous}, not FULL (2)");
            if self.turn.is_none() && journal != "wal" {
                // Looked at while nobody has it open: whoever opens it to write switches it.
                return Ok("SQLite, WAL from its start on, synchronous=FULL for orders".to_owned());
            }
            anyhow::ensure!(journal == "wal", "journal_mode is {journal}, not wal");
            return Ok("SQLite, WAL, synchronous=FULL for orders".to_owned());
        }
        let commit = self.setting("SHOW synchronous_commit").await?;
        let fsync = self.setting("SHOW fsync").await?;
        anyhow::ensure!(["on", "remote_apply"].contains(&commit.as_str()), "synchronous_commit is {commit}, not on");
        anyhow::ensure!(fsync == "on", "fsync is {fsync}, not on");
        Ok(format!("PostgreSQL, synchronous_commit={commit}, fsync={fsync}"))
    }

    /// Tells whether the server has room for the connections that this node may open; an error when it has not. Behind a pooler
    /// they are the pooler's.
    pub async fn check_room(&self) -> anyhow::Result<Option<String>> {
        if self.backend() == DbBackend::Sqlite || self.reader.in_transactions {
            return Ok(None);
        }
        let own: u32 = self.pools().iter().map(|(_, pool)| pool.most).sum();
        let taken = self.setting("SHOW max_connections").await?;
        let most = taken.parse::<u32>().with_context(|| format!("max_connections is {taken}"))?;
        room(own, most).map(Some)
    }

    /// An error where the role may not read and write all tables of the store: it can be connected to, and nothing ordered.
    /// Nothing for a file.
    pub async fn check_rights(&self) -> anyhow::Result<()> {
        if self.backend() == DbBackend::Sqlite {
            return Ok(());
        }
        let refused = self.setting(REFUSED_TABLES).await?;
        anyhow::ensure!(refused.is_empty(), "the role may not read and write everything: {refused}");
        Ok(())
    }

    /// Tells whether the server that lists are read from follows; nothing where there is none, an error when it does not.
    pub async fn check_follower(&self) -> anyhow::Result<Option<String>> {
        let Some(following) = &self.late.following else { return Ok(None) };
        let ask = Statement::from_string(DbBackend::Postgres, "SELECT pg_is_in_recovery()");
        let row = following.reader.query_one_raw(ask).await?.context("no answer")?;
        let follows: bool = row.try_get_by_index(0)?;
        anyhow::ensure!(
            follows,
            "the server of DATABASE_READ_URL follows nobody: lists are read where they are written"
        );
        if let Pulse::Postgres { pool, .. } = &self.pulse {
            let other = following.reader.pool.get_postgres_connection_pool();
            compared(READ_URL, pool, other).await.map_err(anyhow::Error::msg)?;
        }
        Ok(Some("lists and sums are read from a server that follows, at most 5 seconds late".to_owned()))
    }

    /// Tells whether another server has an order before it is acknowledged; an error when servers stand by and none of them
    /// has to, or one has to and none stands by. Nothing for a file.
    pub async fn check_standby(&self) -> anyhow::Result<Option<String>> {
        if self.backend() == DbBackend::Sqlite {
            return Ok(None);
        }
        let names = self.setting("SHOW synchronous_standby_names").await?;
        let standing_by = self.setting("SELECT COUNT(*) FROM pg_stat_replication").await?;
        standby(&names, standing_by != "0", self.has_several_servers()).map(Some)
    }
}

/// Whether so many connections are within what a server takes from all nodes together.
fn room(own: u32, most: u32) -> anyhow::Result<String> {
    anyhow::ensure!(
        own <= most,
        "this node may open {own}, and the server takes {most} of all nodes (max_connections)"
    );
    Ok(format!("this node may open {own} of the {most} that the server takes"))
}

/// What `synchronous_standby_names` means where a server stands by or none does, and where the address names several.
fn standby(names: &str, stands_by: bool, several: bool) -> anyhow::Result<String> {
    if names.is_empty() {
        anyhow::ensure!(
            !stands_by && !several,
            "synchronous_standby_names is empty: what was acknowledged last is lost when a standby takes over"
        );
        return Ok("one server without a standby: what it acknowledged is as safe as its disk".to_owned());
    }
    anyhow::ensure!(
        stands_by,
        "no server stands by, and synchronous_standby_names={names}: no order is acknowledged until one does"
    );
    Ok(format!("an order is acknowledged once a standby has it: synchronous_standby_names={names}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_fits_where_the_server_takes_all_of_its_connections() {
        assert!(room(25, 25).is_ok() && room(26, 25).is_err());
    }

    #[test]
    fn an_order_is_safe_where_a_standby_has_it_and_where_nothing_takes_over() {
        let holds = |names, stands_by, several| standby(names, stands_by, several).is_ok();
        assert!(holds("", false, false) && holds("one", true, false) && holds("one", true, true));
        assert!(!holds("", true, false) && !holds("", false, true));
        assert!(!holds("one", false, false) && !holds("one", false, true));
    }
}

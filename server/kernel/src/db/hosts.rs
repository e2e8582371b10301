//! Where a PostgreSQL database lies: one server, or several of which one may be written, as after a failover
//! (`postgres://user@one,two:5433,three/store`). The driver knows one server; here the list is read, and the one that may
//! be written is looked for.

use std::time::Duration;

use futures_util::{FutureExt, future::select_ok};
use sea_orm::{
    DbErr, RuntimeErr,
    sqlx::{self, Connection, PgConnection, Row, postgres::PgConnectOptions},
};

/// For a server to say whether it may be written.
const ASKED_FOR: Duration = Duration::from_secs(2);

/// What a server says of itself, asked past every cache and without preparing anything.
pub const STANDING: &str = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint::text AS now, \
                            current_setting('transaction_read_only') AS read_only, \
                            (current_setting('synchronous_standby_names') <> '' AND NOT EXISTS \
                            (SELECT FROM pg_stat_replication))::text AS alone";

/// How a server stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Its time: microseconds since 1970.
    pub now: i64,
    /// It follows another one, or was told to be only read.
    pub read_only: bool,
    /// What is to be lasting waits for a server that stands by, and none does.
    pub alone: bool,
}

impl Standing {
    /// Reads the answer to [`STANDING`].
    pub fn of(row: &sqlx::postgres::PgRow) -> Result<Self, sqlx::Error> {
        let now = row.try_get::<String, _>("now")?.parse().map_err(|error| sqlx::Error::Decode(Box::new(error)))?;
        let is = |name: &str, wanted: &str| row.try_get::<String, _>(name).map(|told| told == wanted);
        Ok(Self { now, read_only: is("read_only", "on")?, alone: is("alone", "true")? })
    }
}

fn wrong(why: String) -> DbErr {
    DbErr::Conn(RuntimeErr::Internal(why))
}

/// The addresses of an address with several servers, one each; of any other one itself.
pub fn each(url: &str) -> Result<Vec<String>, DbErr> {
    let Some((scheme, rest)) = url.split_once("://") else {
        return Err(wrong("the address of the database has no scheme".to_owned()));
    };
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (servers, tail) = rest.split_at(end);
    let (who, servers) = servers.rsplit_once('@').map_or(("", servers), |(who, servers)| (who, servers));
    let who = if who.is_empty() { String::new() } else { [who, "@"].concat() };
    let tail = without_target(tail)?;
    Ok(servers.split(',').map(|server| [scheme, "://", &who, server, &tail].concat()).collect())
}

/// What is wanted of the servers is always the one that may be written; the driver does not know the word.
fn without_target(tail: &str) -> Result<String, DbErr> {
    const WORD: &str = "target_session_attrs";
    let Some((path, query)) = tail.split_once('?') else { return Ok(tail.to_owned()) };
    let mut kept = Vec::new();
    for pair in query.split('&') {
        match pair.split_once('=') {
            Some((WORD, "read-write" | "primary")) => {}
            Some((WORD, other)) => {
                let told = "target_session_attrs is read-write or primary: the store writes, and ";
                return Err(wrong([told, other, " is something else"].concat()));
            }
            _ => kept.push(pair),
        }
    }
    Ok(if kept.is_empty() { path.to_owned() } else { [path, "?", &kept.join("&")].concat() })
}

/// The first server that says it may be written, by its place in the list. An error when none does.
pub async fn writable(servers: &[PgConnectOptions]) -> Result<(usize, Standing), sqlx::Error> {
    let asked = servers.iter().enumerate().map(|(place, server)| {
        async move {
            let asked = tokio::time::timeout(ASKED_FOR, ask(server)).await;
            let standing = asked.unwrap_or(Err(sqlx::Error::PoolTimedOut))?;
            if standing.read_only {
                let why = "none of the database's servers may be written";
                return Err(sqlx::Error::Io(std::io::Error::other(why)));
            }
            Ok((place, standing))
        }
        .boxed()
    });
    select_ok(asked).await.map(|(found, _)| found)
}

async fn ask(server: &PgConnectOptions) -> Result<Standing, sqlx::Error> {
    let mut connection = PgConnection::connect_with(server).await?;
    let row = sqlx::raw_sql(STANDING).fetch_one(&mut connection).await?;
    // Nobody waits for its goodbye.
    drop(connection);
    Standing::of(&row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_one_server_or_several() {
        let one = "postgres://team:s3cret@db.example:5433/store?sslmode=require";
        assert_eq!(each(one).unwrap(), [one]);
        assert_eq!(each("postgres://db.example").unwrap(), ["postgres://db.example"]);
        let several =
            "postgres://team:s,3@one,two:5433,[::1]:5434/store?sslmode=require&target_session_attrs=read-write";
        assert_eq!(
            each(several).unwrap(),
            [
                "postgres://team:s,3@one/store?sslmode=require",
                "postgres://team:s,3@two:5433/store?sslmode=require",
                "postgres://team:s,3@[::1]:5434/store?sslmode=require",
            ]
        );
        assert_eq!(each("postgres://one,two/store?target_session_attrs=primary").unwrap()[1], "postgres://two/store");
        assert_eq!(each("postgres://one,two?sslmode=disable").unwrap()[1], "postgres://two?sslmode=disable");
        let refused = each("postgres://one,two/store?target_session_attrs=any").unwrap_err();
        assert!(refused.to_string().contains("any is something else"), "{refused}");
    }
}

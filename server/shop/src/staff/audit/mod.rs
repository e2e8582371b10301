//! The audit log: who did what to which thing, written in the transaction of the act itself, each row chained to the one
//! before by its hash. A row that was changed, taken out or put in later breaks the chain. Not here: who may read it.

pub mod reading;
pub mod store;

use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};
use fieldhouse_core::{account::device::network_of, brand::Site};
use fieldhouse_kernel::{
    db::WriteTx,
    http::{address::ClientAddress, request_id::RequestId},
};
use sea_orm::{ConnectionTrait, DbErr};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::env::Env;
pub use store::EntryRow;

/// What the first row stands on.
pub const FIRST_HASH: &str = "0000000000000000000000000000000000000000000000000000000000000000";
/// Stands where a secret was.
const MASKED: &str = "***";
/// What is never written, wherever it lies in what was before and after: parts of names, lower-cased.
const SECRET: [&str; 9] =
    ["password", "secret", "token", "hash", "recovery", "totp", "passkey", "cardnumber", "card_number"];

/// What sort of somebody did it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActorKind {
    /// Somebody who works for the store.
    Staff,
    /// A program, by its key.
    Key,
    /// The store itself: a clock, a command.
    System,
    /// Somebody who buys.
    Customer,
}

impl ActorKind {
    /// As it is stored and sent.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Staff => "staff",
            Self::Key => "key",
            Self::System => "system",
            Self::Customer => "customer",
        }
    }
}

/// Who did it, and from where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// What sort of somebody.
    pub kind: ActorKind,
    /// Their id; of the store itself, what of it: `command`, `erp`.
    pub id: String,
    /// Their name at the time.
    pub name: String,
    /// The customer in whose name; empty for one's own.
    pub on_behalf_of: String,
    /// The session's id; empty without one.
    pub session: String,
    /// The network it came from, cut; empty without one.
    pub network: String,
    /// The request's id, which the log has too; empty without one.
    pub request_id: String,
}

impl Actor {
    /// The store itself: `part` is what of it acts.
    pub fn system(part: &str) -> Self {
        let empty = String::new;
        Self {
            kind: ActorKind::System,
            id: part.to_owned(),
            name: part.to_owned(),
            on_behalf_of: empty(),
            session: empty(),
            network: empty(),
            request_id: empty(),
        }
    }

    /// A customer who acts for themselves.
    pub fn customer(id: &str, name: &str, at: &Origin) -> Self {
        Self { kind: ActorKind::Customer, id: id.to_owned(), name: name.to_owned(), ..Self::at(at) }
    }

    pub(super) fn at(at: &Origin) -> Self {
        Self { network: at.network.clone(), request_id: at.request_id.clone(), ..Self::system("") }
    }
}

/// Where a request comes from, as far as the log keeps it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    /// The network, cut.
    pub network: String,
    /// The request's id.
    pub request_id: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Origin
where
    Env: FromRef<S>,
{
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let env = Env::from_ref(state);
        let address = ClientAddress::of(&parts.headers, &parts.extensions, env.config.proxies);
        let request_id = parts.extensions.get::<RequestId>().map(|id| id.0.to_string()).unwrap_or_default();
        Ok(Self { network: network_of(address.0), request_id })
    }
}

/// One act, before it is written.
#[derive(Debug, Clone)]
pub struct Entry<'a> {
    /// Who.
    pub actor: &'a Actor,
    /// What was done: a thing, a dot, a verb in the past: `order.held`.
    pub action: &'a str,
    /// What sort of thing it was done to, and its id.
    pub subject: (&'a str, &'a str),
    /// Of which brand; none for what belongs to the whole store.
    pub site: Option<Site>,
    /// What of it was so before; null where there was nothing.
    pub before: Value,
    /// What is so now; null where nothing is left.
    pub after: Value,
    /// In the actor's words; empty without.
    pub reason: &'a str,
}

impl<'a> Entry<'a> {
    /// An act of somebody at a thing: `(kind, id)`.
    pub const fn new(actor: &'a Actor, action: &'a str, subject: (&'a str, &'a str)) -> Self {
        Self { actor, action, subject, site: None, before: Value::Null, after: Value::Null, reason: "" }
    }

    /// At a brand.
    #[must_use]
    pub const fn at(mut self, site: Site) -> Self {
        self.site = Some(site);
        self
    }

    /// What changed; secrets are masked.
    #[must_use]
    pub fn changed(mut self, before: Value, after: Value) -> Self {
        (self.before, self.after) = (before, after);
        self
    }

    /// Why.
    #[must_use]
    pub const fn because(mut self, reason: &'a str) -> Self {
        self.reason = reason;
        self
    }
}

/// Writes an act into the log, within its own transaction. The last thing before the commit: until then nobody else's act
/// can be written, as its row stands on this one.
pub async fn append(env: &Env, tx: &WriteTx, entry: &Entry<'_>) -> Result<(), DbErr> {
    let (seq, previous_hash) = store::hold_head(tx).await?;
    let Entry { actor, action, subject: (subject_kind, subject_id), site, before, after, reason } = entry;
    let text = |text: &&str| (*text).to_owned();
    let mut row = EntryRow {
        seq,
        id: env.ids.random().to_string(),
        at: env.clock.millis(),
        actor_kind: actor.kind.key().to_owned(),
        actor_id: actor.id.clone(),
        actor_name: actor.name.clone(),
        on_behalf_of: actor.on_behalf_of.clone(),
        session: actor.session.clone(),
        network: actor.network.clone(),
        action: text(action),
        subject_kind: text(subject_kind),
        subject_id: text(subject_id),
        site: site.map(Site::key).unwrap_or_default().to_owned(),
        before: masked(before.clone()).to_string(),
        after: masked(after.clone()).to_string(),
        reason: text(reason),
        request_id: actor.request_id.clone(),
        previous_hash,
        hash: String::new(),
    };
    row.hash = row.computed_hash();
    store::write_head(tx, &row.hash).await?;
    store::insert_entry(tx, row).await
}

impl EntryRow {
    /// The hash that its columns make: SHA-256 over them as one JSON array, in the order of the table.
    pub fn computed_hash(&self) -> String {
        let columns = serde_json::json!([
            self.seq,
            self.id,
            self.at,
            self.actor_kind,
            self.actor_id,
            self.actor_name,
            self.on_behalf_of,
            self.session,
            self.network,
            self.action,
            self.subject_kind,
            self.subject_id,
            self.site,
            self.before,
            self.after,
            self.reason,
            self.request_id,
            self.previous_hash,
        ]);
        let mut text = String::with_capacity(64);
        for byte in Sha256::digest(columns.to_string().as_bytes()) {
            text.push(hex(byte >> 4));
            text.push(hex(byte & 15));
        }
        text
    }
}

fn hex(digit: u8) -> char {
    char::from_digit(digit.into(), 16).unwrap_or('0')
}

/// The same without its secrets.
fn masked(value: Value) -> Value {
    match value {
        Value::Object(fields) => Value::Object(
            fields
                .into_iter()
                .map(|(name, value)| {
                    let lower = name.to_lowercase();
                    let secret = SECRET.iter().any(|part| lower.contains(part));
                    let value = if secret && !value.is_null() { MASKED.into() } else { masked(value) };
                    (name, value)
                })
                .collect(),
        ),
        Value::Array(values) => Value::Array(values.into_iter().map(masked).collect()),
        other => other,
    }
}

/// What a look through the whole chain found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verified {
    /// So many rows, each on the one before, up to the head.
    Whole {
        /// Rows.
        rows: u64,
        /// The hash of the last one: whoever noted it elsewhere can tell later that nothing before it changed.
        head: String,
    },
    /// The first row that is not what was written.
    Broken {
        /// Its place.
        seq: i64,
        /// What is wrong with it.
        why: &'static str,
    },
}

/// Rows read at once.
const PAGE: u64 = 1000;

/// Looks through the whole chain and names the first row that is not what was written.
pub async fn verify(db: &impl ConnectionTrait) -> Result<Verified, DbErr> {
    let head = store::load_head(db).await?;
    let (mut last, mut hash, mut rows) = (head.pruned_seq, head.pruned_hash, 0_u64);
    loop {
        let page = store::list_from(db, last, PAGE).await?;
        let is_end = page.is_empty();
        for row in page {
            let expected = last.saturating_add(1);
            if row.seq != expected {
                return Ok(Verified::Broken { seq: expected, why: "it is missing" });
            }
            if row.previous_hash != hash {
                return Ok(Verified::Broken { seq: row.seq, why: "it does not stand on the one before" });
            }
            if row.hash != row.computed_hash() {
                return Ok(Verified::Broken { seq: row.seq, why: "it is not what was written" });
            }
            (last, hash, rows) = (row.seq, row.hash, rows.saturating_add(1));
        }
        if is_end {
            break;
        }
    }
    if last != head.seq {
        return Ok(Verified::Broken { seq: last.saturating_add(1), why: "it is missing" });
    }
    if hash != head.hash {
        return Ok(Verified::Broken { seq: last, why: "it is not the one that was written last" });
    }
    Ok(Verified::Whole { rows, head: hash })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn secrets_are_masked_however_deep_they_lie() {
        let told = json!({"email": "a@b.co", "passwordHash": "x", "keys": [{"name": "erp", "clientSecret": "y"}], "token": null});
        let expected = json!({"email": "a@b.co", "passwordHash": "***", "keys": [{"name": "erp", "clientSecret": "***"}], "token": null});
        assert_eq!(masked(told), expected);
    }
}

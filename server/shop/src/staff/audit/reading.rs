//! Reading the audit log: by page, by filter, and all of it as a file. Who may not read everybody's acts reads their own.

use fieldhouse_core::{brand::Site, staff::Permission};
use fieldhouse_kernel::{db::WriteTx, failure::Failure};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    Actor, Entry, EntryRow, append,
    store::{self, Wanted},
};
use crate::{env::Env, staff::StaffMember};

/// Rows a page, unless fewer are asked for.
const PAGE: u64 = 50;
const LARGEST_PAGE: u64 = 200;

/// Which rows.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// Rows before this one: `next` of the page before.
    pub before: Option<i64>,
    /// How many, 200 at most.
    pub limit: Option<u64>,
    /// Of whom: an id.
    pub actor: Option<String>,
    /// What was done: `staff.invited`.
    pub action: Option<String>,
    /// To what sort of thing.
    pub subject_kind: Option<String>,
    /// To which.
    pub subject_id: Option<String>,
    /// At which brand.
    pub site: Option<Site>,
    /// Not before, milliseconds since 1970.
    pub from: Option<i64>,
    /// Before, milliseconds since 1970.
    pub to: Option<i64>,
}

/// A row.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntryView {
    /// Place in the chain.
    pub seq: i64,
    /// Id.
    pub id: String,
    /// Milliseconds since 1970.
    pub at: i64,
    /// `staff`, `key`, `system` or `customer`.
    pub actor_kind: String,
    /// Who.
    pub actor_id: String,
    /// Their name at the time.
    pub actor_name: String,
    /// In whose name; empty for one's own.
    pub on_behalf_of: String,
    /// Session.
    pub session: String,
    /// Network, cut.
    pub network: String,
    /// What was done.
    pub action: String,
    /// To what sort of thing.
    pub subject_kind: String,
    /// To which.
    pub subject_id: String,
    /// Of which brand; empty for the whole store.
    pub site: String,
    /// What was so before.
    #[schema(value_type = Object)]
    pub before: Value,
    /// What is so since.
    #[schema(value_type = Object)]
    pub after: Value,
    /// Why.
    pub reason: String,
    /// Of the request.
    pub request_id: String,
    /// Of the row before.
    pub previous_hash: String,
    /// Of this row.
    pub hash: String,
}

impl From<EntryRow> for EntryView {
    fn from(row: EntryRow) -> Self {
        let json = |text: &str| serde_json::from_str(text).unwrap_or_default();
        Self {
            before: json(&row.before),
            after: json(&row.after),
            seq: row.seq,
            id: row.id,
            at: row.at,
            actor_kind: row.actor_kind,
            actor_id: row.actor_id,
            actor_name: row.actor_name,
            on_behalf_of: row.on_behalf_of,
            session: row.session,
            network: row.network,
            action: row.action,
            subject_kind: row.subject_kind,
            subject_id: row.subject_id,
            site: row.site,
            reason: row.reason,
            request_id: row.request_id,
            previous_hash: row.previous_hash,
            hash: row.hash,
        }
    }
}

/// What amounts are called in an act's facts.
const AMOUNTS: [&str; 5] = ["total", "amount", "discount", "changes", "sums"];

impl EntryView {
    /// The same for who sees no amounts.
    fn without_amounts(self) -> Self {
        Self { before: unpriced(self.before), after: unpriced(self.after), ..self }
    }
}

fn unpriced(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let told = fields.into_iter().filter(|(name, _)| !AMOUNTS.contains(&name.as_str()));
            Value::Object(told.map(|(name, value)| (name, unpriced(value))).collect())
        }
        Value::Array(values) => Value::Array(values.into_iter().map(unpriced).collect()),
        value => value,
    }
}

/// A page, the newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AuditView {
    /// Rows.
    pub entries: Vec<EntryView>,
    /// `before` of the next page; absent after the last one.
    pub next: Option<i64>,
}

/// A page of what somebody may read.
pub async fn list(env: &Env, by: &StaffMember, query: AuditQuery) -> Result<AuditView, Failure> {
    let limit = query.limit.unwrap_or(PAGE).clamp(1, LARGEST_PAGE);
    let own = !by.grants.may_everywhere(Permission::AuditView);
    let wanted = Wanted {
        before: query.before,
        only: own.then(|| by.id.clone()),
        actor: query.actor,
        action: query.action,
        subject_kind: query.subject_kind,
        subject_id: query.subject_id,
        site: query.site.map(|site| site.key().to_owned()),
        from: query.from,
        to: query.to,
    };
    let mut rows = store::list_entries(env.db.late(), &wanted, limit.saturating_add(1)).await?;
    let more = rows.len() > usize::try_from(limit).map_err(Failure::internal)?;
    if more {
        rows.pop();
    }
    let next = rows.last().filter(|_| more).map(|row| row.seq);
    let view = |row: EntryRow| {
        let sees = match Site::parse(&row.site) {
            Some(site) => by.grants.may(Permission::AmountsView, site),
            None => by.grants.may_everywhere(Permission::AmountsView),
        };
        let view = EntryView::from(row);
        if sees { view } else { view.without_amounts() }
    };
    Ok(AuditView { entries: rows.into_iter().map(view).collect(), next })
}

/// Writes down that somebody takes the whole log along; up to which row it is.
pub async fn begin_export(env: &Env, by: &StaffMember) -> Result<i64, Failure> {
    let tx = env.db.write_durable().await?;
    let now = by.still(&tx).await?;
    now.require_somewhere(Permission::AuditExport)?;
    now.require_fresh()?;
    Ok(export_as(env, tx, &now.actor()).await?)
}

/// The same for whoever has the machine.
pub async fn begin_export_by_command(env: &Env) -> Result<i64, DbErr> {
    export_as(env, env.db.write_durable().await?, &Actor::system("command line")).await
}

async fn export_as(env: &Env, tx: WriteTx, actor: &Actor) -> Result<i64, DbErr> {
    let upto = store::load_head(&*tx).await?.seq;
    let entry = Entry::new(actor, "audit.exported", ("audit", "log"));
    append(env, &tx, &entry.changed(json!(null), json!({"rows": upto}))).await?;
    tx.commit().await?;
    Ok(upto)
}

/// Rows behind `after` up to `upto` as JSON lines, and the last of them; nothing after the last one.
pub async fn lines(env: &Env, after: i64, upto: i64) -> anyhow::Result<Option<(String, i64)>> {
    let rows = store::list_from(env.db.read(), after, super::PAGE).await?;
    let mut text = String::new();
    let mut last = None;
    for row in rows.into_iter().filter(|row| row.seq <= upto) {
        last = Some(row.seq);
        text.push_str(&serde_json::to_string(&EntryView::from(row))?);
        text.push('\n');
    }
    Ok(last.map(|last| (text, last)))
}

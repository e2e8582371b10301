//! Letters and messages to systems upstream that did not go out, as the desk sees them: read, tried again, dropped (R80).

use std::collections::{BTreeSet, HashMap};

use fieldhouse_core::{brand::Site, staff::Permission};
use fieldhouse_kernel::{
    db::keyset::{cut, read_place},
    failure::Failure,
    jobs::{self, Job, State},
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{
    buying::orders::store::find_orders,
    env::{Env, time},
    mail,
    staff::{
        StaffMember,
        audit::{self, Entry},
    },
    state::AppState,
};

/// Jobs of a page.
const PAGE: usize = 50;

/// What the list is asked for, as the address has it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct JobsAsk {
    /// `parked`, `held` or `waiting`; parked without it.
    pub state: String,
    /// Where the page begins, as the page before said.
    pub after: String,
}

/// How many stand so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct JobCountView {
    /// `parked`, `held` or `waiting`.
    pub state: String,
    /// How many.
    pub jobs: u64,
}

/// The order that something is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct JobOrderView {
    /// Order id.
    pub id: String,
    /// Its number.
    pub number: String,
}

/// A letter or a message that is not done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobView {
    /// Id.
    pub id: String,
    /// Whose work it is.
    pub queue: String,
    /// What it is.
    pub kind: String,
    /// Site key.
    pub site: String,
    /// The order that it is about, when it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<JobOrderView>,
    /// Who the letter is for, when it is one, for who may see customers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// When it was left, RFC 3339.
    pub created_at: String,
    /// Since when it stands so, RFC 3339.
    pub since: String,
    /// Times it was tried in vain.
    pub attempts: i64,
    /// Why the last try went wrong.
    pub reason: String,
}

/// A page of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobsView {
    /// The newest first.
    pub jobs: Vec<JobView>,
    /// How many stand how.
    pub counts: Vec<JobCountView>,
    /// Where the next page begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A page of what is not done.
pub async fn list(env: &Env, member: &StaffMember, ask: &JobsAsk) -> Result<JobsView, Failure> {
    let state = if ask.state.is_empty() { Some(State::Parked) } else { State::parse(&ask.state) };
    let state = state.filter(|state| *state != State::Done);
    let state = state.ok_or_else(|| Failure::malformed("There is no such state."))?;
    let after = read_place(&ask.after)?;
    let db = env.db.read();
    let limit = u64::try_from(PAGE.saturating_add(1)).map_err(Failure::internal)?;
    let mut rows = jobs::list_after(db, state, after.as_ref(), limit).await?;
    let next = cut(&mut rows, PAGE, |row| (row.state_at, &row.id));
    let subjects: BTreeSet<_> = rows.iter().map(about).filter(|subject| !subject.is_empty()).collect();
    let orders = find_orders(db, subjects.into_iter().map(str::to_owned).collect()).await?;
    let numbers: HashMap<_, _> = orders.into_iter().map(|order| (order.id, order.number)).collect();
    let all = jobs::counts(db).await?;
    let counts = [State::Parked, State::Held, State::Waiting].map(|state| {
        let jobs = all.iter().filter(|count| count.state == state).map(|count| count.jobs).sum();
        JobCountView { state: state.key().to_owned(), jobs }
    });
    Ok(JobsView {
        jobs: rows.into_iter().map(|row| view(member, row, &numbers)).collect::<Result<_, _>>()?,
        counts: counts.to_vec(),
        next,
    })
}

/// A text whose words that have an e-mail in them are left out.
fn without_emails(text: &str) -> String {
    let words = text.split(' ').map(|word| if word.contains('@') { "(an address)" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

/// The id of the order that a job is about, if it is about one.
fn about(job: &Job) -> &str {
    if job.queue == mail::LETTERS.name { mail::order_of(job) } else { &job.subject }
}

fn view(member: &StaffMember, job: Job, numbers: &HashMap<String, String>) -> Result<JobView, Failure> {
    let site = Site::parse(&job.site);
    let may = |permission| site.is_some_and(|site| member.grants.may(permission, site));
    let id = about(&job);
    let number = numbers.get(id).filter(|_| may(Permission::OrdersView));
    let order = number.map(|number| JobOrderView { id: id.to_owned(), number: number.clone() });
    let sees_customers = may(Permission::CustomersView);
    // A mail server names in its answer whom it refuses.
    let reason = if sees_customers { job.last_error } else { without_emails(&job.last_error) };
    let to = (job.queue == mail::LETTERS.name && sees_customers).then_some(job.payload);
    Ok(JobView {
        order,
        to,
        created_at: time(job.created_at)?,
        since: time(job.state_at)?,
        id: job.id,
        queue: job.queue,
        kind: job.kind,
        site: job.site,
        attempts: job.attempts,
        reason,
    })
}

/// Puts a parked or held job back on its way, or takes it out for good.
pub async fn settle(state: &AppState, member: &StaffMember, id: &str, again: bool) -> Result<JobsView, Failure> {
    let tx = state.db.write_durable().await?;
    let member = member.still(&tx).await?;
    member.require_somewhere(Permission::JobsRetry)?;
    let job = jobs::find_job(&*tx, id).await?.ok_or_else(Failure::not_found)?;
    let settled = if again {
        jobs::retry_within(&tx, id, state.clock.millis()).await?
    } else {
        jobs::drop_within(&tx, id).await?
    };
    if !settled {
        return Err(Failure::not_found());
    }
    let actor = member.actor();
    let before = json!({"queue": job.queue, "kind": job.kind, "state": job.state, "reason": job.last_error});
    let after = json!({"state": if again { State::Waiting.key() } else { "dropped" }});
    let action = if again { "job.retried" } else { "job.dropped" };
    audit::append(state, &tx, &Entry::new(&actor, action, ("job", id)).changed(before, after)).await?;
    tx.commit().await?;
    state.bell.ring();
    list(state, &member, &JobsAsk { state: job.state, after: String::new() }).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whom_a_server_refused_is_left_out_and_why_is_not() {
        let said = without_emails("the server said (550): 5.1.1 <director@demo.example>: unknown");
        assert_eq!(said, "the server said (550): 5.1.1 (an address) unknown");
    }
}

//! A buyer's own cancelling: all of an order that nobody works on yet. Not here: what staff cancel (`desk`).

use fieldhouse_core::{
    checkout::OrderView,
    money::Cents,
    orders::{
        acts::{PieceMove, all_open, plan},
        buyers::{CancelOwnDraft, check_own_cancel},
        ledger::Ledger,
        note::parse_remark,
        refund::credited,
    },
};
use fieldhouse_kernel::{db::WriteTx, failure::Failure, jobs};
use sea_orm::{ConnectionTrait, DbErr};
use serde_json::json;

use super::{
    approvals,
    credits::{credits, store::list_refunds},
    export::{ORDERS, REDEMPTIONS},
    progress::{Acting, PLACED},
    store::{OrderRow, find_order, hold_order},
    told,
};
use crate::{
    buying::certificates::source::Certificates,
    events::{Doer, EventKind},
    idempotency::{IdempotencyKey, StoredResponse},
    mail::{self, LetterKind},
    people::account::store::find_customer,
    session::Visitor,
    state::AppState,
};

/// Cancels an order of the visitor as they saw it. Its pieces will not be shipped, its certificates can be used again, and no
/// other system ever hears of it.
pub async fn cancel(
    state: &AppState,
    visitor: &Visitor,
    (id, draft): (&str, &CancelOwnDraft),
    keyed: Option<&IdempotencyKey>,
) -> Result<StoredResponse, Failure> {
    let known = visitor.known().await?.ok_or_else(Failure::not_found)?;
    let site = visitor.site;
    find_order(state.db.read(), known, site.key(), id).await?.ok_or_else(Failure::not_found)?;
    let note = parse_remark(&draft.note, "note").map_err(|error| Failure::broken(vec![error]))?;
    let _turn = keyed.map(|keyed| state.running.start(known, keyed)).transpose()?;
    let by = match visitor.customer().await? {
        Some(customer) => {
            let row = find_customer(state.db.read(), customer).await?.ok_or_else(Failure::not_found)?;
            Doer::customer(&row.id, [row.first_name.as_str(), &row.last_name].join(" "))
        }
        None => Doer::buyer(&known.to_string()),
    };
    let tx = state.db.write_durable_for([id.to_owned()]).await?;
    if let Some(keyed) = keyed
        && let Some(kept) = keyed.find(&*tx, known).await?
    {
        tx.commit_seen().await?;
        return Ok(kept);
    }
    let order = hold_order(&tx, id).await?.filter(|order| order.visitor == known.to_string());
    let order = order.ok_or_else(Failure::not_found)?;
    let mut acting = Acting::begin(state, &tx, (order, by), Some(draft.version)).await?;
    // Whoever gave something back has to be asked what becomes of it.
    let given = credited(&credits(&list_refunds(&*tx, id).await?)) > Cents::ZERO;
    let handed_over = given || is_handed_over(state, &*tx, &acting.order).await?;
    if let Some(refusal) = check_own_cancel(acting.order.state(), handed_over) {
        return Err(Failure::broken(vec![refusal]));
    }
    recall(state, &tx, &acting.order).await?;
    let lines = acting.lines().await?;
    let all = all_open(lines, Ledger::outstanding);
    let plan = plan(lines, PieceMove::Cancel, &all);
    if !plan.errors.is_empty() {
        return Err(Failure::broken(plan.errors));
    }
    acting.append(&plan.entries, plan.sums)?;
    let seq = acting
        .finish(EventKind::OrderCancelled, &json!({"label": "The buyer canceled it", "note": note, "own": true}))
        .await?;
    let order = acting.order.clone();
    mail::leave_about(state, &tx, *order.site, (LetterKind::OrderCancelled, &order.email), (&order.id, seq)).await?;
    let approval = approvals::of_order(&*tx, id).await?;
    let answer: OrderView = told::whole_in(state, &*tx, order, approval, true).await?;
    let answer = StoredResponse::done(&answer)?;
    if let Some(keyed) = keyed {
        keyed.keep(&tx, known, state.clock.millis(), &answer).await?;
    }
    tx.commit().await?;
    state.bell.ring();
    Ok(answer)
}

/// The queues that tell other systems of an order, as far as it is told to any.
fn told_by(state: &AppState, order: &OrderRow) -> impl Iterator<Item = &'static str> {
    let released = order.released_at.is_some();
    let erp = released && state.erp_orders.is_some();
    let service = matches!(state.certificates, Certificates::Service(_));
    let redeemed = released && service && *order.certificate_cents > Cents::ZERO;
    [erp.then_some(ORDERS.name), redeemed.then_some(REDEMPTIONS.name)].into_iter().flatten()
}

/// Whether another system has an order, or may have it: only a message that nobody ever tried to send is surely not there.
pub async fn is_handed_over(state: &AppState, db: &impl ConnectionTrait, order: &OrderRow) -> Result<bool, DbErr> {
    for queue in told_by(state, order) {
        if !jobs::is_untried(db, (queue, PLACED), &order.id).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Takes back what was about to be told of an order. Whoever claimed a message meanwhile is faster: then nothing is cancelled.
async fn recall(state: &AppState, tx: &WriteTx, order: &OrderRow) -> Result<(), Failure> {
    for queue in told_by(state, order) {
        // What was redeemed is taken out with the certificates that come back.
        let untold = if queue == REDEMPTIONS.name {
            jobs::is_untried(&**tx, (queue, PLACED), &order.id).await?
        } else {
            jobs::take_untried(tx, (queue, PLACED), &order.id).await?
        };
        if !untold {
            return Err(Failure::broken(check_own_cancel(order.state(), true).into_iter().collect()));
        }
    }
    Ok(())
}

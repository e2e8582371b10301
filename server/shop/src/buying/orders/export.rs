//! Orders told to the ERP, and what they redeemed to the certificate service: each one once, by its id as the key
//! (R31). The job was left in the order's transaction; here it is tried until the other side has it. Messages about one
//! order go out in the order of its events; none waits for another order.

use std::time::Duration;

use anyhow::Context;
use fieldhouse_core::{
    cart::SummaryView,
    certificates::held::{CertificateLineView, applied_amounts},
    money::Cents,
    orders::{buyers::to_come, hold::HoldKind, invoice::invoice, status::Lifecycle},
};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::Failure,
    jobs::{self, Job, NewJob, Outcome, Queue},
    upstream::{Question, Upstream, UpstreamError, check_status},
};
use jiff::Timestamp;
use sea_orm::{ConnectionTrait, DbErr};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    holds,
    players::kept_entries,
    progress::Acting,
    store::{self, OrderLineRow, OrderRow},
    taken_back,
};
use crate::{
    buying::{
        certificates::{
            client::{REDEMPTIONS as REDEMPTIONS_PATH, RedeemedBody, RedemptionBody},
            source::Certificates,
            store::{UseRow, list_uses_of},
        },
        payments::{self, store::PaymentRow},
    },
    env::Env,
    events::{Doer, EventKind},
    state::AppState,
};

/// Orders the ERP is to take.
pub static ORDERS: Queue = Queue {
    name: "orders",
    patience: Duration::from_secs(30),
    look: Duration::from_secs(2),
    first_pause: Duration::from_secs(5),
    longest_pause: Duration::from_mins(10),
    tries: 10,
    // Another system has its pace; one that is away is asked once a round.
    together: 1,
    parked_blocks: true,
};
/// What orders redeemed, for the certificate service.
pub static REDEMPTIONS: Queue = Queue { name: "redemptions", ..ORDERS };

/// An order as the ERP takes it. Amounts are decimal dollars, as its prices are.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OrderBody<'a> {
    order_id: &'a str,
    number: &'a str,
    store_key: &'a str,
    placed_at: String,
    currency_code: &'static str,
    email: &'a str,
    po_number: &'a str,
    po_file_name: &'a str,
    /// Key of the unit it is for; empty for an order for oneself.
    business_unit: &'a str,
    shipping_method: &'a str,
    /// Notes for the carrier.
    instructions: &'a str,
    ship_to: Value,
    lines: Vec<LineBody<'a>>,
    /// What the store took off the lines later.
    discount: String,
    freight: String,
    tax: String,
    /// Why no tax is due, as the order says it: 'Tax exempt: Lincoln High School'; else empty.
    tax_note: String,
    certificates: Vec<CertificateBody<'a>>,
    /// Lines less discount, freight and tax less what of the certificates was applied.
    total: String,
}

/// A certificate the order is paid with.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CertificateBody<'a> {
    certificate_number: &'a str,
    /// What it is worth: it is used once and whole.
    value: String,
    /// What of it the order needed.
    applied: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LineBody<'a> {
    position: i64,
    sku: &'a str,
    /// Pieces that were not canceled.
    quantity: u64,
    unit_price: String,
    line_total: String,
    /// What is printed on these.
    free_form: Vec<Vec<String>>,
}

/// Tells the ERP of orders for as long as the server runs, when there is one.
pub async fn run_orders(state: AppState) {
    while let Some(erp) = &state.erp_orders {
        jobs::work(&state.db, &state.clock, &state.bell, &ORDERS, |job| send_order(&state, erp, job)).await;
    }
}

/// Tells the certificate service what was redeemed for as long as the server runs, when there is one.
pub async fn run_redemptions(state: AppState) {
    while let Certificates::Service(service) = &state.certificates {
        let to = &service.redemptions;
        let send = |job| send_redemption(&state, to, job);
        jobs::work(&state.db, &state.clock, &state.bell, &REDEMPTIONS, send).await;
    }
}

/// Sends the orders that are due now, the oldest first. How many the ERP took.
pub async fn send_due(state: &AppState, erp: &Upstream) -> Result<usize, DbErr> {
    jobs::work_off(&state.db, &state.clock, &ORDERS, |job| send_order(state, erp, job)).await
}

/// Tells the certificate service the redemptions that are due now. How many it took.
pub async fn send_redemptions(state: &AppState) -> Result<usize, DbErr> {
    let Certificates::Service(service) = &state.certificates else { return Ok(0) };
    let send = |job| send_redemption(state, &service.redemptions, job);
    jobs::work_off(&state.db, &state.clock, &REDEMPTIONS, send).await
}

/// Kind of the message that something of an order changed after it was told.
pub const CHANGED: &str = "order.changed";

/// Tells the ERP that an order it was told of changed: in the act's transaction, behind everything else about this order. While it
/// waits for its approver nothing is told: what was decided tells all of it.
pub async fn tell_change(state: &AppState, tx: &WriteTx, order: &OrderRow, seq: i64) -> Result<(), Failure> {
    let waits = *order.lifecycle == Lifecycle::AwaitingApproval;
    if state.erp_orders.is_none() || order.released_at.is_none() || waits {
        return Ok(());
    }
    let seq = seq.to_string();
    let message = NewJob {
        queue: &ORDERS,
        kind: CHANGED,
        site: order.site.key(),
        subject: &order.id,
        ordered_by: &order.id,
        dedupe_key: Some(&seq),
        counted_for: "",
        payload: seq.clone(),
        held: false,
    };
    Ok(jobs::enqueue(tx, &state.clock, &state.ids, message).await?)
}

/// Whether the ERP has not answered yet what it was told of an order.
pub async fn is_unanswered(state: &AppState, db: &impl ConnectionTrait, order: &OrderRow) -> Result<bool, DbErr> {
    Ok(state.erp_orders.is_some() && jobs::is_unfinished(db, ORDERS.name, &order.id).await?)
}

/// A change as the ERP takes it: the order as it stands, and the lines with what is still to be shipped of them.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ChangeBody<'a> {
    /// Number of the event in the log; later ones have higher ones.
    sequence: &'a str,
    version: i64,
    lifecycle: &'static str,
    outstanding: Vec<OutstandingBody<'a>>,
    #[serde(flatten)]
    order: OrderBody<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OutstandingBody<'a> {
    position: i64,
    sku: &'a str,
    outstanding: u64,
    cancelled: i64,
}

/// What the ERP says when it refuses a change.
#[derive(Deserialize)]
struct Refusal {
    /// In its words.
    reason: String,
    /// `stock`, or anything else.
    #[serde(default)]
    kind: String,
}

async fn send_change(state: &AppState, erp: &Upstream, job: Job) -> Outcome {
    let question = async {
        let order = store::find_placed(state.db.read(), &job.subject).await?.context("the order is gone")?;
        let lines = store::list_lines(state.db.read(), &order.id).await?;
        let payments = payments::store::list_of_order(state.db.read(), &order.id).await?;
        let outstanding = lines.iter().map(|line| OutstandingBody {
            position: line.position,
            sku: &line.sku,
            outstanding: to_come(*order.lifecycle, line.ledger()),
            cancelled: line.cancelled,
        });
        let body = ChangeBody {
            sequence: &job.payload,
            version: order.version,
            lifecycle: order.lifecycle.key(),
            outstanding: outstanding.collect(),
            order: body(&order, &lines, &payments)?,
        };
        Ok::<_, anyhow::Error>(Question::post("orders/changes/", &body)?)
    };
    let question = match question.await {
        Ok(question) => Question { key: Some(&job.payload), ..question },
        Err(error) => return Outcome::Failed(format!("{error:#}")),
    };
    let answered = erp.ask(&state.clock, question, |status, body| match check_status(status) {
        Ok(()) => Ok(None),
        // A refusal with a reason is an answer: staff decide what becomes of it.
        Err(UpstreamError::Refused(status)) => {
            serde_json::from_slice::<Refusal>(body).map(Some).map_err(|_| UpstreamError::Refused(status))
        }
        Err(error) => Err(error),
    });
    let refusal = match answered.await {
        Ok(refusal) => refusal,
        Err(error) => return outcome(error),
    };
    match note_answer(state, &job, refusal).await {
        Ok(()) => Outcome::Done,
        Err(failure) => Outcome::Failed(format!("{failure:?}")),
    }
}

/// Writes down what the ERP answered: a change it took, or a hold with its words.
async fn note_answer(state: &AppState, job: &Job, refusal: Option<Refusal>) -> Result<(), Failure> {
    let tx = state.db.write_durable_for([job.subject.clone()]).await?;
    let order = store::hold_order(&tx, &job.subject).await?.ok_or_else(Failure::not_found)?;
    let mut acting = Acting::begin(state, &tx, (order, Doer::system()), None).await?;
    match refusal {
        None => drop(acting.also(EventKind::OrderChangeTaken, &json!({"sequence": job.payload})).await?),
        Some(Refusal { reason, kind }) => {
            let kind = if kind == HoldKind::Stock.key() { HoldKind::Stock } else { HoldKind::Other };
            let words: String = reason.chars().take(500).collect();
            let reason = format!("The ERP refused a change: {words}");
            let hold = holds::of_system(state, &acting.order.id, kind, &reason);
            let told = json!({"hold": hold.id, "label": kind.label(), "reason": reason});
            holds::store::insert_hold(&tx, hold).await?;
            acting.order.open_holds = acting.order.open_holds.saturating_add(1);
            acting.finish(EventKind::OrderHeld, &told).await?;
        }
    }
    tx.commit().await?;
    Ok(())
}

async fn send_order(state: &AppState, erp: &Upstream, job: Job) -> Outcome {
    if job.kind == CHANGED {
        return send_change(state, erp, job).await;
    }
    let env = state;
    let question = async {
        let order = store::find_placed(env.db.read(), &job.subject).await?.context("the order is gone")?;
        let lines = store::list_lines(env.db.read(), &order.id).await?;
        let payments = payments::store::list_of_order(env.db.read(), &order.id).await?;
        Ok(Question::post("orders/", &body(&order, &lines, &payments)?)?)
    };
    match send(env, erp, &job.subject, question.await).await {
        Outcome::Done => match note_taken(state, &job.subject).await {
            Ok(()) => Outcome::Done,
            // It is told once more, and knows the order by its key.
            Err(failure) => Outcome::Failed(format!("{failure:?}")),
        },
        other => other,
    }
}

/// Writes down that the ERP has an order.
async fn note_taken(state: &AppState, id: &str) -> Result<(), Failure> {
    let tx = state.db.write_durable_for([id.to_owned()]).await?;
    let order = store::hold_order(&tx, id).await?.ok_or_else(Failure::not_found)?;
    let acting = Acting::begin(state, &tx, (order, Doer::system()), None).await?;
    acting.also(EventKind::OrderTaken, &json!({})).await?;
    tx.commit().await?;
    Ok(())
}

async fn send_redemption(env: &Env, service: &Upstream, job: Job) -> Outcome {
    if job.kind == taken_back::KIND {
        return send(env, service, &job.id, taken_back::question(&job.payload)).await;
    }
    let question = async {
        let order = store::find_placed(env.db.read(), &job.subject).await?.context("the order is gone")?;
        let uses = list_uses_of(env.db.read(), &order.id).await?;
        // They are free again; a message behind this one says so of what may have been told before.
        if uses.is_empty() {
            return anyhow::Ok(None);
        }
        Ok(Some(Question::post(REDEMPTIONS_PATH, &redemption(&order, &uses)?)?))
    };
    match question.await {
        Ok(Some(question)) => send(env, service, &job.subject, Ok(question)).await,
        Ok(None) => Outcome::Moot,
        Err(error) => Outcome::Failed(format!("{error:#}")),
    }
}

/// Asks once, with the id of the order or of the message as the key of the question.
async fn send(env: &Env, system: &Upstream, key: &str, question: anyhow::Result<Question<'_>>) -> Outcome {
    let question = match question {
        Ok(question) => Question { key: Some(key), ..question },
        Err(error) => return Outcome::Failed(format!("{error:#}")),
    };
    // An answer that got lost, or says that the order is there already, is the same to us: it has it.
    let answered = system.ask(&env.clock, question, |status, _| match status {
        409 => Ok(()),
        status => check_status(status),
    });
    match answered.await {
        Ok(()) => Outcome::Done,
        Err(error) => outcome(error),
    }
}

fn outcome(error: UpstreamError) -> Outcome {
    match error {
        UpstreamError::Refused(_) => Outcome::Refused(error.to_string()),
        UpstreamError::Status(_) | UpstreamError::TooLarge | UpstreamError::Unreadable => {
            Outcome::Failed(error.to_string())
        }
        _ => Outcome::Away(error.to_string()),
    }
}

fn redemption<'a>(order: &'a OrderRow, uses: &'a [UseRow]) -> anyhow::Result<RedemptionBody<'a>> {
    let certificates = uses.iter().map(RedeemedBody::from);
    Ok(RedemptionBody {
        order_id: &order.id,
        order_number: &order.number,
        store_key: order.site.key(),
        redeemed_at: Timestamp::from_millisecond(order.placed_at)?.to_string(),
        certificates: certificates.collect(),
    })
}

fn body<'a>(
    order: &'a OrderRow,
    lines: &'a [OrderLineRow],
    payments: &'a [PaymentRow],
) -> anyhow::Result<OrderBody<'a>> {
    // What was canceled is not charged, nor told: amounts are those of its last invoice.
    let kept = order.without_canceled(lines);
    let sums = invoice(&kept).context("its amounts cannot be told")?;
    let line = |(line, pieces, price): (&'a OrderLineRow, u64, Cents)| {
        anyhow::Ok(LineBody {
            position: line.position,
            sku: &line.sku,
            quantity: pieces,
            unit_price: line.unit_your_cents.dollars(),
            line_total: price.dollars(),
            free_form: kept_entries(order, line)?,
        })
    };
    let pieces = kept.lines.iter().map(|line| line.shipped).zip(sums.lines.iter().copied());
    let told = lines.iter().zip(pieces).map(|(line, (pieces, price))| (line, pieces, price));
    let goods = sums.merchandise.minus_floored(sums.discount);
    let gross = goods.saturating_add(sums.freight).saturating_add(sums.tax);
    let summary: SummaryView = serde_json::from_str(&order.summary)?;
    // In the order in which the order shows them, and in which they are applied.
    let shown: Vec<CertificateLineView> = serde_json::from_str(&order.certificates)?;
    let certificates: Vec<(&str, Cents)> = shown
        .iter()
        .filter_map(|shown| payments.iter().find(|payment| payment.id == shown.payment_id))
        .map(|payment| (payment.certificate_number.as_str(), *payment.amount_cents))
        .collect();
    let applied = applied_amounts(certificates.iter().map(|(_, value)| *value), gross);
    let certificate = |((certificate_number, value), applied): (&(&'a str, Cents), Cents)| CertificateBody {
        certificate_number,
        value: value.dollars(),
        applied: applied.dollars(),
    };
    Ok(OrderBody {
        order_id: &order.id,
        number: &order.number,
        store_key: order.site.key(),
        placed_at: Timestamp::from_millisecond(order.placed_at)?.to_string(),
        currency_code: "USD",
        email: &order.email,
        po_number: &order.po_number,
        po_file_name: &order.po_file_name,
        business_unit: &order.unit_key,
        shipping_method: &order.shipping_method,
        instructions: &order.instructions,
        ship_to: serde_json::from_str(&order.ship_to)?,
        lines: told.filter(|(_, pieces, _)| *pieces > 0).map(line).collect::<anyhow::Result<_>>()?,
        discount: sums.discount.dollars(),
        freight: sums.freight.dollars(),
        tax: sums.tax.dollars(),
        tax_note: summary.tax.note,
        certificates: certificates.iter().zip(applied).map(certificate).collect(),
        total: sums.total.dollars(),
    })
}

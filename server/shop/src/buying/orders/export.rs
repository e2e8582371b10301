//! Orders told to the ERP, and what they redeemed to the certificate service: each one once, by its id as the key, in
//! the order they were placed (R31). The message was left in the order's transaction; here it is sent until the other
//! side has it. What is refused for good is parked and holds nobody up.

use std::time::Duration;

use anyhow::Context;
use fieldhouse_core::{
    certificates::held::{CertificateLineView, applied_amounts},
    money::Cents,
};
use fieldhouse_kernel::upstream::{Question, Upstream, UpstreamError, check_status};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;

use super::store::{self, OrderLineRow, OrderRow, outbox_row::Model as Message};
use crate::{
    buying::{
        certificates::{
            client::{REDEMPTIONS, RedeemedBody, RedemptionBody},
            source::Certificates,
            store::{UseRow, list_uses_of},
        },
        payments::{self, store::PaymentRow},
    },
    env::Env,
    state::AppState,
};

/// Between two rounds.
const PAUSE: Duration = Duration::from_secs(2);
const BATCH: u64 = 50;
/// A try takes less; after that another worker may take the message.
const CLAIM_MILLIS: i64 = 60_000;
const FIRST_PAUSE_MILLIS: i64 = 5_000;
const LONGEST_PAUSE_MILLIS: i64 = 10 * 60_000;
/// So many answers that are no answer, to one message, and it is parked.
const TRIES: i64 = 10;

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
    freight: String,
    tax: String,
    certificates: Vec<CertificateBody<'a>>,
    /// Lines, freight and tax less what of the certificates was applied.
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
    quantity: i64,
    unit_price: String,
    line_total: String,
    free_form: Value,
}

/// What became of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// The ERP has it.
    Done,
    /// It goes again later, and what comes after it waits: the order of events is kept.
    Again,
    /// It never will: put aside for people.
    Parked,
}

/// Whether any system outside is told of orders.
pub fn has_receivers(state: &AppState) -> bool {
    state.erp_orders.is_some() || matches!(state.certificates, Certificates::Service(_))
}

/// Sends for as long as the server runs, when there is somebody to send to ([`has_receivers`]).
pub async fn run(state: AppState) {
    let service = match &state.certificates {
        Certificates::Service(service) => Some(&service.redemptions),
        Certificates::Embedded => None,
    };
    let orders = keep_sending(&state, store::ORDER_EXPORT, state.erp_orders.as_ref());
    let redemptions = keep_sending(&state, store::CERTIFICATES_REDEEMED, service);
    tokio::join!(orders, redemptions);
}

/// Each kind has its own rounds: a system that is away holds no other up.
async fn keep_sending(state: &AppState, kind: &'static str, outside: Option<&Upstream>) {
    let Some(outside) = outside else { return };
    loop {
        if let Err(error) = send_kind(state, kind, outside).await {
            tracing::warn!(kind, error = format!("{error:#}"), "messages could not be sent");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Sends the orders that are due now, the oldest first. How many the ERP took.
pub async fn send_due(state: &AppState, erp: &Upstream) -> anyhow::Result<usize> {
    send_kind(state, store::ORDER_EXPORT, erp).await
}

/// Tells the certificate service the redemptions that are due now. How many it took.
pub async fn send_redemptions(state: &AppState) -> anyhow::Result<usize> {
    match &state.certificates {
        Certificates::Service(service) => send_kind(state, store::CERTIFICATES_REDEEMED, &service.redemptions).await,
        Certificates::Embedded => Ok(0),
    }
}

async fn send_kind(state: &AppState, kind: &str, erp: &Upstream) -> anyhow::Result<usize> {
    let mut sent = 0_usize;
    loop {
        let messages = store::list_exports(state.db.read(), kind, BATCH).await?;
        if messages.is_empty() {
            return Ok(sent);
        }
        for message in messages {
            if message.due_at > state.clock.millis() || !claim(state, &message).await? {
                return Ok(sent);
            }
            match send(state, erp, &message).await? {
                Fate::Done => sent = sent.saturating_add(1),
                Fate::Again => return Ok(sent),
                Fate::Parked => {}
            }
        }
    }
}

async fn claim(env: &Env, message: &Message) -> anyhow::Result<bool> {
    let tx = env.db.write().await?;
    let until = env.clock.millis().saturating_add(CLAIM_MILLIS);
    let claimed = store::claim_export(&tx, message, until).await?;
    tx.commit().await?;
    Ok(claimed)
}

async fn send(state: &AppState, erp: &Upstream, message: &Message) -> anyhow::Result<Fate> {
    let found = try_once(state, erp, message).await?;
    let now = state.clock.millis();
    let tx = state.db.write_durable().await?;
    let fate = match found {
        Ok(()) => {
            store::finish_export(&tx, &message.id, now).await?;
            Fate::Done
        }
        Err(outage) => {
            // Nobody home says nothing about this very message.
            let counts =
                matches!(outage, UpstreamError::Status(_) | UpstreamError::TooLarge | UpstreamError::Unreadable);
            let attempts = message.attempts.saturating_add(i64::from(counts));
            if matches!(outage, UpstreamError::Refused(_)) || attempts >= TRIES {
                tracing::error!(kind = message.kind, order = message.subject, %outage, "a message is parked: nobody takes it");
                store::park_export(&tx, &message.id, now).await?;
                Fate::Parked
            } else {
                store::put_off_export(&tx, &message.id, attempts, now.saturating_add(pause(attempts))).await?;
                Fate::Again
            }
        }
    };
    tx.commit().await?;
    Ok(fate)
}

/// Doubles from five seconds to ten minutes.
fn pause(attempts: i64) -> i64 {
    let doublings = u32::try_from(attempts).unwrap_or(u32::MAX).min(12);
    FIRST_PAUSE_MILLIS.saturating_mul(2_i64.saturating_pow(doublings)).min(LONGEST_PAUSE_MILLIS)
}

async fn try_once(env: &Env, erp: &Upstream, message: &Message) -> anyhow::Result<Result<(), UpstreamError>> {
    let order = store::find_placed(env.db.read(), &message.subject).await?.context("the order is gone")?;
    let question = if message.kind == store::CERTIFICATES_REDEEMED {
        let uses = list_uses_of(env.db.read(), &order.id).await?;
        Question::post(REDEMPTIONS, &redemption(&order, &uses)?)?
    } else {
        let lines = store::list_lines(env.db.read(), &order.id).await?;
        let payments = payments::store::list_of_order(env.db.read(), &order.id).await?;
        Question::post("orders/", &body(&order, &lines, &payments)?)?
    };
    let question = Question { key: Some(&order.id), ..question };
    // An answer that got lost, or says that the order is there already, is the same to us: it has it.
    Ok(erp
        .ask(&env.clock, question, |status, _| match status {
            409 => Ok(()),
            status => check_status(status),
        })
        .await)
}

fn redemption<'a>(order: &'a OrderRow, uses: &'a [UseRow]) -> anyhow::Result<RedemptionBody<'a>> {
    let certificates = uses.iter().map(|used| {
        anyhow::Ok(RedeemedBody {
            certificate_number: &used.number,
            catalog: &used.catalog,
            amount: Cents::new(used.value_cents).map(Cents::dollars).context("an amount out of range")?,
        })
    });
    Ok(RedemptionBody {
        order_id: &order.id,
        order_number: &order.number,
        store_key: &order.site,
        redeemed_at: Timestamp::from_millisecond(order.placed_at)?.to_string(),
        certificates: certificates.collect::<anyhow::Result<_>>()?,
    })
}

fn body<'a>(
    order: &'a OrderRow,
    lines: &'a [OrderLineRow],
    payments: &'a [PaymentRow],
) -> anyhow::Result<OrderBody<'a>> {
    let amount = |cents: i64| Cents::new(cents).context("an amount out of range");
    let dollars = |cents: i64| amount(cents).map(Cents::dollars);
    let line = |line: &'a OrderLineRow| {
        anyhow::Ok(LineBody {
            position: line.position,
            sku: &line.sku,
            quantity: line.quantity,
            unit_price: dollars(line.unit_your_cents)?,
            line_total: dollars(line.your_cents)?,
            free_form: serde_json::from_str(&line.free_form)?,
        })
    };
    let gross = order.your_cents.saturating_add(order.freight_cents).saturating_add(order.tax_cents);
    // In the order in which the order shows them, and in which they are applied.
    let shown: Vec<CertificateLineView> = serde_json::from_str(&order.certificates)?;
    let certificates: Vec<(&str, Cents)> = shown
        .iter()
        .filter_map(|shown| payments.iter().find(|payment| payment.id == shown.payment_id))
        .map(|payment| anyhow::Ok((payment.certificate_number.as_str(), amount(payment.amount_cents)?)))
        .collect::<anyhow::Result<_>>()?;
    let applied = applied_amounts(certificates.iter().map(|(_, value)| *value), amount(gross)?);
    let certificate = |((certificate_number, value), applied): (&(&'a str, Cents), Cents)| CertificateBody {
        certificate_number,
        value: value.dollars(),
        applied: applied.dollars(),
    };
    Ok(OrderBody {
        order_id: &order.id,
        number: &order.number,
        store_key: &order.site,
        placed_at: Timestamp::from_millisecond(order.placed_at)?.to_string(),
        currency_code: "USD",
        email: &order.email,
        po_number: &order.po_number,
        po_file_name: &order.po_file_name,
        business_unit: &order.unit_key,
        shipping_method: &order.shipping_method,
        instructions: &order.instructions,
        ship_to: serde_json::from_str(&order.ship_to)?,
        lines: lines.iter().map(line).collect::<anyhow::Result<_>>()?,
        freight: dollars(order.freight_cents)?,
        tax: dollars(order.tax_cents)?,
        certificates: certificates.iter().zip(applied).map(certificate).collect(),
        total: dollars(order.total_cents)?,
    })
}

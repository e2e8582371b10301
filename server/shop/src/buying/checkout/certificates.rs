//! Certificates at the placing of an order: looked up once more, reserved by the order's own
//! transaction, redeemed with its commit (R12, R18).

use std::collections::HashMap;

use fieldhouse_core::{
    brand::{Site, brand},
    certificates::{
        CertificateDraft, CertificateStatus, certificate_amount, certificate_status,
        held::{CertificateLineView, HeldCertificateDraft, certificate_lines},
    },
    checkout::placement::PlacementError,
    money::Cents,
    rule::Broken,
};
use fieldhouse_kernel::db::columns::Money;
use fieldhouse_kernel::{db::WriteTx, failure::Failure};

use crate::{
    buying::{
        cart::store::{self as carts, CartRow},
        certificates::{
            source::{self, Certificates, question},
            store,
        },
        payments::{self, PaymentRow},
    },
    owner::VisitorId,
    state::AppState,
};

/// A certificate on a cart about to be ordered.
#[derive(Debug, Clone)]
pub struct Held {
    /// Its payment, with the amount the look-up says now.
    pub payment: PaymentRow,
    /// It can be redeemed now.
    pub usable: bool,
    /// Another order used it.
    pub taken: bool,
}

/// What the look-up said of certificates before the order's transaction.
#[derive(Debug, Default)]
pub struct CertificateAnswers {
    by_number: HashMap<String, CertificateDraft>,
    /// The business unit it is for.
    unit: String,
}

impl CertificateAnswers {
    /// What several orders may want, as it is called among all that is written: one that waits for it takes no connection.
    pub fn names(&self) -> impl Iterator<Item = String> {
        let unit = Some(["business unit ", &self.unit].concat()).filter(|_| !self.unit.is_empty());
        self.by_number.keys().map(|number| ["certificate ", number].concat()).chain(unit)
    }
}

/// Looks the certificates of the visitor's cart up before an order: another value than was planned is
/// noted, so that the review that follows shows it.
pub async fn refresh(
    state: &AppState,
    site: Site,
    (known, cart): (VisitorId, &CartRow),
) -> Result<CertificateAnswers, Failure> {
    let mut answers = CertificateAnswers { unit: cart.buys_for.clone(), ..CertificateAnswers::default() };
    let db = state.db.read();
    if *cart.certificate_cents == Cents::ZERO {
        return Ok(answers);
    }
    let mut changed = Vec::new();
    for payment in payments::store::list_on_cart(db, &cart.id).await?.into_iter().filter(payments::is_certificate) {
        let answer = state.certificates.look_up(state, site, &question(site, &payment.certificate_number)).await?;
        if let Some(amount) = worth(&answer).filter(|amount| *amount != *payment.amount_cents) {
            changed.push((payment.id, amount));
        }
        answers.by_number.insert(payment.certificate_number, answer);
    }
    if changed.is_empty() {
        return Ok(answers);
    }
    let now = state.clock.millis();
    let tx = state.db.write_for([known.to_string()]).await?;
    if carts::bump_version(&tx, known, now).await?.is_none_or(|open| open.id != cart.id) {
        return Ok(answers);
    }
    for (id, amount) in changed {
        payments::store::update_amount(&tx, &id, amount.into(), now).await?;
    }
    crate::buying::cart::payments::note_sum(&tx, &cart.id).await?;
    tx.commit().await?;
    Ok(answers)
}

/// What can be redeemed of a certificate now, whoever used it.
fn worth(answer: &CertificateDraft) -> Option<Cents> {
    (certificate_status(answer, false) == CertificateStatus::Valid)
        .then(|| certificate_amount(&answer.redemption_value))
        .flatten()
}

/// The certificates among a cart's payments as they stand within the order's transaction. A service is
/// not asked while it is open: its answers were brought.
pub async fn judge(
    state: &AppState,
    tx: &WriteTx,
    site: Site,
    payments: &[PaymentRow],
    mut answers: CertificateAnswers,
) -> Result<Vec<Held>, Failure> {
    let catalog = brand(site).certificate_catalog;
    let mut held = Vec::new();
    for payment in payments.iter().filter(|payment| payments::is_certificate(payment)) {
        let number = &payment.certificate_number;
        let answer = match &state.certificates {
            Certificates::Embedded => source::find(state, &**tx, site, number).await?,
            Certificates::Service(_) => answers.by_number.remove(number).ok_or_else(just_added)?,
        };
        let taken = store::find_use(&**tx, &catalog, number).await?.is_some();
        let worth = worth(&answer);
        let amount_cents = worth.map_or(payment.amount_cents, Money::from);
        held.push(Held {
            payment: PaymentRow { amount_cents, ..payment.clone() },
            // That another order was faster is no mistake of this one: it is told as a conflict.
            usable: taken || worth.is_some(),
            taken,
        });
    }
    Ok(held)
}

/// It came onto the cart after the look-up: the next try asks for it.
fn just_added() -> Failure {
    Failure::unavailable(anyhow::anyhow!("a certificate was added while its order was placed"))
}

/// What the certificates of a cart are worth together.
pub fn sum(held: &[Held]) -> Cents {
    held.iter().fold(Cents::ZERO, |sum, held| sum.saturating_add(*held.payment.amount_cents))
}

/// Uses certificates for an order, each once and whole, however many orders want it. In the order of
/// their numbers: two orders that want the same ones never wait for each other.
pub async fn reserve(
    tx: &WriteTx,
    site: Site,
    held: &[Held],
    order_id: &str,
    (seen, now): (i64, i64),
) -> Result<(), Failure> {
    let catalog = brand(site).certificate_catalog;
    let mut by_number: Vec<(usize, &Held)> = held.iter().enumerate().collect();
    by_number.sort_by(|(_, a), (_, b)| a.payment.certificate_number.cmp(&b.payment.certificate_number));
    for (place, Held { payment, taken, .. }) in by_number {
        let wanted = store::UseRow {
            catalog: catalog.to_string(),
            number: payment.certificate_number.clone(),
            order_id: order_id.to_owned(),
            value_cents: payment.amount_cents,
            used_at: now,
        };
        if *taken || !store::insert_use(tx, wanted).await? {
            let error = PlacementError::CertificateNotUsable.at(["certificates.", &place.to_string()].concat());
            let mut refused = Failure::conflict("certificate_not_usable", error.message.clone(), seen);
            refused.errors = vec![error];
            return Err(refused);
        }
        payments::store::update_amount(tx, &payment.id, payment.amount_cents, now).await?;
    }
    let ids: Vec<String> = held.iter().map(|held| held.payment.id.clone()).collect();
    if !ids.is_empty() {
        payments::store::note_order(tx, &ids, order_id, now).await?;
    }
    Ok(())
}

/// The certificates of an order about to be written, as the order keeps them.
pub fn lines(held: &[Held], total: Cents) -> Vec<CertificateLineView> {
    let drafts = held.iter().map(|held| HeldCertificateDraft {
        payment_id: held.payment.id.clone(),
        certificate_number: held.payment.certificate_number.clone(),
        amount: held.payment.amount_cents.into(),
    });
    certificate_lines(&drafts.collect::<Vec<_>>(), total)
}

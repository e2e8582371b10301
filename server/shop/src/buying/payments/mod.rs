//! Payments: planned by a customer or visitor, put on a cart, kept with the order they paid. Not
//! here: what a certificate is worth (`certificates`), and the Customer API's own shapes.

pub mod store;

use fieldhouse_core::{
    brand::Site,
    money::Cents,
    payments::{
        CERTIFICATE, CURRENCY, CartPaymentView, MoneyView, PURCHASE_ORDER, PaymentCustomView, PaymentFieldsView,
        PaymentInfoView, PaymentMethodView, PaymentView, SAP,
    },
};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::{Failure, FailureKind},
};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};

use crate::{
    buying::{
        cart::store::{self as carts, CartRow},
        orders::store::OrderRow,
    },
    session::VisitorId,
    state::AppState,
};
pub use store::PaymentRow;

/// Payments of a list, and of a cart (account §9).
pub const LIST_LIMIT: u64 = 50;

/// A payment about to be planned. Whoever plans one has its amount from a look-up or a total of ours,
/// never from a request.
#[derive(Debug, Clone)]
pub struct NewPayment {
    /// `CERTIFICATE`, `PURCHASE_ORDER`, or a card's type.
    pub method: String,
    /// `SAP`, or the card provider's.
    pub interface: String,
    /// Planned amount.
    pub amount: Cents,
    /// Of a certificate, else empty.
    pub certificate_number: String,
    /// Further custom fields, a JSON object.
    pub fields: String,
}

/// A visitor's payments at a site, newest first.
pub async fn list(db: &impl ConnectionTrait, visitor: VisitorId, site: Site) -> Result<Vec<PaymentRow>, Failure> {
    Ok(store::list_of(db, visitor, site.key(), LIST_LIMIT).await?)
}

/// A visitor's payment at a site; somebody else's is not there.
pub async fn load(db: &impl ConnectionTrait, visitor: VisitorId, site: Site, id: &str) -> Result<PaymentRow, Failure> {
    store::find_payment(db, visitor, site.key(), id).await?.ok_or_else(Failure::not_found)
}

/// Plans a payment.
pub async fn create(
    state: &AppState,
    tx: &WriteTx,
    visitor: VisitorId,
    site: Site,
    planned: NewPayment,
) -> Result<PaymentRow, Failure> {
    let now = state.clock.millis();
    let row = PaymentRow {
        id: state.ids.random().to_string(),
        site: site.key().to_owned(),
        visitor: visitor.to_string(),
        method: planned.method,
        interface: planned.interface,
        amount_cents: planned.amount.get(),
        currency: CURRENCY.to_owned(),
        certificate_number: planned.certificate_number,
        fields: planned.fields,
        order_id: None,
        version: 1,
        created_at: now,
        changed_at: now,
    };
    store::insert_payment(tx, row.clone()).await?;
    Ok(row)
}

/// An order by purchase order has its payment (account §3): the one that was planned for this number and put on the
/// cart, else a new one. What it is about is what the order comes to.
pub async fn settle_purchase_order(
    state: &AppState,
    tx: &WriteTx,
    order: &OrderRow,
    on_cart: &[PaymentRow],
) -> Result<(), Failure> {
    if order.po_number.is_empty() {
        return Ok(());
    }
    let now = state.clock.millis();
    let number = PurchaseOrderFields { po_number: order.po_number.clone() };
    let is_planned = |payment: &&PaymentRow| {
        payment.method == PURCHASE_ORDER
            && serde_json::from_str::<PurchaseOrderFields>(&payment.fields).is_ok_and(|fields| fields == number)
    };
    let id = if let Some(planned) = on_cart.iter().find(is_planned) {
        store::update_amount(tx, &planned.id, order.total_cents, now).await?;
        planned.id.clone()
    } else {
        let row = PaymentRow {
            id: state.ids.random().to_string(),
            site: order.site.clone(),
            visitor: order.visitor.clone(),
            method: PURCHASE_ORDER.to_owned(),
            interface: SAP.to_owned(),
            amount_cents: order.total_cents,
            currency: CURRENCY.to_owned(),
            certificate_number: String::new(),
            fields: serde_json::to_string(&number).map_err(Failure::internal)?,
            order_id: None,
            version: 1,
            created_at: now,
            changed_at: now,
        };
        store::insert_payment(tx, row.clone()).await?;
        row.id
    };
    Ok(store::note_order(tx, &[id], &order.id, now).await?)
}

/// What is kept of a purchase order beside its payment.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PurchaseOrderFields {
    po_number: String,
}

/// Deletes a payment seen at a version, and takes it off the cart it is on. One that paid an order
/// stays (R12).
pub async fn delete(
    state: &AppState,
    tx: &WriteTx,
    visitor: VisitorId,
    site: Site,
    (id, version): (&str, i64),
) -> Result<PaymentRow, Failure> {
    // The cart is held first, as everywhere: two changes of one cart never mix.
    let cart = match store::find_cart_of(&**tx, id).await? {
        Some(_) => carts::bump_version(tx, visitor, state.clock.millis()).await?,
        None => None,
    };
    let row = load(&**tx, visitor, site, id).await?;
    if row.order_id.is_some() {
        let title = "This payment belongs to an order and cannot be deleted.";
        return Err(Failure::conflict("payment_in_use", title, row.version));
    }
    if row.version != version || !store::delete_payment(tx, id, version).await? {
        let title = "This payment was changed meanwhile. Please look at it again.";
        return Err(Failure::conflict("payment_changed", title, row.version));
    }
    if let Some(cart) = cart {
        note_sum(tx, &cart.id).await?;
    }
    Ok(row)
}

/// The cart action `addPayment`: puts a visitor's own payment on their cart. The caller raised the
/// cart's version. A certificate is on a cart once, and a payment on one cart.
pub async fn add_to_cart(tx: &WriteTx, cart: &mut CartRow, payment: &PaymentRow) -> Result<(), Failure> {
    let there = store::list_on_cart(&**tx, &cart.id).await?;
    let number = &payment.certificate_number;
    let twice = there
        .iter()
        .any(|held| held.id == payment.id || (is_certificate(payment) && held.certificate_number == *number));
    let elsewhere = store::find_cart_of(&**tx, &payment.id).await?.is_some();
    if payment.visitor != cart.visitor || payment.site != cart.site {
        return Err(Failure::not_found());
    }
    let full = u64::try_from(there.len()).is_ok_and(|count| count >= LIST_LIMIT);
    if twice || elsewhere || full || payment.order_id.is_some() {
        let title = "This payment cannot be put on this cart.";
        return Err(Failure::new(FailureKind::Broken, "payment_not_added", title));
    }
    store::insert_on_cart(tx, &cart.id, &payment.id, None).await?;
    cart.certificate_cents = note_sum(tx, &cart.id).await?;
    Ok(())
}

/// The cart action `removePayment`: takes a payment off the cart; it stays the visitor's. The caller
/// raised the cart's version.
pub async fn remove_from_cart(tx: &WriteTx, cart: &mut CartRow, payment_id: &str) -> Result<(), Failure> {
    if !store::delete_from_cart(tx, &cart.id, payment_id).await? {
        return Err(Failure::not_found());
    }
    cart.certificate_cents = note_sum(tx, &cart.id).await?;
    Ok(())
}

/// The payments of a cart that became a customer's come along.
pub async fn give_with(tx: &WriteTx, cart_id: &str, owner: VisitorId) -> Result<(), Failure> {
    let there = store::list_on_cart(&**tx, cart_id).await?;
    let ids: Vec<String> = there.into_iter().map(|payment| payment.id).collect();
    Ok(store::give_payments(tx, &ids, owner).await?)
}

/// The payments of a cart that becomes part of a customer's go onto that; a certificate that is there
/// already stays behind. What the certificates there come to.
pub async fn bring_along(tx: &WriteTx, owner: VisitorId, brought: &str, held: &str) -> Result<i64, Failure> {
    let there = store::list_on_cart(&**tx, held).await?;
    for payment in store::list_on_cart(&**tx, brought).await? {
        let same = |other: &&PaymentRow| other.certificate_number == payment.certificate_number;
        if is_certificate(&payment) && there.iter().any(|other| same(&other)) {
            continue;
        }
        store::delete_from_cart(tx, brought, &payment.id).await?;
        store::insert_on_cart(tx, held, &payment.id, Some(brought)).await?;
        store::give_payments(tx, &[payment.id], owner).await?;
    }
    note_sum(tx, brought).await?;
    note_sum(tx, held).await
}

/// A merge is undone: what came along goes back to the cart it came from and to whose that is.
pub async fn part(tx: &WriteTx, stranger: VisitorId, brought: &str, held: &str) -> Result<i64, Failure> {
    let ids = store::list_brought(tx, held, brought).await?;
    for id in &ids {
        store::delete_from_cart(tx, held, id).await?;
        store::insert_on_cart(tx, brought, id, None).await?;
    }
    store::give_payments(tx, &ids, stranger).await?;
    note_sum(tx, brought).await?;
    note_sum(tx, held).await
}

/// Adds the certificates of a cart up and notes the sum in its row.
pub async fn note_sum(tx: &WriteTx, cart_id: &str) -> Result<i64, Failure> {
    let sum = certificate_sum(&store::list_on_cart(&**tx, cart_id).await?)?.get();
    carts::update_certificates(tx, cart_id, sum).await?;
    Ok(sum)
}

/// The planned amounts of the certificates, summed (cart §9).
pub fn certificate_sum(payments: &[PaymentRow]) -> Result<Cents, Failure> {
    let mut amounts = payments.iter().filter(|payment| is_certificate(payment)).map(amount);
    amounts.try_fold(Cents::ZERO, |sum, amount| Ok(sum.saturating_add(amount?)))
}

/// True for a certificate's payment.
pub fn is_certificate(payment: &PaymentRow) -> bool {
    payment.method == CERTIFICATE
}

/// The planned amount of a payment.
pub fn amount(payment: &PaymentRow) -> Result<Cents, Failure> {
    Cents::try_from(payment.amount_cents).map_err(Failure::internal)
}

/// `paymentInfo` (cart §3).
pub fn view(payments: &[PaymentRow]) -> PaymentInfoView {
    let payments = payments.iter().map(|payment| CartPaymentView {
        id: payment.id.clone(),
        obj: PaymentView {
            payment_method_info: PaymentMethodView {
                method: payment.method.clone(),
                payment_interface: payment.interface.clone(),
            },
            amount_planned: MoneyView::new(Cents::new(payment.amount_cents).unwrap_or_default()),
            custom: PaymentCustomView {
                fields: PaymentFieldsView { certificate_number: payment.certificate_number.clone() },
            },
        },
    });
    PaymentInfoView { payments: payments.collect() }
}

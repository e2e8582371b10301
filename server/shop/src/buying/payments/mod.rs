//! Payments: planned by a customer or visitor, put on a cart, kept with the order they paid. Not
//! here: what a certificate is worth (`certificates`), and the Customer API's own shapes.

pub mod store;

use fieldhouse_core::{
    brand::Site,
    money::Cents,
    payments::{
        CERTIFICATE, CURRENCY, CartPaymentView, MoneyView, PaymentCustomView, PaymentFieldsView, PaymentInfoView,
        PaymentMethodView, PaymentView,
    },
};
use fieldhouse_kernel::{db::WriteTx, failure::Failure};
use sea_orm::ConnectionTrait;

use crate::{env::Env, owner::VisitorId};
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
    env: &Env,
    tx: &WriteTx,
    visitor: VisitorId,
    site: Site,
    planned: NewPayment,
) -> Result<PaymentRow, Failure> {
    let now = env.clock.millis();
    let row = PaymentRow {
        id: env.ids.random().to_string(),
        site: site.key().to_owned(),
        visitor: visitor.to_string(),
        method: planned.method,
        interface: planned.interface,
        amount_cents: planned.amount.into(),
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

/// The payments of a cart that became a customer's come along.
pub async fn give_with(tx: &WriteTx, cart_id: &str, owner: VisitorId) -> Result<(), Failure> {
    let there = store::list_on_cart(&**tx, cart_id).await?;
    let ids: Vec<String> = there.into_iter().map(|payment| payment.id).collect();
    Ok(store::give_payments(tx, &ids, owner).await?)
}

/// The planned amounts of the certificates, summed (cart §9).
pub fn certificate_sum(payments: &[PaymentRow]) -> Cents {
    let amounts = payments.iter().filter(|payment| is_certificate(payment)).map(|payment| *payment.amount_cents);
    amounts.fold(Cents::ZERO, Cents::saturating_add)
}

/// True for a certificate's payment.
pub fn is_certificate(payment: &PaymentRow) -> bool {
    payment.method == CERTIFICATE
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
            amount_planned: MoneyView::new(payment.amount_cents.into()),
            custom: PaymentCustomView {
                fields: PaymentFieldsView { certificate_number: payment.certificate_number.clone() },
            },
        },
    });
    PaymentInfoView { payments: payments.collect() }
}

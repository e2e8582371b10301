//! The certificates of a customer, with the orders they paid.

use fieldhouse_core::{
    account::{AccountCertificateView, AccountCertificatesView},
    money::format_cents,
};
use fieldhouse_kernel::failure::Failure;

use super::store;
use crate::{buying::payments, env::Env, owner::VisitorId, session::signed_in::SignedIn};

/// The certificates of the customer's cart and orders, newest first.
pub async fn list_own(
    env: &Env,
    SignedIn { visitor, customer }: &SignedIn,
) -> Result<AccountCertificatesView, Failure> {
    let owner = VisitorId(customer.0);
    let db = env.db.read();
    let planned = payments::store::list_of(db, owner, visitor.site.key(), payments::LIST_LIMIT).await?;
    let orders = planned.iter().filter_map(|payment| payment.order_id.clone()).collect();
    let orders = store::find_orders(db, orders).await?;
    let mut certificates = Vec::new();
    for payment in planned.iter().filter(|payment| payments::is_certificate(payment)) {
        let order = orders.iter().find(|order| payment.order_id.as_ref() == Some(&order.id));
        // One that a program planned and put nowhere is nobody's yet.
        if order.is_none() && payments::store::find_cart_of(db, &payment.id).await?.is_none() {
            continue;
        }
        certificates.push(AccountCertificateView {
            number: payment.certificate_number.clone(),
            amount: format_cents(*payment.amount_cents),
            order_id: order.map(|order| order.id.clone()),
            order_number: order.map(|order| order.number.clone()),
        });
    }
    Ok(AccountCertificatesView { certificates })
}

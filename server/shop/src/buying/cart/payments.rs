//! Payments on a cart: put on it, taken off, brought along when carts become one, and what their certificates come to.

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::db::columns::Money;
use fieldhouse_kernel::{
    db::WriteTx,
    failure::{Failure, FailureKind},
};

use super::store::{self as carts, CartRow};
use crate::{
    buying::payments::{self, PaymentRow},
    env::Env,
    owner::VisitorId,
};

/// Deletes a payment seen at a version, and takes it off the cart it is on. One that paid an order
/// stays (R12).
pub async fn delete(
    env: &Env,
    tx: &WriteTx,
    visitor: VisitorId,
    site: Site,
    (id, version): (&str, i64),
) -> Result<PaymentRow, Failure> {
    // The cart is held first, as everywhere: two changes of one cart never mix.
    let cart = match payments::store::find_cart_of(&**tx, id).await? {
        Some(_) => carts::bump_version(tx, visitor, env.clock.millis()).await?,
        None => None,
    };
    let row = payments::load(&**tx, visitor, site, id).await?;
    if row.order_id.is_some() {
        let title = "This payment belongs to an order and cannot be deleted.";
        return Err(Failure::conflict("payment_in_use", title, row.version));
    }
    if row.version != version || !payments::store::delete_payment(tx, id, version).await? {
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
    let there = payments::store::list_on_cart(&**tx, &cart.id).await?;
    let number = &payment.certificate_number;
    let twice = there
        .iter()
        .any(|held| held.id == payment.id || (payments::is_certificate(payment) && held.certificate_number == *number));
    let elsewhere = payments::store::find_cart_of(&**tx, &payment.id).await?.is_some();
    if payment.visitor != cart.visitor || payment.site != cart.site {
        return Err(Failure::not_found());
    }
    let full = u64::try_from(there.len()).is_ok_and(|count| count >= payments::LIST_LIMIT);
    if twice || elsewhere || full || payment.order_id.is_some() {
        let title = "This payment cannot be put on this cart.";
        return Err(Failure::new(FailureKind::Broken, "payment_not_added", title));
    }
    payments::store::insert_on_cart(tx, &cart.id, &payment.id, None).await?;
    cart.certificate_cents = note_sum(tx, &cart.id).await?;
    Ok(())
}

/// The cart action `removePayment`: takes a payment off the cart; it stays the visitor's. The caller
/// raised the cart's version.
pub async fn remove_from_cart(tx: &WriteTx, cart: &mut CartRow, payment_id: &str) -> Result<(), Failure> {
    if !payments::store::delete_from_cart(tx, &cart.id, payment_id).await? {
        return Err(Failure::not_found());
    }
    cart.certificate_cents = note_sum(tx, &cart.id).await?;
    Ok(())
}

/// The payments of a cart that becomes part of a customer's go onto that; a certificate that is there
/// already stays behind. What the certificates there come to.
pub async fn bring_along(tx: &WriteTx, owner: VisitorId, brought: &str, held: &str) -> Result<Money, Failure> {
    let there = payments::store::list_on_cart(&**tx, held).await?;
    for payment in payments::store::list_on_cart(&**tx, brought).await? {
        let same = |other: &&PaymentRow| other.certificate_number == payment.certificate_number;
        if payments::is_certificate(&payment) && there.iter().any(|other| same(&other)) {
            continue;
        }
        payments::store::delete_from_cart(tx, brought, &payment.id).await?;
        payments::store::insert_on_cart(tx, held, &payment.id, Some(brought)).await?;
        payments::store::give_payments(tx, &[payment.id], owner).await?;
    }
    note_sum(tx, brought).await?;
    note_sum(tx, held).await
}

/// A merge is undone: what came along goes back to the cart it came from and to whose that is.
pub async fn part(tx: &WriteTx, stranger: VisitorId, brought: &str, held: &str) -> Result<Money, Failure> {
    let ids = payments::store::list_brought(tx, held, brought).await?;
    for id in &ids {
        payments::store::delete_from_cart(tx, held, id).await?;
        payments::store::insert_on_cart(tx, brought, id, None).await?;
    }
    payments::store::give_payments(tx, &ids, stranger).await?;
    note_sum(tx, brought).await?;
    note_sum(tx, held).await
}

/// Adds the certificates of a cart up and notes the sum in its row.
pub async fn note_sum(tx: &WriteTx, cart_id: &str) -> Result<Money, Failure> {
    let sum = payments::certificate_sum(&payments::store::list_on_cart(&**tx, cart_id).await?).into();
    carts::update_certificates(tx, cart_id, sum).await?;
    Ok(sum)
}

//! What refuses an order (requirement R22): everything at once, nothing stored.

use serde::{Deserialize, Serialize};

use super::{PaymentDraft, ShippingDraft, payment::check_payment, shipping::check_shipping};
use crate::{
    money::Cents,
    rule::{Broken, FieldError, broken_rules},
};

/// An order is placed only on prices confirmed within a day (decisions: prices), in seconds.
const CONFIRMED_WITHIN: u32 = 24 * 60 * 60;

/// One line as it stands when the order is placed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlacementLine {
    /// Price of one piece, when there is one.
    pub unit_price: Option<Cents>,
    /// Seconds since the price was confirmed; nothing when it never was.
    pub price_age: Option<u32>,
    /// The article can no longer be bought.
    pub unavailable: bool,
    /// The article is sold by phone only.
    pub call_to_order: bool,
}

/// Everything placement looks at beside amounts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlacementDraft {
    /// Lines of the cart.
    pub lines: Vec<PlacementLine>,
    /// The saved shipping step.
    pub shipping: Option<ShippingDraft>,
    /// Keys of the shipping methods on offer now.
    pub methods: Vec<String>,
    /// The saved payment step.
    pub payment: Option<PaymentDraft>,
    /// Of each certificate on the cart, whether it can be used now.
    pub certificates_usable: Vec<bool>,
}

broken_rules! {
    /// What refuses an order, beside what its forms say.
    pub enum PlacementError {
        /// No line.
        EmptyCart => "empty_cart", "Your cart is empty";
        /// No shipping step.
        NoAddress => "no_address", "Please enter a shipping address";
        /// No payment step.
        NoPayment => "no_payment", "Please enter a purchase order number";
        /// A line that is sold by phone only.
        CallToOrder => "call_to_order", "This product can only be ordered by phone. Please remove it to place your order";
        /// A line that can no longer be bought.
        Unavailable => "unavailable", "This product is no longer available. Please remove it to place your order";
        /// A line without a price, or with one of 0 or less.
        PriceNotAvailable => "price_not_available", "Price not available. Please remove this product to place your order";
        /// A price that was not confirmed within a day.
        PriceNotConfirmed => "price_not_confirmed", "The price could not be confirmed. Please try again in a few minutes";
        /// A certificate that was redeemed, voided or has expired.
        CertificateNotUsable => "certificate_not_usable", "This certificate can no longer be used. Please remove it to place your order";
    }
}

/// Everything that refuses the order: lines (`lines.0`), shipping (`shipping.…`), payment
/// (`payment.…`), certificates (`certificates.0`). A line is told for one reason, the first.
pub fn check_placement(order: &PlacementDraft) -> Vec<FieldError> {
    use PlacementError as E;
    let mut found = Vec::new();
    if order.lines.is_empty() {
        found.push(E::EmptyCart.at("lines"));
    }
    for (place, line) in order.lines.iter().enumerate() {
        found.extend(refusal(line).map(|error| error.at(below("lines", &place.to_string()))));
    }
    match &order.shipping {
        None => found.push(E::NoAddress.at("shipping")),
        Some(draft) => found.extend(all_below("shipping", check_shipping(draft, &order.methods))),
    }
    match &order.payment {
        None => found.push(E::NoPayment.at("payment")),
        Some(draft) => found.extend(all_below("payment", check_payment(draft))),
    }
    for (place, usable) in order.certificates_usable.iter().enumerate() {
        if !usable {
            found.push(E::CertificateNotUsable.at(below("certificates", &place.to_string())));
        }
    }
    found
}

fn refusal(line: &PlacementLine) -> Option<PlacementError> {
    if line.unavailable {
        Some(PlacementError::Unavailable)
    } else if line.call_to_order {
        Some(PlacementError::CallToOrder)
    } else if line.unit_price.is_none_or(|price| price <= Cents::ZERO) {
        Some(PlacementError::PriceNotAvailable)
    } else if line.price_age.is_none_or(|age| age > CONFIRMED_WITHIN) {
        Some(PlacementError::PriceNotConfirmed)
    } else {
        None
    }
}

fn below(part: &str, field: &str) -> String {
    [part, ".", field].concat()
}

fn all_below(part: &'static str, errors: Vec<FieldError>) -> impl Iterator<Item = FieldError> {
    errors.into_iter().map(move |error| FieldError { field: below(part, &error.field), ..error })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkout::{payment, shipping};

    fn line() -> PlacementLine {
        PlacementLine { unit_price: Cents::new(1), price_age: Some(0), unavailable: false, call_to_order: false }
    }

    fn good() -> PlacementDraft {
        PlacementDraft {
            lines: vec![line()],
            shipping: Some(shipping::tests::good()),
            methods: vec!["standard".to_owned()],
            payment: Some(payment::tests::purchase_order("PO-1", "")),
            certificates_usable: vec![true],
        }
    }

    fn told(order: &PlacementDraft) -> Vec<(String, String)> {
        check_placement(order).into_iter().map(|e| (e.field, e.code)).collect()
    }

    fn told_of_line(line: PlacementLine) -> Vec<(String, String)> {
        told(&PlacementDraft { lines: vec![self::line(), line], ..good() })
    }

    #[test]
    fn r22_a_whole_order_is_not_refused() {
        assert_eq!(told(&good()), []);
    }

    #[test]
    fn r22_an_empty_checkout_is_told_everything_that_is_missing() {
        let pairs = [("lines", "empty_cart"), ("shipping", "no_address"), ("payment", "no_payment")];
        assert_eq!(told(&PlacementDraft::default()), pairs.map(|(field, code)| (field.to_owned(), code.to_owned())));
    }

    #[test]
    fn r22_each_line_tells_why() {
        let at = |code: &str| vec![("lines.1".to_owned(), code.to_owned())];
        assert_eq!(told_of_line(PlacementLine { unavailable: true, ..line() }), at("unavailable"));
        assert_eq!(told_of_line(PlacementLine { call_to_order: true, ..line() }), at("call_to_order"));
        for price in [None, Cents::new(0), Cents::new(-1)] {
            assert_eq!(told_of_line(PlacementLine { unit_price: price, ..line() }), at("price_not_available"));
        }
        assert_eq!(told_of_line(PlacementLine { price_age: None, ..line() }), at("price_not_confirmed"));
        assert_eq!(told_of_line(PlacementLine { price_age: Some(86_401), ..line() }), at("price_not_confirmed"));
        assert_eq!(told_of_line(PlacementLine { price_age: Some(86_400), ..line() }), []);
    }

    #[test]
    fn r22_saved_steps_are_checked_again() {
        let order = PlacementDraft { methods: vec![], payment: Some(payment::tests::purchase_order("", "")), ..good() };
        let pairs = [("shipping.method", "shipping_method_unknown"), ("payment.poNumber", "enter_po_number")];
        assert_eq!(told(&order), pairs.map(|(field, code)| (field.to_owned(), code.to_owned())));
    }

    #[test]
    fn r22_a_used_certificate_refuses_the_order() {
        let order = PlacementDraft { certificates_usable: vec![true, false], ..good() };
        assert_eq!(told(&order), [("certificates.1".to_owned(), "certificate_not_usable".to_owned())]);
    }
}

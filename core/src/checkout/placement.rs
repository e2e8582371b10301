//! What refuses an order (requirement R22): everything at once, nothing stored. What a line or a
//! cart must be like is the cart's rule; here it is brought together with the steps of checkout.

use serde::{Deserialize, Serialize};

use super::{PaymentDraft, ShippingDraft, payment::check_payment, shipping::check_shipping};
use crate::{
    cart::{
        lines::{CartError, check_cart_size},
        summary::SummaryDraft,
    },
    money::Cents,
    rule::{Broken, FieldError, broken_rules},
};

/// An order is placed only on prices confirmed within a day (decisions: prices), in seconds.
const CONFIRMED_WITHIN: u32 = 24 * 60 * 60;

/// One line as it stands when the order is placed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlacementLine {
    /// What the cart's evaluation found: call to order, unavailable, no price above 0, quantity.
    #[serde(default)]
    pub errors: Vec<FieldError>,
    /// Seconds since the price was confirmed; nothing when it never was.
    pub price_age: Option<u32>,
}

/// Everything placement looks at.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlacementDraft {
    /// Lines of the cart.
    pub lines: Vec<PlacementLine>,
    /// Σ base × quantity.
    pub merchandise: Cents,
    /// The saved shipping step.
    pub shipping: Option<ShippingDraft>,
    /// Keys of the shipping methods on offer now.
    pub methods: Vec<String>,
    /// The saved payment step.
    pub payment: Option<PaymentDraft>,
    /// Certificates pay for all of it: no purchase order is needed.
    #[serde(default)]
    pub paid_by_certificates: bool,
    /// Of each certificate on the cart, whether it can be used now.
    pub certificates_usable: Vec<bool>,
}

broken_rules! {
    /// What refuses an order, beside what the cart and the forms say.
    pub enum PlacementError {
        /// No shipping step.
        NoAddress => "no_address", "Please enter a shipping address";
        /// No payment step.
        NoPayment => "no_payment", "Please enter a purchase order number";
        /// A price that was not confirmed within a day.
        PriceNotConfirmed => "price_not_confirmed", "The price could not be confirmed. Please try again in a few minutes";
        /// A certificate that was redeemed, voided or has expired.
        CertificateNotUsable => "certificate_not_usable", "This certificate can no longer be used. Please remove it to place your order";
    }
}

/// Whether a price of that age in seconds is still taken as confirmed; one of no age never was.
pub fn is_confirmed(price_age: Option<u32>) -> bool {
    price_age.is_some_and(|age| age <= CONFIRMED_WITHIN)
}

/// True when certificates pay for all of an order whose freight is known: what is left to pay by
/// purchase order is nothing, so none is asked for.
pub fn paid_by_certificates(amounts: &SummaryDraft) -> bool {
    amounts.freight.is_some() && amounts.certificates > Cents::ZERO && amounts.due() == Cents::ZERO
}

/// Everything that refuses the order: the cart (`lines`), its lines (`lines.0…`), shipping
/// (`shipping…`), payment (`payment…`), certificates (`certificates.0`).
pub fn check_placement(order: &PlacementDraft) -> Vec<FieldError> {
    let mut found = Vec::new();
    if order.lines.is_empty() {
        found.push(CartError::Empty.at("lines"));
    }
    let count = u32::try_from(order.lines.len()).unwrap_or(u32::MAX);
    found.extend(check_cart_size(count, order.merchandise).into_iter().map(|error| error.at("lines")));
    for (place, line) in order.lines.iter().enumerate() {
        let path = below("lines", &place.to_string());
        if line.errors.is_empty() && !is_confirmed(line.price_age) {
            found.push(PlacementError::PriceNotConfirmed.at(path));
        } else {
            found.extend(all_below(&path, &line.errors));
        }
    }
    match &order.shipping {
        None => found.push(PlacementError::NoAddress.at("shipping")),
        Some(draft) => found.extend(all_below("shipping", &check_shipping(draft, &order.methods))),
    }
    match &order.payment {
        None if order.paid_by_certificates => {}
        None => found.push(PlacementError::NoPayment.at("payment")),
        Some(draft) => found.extend(all_below("payment", &check_payment(draft))),
    }
    for (place, usable) in order.certificates_usable.iter().enumerate() {
        if !usable {
            found.push(PlacementError::CertificateNotUsable.at(below("certificates", &place.to_string())));
        }
    }
    found
}

fn below(part: &str, field: &str) -> String {
    if field.is_empty() { part.to_owned() } else { [part, ".", field].concat() }
}

fn all_below(part: &str, errors: &[FieldError]) -> Vec<FieldError> {
    errors.iter().map(|error| FieldError { field: below(part, &error.field), ..error.clone() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cart::lines::ArticleError,
        checkout::{payment, shipping},
    };

    fn line() -> PlacementLine {
        PlacementLine { errors: vec![], price_age: Some(0) }
    }

    fn good() -> PlacementDraft {
        PlacementDraft {
            lines: vec![line()],
            merchandise: Cents::new(1).unwrap(),
            shipping: Some(shipping::tests::good()),
            methods: vec!["standard".to_owned()],
            payment: Some(payment::tests::purchase_order("PO-1", "")),
            paid_by_certificates: false,
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
        let pairs = [("lines", "cart_empty"), ("shipping", "no_address"), ("payment", "no_payment")];
        assert_eq!(told(&PlacementDraft::default()), pairs.map(|(field, code)| (field.to_owned(), code.to_owned())));
    }

    #[test]
    fn r22_what_the_cart_says_of_a_line_refuses_the_order() {
        let errors = vec![ArticleError::NoPrice.at(""), ArticleError::UnknownSku.at("sku")];
        let pairs = [("lines.1", "price_not_available"), ("lines.1.sku", "sku_unknown")];
        assert_eq!(
            told_of_line(PlacementLine { errors, price_age: None }),
            pairs.map(|(field, code)| (field.to_owned(), code.to_owned()))
        );
    }

    #[test]
    fn r22_prices_hold_for_a_day() {
        let at = vec![("lines.1".to_owned(), "price_not_confirmed".to_owned())];
        assert_eq!(told_of_line(PlacementLine { price_age: None, ..line() }), at);
        assert_eq!(told_of_line(PlacementLine { price_age: Some(86_401), ..line() }), at);
        assert_eq!(told_of_line(PlacementLine { price_age: Some(86_400), ..line() }), []);
    }

    #[test]
    fn r14_a_cart_above_its_limits_is_refused() {
        let order = PlacementDraft { merchandise: Cents::MAX, ..good() };
        assert_eq!(told(&order), [("lines".to_owned(), "cart_too_much_money".to_owned())]);
    }

    #[test]
    fn r22_saved_steps_are_checked_again() {
        let order = PlacementDraft { methods: vec![], payment: Some(payment::tests::purchase_order("", "")), ..good() };
        let pairs = [("shipping.method", "shipping_method_unknown"), ("payment.poNumber", "enter_po_number")];
        assert_eq!(told(&order), pairs.map(|(field, code)| (field.to_owned(), code.to_owned())));
    }

    #[test]
    fn what_certificates_pay_whole_needs_no_purchase_order() {
        let cents = |amount| Cents::new(amount).unwrap();
        let amounts = SummaryDraft {
            merchandise: cents(3_000),
            freight: Some(cents(900)),
            certificates: cents(3_900),
            ..SummaryDraft::default()
        };
        assert!(paid_by_certificates(&amounts));
        for short in [
            SummaryDraft { certificates: cents(3_899), ..amounts },
            SummaryDraft { freight: None, ..amounts },
            SummaryDraft { certificates: Cents::ZERO, merchandise: Cents::ZERO, freight: Some(Cents::ZERO), ..amounts },
        ] {
            assert!(!paid_by_certificates(&short), "{short:?}");
        }
        let paid = PlacementDraft { payment: None, paid_by_certificates: true, ..good() };
        assert_eq!(told(&paid), []);
        let typed = PlacementDraft { payment: Some(payment::tests::purchase_order("", "")), ..paid };
        assert_eq!(told(&typed), [("payment.poNumber".to_owned(), "enter_po_number".to_owned())]);
    }

    #[test]
    fn r22_a_used_certificate_refuses_the_order() {
        let order = PlacementDraft { certificates_usable: vec![true, false], ..good() };
        assert_eq!(told(&order), [("certificates.1".to_owned(), "certificate_not_usable".to_owned())]);
    }
}

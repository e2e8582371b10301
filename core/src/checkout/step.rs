//! Which step a checkout is at (decisions: checkout): shipping, then payment, then review.

use super::CheckoutStep;

/// The first step that still needs something.
pub fn current_step(shipping_done: bool, payment_done: bool) -> CheckoutStep {
    match (shipping_done, payment_done) {
        (false, _) => CheckoutStep::Shipping,
        (true, false) => CheckoutStep::Payment,
        (true, true) => CheckoutStep::Review,
    }
}

/// The step to show when the one of the address `asked` is opened: an earlier one than the first unfinished may be
/// opened again, a later one not yet. What is no step is the first.
pub fn step_to_show(asked: &str, unfinished: CheckoutStep) -> CheckoutStep {
    let asked = match asked {
        "payment" => CheckoutStep::Payment,
        "review" => CheckoutStep::Review,
        _ => CheckoutStep::Shipping,
    };
    asked.min(unfinished)
}

#[cfg(test)]
mod tests {
    use super::{
        CheckoutStep::{Payment, Review, Shipping},
        *,
    };

    #[test]
    fn shipping_comes_before_payment_before_review() {
        assert_eq!(current_step(false, false), Shipping);
        assert_eq!(current_step(false, true), Shipping);
        assert_eq!(current_step(true, false), Payment);
        assert_eq!(current_step(true, true), Review);
    }

    #[test]
    fn r22_a_later_step_cannot_be_opened_yet() {
        assert_eq!(step_to_show("review", Shipping), Shipping);
        assert_eq!(step_to_show("review", Payment), Payment);
        assert_eq!(step_to_show("shipping", Review), Shipping);
        assert_eq!(step_to_show("review", Review), Review);
        assert_eq!(step_to_show("Review", Review), Shipping);
    }
}

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

/// The step to show when `asked` is opened while the checkout is at `current`: an earlier one may be
/// opened again, a later one not yet.
pub fn step_to_show(asked: CheckoutStep, current: CheckoutStep) -> CheckoutStep {
    asked.min(current)
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
        assert_eq!(step_to_show(Review, Shipping), Shipping);
        assert_eq!(step_to_show(Review, Payment), Payment);
        assert_eq!(step_to_show(Shipping, Review), Shipping);
        assert_eq!(step_to_show(Review, Review), Review);
    }
}

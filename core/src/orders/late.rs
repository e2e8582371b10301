//! When an order is late. No order has a promised day: what is not on its way so many days after it was placed is late.

/// Days after which an order is late.
pub const LATE_DAYS: i64 = 7;
const DAY_MILLIS: i64 = 86_400_000;

/// What was placed before this moment is late now while anything of it is outstanding. Milliseconds since 1970.
pub fn late_before(now: i64) -> i64 {
    now.saturating_sub(LATE_DAYS.saturating_mul(DAY_MILLIS))
}

/// Whether something left late that was placed then. Milliseconds since 1970.
pub fn left_late(placed_at: i64, left_at: i64) -> bool {
    placed_at < late_before(left_at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_days_after_it_was_placed_an_order_is_not_late_and_a_moment_later_it_is() {
        let placed = 1_000;
        let due = placed + 7 * DAY_MILLIS;
        assert_eq!(late_before(due), placed);
        assert_eq!([due - 1, due, due + 1].map(|left| left_late(placed, left)), [false, false, true]);
        assert!(!left_late(placed, 0), "a clock that was set back");
    }
}

//! How popular a product is: what the catalogue says of it and what shoppers did with it. The last word
//! where nothing else orders products (decision 0013).

/// What one visit that put the product into a cart is worth, in clicks.
const ADDED: u32 = 5;
/// Most that what shoppers did can weigh: as much as a catalogue's own popularity of 0 to 1,000.
const MOST_MEASURED: u32 = 1_000;

/// The popularity of a product: its own, and one for each click and five for each visit that added it to a
/// cart, of the days that are kept. Larger is shown first.
pub fn popularity(own: u32, clicks: u32, added: u32) -> u32 {
    let measured = added.saturating_mul(ADDED).saturating_add(clicks).min(MOST_MEASURED);
    own.saturating_add(measured)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_addition_weighs_five_clicks_and_the_measured_part_has_an_end() {
        assert_eq!(popularity(100, 0, 0), 100);
        assert_eq!(popularity(100, 5, 0), popularity(100, 0, 1));
        assert_eq!(popularity(100, u32::MAX, u32::MAX), 1_100);
        assert_eq!(popularity(u32::MAX, 1, 1), u32::MAX);
    }

    proptest! {
        #[test]
        fn more_interest_never_makes_less_popular(own: u32, clicks: u32, added: u32, more in 0_u32..1_000) {
            let before = popularity(own, clicks, added);
            prop_assert!(popularity(own, clicks.saturating_add(more), added) >= before);
            prop_assert!(popularity(own, clicks, added.saturating_add(more)) >= before);
        }
    }
}

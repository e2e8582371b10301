//! Splits an amount over lines so that the parts add up to it to the cent (requirement R15).

use crate::money::Cents;

/// Parts of `total` in proportion to `weights`: each is its exact share rounded down or up by less
/// than a cent, and together they are `total`. The cents left after rounding down go to the largest
/// remainders, the first among equals. Nothing when an amount is negative, or when there is a total
/// but no weight to carry it.
pub fn split_cents(total: Cents, weights: &[Cents]) -> Option<Vec<Cents>> {
    let whole = u128::try_from(total.get()).ok()?;
    let weights: Vec<u128> = weights.iter().map(|weight| u128::try_from(weight.get()).ok()).collect::<Option<_>>()?;
    let sum = weights.iter().try_fold(0_u128, |sum, weight| sum.checked_add(*weight))?;
    if sum == 0 {
        return (whole == 0).then(|| vec![Cents::ZERO; weights.len()]);
    }
    let mut parts = Vec::with_capacity(weights.len());
    let mut remainders = Vec::with_capacity(weights.len());
    let mut left = whole;
    for (line, weight) in weights.into_iter().enumerate() {
        let share = whole.checked_mul(weight)?;
        let part = share.checked_div(sum)?;
        left = left.checked_sub(part)?;
        parts.push(part);
        remainders.push((share.checked_rem(sum)?, line));
    }
    remainders.sort_by(|(one, first), (other, second)| other.cmp(one).then(first.cmp(second)));
    for (_, line) in remainders.into_iter().take(usize::try_from(left).ok()?) {
        let part = parts.get_mut(line)?;
        *part = part.checked_add(1)?;
    }
    parts.into_iter().map(|part| i64::try_from(part).ok().and_then(Cents::new)).collect()
}

/// The first of two parts that [`split_cents`] would make: its exact share, rounded half up. The other one is the rest.
pub fn split_in_two(total: Cents, [first, second]: [Cents; 2]) -> Option<Cents> {
    let whole = |amount: Cents| u64::try_from(amount.get()).ok();
    let (total, first, second) = (whole(total)?, whole(first)?, whole(second)?);
    // Amounts have 53 bits: none of this overflows.
    let sum = first.wrapping_add(second);
    let doubled = u128::from(total).wrapping_mul(u128::from(first.wrapping_mul(2))).wrapping_add(u128::from(sum));
    let part = doubled.checked_div(u128::from(sum.wrapping_mul(2)))?;
    i64::try_from(part).ok().and_then(Cents::new)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cents(amounts: &[i64]) -> Vec<Cents> {
        amounts.iter().map(|amount| Cents::new(*amount).unwrap()).collect()
    }

    fn split(total: i64, weights: &[i64]) -> Option<Vec<i64>> {
        let parts = split_cents(Cents::new(total).unwrap(), &cents(weights))?;
        Some(parts.into_iter().map(Cents::get).collect())
    }

    #[test]
    fn the_largest_remainders_get_the_cents_that_are_left() {
        assert_eq!(split(100, &[1, 1, 1]), Some(vec![34, 33, 33]));
        assert_eq!(split(5, &[10, 20, 70]), Some(vec![1, 1, 3]));
        assert_eq!(split(1, &[0, 1]), Some(vec![0, 1]));
    }

    #[test]
    fn nothing_is_split_over_nothing() {
        assert_eq!(split(0, &[]), Some(vec![]));
        assert_eq!(split(0, &[0, 0]), Some(vec![0, 0]));
        assert_eq!(split(1, &[0, 0]), None);
        assert_eq!(split(-1, &[1]), None);
        assert_eq!(split(1, &[-1, 2]), None);
    }

    #[test]
    fn the_largest_amounts_do_not_overflow() {
        let most = Cents::MAX.get();
        assert_eq!(split(most, &[most; 2_000]).map(|parts| parts.iter().sum::<i64>()), Some(most));
    }

    proptest! {
        // More by PROPTEST_CASES; the requirement asks for a million before a release.
        #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.max(10_000), ..ProptestConfig::default() })]

        #[test]
        fn two_parts_are_those_of_any_number(
            total in -5..=9_007_199_254_740_991_i64, first in -1..=1_000_000_000_i64, second in -1..=1_000_000_000_i64,
        ) {
            let parts = split(total, &[first, second]).filter(|_| (first, second) != (0, 0));
            let [total, first, second] = [total, first, second].map(|amount| Cents::new(amount).unwrap());
            let part = split_in_two(total, [first, second]);
            prop_assert_eq!(part.map(Cents::get), parts.map(|parts| parts[0]));
        }

        #[test]
        fn r15_the_parts_sum_to_the_cent_and_each_is_within_one(
            total in 0..=9_007_199_254_740_991_i64,
            weights in prop::collection::vec(0..=1_000_000_000_i64, 1..40),
        ) {
            let sum: i64 = weights.iter().sum();
            prop_assume!(sum > 0);
            let parts = split(total, &weights).unwrap();
            prop_assert_eq!(parts.iter().sum::<i64>(), total);
            for (part, weight) in parts.iter().zip(&weights) {
                let exact = i128::from(total) * i128::from(*weight);
                let scaled = i128::from(*part) * i128::from(sum);
                prop_assert!((exact - scaled).abs() < i128::from(sum), "{part} of {total} for {weight} of {sum}");
            }
        }
    }
}

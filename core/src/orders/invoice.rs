//! What is invoiced of an order: what was shipped of it at the prices it was sold at, with its share of freight, tax and gift
//! certificates. Amounts are cents; shares and what is left of them add up to the whole.

use serde::{Deserialize, Serialize};

use crate::{checkout::split::split_cents, money::Cents};

/// A line of an order with what was shipped of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InvoicedLine {
    /// What its pieces were sold for, without those that an edit took out.
    pub price: Cents,
    /// What one of them costs; zero where that is not known, and all pieces share the price.
    #[serde(default)]
    pub unit: Cents,
    /// Pieces, with those that were canceled or taken out.
    pub ordered: u64,
    /// Of these, what left the house.
    pub shipped: u64,
}

/// An order as it is invoiced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InvoicedOrder {
    /// Its lines.
    pub lines: Vec<InvoicedLine>,
    /// What the store took off all of them later.
    #[serde(default)]
    pub discount: Cents,
    /// Freight of the whole order.
    pub freight: Cents,
    /// Tax of the whole order.
    pub tax: Cents,
    /// What its gift certificates paid of it.
    pub certificates: Cents,
}

/// Amounts of an invoice.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Invoice {
    /// What was shipped of each line, in their order.
    pub lines: Vec<Cents>,
    /// Of all lines.
    pub merchandise: Cents,
    /// Share of what the store took off.
    #[serde(default)]
    pub discount: Cents,
    /// Share of freight.
    pub freight: Cents,
    /// Share of tax.
    pub tax: Cents,
    /// Share of what certificates paid.
    pub certificates: Cents,
    /// What is to be paid.
    pub total: Cents,
}

/// What is invoiced of an order as far as it was shipped. A line's share is its price a piece, or goes by its pieces; those of discount, freight,
/// tax and certificates by the worth of what was shipped of all that was ordered, or by pieces where nothing has a price. What was
/// canceled is not shipped: its share is never invoiced. Nothing when an amount is negative, out of range, or more was shipped
/// than was ordered.
pub fn invoice(order: &InvoicedOrder) -> Option<Invoice> {
    let mut lines = Vec::with_capacity(order.lines.len());
    let mut worth = [Cents::ZERO, Cents::ZERO];
    let mut pieces = [0_u64, 0];
    for line in &order.lines {
        let rest = line.ordered.checked_sub(line.shipped)?;
        let ([part, left], parts) = (shipped_of(line, rest)?, [line.shipped, rest]);
        lines.push(part);
        let [shipped, open] = worth;
        worth = [shipped.checked_add(part)?, open.checked_add(left)?];
        let ([gone, here], [more, less]) = (pieces, parts);
        pieces = [gone.checked_add(more)?, here.checked_add(less)?];
    }
    let [merchandise, _] = worth;
    let [shipped, open] = pieces;
    let weights = if worth == [Cents::ZERO; 2] { [count(shipped)?, count(open)?] } else { worth };
    let share = |amount: Cents| shares(amount, weights).map(|[part, _]| part);
    let (freight, tax, certificates) = (share(order.freight)?, share(order.tax)?, share(order.certificates)?);
    let discount = share(order.discount)?;
    let gross = merchandise.minus_floored(discount).checked_add(freight)?.checked_add(tax)?;
    Some(Invoice { lines, merchandise, discount, freight, tax, certificates, total: gross.minus_floored(certificates) })
}

/// What was shipped of a line, and what was not: an edit that takes pieces out takes their price along, so that what is left costs
/// as much a piece as before.
fn shipped_of(line: &InvoicedLine, rest: u64) -> Option<[Cents; 2]> {
    if line.unit <= Cents::ZERO || line.price < Cents::ZERO {
        return shares(line.price, [count(line.shipped)?, count(rest)?]);
    }
    let asked = u32::try_from(line.shipped).ok().and_then(|pieces| line.unit.checked_mul(pieces))?;
    let part = if asked < line.price { asked } else { line.price };
    Some([part, line.price.minus_floored(part)])
}

/// Pieces as weights.
fn count(pieces: u64) -> Option<Cents> {
    i64::try_from(pieces).ok().and_then(Cents::new)
}

/// An amount in two; all of it in the second where there is no weight.
fn shares(amount: Cents, weights: [Cents; 2]) -> Option<[Cents; 2]> {
    if weights == [Cents::ZERO; 2] {
        return (amount >= Cents::ZERO).then_some([Cents::ZERO, amount]);
    }
    <[Cents; 2]>::try_from(split_cents(amount, &weights)?).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cents(amount: i64) -> Cents {
        Cents::new(amount).unwrap()
    }

    fn order(lines: &[(i64, u64, u64)], freight: i64, tax: i64, certificates: i64) -> InvoicedOrder {
        let line = |(price, ordered, shipped): &(i64, u64, u64)| InvoicedLine {
            price: cents(*price),
            unit: Cents::ZERO,
            ordered: *ordered,
            shipped: *shipped,
        };
        InvoicedOrder {
            lines: lines.iter().map(line).collect(),
            discount: Cents::ZERO,
            freight: cents(freight),
            tax: cents(tax),
            certificates: cents(certificates),
        }
    }

    #[test]
    fn what_is_shipped_carries_its_share_of_freight_tax_and_certificates() {
        // A third of the worth is shipped.
        let told = invoice(&order(&[(30_000, 30, 10)], 1_000, 1_900, 500)).unwrap();
        assert_eq!((told.lines, told.merchandise), (vec![cents(10_000)], cents(10_000)));
        assert_eq!((told.freight, told.tax, told.certificates), (cents(333), cents(633), cents(167)));
        assert_eq!(told.total, cents(10_799));
    }

    #[test]
    fn an_edit_that_took_pieces_out_took_their_price_along() {
        // Ten were ordered, two were taken out, and the others left: all that is left of the price.
        let line = InvoicedLine { price: cents(800), unit: cents(100), ordered: 10, shipped: 8 };
        let of = |line| InvoicedOrder { lines: vec![line], ..order(&[], 300, 0, 0) };
        let whole = invoice(&of(line)).unwrap();
        assert_eq!((whole.merchandise, whole.freight), (cents(800), cents(300)));
        // Two of ten were canceled: their price stays, and is never invoiced.
        let canceled = invoice(&of(InvoicedLine { price: cents(1_000), ..line })).unwrap();
        assert_eq!((canceled.merchandise, canceled.freight), (cents(800), cents(240)));
        assert_eq!(invoice(&of(InvoicedLine { shipped: 11, ..line })), None);
        // Raised at another price: never more than the line costs.
        let raised = invoice(&of(InvoicedLine { price: cents(850), unit: cents(120), ..line })).unwrap();
        assert_eq!(raised.merchandise, cents(850));
    }

    #[test]
    fn what_the_store_took_off_is_shared_as_freight_is() {
        let with = |shipped| InvoicedOrder { discount: cents(1_000), ..order(&[(4_000, 4, shipped)], 500, 0, 0) };
        let half = invoice(&with(2)).unwrap();
        assert_eq!((half.merchandise, half.discount, half.total), (cents(2_000), cents(500), cents(1_750)));
        assert_eq!(invoice(&with(4)).unwrap().total, cents(3_500));
    }

    #[test]
    fn what_is_given_away_is_shared_by_pieces_and_more_than_there_is_is_refused() {
        let told = invoice(&order(&[(0, 4, 1)], 1_000, 0, 0)).unwrap();
        assert_eq!((told.merchandise, told.freight, told.total), (Cents::ZERO, cents(250), cents(250)));
        assert_eq!(invoice(&order(&[(100, 1, 2)], 0, 0, 0)), None);
        assert_eq!(invoice(&order(&[(-1, 2, 1)], 0, 0, 0)), None);
    }

    proptest! {
        #[test]
        fn shares_sum_to_the_whole_and_grow_with_what_is_shipped(
            lines in prop::collection::vec((0..10_000_000_i64, 1..5_000_u64, 0..5_000_u64, 0..5_000_u64), 1..30),
            freight in 0..1_000_000_i64,
            tax in 0..1_000_000_i64,
            paid in 0..1_000_000_i64,
        ) {
            let made = |shipped: fn(u64, u64, u64) -> u64| {
                let lines: Vec<_> = lines.iter().map(|(price, ordered, one, two)| {
                    (*price, *ordered, shipped(*ordered, *one % (ordered + 1), *two % (ordered + 1)))
                }).collect();
                invoice(&order(&lines, freight, tax, paid)).unwrap()
            };
            let none = made(|_, _, _| 0);
            let some = made(|_, one, two| one.min(two));
            let more = made(|_, one, two| one.max(two));
            let rest = made(|ordered, one, two| ordered - one.min(two));
            let all = made(|ordered, _, _| ordered);
            let worth: i64 = lines.iter().map(|(price, ..)| price).sum();
            prop_assert_eq!((all.merchandise, all.freight, all.tax, all.certificates),
                (cents(worth), cents(freight), cents(tax), cents(paid)));
            prop_assert_eq!(none.total, Cents::ZERO);
            prop_assert_eq!(all.lines.iter().map(|line| line.get()).sum::<i64>(), worth);
            for (part, whole) in [(some.freight, freight), (some.tax, tax), (some.certificates, paid)] {
                prop_assert!(part >= Cents::ZERO && part <= cents(whole));
            }
            prop_assert!(some.merchandise <= more.merchandise && some.freight <= more.freight && some.tax <= more.tax);
            // Shared both ways round, a whole differs by the cent of a half that two would get, a line.
            let slack = i64::try_from(lines.len()).unwrap() + 2;
            prop_assert!((some.merchandise.get() + rest.merchandise.get() - worth).abs() <= slack);
        }
    }
}

//! What is invoiced of an order: what was shipped of it at the prices it was sold at, with its share of freight, tax and gift
//! certificates; and what it comes to once its canceled pieces are left out. Amounts are cents; shares and what is left of them
//! add up to the whole.

use serde::{Deserialize, Serialize};

use super::views::SumView;
use crate::{
    checkout::split::split_in_two,
    money::{Cents, format_cents},
};

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
    /// Of these, what was canceled or taken out.
    #[serde(default)]
    pub cancelled: u64,
    /// What left the house.
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

/// Pieces of an order with what they carry of it.
struct Part {
    merchandise: Cents,
    pieces: u64,
    discount: Cents,
    freight: Cents,
    tax: Cents,
    gross: Cents,
}

/// The part of an order that so many pieces of each line make. A line's share is its price a piece, or goes by its pieces; those
/// of discount, freight and tax by the worth of the part of all that was ordered, or by pieces where nothing has a price.
fn part(order: &InvoicedOrder, of: impl Fn(&InvoicedLine) -> Option<u64>) -> Option<Part> {
    let mut worth = [Cents::ZERO, Cents::ZERO];
    let mut pieces = [0_u64, 0];
    for line in &order.lines {
        let inside = of(line)?;
        let rest = line.ordered.checked_sub(inside)?;
        let ([part, left], parts) = (part_of(line, inside, rest)?, [inside, rest]);
        let [inside, outside] = worth;
        worth = [inside.checked_add(part)?, outside.checked_add(left)?];
        let ([here, there], [more, less]) = (pieces, parts);
        pieces = [here.checked_add(more)?, there.checked_add(less)?];
    }
    let ([merchandise, _], [inside, outside]) = (worth, pieces);
    let weights = if worth == [Cents::ZERO; 2] { [count(inside)?, count(outside)?] } else { worth };
    let share = |amount: Cents| shares(amount, weights).map(|[part, _]| part);
    let (discount, freight, tax) = (share(order.discount)?, share(order.freight)?, share(order.tax)?);
    let gross = merchandise.minus_floored(discount).checked_add(freight)?.checked_add(tax)?;
    Some(Part { merchandise, pieces: inside, discount, freight, tax, gross })
}

/// What the customer is to get, whether it left the house or not.
fn kept(order: &InvoicedOrder) -> Option<Part> {
    part(order, |line| line.ordered.checked_sub(line.cancelled))
}

/// What is invoiced of an order as far as it was shipped ([`part`]). What was canceled is not shipped: its share is never
/// invoiced. Certificates pay for what the customer gets, by its worth. Nothing when an amount is negative, out of range, or
/// more was shipped than was ordered and not canceled.
pub fn invoice(order: &InvoicedOrder) -> Option<Invoice> {
    let (shipped, kept) = (part(order, |line| Some(line.shipped))?, kept(order)?);
    let open = kept.pieces.checked_sub(shipped.pieces)?;
    let worth = [shipped.gross, kept.gross.minus_floored(shipped.gross)];
    let weights = if worth == [Cents::ZERO; 2] { [count(shipped.pieces)?, count(open)?] } else { worth };
    let [certificates, _] = shares(order.certificates.min(kept.gross), weights)?;
    let of = |line: &InvoicedLine| {
        let rest = line.ordered.checked_sub(line.shipped)?;
        part_of(line, line.shipped, rest).map(|[part, _]| part)
    };
    let lines = order.lines.iter().map(of).collect::<Option<_>>()?;
    let Part { merchandise, discount, freight, tax, gross, .. } = shipped;
    Some(Invoice { lines, merchandise, discount, freight, tax, certificates, total: gross.minus_floored(certificates) })
}

/// What an order comes to without its canceled pieces.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Settled {
    /// What is charged beside what certificates paid: what its invoice says once all of it was shipped.
    pub charged: Cents,
    /// What certificates paid of it.
    pub covered: Cents,
    /// What certificates paid beyond it.
    pub over: Cents,
}

impl Settled {
    /// What the customer gives for it, in whatever way: no more is credited.
    pub fn given(self) -> Cents {
        self.charged.saturating_add(self.covered).saturating_add(self.over)
    }
}

/// Pieces that an edit took out of a line: what it costs is without them. None where it does not follow from its price, and of a
/// line that was taken out whole, which is told as what it was.
pub fn taken_out(line: &InvoicedLine) -> u64 {
    let (price, unit) = (line.price.get(), line.unit.get());
    let paid = price.checked_div(unit).filter(|paid| *paid > 0 && unit > 0 && paid.checked_mul(unit) == Some(price));
    let paid = paid.and_then(|paid| u64::try_from(paid).ok());
    paid.map_or(0, |paid| line.ordered.saturating_sub(paid).min(line.cancelled))
}

/// Told of a cancellation that was taken back: what the order comes to.
pub fn restored_text(settled: Settled) -> String {
    ["With them your order comes to ", &format_cents(settled.charged), "."].concat()
}

/// Told of a cancellation: what the order comes to with it.
pub fn settled_text(settled: Settled) -> String {
    ["Without them your order comes to ", &format_cents(settled.charged), "."].concat()
}

/// What an order comes to without its canceled pieces; nothing where it cannot be invoiced.
pub fn settle(order: &InvoicedOrder) -> Option<Settled> {
    let gross = kept(order)?.gross;
    let covered = order.certificates.min(gross);
    Some(Settled { charged: gross.minus_floored(covered), covered, over: order.certificates.minus_floored(covered) })
}

/// The sums below the total of an order of which something was canceled or credited: what was taken off it, and what it comes to
/// after that. None where nothing was.
pub fn settled_sums(total: Cents, settled: Settled, credited: Cents) -> Vec<SumView> {
    let less = |taken: Cents| Cents::ZERO.checked_sub(taken).filter(|less| *less < Cents::ZERO);
    let taken = [
        less(total.minus_floored(settled.charged)).map(|less| ("Canceled", less)),
        less(credited).map(|less| ("Credited", less)),
    ];
    let mut sums: Vec<_> = taken.into_iter().flatten().collect();
    if sums.is_empty() && settled.over == Cents::ZERO {
        return Vec::new();
    }
    sums.push(("Total after changes", settled.charged.minus_floored(credited)));
    let back = settled.over.minus_floored(credited);
    if back > Cents::ZERO {
        sums.push(("Certificates to give back", back));
    }
    sums.into_iter().map(|(label, cents)| SumView { label: label.to_owned(), text: format_cents(cents) }).collect()
}

/// What some pieces of a line cost, and what the others do: an edit that takes pieces out takes their price along, so that what is left costs
/// as much a piece as before.
fn part_of(line: &InvoicedLine, inside: u64, rest: u64) -> Option<[Cents; 2]> {
    if line.unit <= Cents::ZERO || line.price < Cents::ZERO {
        return shares(line.price, [count(inside)?, count(rest)?]);
    }
    let asked = u32::try_from(inside).ok().and_then(|pieces| line.unit.checked_mul(pieces))?;
    let part = if asked < line.price { asked } else { line.price };
    Some([part, line.price.minus_floored(part)])
}

/// Pieces as weights.
fn count(pieces: u64) -> Option<Cents> {
    i64::try_from(pieces).ok().and_then(Cents::new)
}

/// An amount in two; all of it in the second where there is no weight. Once in the browser's file, and not wherever it is asked.
#[inline(never)]
fn shares(amount: Cents, weights: [Cents; 2]) -> Option<[Cents; 2]> {
    if weights == [Cents::ZERO; 2] {
        return (amount >= Cents::ZERO).then_some([Cents::ZERO, amount]);
    }
    let part = split_in_two(amount, weights)?;
    Some([part, amount.minus_floored(part)])
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
            cancelled: 0,
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
        let line = InvoicedLine { price: cents(800), unit: cents(100), ordered: 10, cancelled: 2, shipped: 8 };
        let of = |line| InvoicedOrder { lines: vec![line], ..order(&[], 300, 0, 0) };
        let whole = invoice(&of(line)).unwrap();
        assert_eq!((whole.merchandise, whole.freight), (cents(800), cents(300)));
        // Two of ten were canceled: their price stays, and is never invoiced.
        let canceled = invoice(&of(InvoicedLine { price: cents(1_000), ..line })).unwrap();
        assert_eq!((canceled.merchandise, canceled.freight), (cents(800), cents(240)));
        assert_eq!(invoice(&of(InvoicedLine { shipped: 11, ..line })), None);
        assert_eq!(invoice(&of(InvoicedLine { shipped: 9, ..line })), None, "more than was not canceled");
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

    #[test]
    fn what_is_canceled_is_never_charged_and_certificates_pay_for_the_rest_first() {
        let of = |cancelled, shipped, paid| InvoicedOrder {
            lines: vec![InvoicedLine { price: cents(10_000), unit: cents(1_000), ordered: 10, cancelled, shipped }],
            ..order(&[], 1_000, 500, paid)
        };
        let settled = |cancelled, paid| settle(&of(cancelled, 0, paid)).unwrap();
        let told =
            |charged, covered, over| Settled { charged: cents(charged), covered: cents(covered), over: cents(over) };
        assert_eq!(settled(0, 0), told(11_500, 0, 0));
        assert_eq!(settled_text(settled(0, 0)), "Without them your order comes to $115.00.");
        assert_eq!(settled(4, 0), told(6_900, 0, 0));
        assert_eq!(settled(4, 2_000), told(4_900, 2_000, 0));
        assert_eq!(settled(4, 7_500), told(0, 6_900, 600));
        assert_eq!(settled(10, 2_000), told(0, 0, 2_000));
        assert_eq!((settled(4, 7_500).given(), settled(4, 0).given()), (cents(7_500), cents(6_900)));
        // Once all that is left was shipped, the invoice says the same.
        let invoiced = |shipped, paid| invoice(&of(4, shipped, paid)).unwrap();
        assert_eq!((invoiced(6, 2_000).total, invoiced(6, 2_000).certificates), (cents(4_900), cents(2_000)));
        assert_eq!((invoiced(3, 2_000).total, invoiced(3, 2_000).certificates), (cents(2_450), cents(1_000)));
        assert_eq!(invoiced(6, 7_500).total, Cents::ZERO);
    }

    #[test]
    fn what_an_edit_took_out_is_told_apart_from_what_was_canceled() {
        let line = InvoicedLine { price: cents(500), unit: cents(100), ordered: 6, cancelled: 2, shipped: 0 };
        assert_eq!(taken_out(&line), 1, "five of six are paid: one was taken out, one canceled");
        assert_eq!(taken_out(&InvoicedLine { price: cents(600), ..line }), 0);
        assert_eq!(taken_out(&InvoicedLine { price: cents(350), ..line }), 0, "at two prices: it does not follow");
        assert_eq!(taken_out(&InvoicedLine { unit: Cents::ZERO, ..line }), 0);
        assert_eq!(taken_out(&InvoicedLine { price: cents(100), ..line }), 2, "no more than was canceled");
        assert_eq!(taken_out(&InvoicedLine { price: cents(0), ..line }), 0, "a line that is gone whole");
    }

    #[test]
    fn what_an_order_comes_to_after_changes_is_told_where_there_are_some() {
        let told = |total, (charged, over), credited| {
            let settled = Settled { charged: cents(charged), covered: Cents::ZERO, over: cents(over) };
            let sums = settled_sums(cents(total), settled, cents(credited));
            sums.into_iter().map(|sum| [sum.label, sum.text].join(" ")).collect::<Vec<_>>()
        };
        assert_eq!(told(11_500, (11_500, 0), 0), Vec::<String>::new());
        assert_eq!(told(11_500, (6_900, 0), 0), ["Canceled -$46.00", "Total after changes $69.00"]);
        let both = ["Canceled -$46.00", "Credited -$9.00", "Total after changes $60.00"];
        assert_eq!(told(11_500, (6_900, 0), 900), both);
        assert_eq!(told(11_500, (11_500, 0), 900), ["Credited -$9.00", "Total after changes $106.00"]);
        let over = ["Canceled -$40.00", "Total after changes $0.00", "Certificates to give back $6.00"];
        assert_eq!(told(4_000, (0, 600), 0), over);
        assert_eq!(told(0, (0, 600), 600), ["Credited -$6.00", "Total after changes $0.00"]);
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
            let covered = paid.min(worth + freight + tax);
            prop_assert_eq!((all.merchandise, all.freight, all.tax, all.certificates),
                (cents(worth), cents(freight), cents(tax), cents(covered)));
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

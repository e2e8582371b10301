//! Edits of a placed order: what staff change is told in numbers before it is done, by the same rule in the browser and in the
//! server. What was sold keeps its price, the ledger is only appended to, and what left the house stays as it is. Not here:
//! prices of the day, addresses and texts, which the server looks up or checks by their own rules.

mod drafts;

use std::collections::BTreeSet;

pub use drafts::*;

use super::{
    acts::{Act, ActError, Entry, PieceMove, check_act, steps},
    hold::LONGEST_TEXT,
    invoice::{InvoicedLine, InvoicedOrder, Settled, settle},
    ledger::Ledger,
    note::parse_remark,
    status::{Lifecycle, OrderState},
};
use crate::{
    addresses::address::{Address, parse_address_below},
    cart::summary::SummaryDraft,
    checkout::{PaymentDraft, freight::reached, payment::parse_payment, shipping::ShippingError},
    money::{Cents, format_cents},
    rule::{Broken, FieldError, broken_rules},
    text::clean_lines,
};

broken_rules! {
    /// What keeps an edit from an order.
    pub enum EditError {
        /// An edit changes something.
        Nothing => "edit_nothing", "Nothing is changed yet";
        /// What left the house is not taken back by an edit.
        BelowShipped { shipped: u32 } => "edit_below_shipped", "{shipped} were shipped already: no fewer are possible";
        /// Only pieces that are added cost today's price, and a line has one price.
        KeepsPrice => "edit_keeps_price", "This line keeps the price it was sold at. Add the article once more for today's price";
        /// Nobody can say what it costs.
        NoPrice => "edit_no_price", "This article has no price today";
        /// Printed pieces that were handed over.
        InProduction => "edit_in_production", "This line is in production already";
        /// That is cancelling.
        NothingLeft => "edit_nothing_left", "Nothing would be left of this order. Cancel it instead";
        /// A certificate is used once and whole.
        Certificates => "edit_certificates", "Gift certificates paid more than this. Cancel pieces and credit what they paid instead";
        /// No more is given back than was charged.
        Credited => "edit_credited", "More than this was credited already: the total cannot be lower than its credits";
        /// What was shipped cannot be declined any more.
        ApprovalShipped => "edit_approval_shipped", "This total needs another approval, and a part was shipped already. Place another order instead";
        /// What was credited of it cannot be declined either.
        ApprovalCredited => "edit_approval_credited", "This total needs another approval, and something was credited already. Place another order instead";
        /// Everything left the house.
        AddressShipped => "edit_address_shipped", "Everything was shipped already";
        /// Not an amount, or more than the goods cost.
        Discount => "edit_discount", "Please enter dollars, no more than the goods cost";
        /// Money is given away for a reason.
        DiscountReason => "edit_discount_reason", "Please say what the discount is for";
        /// Its messages go out in order.
        Unanswered => "edit_unanswered", "The ERP has not answered about this order yet. Try again once it has";
    }
}

/// Changes told before the rest is counted.
const TOLD: usize = 20;

/// A line before and after an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineChange<'a> {
    /// Name of the article.
    pub name: &'a str,
    /// Stock keeping unit.
    pub sku: &'a str,
    /// Pieces before; 0 for one that is added.
    pub before: u64,
    /// Pieces after; 0 for one that is taken out.
    pub after: u64,
}

/// What an edit changed, a sentence each, as the buyer and the timeline read it; amounts are not among it.
pub fn told_changes(lines: &[LineChange<'_>], draft: &OrderEditDraft) -> Vec<String> {
    let number = |pieces: u64| pieces.to_string();
    let line = |line: &LineChange<'_>| {
        let article = [line.name, " (", line.sku, ")"].concat();
        match (line.before, line.after) {
            (0, after) => ["Added: ", &number(after), " \u{d7} ", &article].concat(),
            (_, 0) => ["Taken out: ", &article].concat(),
            (before, after) => [&article, ": ", &number(after), " instead of ", &number(before)].concat(),
        }
    };
    let changed: Vec<_> = lines.iter().filter(|line| line.before != line.after).collect();
    let mut told: Vec<String> = changed.iter().take(TOLD).map(|change| line(change)).collect();
    let rest = changed.len().saturating_sub(TOLD);
    if rest > 0 {
        told.push([&rest.to_string(), " more lines"].concat());
    }
    let words = [
        (!draft.texts.is_empty(), "Names or numbers"),
        (draft.address.is_some(), "Address"),
        (draft.shipping_method.is_some(), "Shipping method"),
        (draft.po_number.is_some(), "Purchase order"),
        (!draft.amounts.discount.trim().is_empty(), "Discount"),
    ];
    told.extend(words.into_iter().filter(|(changed, _)| *changed).map(|(_, what)| [what, " changed"].concat()));
    told
}

/// What a sum comes to when a line is edited: a line's own, or an order's.
#[must_use]
pub fn edited_sum(line: &EditableLine, edit: LineEditDraft, sum: EditPrice) -> EditPrice {
    let kept = pieces(line.ledger.kept());
    let today = line.today.filter(|_| edit.today || line.is_new());
    let with = |sum: Cents, sold: Cents, today: Option<Cents>| {
        let (old, new) = (times(sold, kept), times(today.unwrap_or(sold), edit.quantity));
        sum.saturating_add(new).minus_floored(old)
    };
    EditPrice {
        base: with(sum.base, line.sold.base, today.map(|price| price.base)),
        your: with(sum.your, line.sold.your, today.map(|price| price.your)),
    }
}

impl EditableLine {
    /// As it is charged.
    fn invoiced(&self) -> InvoicedLine {
        let Ledger { ordered, cancelled, shipped, .. } = self.ledger;
        InvoicedLine { price: self.price, unit: self.sold.your, ordered, cancelled, shipped }
    }

    /// The same once an edit appended entries; its price is known.
    fn after(&self, edit: LineEditDraft, appended: &[Entry], invoiced: &mut InvoicedLine) {
        let ledger = ledger_after(self.ledger, appended);
        (invoiced.ordered, invoiced.cancelled) = (ledger.ordered, ledger.cancelled);
        if let Some(today) = self.today.filter(|_| edit.today || self.is_new()) {
            invoiced.unit = today.your;
        }
    }
}

/// What an edit makes of an order: entries, sums and whether it needs an approval, or all that is wrong with it.
pub fn preview_edit(basis: &EditBasis, draft: &EditAmountsDraft) -> EditPreviewView {
    let before = basis.sums;
    let (mut errors, mut entries, mut named) = (Vec::new(), Vec::new(), BTreeSet::new());
    errors.extend(check_act(Act::Edit, basis.state).map(|error| error.at("")));
    let goods = before.net().saturating_add(basis.discount);
    let (mut sum, mut ledger) = (EditPrice { base: before.merchandise, your: goods }, basis.state.ledger);
    let mut order = InvoicedOrder {
        lines: basis.lines.iter().map(EditableLine::invoiced).collect(),
        discount: basis.discount,
        freight: before.freight.unwrap_or_default(),
        tax: before.tax.unwrap_or_default(),
        certificates: before.total().minus_floored(before.due()),
    };
    let charged_before = settled(&order, &before);
    for (place, edit) in draft.lines.iter().enumerate() {
        let field = |name: &str| ["amounts.lines.", &place.to_string(), ".", name].concat();
        let known = basis.lines.iter().zip(&mut order.lines).find(|(line, _)| line.position == edit.position);
        let Some((line, invoiced)) = known else {
            errors.push(ActError::LineUnknown.at(field("position")));
            continue;
        };
        if !named.insert(edit.position) {
            errors.push(ActError::LineTwice.at(field("position")));
            continue;
        }
        match edit_line(line, *edit) {
            Ok(appended) => {
                ledger = ledger_after(ledger, &appended);
                let more = edited_sum(line, *edit, sum);
                // A line costs as much more as all of them do.
                invoiced.price = invoiced.price.saturating_add(more.your).minus_floored(sum.your);
                line.after(*edit, &appended, invoiced);
                sum = more;
                entries.extend(appended);
            }
            Err(error) => errors.push(FieldError { field: field(&error.field), ..error }),
        }
    }
    let discount = match read_discount(basis.discount, sum.your, draft) {
        Ok(discount) => discount,
        Err(error) => {
            errors.push(error);
            basis.discount
        }
    };
    let mut after = SummaryDraft {
        merchandise: sum.base,
        savings: sum.base.minus_floored(sum.your).saturating_add(discount),
        total_gross: None,
        ..before
    };
    if basis.again || !entries.is_empty() || discount != basis.discount {
        after.freight = reached(&basis.bands, sum.base).or(before.freight);
        after.tax = basis.tax.of(after.net(), after.freight.unwrap_or_default()).or(before.tax);
    }
    (order.discount, order.freight) = (discount, after.freight.unwrap_or_default());
    order.tax = after.tax.unwrap_or_default();
    order.certificates = after.total().minus_floored(after.due());
    let charged_after = settled(&order, &after);
    let rises = charged_after.charged > charged_before.charged;
    let waits = basis.state.lifecycle == Lifecycle::AwaitingApproval;
    let approval = rises && !waits && basis.above.is_some_and(|above| charged_after.charged > above);
    if approval && ledger.shipped > 0 {
        errors.push(EditError::ApprovalShipped.at(""));
    }
    if approval && basis.credited > Cents::ZERO {
        errors.push(EditError::ApprovalCredited.at(""));
    }
    if after.total() < before.total().min(before.certificates) {
        errors.push(EditError::Certificates.at(""));
    }
    if charged_after.given() < charged_before.given().min(basis.credited) {
        errors.push(EditError::Credited.at(""));
    }
    if ledger.ordered == ledger.cancelled {
        errors.push(EditError::NothingLeft.at(""));
    }
    if !errors.is_empty() {
        entries.clear();
    }
    let text = told([charged_before.charged, charged_after.charged], waits, approval);
    let for_cap = if discount > basis.discount { discount } else { Cents::ZERO };
    EditPreviewView { entries, before, after, discount, for_cap, approval, text, errors }
}

/// What an order comes to without its canceled pieces; all of its sums where that cannot be told.
fn settled(order: &InvoicedOrder, sums: &SummaryDraft) -> Settled {
    settle(order).unwrap_or(Settled { charged: sums.due(), ..Settled::default() })
}

/// An order's sums with some more entries: they take what each line's take.
#[must_use]
#[inline(never)] // Asked of each line and of all of them: once in the browser's file.
pub fn ledger_after(sums: Ledger, entries: &[Entry]) -> Ledger {
    entries.iter().fold(sums, |sums, entry| sums.after(entry.kind, entry.quantity).unwrap_or(sums))
}

/// The entries that lead a line to its new quantity.
fn edit_line(line: &EditableLine, edit: LineEditDraft) -> Result<Vec<Entry>, FieldError> {
    let (kept, wanted) = (line.ledger.kept(), u64::from(edit.quantity));
    if wanted < line.ledger.shipped {
        return Err(EditError::BelowShipped { shipped: pieces(line.ledger.shipped) }.at("quantity"));
    }
    if line.made && wanted != kept {
        return Err(EditError::InProduction.at("quantity"));
    }
    let whole = line.ledger.shipped == 0 && line.ledger.cancelled == 0;
    if edit.today && !line.is_new() && (wanted <= kept || !whole) {
        return Err(EditError::KeepsPrice.at("today"));
    }
    if (edit.today || line.is_new()) && line.today.is_none() {
        return Err(EditError::NoPrice.at("quantity"));
    }
    let (moved, pieces) = if wanted < kept {
        (PieceMove::Cancel, kept.saturating_sub(wanted))
    } else {
        (PieceMove::Add, wanted.saturating_sub(kept))
    };
    if pieces == 0 && !line.is_new() {
        return Ok(Vec::new());
    }
    let (steps, _) = steps(line.ledger, moved, pieces).map_err(|error| error.at("quantity"))?;
    let entry = |(kind, quantity)| Entry { position: line.position, kind, quantity };
    Ok(steps.into_iter().map(entry).collect())
}

fn read_discount(held: Cents, goods: Cents, draft: &EditAmountsDraft) -> Result<Cents, FieldError> {
    let at = |error: EditError, name: &str| error.at(["amounts.", name].concat());
    if draft.discount.trim().is_empty() {
        return if held > goods { Err(at(EditError::Discount, "discount")) } else { Ok(held) };
    }
    let typed = Cents::parse_typed(&draft.discount).filter(|typed| *typed <= goods);
    let discount = typed.ok_or_else(|| at(EditError::Discount, "discount"))?;
    let reason = clean_lines(&draft.discount_reason, LONGEST_TEXT).is_ok_and(|reason| !reason.is_empty());
    if discount != held && !reason {
        return Err(at(EditError::DiscountReason, "discountReason"));
    }
    Ok(discount)
}

/// What it comes to without its canceled pieces, before and after: what its letter tells.
fn told([was, is]: [Cents; 2], waits: bool, approval: bool) -> String {
    let total = if was == is {
        ["The total stays ", &format_cents(was), "."].concat()
    } else {
        ["The total was ", &format_cents(was), " and will be ", &format_cents(is), "."].concat()
    };
    let more = if approval {
        " It needs another approval before work goes on."
    } else if waits {
        " It still waits for its approver."
    } else {
        ""
    };
    total + more
}

/// What an edit says beside amounts and texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditWords {
    /// Where to, instead.
    pub address: Option<Address>,
    /// Another purchase-order number.
    pub po_number: Option<String>,
    /// For the buyer, or empty.
    pub note: String,
    /// For the house, or empty.
    pub reason: String,
}

/// Reads what an edit says beside amounts and texts, for an order as it stands. `methods` are the keys on offer; the ERP has
/// `answered` what it was told of the order, where there is one.
pub fn parse_edit(
    draft: &OrderEditDraft,
    state: OrderState,
    (methods, answered): (&[String], bool),
) -> Result<EditWords, Vec<FieldError>> {
    let mut errors = Vec::new();
    if !answered {
        errors.push(EditError::Unanswered.at(""));
    }
    let words = OrderEditDraft { note: draft.note.clone(), reason: draft.reason.clone(), ..OrderEditDraft::default() };
    if *draft == words {
        errors.push(EditError::Nothing.at(""));
    }
    if (draft.address.is_some() || draft.shipping_method.is_some()) && state.ledger.outstanding() == 0 {
        errors.push(EditError::AddressShipped.at("address"));
    }
    let address = draft.address.as_ref().map(|address| parse_address_below("address.", address)).transpose();
    let address = address.map_err(|wrong| errors.extend(wrong)).unwrap_or_default();
    if draft.shipping_method.as_ref().is_some_and(|key| !methods.contains(key)) {
        errors.push(ShippingError::ShippingMethodUnknown.at("shippingMethod"));
    }
    let po_number = draft
        .po_number
        .as_ref()
        .map(|number| parse_payment(&PaymentDraft { po_number: number.clone(), po_file_name: String::new() }));
    let po_number = po_number.transpose().map_err(|wrong| errors.extend(wrong)).unwrap_or_default();
    let mut remark =
        |text: &str, field: &str| parse_remark(text, field).map_err(|wrong| errors.push(wrong)).unwrap_or_default();
    let (note, reason) = (remark(&draft.note, "note"), remark(&draft.reason, "reason"));
    let po_number = po_number.map(|order| order.number);
    if errors.is_empty() { Ok(EditWords { address, po_number, note, reason }) } else { Err(errors) }
}

/// The same, for who wants to know what is wrong.
pub fn check_edit(draft: &OrderEditDraft, state: OrderState, offered: (&[String], bool)) -> Vec<FieldError> {
    parse_edit(draft, state, offered).err().unwrap_or_default()
}

fn pieces(sum: u64) -> u32 {
    u32::try_from(sum).unwrap_or(u32::MAX)
}

fn times(price: Cents, pieces: u32) -> Cents {
    price.checked_mul(pieces).unwrap_or(Cents::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::checkout::tax::TaxRate;
    use crate::orders::{
        acts::{LineState, sums},
        ledger::EntryKind,
    };

    fn cents(amount: i64) -> Cents {
        Cents::new(amount).unwrap()
    }

    fn price(base: i64, your: i64) -> EditPrice {
        EditPrice { base: cents(base), your: cents(your) }
    }

    fn line(position: u32, ledger: Ledger) -> EditableLine {
        let (sold, today) = (price(1_000, 900), Some(price(1_200, 1_100)));
        let price = times(sold.your, pieces(ledger.ordered));
        EditableLine { position, ledger, sold, price, today, made: false }
    }

    fn basis(lines: Vec<EditableLine>) -> EditBasis {
        let states: Vec<_> =
            lines.iter().map(|line| LineState { position: line.position, ledger: line.ledger }).collect();
        let ledger = sums(&states);
        let goods = |unit: i64| cents(unit.saturating_mul(i64::try_from(ledger.ordered).unwrap()));
        let sums = SummaryDraft {
            merchandise: goods(1_000),
            savings: goods(100),
            freight: Some(cents(500)),
            tax: Some(Cents::ZERO),
            ..SummaryDraft::default()
        };
        EditBasis {
            state: OrderState { lifecycle: Lifecycle::Open, ledger, held: false, released: true },
            lines,
            sums,
            discount: Cents::ZERO,
            bands: Vec::new(),
            tax: TaxRate { rate: 10_000, freight: false },
            again: false,
            above: None,
            credited: Cents::ZERO,
        }
    }

    fn quantities(lines: &[(u32, u32, bool)]) -> EditAmountsDraft {
        let lines = lines.iter().map(|(position, quantity, today)| LineEditDraft {
            position: *position,
            quantity: *quantity,
            today: *today,
        });
        EditAmountsDraft { lines: lines.collect(), ..EditAmountsDraft::default() }
    }

    fn codes(preview: &EditPreviewView) -> Vec<(&str, &str)> {
        preview.errors.iter().map(|error| (error.field.as_str(), error.code.as_str())).collect()
    }

    #[test]
    fn untouched_lines_keep_their_price_and_a_raised_one_costs_what_staff_chose() {
        let order = basis(vec![line(1, Ledger::placed(10)), line(2, Ledger::placed(5))]);
        let sold = preview_edit(&order, &quantities(&[(1, 12, false)]));
        assert_eq!((sold.after.merchandise, sold.after.net()), (cents(17_000), cents(15_300)));
        assert_eq!(sold.after.tax, Some(cents(1_530)));
        assert_eq!(sold.entries, [Entry { position: 1, kind: EntryKind::Ordered, quantity: 2 }]);
        let today = preview_edit(&order, &quantities(&[(1, 12, true)]));
        assert_eq!((today.after.merchandise, today.after.net()), (cents(19_400), cents(17_700)));
        assert_eq!(sold.text, "The total was $140.00 and will be $173.30.");
    }

    #[test]
    fn a_lowered_line_leaves_its_shipments_and_no_fewer_than_were_shipped() {
        let picked = Ledger { ordered: 10, picked: 8, shipped: 3, ..Ledger::default() };
        let order = basis(vec![line(1, picked)]);
        let lower = preview_edit(&order, &quantities(&[(1, 4, false)]));
        let told: Vec<_> = lower.entries.iter().map(|entry| (entry.kind, entry.quantity)).collect();
        assert_eq!(told, [(EntryKind::Unpicked, 4), (EntryKind::Cancelled, 6)]);
        assert_eq!(lower.after.net(), cents(3_600));
        let fewer = preview_edit(&order, &quantities(&[(1, 2, false)]));
        assert_eq!(codes(&fewer), [("amounts.lines.0.quantity", "edit_below_shipped")]);
        assert!(fewer.entries.is_empty());
        let dearer = preview_edit(&order, &quantities(&[(1, 11, true)]));
        assert_eq!(codes(&dearer), [("amounts.lines.0.today", "edit_keeps_price")]);
    }

    #[test]
    fn what_rises_above_what_was_approved_needs_another_approval_and_nothing_else_does() {
        let order = EditBasis { above: Some(cents(14_500)), ..basis(vec![line(1, Ledger::placed(15))]) };
        assert!(!preview_edit(&order, &quantities(&[(1, 14, false)])).approval);
        let more = preview_edit(&order, &quantities(&[(1, 16, false)]));
        assert!(more.approval && more.errors.is_empty(), "{more:?}");
        // Less than before, and still above a limit that came later: nobody is asked.
        let limited = EditBasis { above: Some(cents(100)), ..order.clone() };
        assert!(!preview_edit(&limited, &quantities(&[(1, 10, false)])).approval);
        let shipped = Ledger { ordered: 15, picked: 1, shipped: 1, ..Ledger::default() };
        let shipped = EditBasis { above: Some(cents(14_500)), ..basis(vec![line(1, shipped)]) };
        assert_eq!(codes(&preview_edit(&shipped, &quantities(&[(1, 16, false)]))), [("", "edit_approval_shipped")]);
        let credited = EditBasis { credited: cents(1), ..order.clone() };
        assert_eq!(codes(&preview_edit(&credited, &quantities(&[(1, 16, false)]))), [("", "edit_approval_credited")]);
        let mut waiting = order;
        waiting.state.lifecycle = Lifecycle::AwaitingApproval;
        let still = preview_edit(&waiting, &quantities(&[(1, 16, false)]));
        assert!(!still.approval && still.text.ends_with("still waits for its approver."), "{still:?}");
    }

    #[test]
    fn what_was_canceled_is_charged_neither_before_an_edit_nor_after_it() {
        let canceled = Ledger { ordered: 12, cancelled: 12, ..Ledger::default() };
        let order = basis(vec![line(1, Ledger::placed(12)), line(2, canceled)]);
        // 12 at $9.00 with half of the freight; then 1 with a thirteenth of it, and its tax.
        let lower = |credited| preview_edit(&EditBasis { credited, ..order.clone() }, &quantities(&[(1, 1, false)]));
        let told = lower(Cents::ZERO);
        assert_eq!(told.text, "The total was $110.50 and will be $10.28.");
        assert_eq!((told.after.due(), told.errors), (cents(13_370), Vec::new()));
        assert!(lower(cents(1_028)).errors.is_empty());
        assert_eq!(codes(&lower(cents(1_029))), [("", "edit_credited")]);
        // One more has more of the freight: $119.60, and not the $119.50 that the total rises by.
        let untaxed = EditBasis { tax: TaxRate { rate: 0, freight: false }, ..order };
        let limited = |above| EditBasis { above: Some(cents(above)), ..untaxed.clone() };
        assert!(preview_edit(&limited(11_959), &quantities(&[(1, 13, false)])).approval);
        assert!(!preview_edit(&limited(11_960), &quantities(&[(1, 13, false)])).approval);
    }

    #[test]
    fn a_discount_has_a_reason_and_is_no_higher_than_the_goods() {
        let order = basis(vec![line(1, Ledger::placed(10))]);
        let of = |discount: &str, reason: &str| {
            let (discount, discount_reason) = (discount.to_owned(), reason.to_owned());
            preview_edit(&order, &EditAmountsDraft { discount, discount_reason, lines: Vec::new() })
        };
        let given = of("10", "Late");
        assert_eq!((given.discount, given.after.net()), (cents(1_000), cents(8_000)));
        assert_eq!(given.after.tax, Some(cents(800)));
        assert_eq!(codes(&of("10", " ")), [("amounts.discountReason", "edit_discount_reason")]);
        assert_eq!(codes(&of("90.01", "Late")), [("amounts.discount", "edit_discount")]);
        assert_eq!(codes(&of("much", "Late")), [("amounts.discount", "edit_discount")]);
        let held = EditBasis { discount: cents(1_000), sums: given.after, ..order.clone() };
        let lowered = preview_edit(&held, &quantities(&[(1, 1, false)]));
        assert_eq!(codes(&lowered), [("amounts.discount", "edit_discount")]);
        let none = preview_edit(
            &held,
            &EditAmountsDraft { discount: "0".to_owned(), discount_reason: "Not late".to_owned(), lines: Vec::new() },
        );
        assert_eq!(none.after.net(), cents(9_000));
    }

    #[test]
    fn changes_are_told_line_by_line_and_long_ones_counted() {
        let line = |before, after| LineChange { name: "Ball", sku: "BAL", before, after };
        let draft = OrderEditDraft { po_number: Some("PO-7".to_owned()), ..OrderEditDraft::default() };
        let told = told_changes(&[line(0, 3), line(4, 0), line(4, 5), line(4, 4)], &draft);
        let expected = [
            "Added: 3 \u{d7} Ball (BAL)",
            "Taken out: Ball (BAL)",
            "Ball (BAL): 5 instead of 4",
            "Purchase order changed",
        ];
        assert_eq!(told, expected);
        let many: Vec<_> = (0..23).map(|_| line(1, 2)).collect();
        assert_eq!(told_changes(&many, &OrderEditDraft::default()).last().unwrap(), "3 more lines");
        for state in EditState::ALL {
            assert_eq!(EditState::parse(state.key()), Some(state));
        }
    }

    proptest! {
        /// Whatever is edited: the entries lead each line to what was asked for, no line is less than what was shipped, and
        /// the sums of money are those of the lines.
        #[test]
        fn edits_lead_where_they_say(
            made in prop::collection::vec((1_u64..30, 0_u64..30, 0_u64..30, 0_u64..30), 1..6),
            wanted in prop::collection::vec((0_u32..8, 0_u32..40, any::<bool>()), 0..8),
        ) {
            let ledger = |(ordered, cancelled, picked, shipped): (u64, u64, u64, u64)| {
                let cancelled = cancelled.min(ordered);
                let picked = picked.min(ordered - cancelled);
                Ledger { ordered, cancelled, picked, shipped: shipped.min(picked), ..Ledger::default() }
            };
            let mut lines: Vec<_> = (1..).zip(made).map(|(position, of)| line(position, ledger(of))).collect();
            let added = u32::try_from(lines.len()).unwrap() + 1;
            lines.push(line(added, Ledger::default()));
            let order = basis(lines);
            let draft = quantities(&wanted);
            let preview = preview_edit(&order, &draft);
            let mut after: Vec<_> = order.lines.iter().map(|line| (line.position, line.ledger)).collect();
            for entry in &preview.entries {
                let (_, ledger) = after.iter_mut().find(|(position, _)| *position == entry.position).unwrap();
                *ledger = ledger.after(entry.kind, entry.quantity).unwrap();
                prop_assert!(ledger.is_sound());
            }
            if preview.errors.is_empty() {
                let mut goods = order.sums.net();
                for edit in &draft.lines {
                    let before = &order.lines[usize::try_from(edit.position).unwrap() - 1];
                    let (_, ledger) = after[usize::try_from(edit.position).unwrap() - 1];
                    prop_assert_eq!(ledger.ordered - ledger.cancelled, u64::from(edit.quantity));
                    prop_assert!(ledger.shipped <= u64::from(edit.quantity));
                    prop_assert_eq!(ledger.shipped, before.ledger.shipped);
                    prop_assert_eq!(ledger.refundable(), before.ledger.refundable());
                    let sum = edited_sum(before, *edit, EditPrice { base: goods, your: goods });
                    goods = sum.your;
                }
                prop_assert_eq!(preview.after.net(), goods);
            }
        }
    }
}

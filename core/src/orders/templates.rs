//! Templates of documents: which facts stand in the head of a document and which columns its table has, from closed lists a kind.
//! Not here: its words (`documents`), how a fact or a cell reads and how wide it is (the documents crate).

use super::documents::{PaperKind, PaperWords, PapersWords};
use crate::rule::{Broken, FieldError, broken_rules};

broken_rules! {
    /// What keeps a template from being one.
    pub enum PaperTemplateError {
        /// A table without columns.
        NoColumns => "paper_columns_none", "Please choose at least one column";
        /// None of the kind's columns: amounts on a packing slip, or no column at all.
        Column => "paper_column_unknown", "This kind of document has no such column";
        /// None of the kind's facts.
        Fact => "paper_fact_unknown", "This kind of document has no such fact";
        /// An address of more lines than a sheet has room for.
        Lines => "paper_lines", "Please write at most 10 lines";
        /// In the list already.
        Twice => "paper_part_twice", "This is chosen already";
    }
}

/// Declares what templates choose from: variant, key, name.
macro_rules! parts {
    ($(#[$meta:meta])* $name:ident { $($(#[doc = $doc:literal])+ $variant:ident => $key:literal, $called:literal;)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl $name {
            /// All there are.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// As templates have it.
            pub const fn key(self) -> &'static str {
                match self {
                    $(Self::$variant => $key,)+
                }
            }

            /// As it is called, on documents too.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $called,)+
                }
            }

            /// Reads a key, exactly as written.
            pub fn parse(key: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|part| part.key() == key)
            }
        }
    };
}

parts! {
    /// A fact in the head of a document.
    PaperFact {
        /// Where to.
        ShipTo => "ship-to", "Ship to";
        /// The business unit.
        OrderedFor => "ordered-for", "Ordered for";
        /// The buyer's number for it.
        PurchaseOrder => "purchase-order", "Purchase order";
        /// Where its letters go.
        Email => "email", "Email";
        /// How it stands.
        Status => "status", "Status";
        /// The day it was placed.
        OrderedOn => "ordered-on", "Ordered on";
        /// How many pieces a shipment has.
        InShipment => "in-shipment", "In this shipment";
        /// Carriers and tracking numbers.
        Parcels => "parcels", "Parcels";
        /// Pieces and lines that are left to pick.
        ToPick => "to-pick", "To pick";
        /// How it travels.
        ShippingMethod => "shipping-method", "Shipping method";
        /// What the carrier is to know.
        CarrierNotes => "carrier-notes", "Notes for the carrier";
        /// Pieces that are still to be shipped.
        NotInvoiced => "not-invoiced", "Not in this invoice";
        /// How a credit is given back.
        CreditedAs => "credited-as", "Credited as";
        /// Why there is a credit.
        Reason => "reason", "Reason";
    }
}

parts! {
    /// A column of a document's table.
    PaperColumn {
        /// The line's number within its order.
        Line => "line", "Line";
        /// A box to tick, for whoever picks.
        Done => "done", "Done";
        /// The sku.
        Item => "item", "Item";
        /// What it is, with what was chosen.
        Article => "article", "Article";
        /// Names and numbers, a column each where there are few.
        Printed => "printed", "Printed";
        /// The size.
        Size => "size", "Size";
        /// Pieces of a line, or of a player.
        Pieces => "pieces", "Pieces";
        /// Pieces that were ordered.
        Ordered => "ordered", "Ordered";
        /// Pieces that were shipped.
        Shipped => "shipped", "Shipped";
        /// Pieces of this shipment.
        Inside => "inside", "Inside";
        /// Pieces that are neither shipped nor canceled.
        ToCome => "to-come", "To come";
        /// Pieces that are left to pick.
        ToPick => "to-pick", "To pick";
        /// Pieces that a credit is for.
        Credited => "credited", "Credited";
        /// The price of a piece.
        Each => "each", "Each";
        /// The price of the line.
        Amount => "amount", "Amount";
        /// A box to tick, for whoever unpacks.
        Seen => "seen", "Seen";
        /// Room to sign.
        Received => "received", "Received";
    }
}

impl PaperColumn {
    /// It tells amounts: no column of a document that is for who sees none.
    pub const fn is_amount(self) -> bool {
        matches!(self, Self::Each | Self::Amount)
    }
}

/// What stands on a kind of document, in this order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaperTemplate {
    /// In its head; none is a head without facts.
    pub facts: Vec<PaperFact>,
    /// Of its table, from left to right; one at least.
    pub columns: Vec<PaperColumn>,
}

impl PaperKind {
    /// Facts it has where the brand's content does not say, and those it may have besides.
    pub const fn facts(self) -> (&'static [PaperFact], &'static [PaperFact]) {
        use PaperFact as F;
        match self {
            Self::Acknowledgement => (
                &[F::ShipTo, F::OrderedFor, F::PurchaseOrder, F::Email, F::Status, F::ShippingMethod, F::CarrierNotes],
                &[],
            ),
            Self::PackingSlip => (
                &[
                    F::ShipTo,
                    F::OrderedFor,
                    F::PurchaseOrder,
                    F::OrderedOn,
                    F::InShipment,
                    F::Parcels,
                    F::ShippingMethod,
                    F::CarrierNotes,
                ],
                &[F::Email],
            ),
            Self::PickList => (
                &[F::ShipTo, F::OrderedFor, F::PurchaseOrder, F::ToPick, F::ShippingMethod, F::CarrierNotes],
                &[F::Email, F::Status],
            ),
            Self::Roster => (&[F::ShipTo, F::OrderedFor, F::PurchaseOrder], &[F::Email, F::ShippingMethod]),
            Self::Invoice => (
                &[
                    F::ShipTo,
                    F::OrderedFor,
                    F::PurchaseOrder,
                    F::Email,
                    F::OrderedOn,
                    F::ShippingMethod,
                    F::NotInvoiced,
                ],
                &[F::CarrierNotes],
            ),
            Self::CreditMemo => {
                (&[F::ShipTo, F::OrderedFor, F::PurchaseOrder, F::Email, F::CreditedAs, F::Reason, F::OrderedOn], &[])
            }
        }
    }

    /// Columns it has where the brand's content does not say, and those it may have besides.
    pub const fn columns(self) -> (&'static [PaperColumn], &'static [PaperColumn]) {
        use PaperColumn as C;
        match self {
            Self::Acknowledgement => {
                (&[C::Item, C::Size, C::Pieces, C::Each, C::Amount], &[C::Line, C::Shipped, C::ToCome])
            }
            Self::PackingSlip => (&[C::Item, C::Size, C::Ordered, C::Inside, C::Seen], &[C::Line]),
            Self::PickList => (&[C::Done, C::Item, C::Article, C::Size, C::ToPick], &[C::Line, C::Ordered]),
            Self::Roster => (&[C::Printed, C::Size, C::Pieces, C::Received], &[C::Item]),
            Self::Invoice => (&[C::Item, C::Size, C::Shipped, C::Each, C::Amount], &[C::Line, C::Ordered, C::ToCome]),
            Self::CreditMemo => (&[C::Item, C::Size, C::Credited], &[C::Line, C::Ordered]),
        }
    }

    /// Its field among a brand's words.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Acknowledgement => "acknowledgement",
            Self::PackingSlip => "packingSlip",
            Self::PickList => "pickList",
            Self::Roster => "roster",
            Self::Invoice => "invoice",
            Self::CreditMemo => "creditMemo",
        }
    }
}

/// What was chosen of a list, with what is wrong with each choice.
fn chosen<P: Copy + PartialEq>(
    keys: &[String],
    parse: impl Fn(&str) -> Option<P>,
    (usual, more): (&[P], &[P]),
    (field, unknown): (&str, PaperTemplateError),
) -> (Vec<P>, Vec<FieldError>) {
    let (mut parts, mut errors) = (Vec::new(), Vec::new());
    // Of more than there are one is wrong, and nobody needs to be told of thousands.
    let most = usual.len().saturating_add(more.len()).saturating_add(1);
    for (place, key) in keys.iter().enumerate().take(most) {
        let error = match parse(key).filter(|part| usual.contains(part) || more.contains(part)) {
            None => unknown,
            Some(part) if parts.contains(&part) => PaperTemplateError::Twice,
            Some(part) => {
                parts.push(part);
                continue;
            }
        };
        errors.push(error.at([field, ".", &place.to_string()].concat()));
    }
    (parts, errors)
}

/// The template of a kind of document, or all that is wrong with it; what the words do not say is the store's default.
pub fn parse_paper_template(kind: PaperKind, words: &PaperWords) -> Result<PaperTemplate, Vec<FieldError>> {
    let (facts, mut errors) = match &words.facts {
        Some(keys) => chosen(keys, PaperFact::parse, kind.facts(), ("facts", PaperTemplateError::Fact)),
        None => (kind.facts().0.to_vec(), Vec::new()),
    };
    let (columns, wrong) = match &words.columns {
        Some(keys) if keys.is_empty() => (Vec::new(), vec![PaperTemplateError::NoColumns.at("columns")]),
        Some(keys) => chosen(keys, PaperColumn::parse, kind.columns(), ("columns", PaperTemplateError::Column)),
        None => (kind.columns().0.to_vec(), Vec::new()),
    };
    errors.extend(wrong);
    if errors.is_empty() { Ok(PaperTemplate { facts, columns }) } else { Err(errors) }
}

/// Lines of an address in a document's head.
const LINES: usize = 10;

/// What is wrong with the templates of a brand, by the path among its words: `invoice.columns.2`.
pub fn check_paper_templates(words: &PapersWords) -> Vec<FieldError> {
    let of = |kind: PaperKind| {
        let errors = parse_paper_template(kind, words.words(kind)).err().unwrap_or_default();
        errors.into_iter().map(move |error| FieldError { field: [kind.field(), ".", &error.field].concat(), ..error })
    };
    let long = |(field, lines): (&str, &[String])| (lines.len() > LINES).then(|| PaperTemplateError::Lines.at(field));
    let addresses = [("address", words.address.as_slice()), ("remitTo", words.remit_to.as_slice())];
    addresses.into_iter().filter_map(long).chain(PaperKind::ALL.into_iter().flat_map(of)).collect()
}

impl PapersWords {
    /// The template of a kind; the store's default where the brand has none that is one.
    pub fn template(&self, kind: PaperKind) -> PaperTemplate {
        parse_paper_template(kind, self.words(kind))
            .unwrap_or_else(|_| PaperTemplate { facts: kind.facts().0.to_vec(), columns: kind.columns().0.to_vec() })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn template(facts: &[&str], columns: &[&str]) -> PaperWords {
        let all = |keys: &[&str]| Some(keys.iter().map(|key| (*key).to_owned()).collect());
        PaperWords { facts: all(facts), columns: all(columns), ..PaperWords::default() }
    }

    #[test]
    fn addresses_have_few_lines_and_of_thousands_of_columns_few_are_told() {
        let lines = |count: usize| vec!["line".to_owned(); count];
        let words = |address: usize, remit_to: usize| PapersWords {
            address: lines(address),
            remit_to: lines(remit_to),
            ..PapersWords::default()
        };
        let fields = |words: &PapersWords| -> Vec<String> {
            check_paper_templates(words).into_iter().map(|error| error.field).collect()
        };
        assert!(fields(&words(10, 10)).is_empty());
        assert_eq!(fields(&words(11, 10)), ["address"]);
        assert_eq!(fields(&words(10, 150_000)), ["remitTo"]);
        let many = PaperWords { columns: Some(vec!["sku".to_owned(); 5_000]), ..PaperWords::default() };
        assert!(parse_paper_template(PaperKind::Invoice, &many).unwrap_err().len() <= PaperColumn::ALL.len());
    }

    #[test]
    fn parts_read_back_and_a_kinds_lists_name_each_once() {
        for fact in PaperFact::ALL {
            assert_eq!(PaperFact::parse(fact.key()), Some(*fact));
        }
        for column in PaperColumn::ALL {
            assert_eq!(PaperColumn::parse(column.key()), Some(*column));
        }
        for kind in PaperKind::ALL {
            let keys = |(usual, more): (&[PaperColumn], &[PaperColumn])| {
                usual.iter().chain(more).map(|column| column.key()).collect::<Vec<_>>()
            };
            let facts: Vec<_> = kind.facts().0.iter().chain(kind.facts().1).map(|fact| fact.key()).collect();
            assert_eq!(parse_paper_template(kind, &template(&facts, &keys(kind.columns()))).map(|_| ()), Ok(()));
            let field = serde_json::to_value(PapersWords::default()).unwrap();
            assert!(field.get(kind.field()).is_some(), "{kind:?}");
        }
    }

    #[test]
    fn what_a_brand_does_not_say_is_as_the_store_has_it() {
        let mut words = PapersWords::default();
        for kind in PaperKind::ALL {
            let PaperTemplate { facts, columns } = words.template(kind);
            assert_eq!((facts.as_slice(), columns.as_slice()), (kind.facts().0, kind.columns().0));
        }
        words.invoice = template(&[], &["amount", "item"]);
        let told = words.template(PaperKind::Invoice);
        assert_eq!((told.facts, told.columns), (Vec::new(), vec![PaperColumn::Amount, PaperColumn::Item]));
    }

    #[test]
    fn a_template_is_of_its_kinds_parts_once_each_and_has_a_column() {
        let words = PapersWords {
            packing_slip: template(&["ship-to", "reason", "ship-to"], &["item", "amount", "each"]),
            roster: template(&["ship-to"], &[]),
            pick_list: template(&[], &["item", "colour", "item"]),
            ..PapersWords::default()
        };
        let told: Vec<_> =
            check_paper_templates(&words).into_iter().map(|error| [error.field, error.code].join(" ")).collect();
        assert_eq!(
            told,
            [
                "packingSlip.facts.1 paper_fact_unknown",
                "packingSlip.facts.2 paper_part_twice",
                "packingSlip.columns.1 paper_column_unknown",
                "packingSlip.columns.2 paper_column_unknown",
                "pickList.columns.1 paper_column_unknown",
                "pickList.columns.2 paper_part_twice",
                "roster.columns paper_columns_none",
            ]
        );
    }

    proptest! {
        #[test]
        fn no_template_brings_amounts_onto_what_is_for_who_sees_none(
            places in prop::collection::vec(0..PaperColumn::ALL.len(), 1..6), nth in 0..PaperKind::ALL.len()
        ) {
            let kind = PaperKind::ALL[nth];
            let keys: Vec<_> = places.iter().map(|place| PaperColumn::ALL[*place].key()).collect();
            if let Ok(told) = parse_paper_template(kind, &template(&[], &keys)) {
                prop_assert!(!told.columns.is_empty());
                prop_assert!(kind.tells_amounts() || !told.columns.iter().any(|column| column.is_amount()));
            }
        }
    }
}

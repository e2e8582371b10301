//! Documents of an order: which there are as it stands, what they are called, and the words of the store on them. Not here: what
//! stands in them line by line (the documents crate), what is invoiced (`invoice`).

use serde::{Deserialize, Serialize};

use super::{
    acts::{Act, check_act},
    status::OrderState,
};
use crate::rule::{Broken, FieldError, broken_rules};

broken_rules! {
    /// What keeps packing slips from being printed together.
    pub enum SlipsError {
        /// There is nothing to print.
        Nothing => "slips_none", "Please choose at least one shipment";
        /// More than anybody waits for.
        TooMany => "slips_too_many", "At most 200 packing slips are printed at once";
        /// Not there, undone, or of a brand one knows nothing of.
        Unknown => "slips_unknown", "There is no such shipment";
        /// A file has each once.
        Twice => "slips_twice", "This shipment is named already";
    }
}

/// Packing slips of one file.
pub const MOST_SLIPS: usize = 200;

/// What is wrong with a list of shipments whose slips are printed together; `known` are those that are there.
pub fn check_slips(shipments: &[String], known: &[String]) -> Vec<FieldError> {
    if shipments.is_empty() {
        return vec![SlipsError::Nothing.at("shipments")];
    }
    if shipments.len() > MOST_SLIPS {
        return vec![SlipsError::TooMany.at("shipments")];
    }
    let at = |place: usize| ["shipments.", &place.to_string()].concat();
    let judged = shipments.iter().enumerate().filter_map(|(place, id)| {
        let twice = shipments.iter().take(place).any(|earlier| earlier == id);
        let error = if twice { Some(SlipsError::Twice) } else { (!known.contains(id)).then_some(SlipsError::Unknown) };
        error.map(|error| error.at(at(place)))
    });
    judged.collect()
}

broken_rules! {
    /// What keeps documents of several orders from being printed together.
    pub enum PapersError {
        /// There is nothing to print.
        Nothing => "papers_none", "Please choose at least one order";
        /// More than anybody waits for.
        TooMany => "papers_too_many", "Documents of at most 200 orders are printed at once";
        /// Not there, or of a brand one knows nothing of.
        Unknown => "papers_unknown", "There is no such order";
        /// A file has each once.
        Twice => "papers_twice", "This order is named already";
        /// A credit has its memo by itself.
        Kind => "papers_kind", "Such documents are printed one at a time";
        /// Nothing to pick is left, or nothing is packed.
        NoneHas => "papers_none_has", "None of these orders has such a document as it stands";
    }
}

/// Documents of a kind of several orders, printed together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PapersDraft {
    /// A kind's key.
    pub kind: String,
    /// Ids of orders, in the order they are printed; 200 at most.
    pub orders: Vec<String>,
}

/// Which documents are wanted together, or all that is wrong with them; `known` are the orders that are there.
pub fn parse_papers(draft: &PapersDraft, known: &[String]) -> Result<PaperKind, Vec<FieldError>> {
    let kind = PaperKind::parse(&draft.kind).filter(|kind| *kind != PaperKind::CreditMemo);
    let kind = kind.ok_or_else(|| vec![PapersError::Kind.at("kind")])?;
    if draft.orders.is_empty() {
        return Err(vec![PapersError::Nothing.at("orders")]);
    }
    if draft.orders.len() > MOST_SLIPS {
        return Err(vec![PapersError::TooMany.at("orders")]);
    }
    let at = |place: usize| ["orders.", &place.to_string()].concat();
    let judged = draft.orders.iter().enumerate().filter_map(|(place, id)| {
        let twice = draft.orders.iter().take(place).any(|earlier| earlier == id);
        let error =
            if twice { Some(PapersError::Twice) } else { (!known.contains(id)).then_some(PapersError::Unknown) };
        error.map(|error| error.at(at(place)))
    });
    let errors: Vec<_> = judged.collect();
    if errors.is_empty() { Ok(kind) } else { Err(errors) }
}

/// What keeps a file from being printed that so many documents were found for.
pub fn check_papers_found(papers: u32) -> Option<FieldError> {
    (papers == 0).then(|| PapersError::NoneHas.at("orders"))
}

/// A kind of document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PaperKind {
    /// What was ordered, at which prices.
    Acknowledgement,
    /// What is inside a shipment; without amounts.
    PackingSlip,
    /// What is left to take from the shelf; without amounts.
    PickList,
    /// Who gets what size; without amounts.
    Roster,
    /// What was shipped, at the prices it was sold at.
    Invoice,
    /// An amount that was credited.
    CreditMemo,
}

impl PaperKind {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Acknowledgement, Self::PackingSlip, Self::PickList, Self::Roster, Self::Invoice, Self::CreditMemo];

    /// As addresses have it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Acknowledgement => "acknowledgement",
            Self::PackingSlip => "packing-slip",
            Self::PickList => "pick-list",
            Self::Roster => "roster",
            Self::Invoice => "invoice",
            Self::CreditMemo => "credit-memo",
        }
    }

    /// Reads a key.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }

    /// As it is called, on itself and where it is offered.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Acknowledgement => "Order acknowledgement",
            Self::PackingSlip => "Packing slip",
            Self::PickList => "Pick list",
            Self::Roster => "Roster sheet",
            Self::Invoice => "Invoice",
            Self::CreditMemo => "Credit memo",
        }
    }

    /// It tells amounts, so that only who sees amounts has it.
    pub const fn tells_amounts(self) -> bool {
        matches!(self, Self::Acknowledgement | Self::Invoice | Self::CreditMemo)
    }

    /// It is for the house: its buyer does not have it.
    pub const fn is_internal(self) -> bool {
        matches!(self, Self::PickList)
    }

    /// The words on it where the store's content has none: terms, and what closes it.
    pub const fn default_words(self) -> (&'static str, &'static str) {
        match self {
            Self::Acknowledgement => (
                "Please check sizes, names and numbers at once and call us about anything that is not right. \
                 What is decorated for you cannot be taken back.",
                "Thank you for your order.",
            ),
            Self::PackingSlip => (
                "Please count the pieces on arrival. Call us within 30 days about anything missing or damaged.",
                "Thank you for your order.",
            ),
            Self::PickList | Self::Roster => ("", ""),
            Self::Invoice => {
                ("Please pay within 30 days and name the order number with your payment.", "Thank you for your order.")
            }
            Self::CreditMemo => ("", "Please keep this memo with the order's papers."),
        }
    }
}

/// A document that an order has as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PaperView {
    /// Which; the last part of its address.
    pub kind: PaperKind,
    /// 'Order acknowledgement'.
    pub label: String,
}

/// Of what an order's documents follow.
#[derive(Debug, Clone, Copy)]
pub struct PaperState {
    /// How it stands.
    pub order: OrderState,
    /// Some of its lines have names or numbers.
    pub has_players: bool,
}

impl PaperState {
    /// Whether an order has a document of its own of this kind: a roster where somebody is named, an invoice once something
    /// was shipped, a pick list while something is left that may be picked.
    pub fn has(self, kind: PaperKind) -> bool {
        match kind {
            PaperKind::Acknowledgement => true,
            PaperKind::Roster => self.has_players,
            PaperKind::Invoice => self.order.ledger.shipped > 0,
            PaperKind::PickList => check_act(Act::Pick, self.order).is_none() && self.order.ledger.to_pick() > 0,
            PaperKind::PackingSlip | PaperKind::CreditMemo => false,
        }
    }

    /// All it has, for who sees amounts or not, in the house or as its buyer.
    pub fn all(self, sees_amounts: bool, internal: bool) -> Vec<PaperView> {
        PaperKind::ALL
            .into_iter()
            .filter(|kind| {
                self.has(*kind) && (sees_amounts || !kind.tells_amounts()) && (internal || !kind.is_internal())
            })
            .map(|kind| PaperView { kind, label: kind.title().to_owned() })
            .collect()
    }
}

/// Words of one kind of document, and its template (`templates`).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct PaperWords {
    /// Its terms; nothing for the store's default, empty for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terms: Option<String>,
    /// What closes it; likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub footer: Option<String>,
    /// Keys of facts in its head; nothing for the store's default, none for a head without.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<Vec<String>>,
    /// Keys of its table's columns, from left to right; nothing for the store's default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<Vec<String>>,
}

/// A brand's words on its documents.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct PapersWords {
    /// The brand's address, a line each.
    pub address: Vec<String>,
    /// Where to payments go, a line each.
    pub remit_to: Vec<String>,
    /// Of the acknowledgement.
    pub acknowledgement: PaperWords,
    /// Of packing slips.
    pub packing_slip: PaperWords,
    /// Of pick lists.
    pub pick_list: PaperWords,
    /// Of roster sheets.
    pub roster: PaperWords,
    /// Of invoices.
    pub invoice: PaperWords,
    /// Of credit memos.
    pub credit_memo: PaperWords,
}

impl PapersWords {
    /// What was said of a kind.
    pub const fn words(&self, kind: PaperKind) -> &PaperWords {
        match kind {
            PaperKind::Acknowledgement => &self.acknowledgement,
            PaperKind::PackingSlip => &self.packing_slip,
            PaperKind::PickList => &self.pick_list,
            PaperKind::Roster => &self.roster,
            PaperKind::Invoice => &self.invoice,
            PaperKind::CreditMemo => &self.credit_memo,
        }
    }

    /// The terms of a kind and what closes it.
    pub fn of(&self, kind: PaperKind) -> (&str, &str) {
        let words = self.words(kind);
        let (terms, footer) = kind.default_words();
        (words.terms.as_deref().unwrap_or(terms), words.footer.as_deref().unwrap_or(footer))
    }
}

/// What the file of documents of several orders is called: `pick-lists-12.pdf`.
pub fn papers_name(kind: PaperKind, papers: usize) -> String {
    [kind.key(), "s-", &papers.to_string(), ".pdf"].concat()
}

/// What the file of a document is called: `Fieldhouse-FH-100023-packing-slip.pdf`. Plain signs only: it stands in a header.
pub fn paper_name(brand: &str, number: &str, kind: PaperKind) -> String {
    let plain = |text: &str| {
        let sign = |sign: char| if sign.is_ascii_alphanumeric() { sign } else { '-' };
        let signs: String = text.chars().map(sign).collect();
        signs.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
    };
    let parts = [plain(brand), plain(number), kind.key().to_owned()];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    [&parts.join("-"), ".pdf"].concat()
}

/// The same of one of several of a kind, counted from 1: `Fieldhouse-FH-100023-credit-memo-2.pdf`.
pub fn nth_paper_name(brand: &str, number: &str, kind: PaperKind, nth: u32) -> String {
    let name = paper_name(brand, number, kind);
    if nth < 2 { name } else { [name.trim_end_matches(".pdf"), "-", &nth.to_string(), ".pdf"].concat() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::{ledger::Ledger, status::Lifecycle};

    #[test]
    fn kinds_read_back_and_what_has_no_amounts_is_known() {
        for kind in PaperKind::ALL {
            assert_eq!(PaperKind::parse(kind.key()), Some(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.key());
        }
        let silent: Vec<_> = PaperKind::ALL.into_iter().filter(|kind| !kind.tells_amounts()).collect();
        assert_eq!(silent, [PaperKind::PackingSlip, PaperKind::PickList, PaperKind::Roster]);
    }

    #[test]
    fn documents_of_one_to_two_hundred_orders_are_printed_together() {
        let known = |many: u32| (0..many).map(|number| number.to_string()).collect::<Vec<_>>();
        let told = |kind: &str, many| {
            let draft = PapersDraft { kind: kind.to_owned(), orders: known(many) };
            let wrong =
                |errors: Vec<FieldError>| errors.into_iter().map(|error| (error.field, error.code)).collect::<Vec<_>>();
            parse_papers(&draft, &known(199)).map_err(wrong)
        };
        let one = |field: &str, code: &str| Err(vec![(field.to_owned(), code.to_owned())]);
        assert_eq!(told("pick-list", 199), Ok(PaperKind::PickList));
        assert_eq!(told("pick-list", 200), one("orders.199", "papers_unknown"));
        assert_eq!(told("pick-list", 201), one("orders", "papers_too_many"));
        assert_eq!(told("packing-slip", 0), one("orders", "papers_none"));
        assert_eq!(told("credit-memo", 1), one("kind", "papers_kind"));
        assert_eq!(told("diploma", 1), one("kind", "papers_kind"));
        assert_eq!(papers_name(PaperKind::PickList, 12), "pick-lists-12.pdf");
    }

    #[test]
    fn an_order_has_the_documents_that_follow_from_how_it_stands() {
        let ledger = Ledger { ordered: 4, ..Ledger::default() };
        let order = OrderState { lifecycle: Lifecycle::Open, ledger, held: false, released: true };
        let state = PaperState { order, has_players: false };
        let keys = |state: PaperState, amounts, internal| {
            state.all(amounts, internal).into_iter().map(|paper| paper.kind.key()).collect::<Vec<_>>()
        };
        assert_eq!(keys(state, true, false), ["acknowledgement"]);
        assert_eq!(keys(state, true, true), ["acknowledgement", "pick-list"]);
        assert_eq!(keys(state, false, true), ["pick-list"]);
        let gone = Ledger { picked: 4, shipped: 4, ..ledger };
        for order in [OrderState { held: true, ..order }, OrderState { released: false, ..order }] {
            assert_eq!(keys(PaperState { order, has_players: false }, false, true), [""; 0], "nobody picks it yet");
        }
        let order = OrderState { lifecycle: Lifecycle::Complete, ledger: gone, ..order };
        let done = PaperState { order, has_players: true };
        assert_eq!(keys(done, true, true), ["acknowledgement", "roster", "invoice"]);
        assert_eq!(keys(done, false, true), ["roster"]);
    }

    #[test]
    fn words_of_the_content_come_before_those_of_the_store() {
        let mut words = PapersWords::default();
        assert_eq!(words.of(PaperKind::Invoice), PaperKind::Invoice.default_words());
        words.invoice =
            PaperWords { terms: Some("Net 15".to_owned()), footer: Some(String::new()), ..PaperWords::default() };
        assert_eq!(words.of(PaperKind::Invoice), ("Net 15", ""));
    }

    #[test]
    fn the_name_of_a_file_is_plain() {
        assert_eq!(paper_name("US Games", "UG-1\"\r\n/..", PaperKind::Roster), "US-Games-UG-1-roster.pdf");
        assert_eq!(paper_name("\u{7403}", "FH-1", PaperKind::Invoice), "FH-1-invoice.pdf");
    }
}

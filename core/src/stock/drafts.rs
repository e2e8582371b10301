//! What somebody at the desk types about stock: a count, a correction with its reason, what is on its way, what came in.

use serde::{Deserialize, Serialize};

use super::{MOST_PIECES, Shelf, StockMove};
use crate::{
    addresses::states::ChoiceView,
    catalog::AvailableDate,
    rule::{Broken, FieldError, broken_rules},
    text::{clean_line, clean_lines},
};

/// Unicode scalar values of a note.
const LONGEST_NOTE: u32 = 500;
/// Unicode scalar values of a delivery's reference.
const LONGEST_REFERENCE: u32 = 100;

broken_rules! {
    /// What is wrong with what was typed about stock.
    pub enum StockDraftError {
        /// A count is a number of pieces.
        Count => "stock_count", "Please enter how many there are, 0 or more";
        /// The quantity at which somebody wants to know is one of pieces.
        LowAt => "stock_low_at", "Please enter a number of pieces, 0 or more";
        /// A correction of nothing.
        Nothing => "stock_nothing", "Please enter by how many pieces it changes";
        /// What is damaged or lost is fewer.
        Fewer => "stock_fewer", "This reason takes pieces away: enter a number below 0";
        /// What was found or came back is more.
        More => "stock_more", "This reason adds pieces: enter a number above 0";
        /// A reason of the list.
        Reason => "stock_reason", "Please choose a reason";
        /// Some reasons say nothing by themselves.
        NoteMissing => "stock_note_missing", "Please say why";
        /// A delivery is of pieces.
        Quantity => "stock_quantity", "Please enter a quantity of at least 1";
        /// A day that exists.
        Expected => "stock_expected", "Please enter the date as MM/DD/YYYY";
        /// Nothing is expected on a day that has gone.
        Past => "stock_expected_past", "Please enter today or a later day";
        /// No more comes in than is on its way.
        Receive { left: u32 } => "stock_receive", "Only {left} are on their way";
        /// What is on its way would come to a shelf that nobody counts.
        StillExpected => "stock_still_expected", "Something is on its way. Receive it or cancel it first";
    }
}

/// Why stock is corrected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StockReason {
    /// Cannot be sold any more.
    Damaged,
    /// Is not there.
    Lost,
    /// Was there all along.
    Found,
    /// A customer sent it back, and it can be sold.
    Returned,
    /// Somebody mistyped.
    Correction,
    /// Anything else; its note says what.
    Other,
}

impl StockReason {
    /// All of them, as they are offered.
    pub const ALL: [Self; 6] = [Self::Damaged, Self::Lost, Self::Found, Self::Returned, Self::Correction, Self::Other];

    /// As it is stored and sent.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Damaged => "damaged",
            Self::Lost => "lost",
            Self::Found => "found",
            Self::Returned => "returned",
            Self::Correction => "correction",
            Self::Other => "other",
        }
    }

    /// As the desk shows it.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Damaged => "Damaged",
            Self::Lost => "Lost",
            Self::Found => "Found",
            Self::Returned => "Returned by a customer",
            Self::Correction => "Correction",
            Self::Other => "Other",
        }
    }

    /// Reads a key.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.key() == key)
    }
}

/// The reasons as they are offered.
pub fn stock_reasons() -> Vec<ChoiceView> {
    StockReason::ALL.into_iter().map(|reason| ChoiceView { code: reason.key(), name: reason.label() }).collect()
}

/// A count as somebody types it: with the first one, the article's stock is the store's own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CountDraft {
    /// Pieces in the house, those promised to orders among them.
    pub on_hand: i64,
    /// At how many that can be promised somebody wants to know.
    #[serde(default)]
    pub low_at: i64,
    /// In words; may be empty.
    #[serde(default)]
    pub note: String,
}

/// A count that counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// Pieces in the house.
    pub on_hand: u64,
    /// At how many somebody wants to know.
    pub low_at: u64,
    /// In words.
    pub note: String,
}

/// A correction as somebody types it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct AdjustDraft {
    /// Pieces more, or fewer when below 0.
    pub quantity: i64,
    /// Key of a reason.
    pub reason: String,
    /// In words; 'correction' and 'other' want some.
    pub note: String,
}

/// A correction that counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Adjustment {
    /// What it moves.
    pub moved: StockMove,
    /// Why.
    pub reason: StockReason,
    /// In words.
    pub note: String,
}

/// A delivery on its way to the store, as somebody types it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct IncomingDraft {
    /// Pieces.
    pub quantity: i64,
    /// When it is expected: MM/DD/YYYY.
    pub expected: String,
    /// The maker's number of it, or the like; may be empty.
    pub reference: String,
}

/// A delivery that counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incoming {
    /// Pieces.
    pub quantity: u64,
    /// When it is expected.
    pub expected: AvailableDate,
    /// What it is known by.
    pub reference: String,
}

/// What came in of a delivery, as somebody types it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ReceiveDraft {
    /// In words; may be empty.
    pub note: String,
    /// Pieces.
    pub quantity: i64,
}

/// Why something is not counted any more, or will not come.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct StockNoteDraft {
    /// In words.
    pub note: String,
}

fn pieces(typed: i64, least: u64) -> Option<u64> {
    u64::try_from(typed).ok().filter(|pieces| (least..=MOST_PIECES).contains(pieces))
}

fn kept<T>(read: Result<T, FieldError>, errors: &mut Vec<FieldError>) -> Option<T> {
    read.map_err(|error| errors.push(error)).ok()
}

fn note(typed: &str) -> Result<String, FieldError> {
    clean_lines(typed, LONGEST_NOTE).map_err(|error| error.at("note"))
}

/// Reads a count.
pub fn parse_count(draft: &CountDraft) -> Result<Count, Vec<FieldError>> {
    let mut errors = Vec::new();
    let on_hand = kept(pieces(draft.on_hand, 0).ok_or_else(|| StockDraftError::Count.at("onHand")), &mut errors);
    let low_at = kept(pieces(draft.low_at, 0).ok_or_else(|| StockDraftError::LowAt.at("lowAt")), &mut errors);
    match (on_hand, low_at, kept(note(&draft.note), &mut errors)) {
        (Some(on_hand), Some(low_at), Some(note)) => Ok(Count { on_hand, low_at, note }),
        _ => Err(errors),
    }
}

/// Everything wrong with a count.
pub fn check_count(draft: &CountDraft) -> Vec<FieldError> {
    parse_count(draft).err().unwrap_or_default()
}

/// Reads a correction of an article of which so many are on hand.
pub fn parse_adjust(draft: &AdjustDraft, on_hand: u64) -> Result<Adjustment, Vec<FieldError>> {
    let mut errors = Vec::new();
    let reason = StockReason::parse(&draft.reason).ok_or_else(|| StockDraftError::Reason.at("reason"));
    let moved = StockMove::by_hand(draft.quantity);
    let wrong = match (draft.quantity, reason.as_ref().ok()) {
        (0, _) => Some(StockDraftError::Nothing),
        (1.., Some(StockReason::Damaged | StockReason::Lost)) => Some(StockDraftError::Fewer),
        (..=-1, Some(StockReason::Found | StockReason::Returned)) => Some(StockDraftError::More),
        _ => None,
    };
    let fits = Shelf { on_hand, reserved: 0 }.after(moved).map_err(|error| error.at("quantity"));
    kept(wrong.map_or(fits.map(|_| ()), |error| Err(error.at("quantity"))), &mut errors);
    let reason = kept(reason, &mut errors);
    let says_nothing = matches!(reason, Some(StockReason::Correction | StockReason::Other));
    let note = note(&draft.note).and_then(|note| {
        if note.is_empty() && says_nothing { Err(StockDraftError::NoteMissing.at("note")) } else { Ok(note) }
    });
    match (kept(note, &mut errors), reason) {
        (Some(note), Some(reason)) if errors.is_empty() => Ok(Adjustment { moved, reason, note }),
        _ => Err(errors),
    }
}

/// Everything wrong with a correction of an article of which so many are on hand.
pub fn check_adjust(draft: &AdjustDraft, on_hand: u32) -> Vec<FieldError> {
    parse_adjust(draft, u64::from(on_hand)).err().unwrap_or_default()
}

/// Reads a delivery on a day of the store.
pub fn parse_incoming(draft: &IncomingDraft, today: AvailableDate) -> Result<Incoming, Vec<FieldError>> {
    let mut errors = Vec::new();
    let quantity = pieces(draft.quantity, 1).ok_or_else(|| StockDraftError::Quantity.at("quantity"));
    let expected = AvailableDate::parse(draft.expected.trim()).ok_or(StockDraftError::Expected);
    let expected = expected.and_then(|day| if day < today { Err(StockDraftError::Past) } else { Ok(day) });
    let reference = clean_line(&draft.reference, LONGEST_REFERENCE).map_err(|error| error.at("reference"));
    let quantity = kept(quantity, &mut errors);
    let expected = kept(expected.map_err(|error| error.at("expected")), &mut errors);
    match (quantity, expected, kept(reference, &mut errors)) {
        (Some(quantity), Some(expected), Some(reference)) => Ok(Incoming { quantity, expected, reference }),
        _ => Err(errors),
    }
}

/// Everything wrong with a delivery on a day, YYYY-MM-DD.
pub fn check_incoming(draft: &IncomingDraft, today: &str) -> Vec<FieldError> {
    let today = AvailableDate::parse_iso(today).unwrap_or_else(AvailableDate::first);
    parse_incoming(draft, today).err().unwrap_or_default()
}

/// Reads what came in of a delivery of which so many are on their way.
pub fn parse_receive(draft: &ReceiveDraft, left: u64) -> Result<(u64, String), FieldError> {
    let quantity = pieces(draft.quantity, 1).ok_or_else(|| StockDraftError::Quantity.at("quantity"))?;
    if quantity > left {
        let left = u32::try_from(left).unwrap_or(u32::MAX);
        return Err(StockDraftError::Receive { left }.at("quantity"));
    }
    Ok((quantity, note(&draft.note)?))
}

/// What is wrong with what came in of a delivery of which so many are on their way.
pub fn check_receive(draft: &ReceiveDraft, left: u32) -> Option<FieldError> {
    parse_receive(draft, u64::from(left)).err()
}

/// Reads why an article is not counted any more, while something may be on its way.
pub fn parse_end(draft: &StockNoteDraft, expected: bool) -> Result<String, Vec<FieldError>> {
    if expected {
        return Err(vec![StockDraftError::StillExpected.at("")]);
    }
    let note = note(&draft.note).map_err(|error| vec![error])?;
    if note.is_empty() { Err(vec![StockDraftError::NoteMissing.at("note")]) } else { Ok(note) }
}

/// Everything that keeps an article from not being counted any more.
pub fn check_end(draft: &StockNoteDraft, expected: bool) -> Vec<FieldError> {
    parse_end(draft, expected).err().unwrap_or_default()
}

/// Reads why a delivery will not come; it need not be said.
pub fn parse_withdraw(draft: &StockNoteDraft) -> Result<String, FieldError> {
    note(&draft.note)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(errors: Vec<FieldError>) -> Vec<String> {
        errors.into_iter().map(|error| [error.field, error.code].join(":")).collect()
    }

    fn adjust(quantity: i64, reason: &str, note: &str) -> AdjustDraft {
        AdjustDraft { quantity, reason: reason.to_owned(), note: note.to_owned() }
    }

    #[test]
    fn a_count_is_of_pieces() {
        let draft = CountDraft { on_hand: 120, low_at: 12, note: " Aisle 4 \n".to_owned() };
        assert_eq!(parse_count(&draft), Ok(Count { on_hand: 120, low_at: 12, note: "Aisle 4".to_owned() }));
        assert_eq!(check_count(&CountDraft { on_hand: 0, ..CountDraft::default() }), []);
        let broken = CountDraft { on_hand: -1, low_at: -1, note: "a".repeat(501) };
        assert_eq!(codes(check_count(&broken)), ["onHand:stock_count", "lowAt:stock_low_at", "note:too_long"]);
        assert_eq!(codes(check_count(&CountDraft { on_hand: 1_000_000_001, ..draft })), ["onHand:stock_count"]);
    }

    #[test]
    fn a_reason_says_which_way_it_goes() {
        for (reason, more, fewer) in [
            ("damaged", "quantity:stock_fewer", ""),
            ("lost", "quantity:stock_fewer", ""),
            ("found", "", "quantity:stock_more"),
            ("returned", "", "quantity:stock_more"),
        ] {
            let told = |quantity| codes(check_adjust(&adjust(quantity, reason, ""), 10)).concat();
            assert_eq!((told(3).as_str(), told(-3).as_str()), (more, fewer), "{reason}");
        }
        for reason in ["correction", "other"] {
            for quantity in [3, -3] {
                assert_eq!(check_adjust(&adjust(quantity, reason, "Typed twice"), 10), []);
                assert_eq!(codes(check_adjust(&adjust(quantity, reason, " "), 10)), ["note:stock_note_missing"]);
            }
        }
        assert_eq!(codes(check_adjust(&adjust(0, "", ""), 10)), ["quantity:stock_nothing", "reason:stock_reason"]);
        assert_eq!(codes(check_adjust(&adjust(-11, "lost", ""), 10)), ["quantity:stock_not_on_hand"]);
        assert_eq!(codes(check_adjust(&adjust(i64::MAX, "found", ""), 10)), ["quantity:stock_out_of_range"]);
        let kept = parse_adjust(&adjust(-10, "lost", " Not on the shelf "), 10).unwrap();
        let note = "Not on the shelf".to_owned();
        assert_eq!(kept, Adjustment { moved: StockMove::by_hand(-10), reason: StockReason::Lost, note });
    }

    #[test]
    fn reasons_read_back_and_are_offered() {
        for reason in StockReason::ALL {
            assert_eq!(StockReason::parse(reason.key()), Some(reason));
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.key());
        }
        assert_eq!(StockReason::parse("theft"), None);
        let offered: Vec<&str> = stock_reasons().iter().map(|choice| choice.name).collect();
        assert_eq!(offered, ["Damaged", "Lost", "Found", "Returned by a customer", "Correction", "Other"]);
    }

    #[test]
    fn a_delivery_is_expected_today_or_later() {
        let draft = |quantity, expected: &str| IncomingDraft {
            quantity,
            expected: expected.to_owned(),
            reference: " PO 7 ".to_owned(),
        };
        let today = AvailableDate::new(2026, 9, 1).unwrap();
        let kept = parse_incoming(&draft(40, " 09/01/2026 "), today).unwrap();
        assert_eq!(kept, Incoming { quantity: 40, expected: today, reference: "PO 7".to_owned() });
        assert_eq!(codes(check_incoming(&draft(1, "08/31/2026"), "2026-09-01")), ["expected:stock_expected_past"]);
        assert_eq!(
            codes(check_incoming(&draft(0, "2026-09-01"), "2026-09-01")),
            ["quantity:stock_quantity", "expected:stock_expected"]
        );
        let long = IncomingDraft { reference: "a".repeat(101), ..draft(1, "09/02/2026") };
        assert_eq!(codes(check_incoming(&long, "2026-09-01")), ["reference:too_long"]);
    }

    #[test]
    fn no_more_comes_in_than_is_on_its_way() {
        let draft = |quantity| ReceiveDraft { quantity, note: " Two boxes ".to_owned() };
        let told = |quantity| check_receive(&draft(quantity), 40);
        assert_eq!(told(40), None);
        assert_eq!(told(41).unwrap().message, "Only 40 are on their way");
        assert_eq!(told(0).unwrap().code, "stock_quantity");
        assert_eq!(parse_receive(&draft(15), 40), Ok((15, "Two boxes".to_owned())));
    }

    #[test]
    fn counting_ends_with_a_reason_and_with_nothing_on_its_way() {
        let draft = |note: &str| StockNoteDraft { note: note.to_owned() };
        assert_eq!(parse_end(&draft(" The ERP does it "), false), Ok("The ERP does it".to_owned()));
        assert_eq!(codes(check_end(&draft(""), false)), ["note:stock_note_missing"]);
        assert_eq!(codes(check_end(&draft("The ERP does it"), true)), [":stock_still_expected"]);
        assert_eq!(parse_withdraw(&draft("")), Ok(String::new()));
        assert_eq!(parse_withdraw(&draft(&"a".repeat(501))).unwrap_err().code, "too_long");
    }
}

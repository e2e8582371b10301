//! Offer (flyer) codes and program ids: what a typed code is, whether a look-up's answer holds, the
//! ZW483 verdict, and the cookies they live in (cart §4, §5, §8). Not here: the look-ups (the server).

mod friendly;
mod views;

use serde::{Deserialize, Serialize};

use crate::{
    catalog::AvailableDate,
    rule::{Broken, FieldError, broken_rules},
    text::{is_bidi_control, is_control},
};

pub use friendly::{FriendlyCodeDraft, FriendlyCodeError, check_carried_code, check_friendly_code, friendly_key};
pub use views::{CodesView, FlyerGroupView, FlyerLogoView, RedemptionLinkView};

/// Longest code taken from a cookie or a form.
const MAX_CODE: usize = 64;
/// The price service's answer for a sku that the given code does not price (cart §5).
pub const NOT_PRICED: &str = "ZW483";

broken_rules! {
    /// Why an offer code or program id is not taken (cart §5, §8).
    pub enum OfferError {
        /// No code was typed.
        OfferEmpty => "offer_code_empty", "Please provide a valid promotion code.";
        /// The code prices nothing in the cart: every answer was ZW483.
        OfferPricesNothing => "offer_code_prices_nothing", "This flyer code is invalid...";
        /// The look-up's answer does not hold, or the price look-up gave nothing.
        OfferInvalid => "offer_code_invalid", "This flyer code is invalid.";
        /// A certificate uses the code: it cannot be changed.
        ChangeBlocked => "offer_code_change_blocked",
            "Your current offer code is being used by a certificate in your cart. Please remove your certificate to change this code.";
        /// A certificate uses the code: it cannot be removed.
        RemoveBlocked => "offer_code_remove_blocked",
            "Your current offer code is being used by a certificate in your cart. Please remove your certificate to remove this code.";
        /// No program id was typed.
        ProgramEmpty => "program_id_empty", "Please provide a valid Program ID.";
        /// The program id prices nothing.
        ProgramInvalid => "program_id_invalid", "This Program ID is invalid.";
    }
}

/// A code as it is compared: capitals and small letters are the same, as a coach reads it off a flyer.
pub fn code_key(code: &str) -> String {
    code.trim().to_ascii_uppercase()
}

/// What a typed offer code is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OfferCodeView {
    /// The code without blanks around, in capitals where it is used as it is; empty when it is not taken.
    pub code: String,
    /// True when it is a friendly code that has to be looked up; two letters or digits are used directly.
    pub look_up: bool,
    /// Why it is not taken.
    pub error: Option<FieldError>,
}

fn refused(error: OfferError, field: &str) -> OfferCodeView {
    OfferCodeView { code: String::new(), look_up: false, error: Some(error.at(field)) }
}

/// Reads a typed offer code (cart §5).
pub fn read_offer_code(typed: &str) -> OfferCodeView {
    let code = typed.trim();
    if code.is_empty() {
        return refused(OfferError::OfferEmpty, "code");
    }
    if code.len() > MAX_CODE || code.chars().any(|c| is_control(c) || is_bidi_control(c)) {
        return refused(OfferError::OfferInvalid, "code");
    }
    let direct = code.len() == 2 && is_alphanumeric(code);
    OfferCodeView { code: if direct { code_key(code) } else { code.to_owned() }, look_up: !direct, error: None }
}

/// Reads a typed program id: letters, digits, dashes and underscores, as its cookie holds.
pub fn read_program_id(typed: &str) -> OfferCodeView {
    let code = typed.trim();
    if code.is_empty() {
        return refused(OfferError::ProgramEmpty, "programId");
    }
    if !is_cookie_code(code) {
        return refused(OfferError::ProgramInvalid, "programId");
    }
    OfferCodeView { code: code_key(code), look_up: true, error: None }
}

fn is_alphanumeric(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// What a code cookie may hold on its way in: 1 to 64 letters, digits, dashes, underscores and
/// dots. Anything else is ignored, as if the cookie were not there.
pub fn is_cookie_code(value: &str) -> bool {
    let allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    !value.is_empty() && value.len() <= MAX_CODE && value.bytes().all(allowed)
}

/// The answer of the friendly-code service (cart §3 'Flyer lookup response').
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct FlyerAnswerDraft {
    /// The flyer code: letters and digits.
    pub sap_flyer_value: String,
    /// First day, MM/DD/YYYY or YYYY-MM-DD.
    pub start_date: String,
    /// Last day.
    pub end_date: String,
    /// The service's own message.
    pub error: Option<String>,
}

fn day(text: &str) -> Option<AvailableDate> {
    AvailableDate::parse(text).or_else(|| AvailableDate::parse_iso(text.get(..10).unwrap_or(text)))
}

/// The flyer code of an answer, or why there is none: the service's error, a value that is not
/// letters and digits, dates that are none or the wrong way round, or a day outside them. `today`
/// is the store's day as YYYY-MM-DD; both ends of the span count.
pub fn check_flyer_answer(answer: &FlyerAnswerDraft, today: &str) -> OfferCodeView {
    if let Some(message) = answer.error.as_deref().filter(|message| !message.trim().is_empty()) {
        let mut error = OfferError::OfferInvalid.at("code");
        message.clone_into(&mut error.message);
        return OfferCodeView { code: String::new(), look_up: false, error: Some(error) };
    }
    let spans_today = match (day(&answer.start_date), day(&answer.end_date), day(today)) {
        (Some(start), Some(end), Some(today)) => start <= today && today <= end,
        _ => false,
    };
    let holds = spans_today && answer.sap_flyer_value.len() <= MAX_CODE && is_alphanumeric(&answer.sap_flyer_value);
    if holds {
        OfferCodeView { code: answer.sap_flyer_value.clone(), look_up: false, error: None }
    } else {
        refused(OfferError::OfferInvalid, "code")
    }
}

/// What a code is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub enum CodeKind {
    /// An offer (flyer) code.
    Offer,
    /// A program id.
    Program,
}

/// The verdict over the message codes of a price look-up, one entry a sku, empty where a sku was
/// priced: invalid when there is no answer at all, or when every sku answers ZW483 (cart §5, §8).
pub fn check_code_prices(kind: CodeKind, message_codes: &[String]) -> Option<FieldError> {
    let nothing_priced = message_codes.iter().all(|code| code == NOT_PRICED);
    match (kind, message_codes.is_empty(), nothing_priced) {
        (CodeKind::Offer, true, _) => Some(OfferError::OfferInvalid.at("code")),
        (CodeKind::Offer, false, true) => Some(OfferError::OfferPricesNothing.at("code")),
        (CodeKind::Program, _, true) => Some(OfferError::ProgramInvalid.at("programId")),
        (_, _, false) => None,
    }
}

/// What is to be done to the offer code of a cart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub enum CodeChange {
    /// Another code takes its place.
    Change,
    /// It is taken away.
    Remove,
}

/// While a certificate's flyer code is in use, the code can be neither changed nor removed (cart §4).
pub fn check_code_change(change: CodeChange, cert_flyer_code: &str) -> Option<FieldError> {
    let error = match (cert_flyer_code.is_empty(), change) {
        (true, _) => return None,
        (false, CodeChange::Change) => OfferError::ChangeBlocked,
        (false, CodeChange::Remove) => OfferError::RemoveBlocked,
    };
    Some(error.at("code"))
}

/// 'Program ID {id} Applied' (cart §4).
pub fn program_applied_text(id: &str) -> String {
    format!("Program ID {id} Applied")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn answer(value: &str, start: &str, end: &str) -> FlyerAnswerDraft {
        FlyerAnswerDraft {
            sap_flyer_value: value.to_owned(),
            start_date: start.to_owned(),
            end_date: end.to_owned(),
            error: None,
        }
    }

    #[test]
    fn two_letters_or_digits_are_used_directly() {
        for (typed, code, look_up) in [
            (" A7 ", "A7", false),
            ("t5", "T5", false),
            ("A-", "A-", true),
            ("SPRING26", "SPRING26", true),
            ("é", "é", true),
            ("A", "A", true),
        ] {
            let read = read_offer_code(typed);
            assert_eq!((read.code.as_str(), read.look_up, read.error), (code, look_up, None), "{typed:?}");
        }
        assert_eq!(read_offer_code("  ").error.unwrap().message, "Please provide a valid promotion code.");
        assert_eq!(read_offer_code("A\nB").error.unwrap().code, "offer_code_invalid");
        assert_eq!(read_program_id("").error.unwrap().message, "Please provide a valid Program ID.");
        assert_eq!(read_program_id("A B").error.unwrap().message, "This Program ID is invalid.");
        assert_eq!(program_applied_text(&read_program_id(" p-1 ").code), "Program ID P-1 Applied");
    }

    #[test]
    fn r69_an_answer_holds_on_its_first_and_last_day_only_in_between() {
        let spring = answer("AB12", "03/01/2026", "2026-05-31");
        for (today, holds) in
            [("2026-02-28", false), ("2026-03-01", true), ("2026-05-31", true), ("2026-06-01", false), ("today", false)]
        {
            assert_eq!(check_flyer_answer(&spring, today).error.is_none(), holds, "{today}");
        }
        for broken in [
            answer("AB-12", "03/01/2026", "05/31/2026"),
            answer("", "03/01/2026", "05/31/2026"),
            answer("AB", "02/30/2026", "05/31/2026"),
            answer("AB", "", "05/31/2026"),
            answer("AB", "05/31/2026", "03/01/2026"),
        ] {
            assert_eq!(check_flyer_answer(&broken, "2026-04-01").error.unwrap().message, "This flyer code is invalid.");
        }
        assert_eq!(check_flyer_answer(&answer("AB", "2026-03-01T00:00:00Z", "2026-05-31"), "2026-04-01").code, "AB");
    }

    #[test]
    fn the_services_own_message_is_shown() {
        let failed = FlyerAnswerDraft { error: Some("Code has expired".to_owned()), ..FlyerAnswerDraft::default() };
        assert_eq!(check_flyer_answer(&failed, "2026-04-01").error.unwrap().message, "Code has expired");
    }

    #[test]
    fn a_code_that_prices_nothing_is_invalid() {
        let codes = |codes: &[&str]| codes.iter().map(|code| (*code).to_owned()).collect::<Vec<_>>();
        let message = |kind, list: &[&str]| check_code_prices(kind, &codes(list)).map(|error| error.message);
        assert_eq!(message(CodeKind::Offer, &["ZW483", "ZW483"]).unwrap(), "This flyer code is invalid...");
        assert_eq!(message(CodeKind::Offer, &[]).unwrap(), "This flyer code is invalid.");
        assert_eq!(message(CodeKind::Offer, &["ZW483", ""]), None);
        assert_eq!(message(CodeKind::Program, &["ZW483"]).unwrap(), "This Program ID is invalid.");
        assert_eq!(message(CodeKind::Program, &[]).unwrap(), "This Program ID is invalid.");
        assert_eq!(message(CodeKind::Program, &["ZW100"]), None);
    }

    #[test]
    fn a_certificates_code_stays() {
        let message = |change| check_code_change(change, "AB").unwrap().message;
        assert!(message(CodeChange::Change).ends_with("Please remove your certificate to change this code."));
        assert!(message(CodeChange::Remove).ends_with("Please remove your certificate to remove this code."));
        assert_eq!(check_code_change(CodeChange::Remove, ""), None);
    }

    #[test]
    fn r48_cookies_hold_plain_codes_only() {
        for value in ["AB", "spring-26", "a_b.c"] {
            assert!(is_cookie_code(value), "{value}");
        }
        for value in ["", "a b", "a;b", "a\"b", "é", "<x>", "a\r\nb", &"x".repeat(65)] {
            assert!(!is_cookie_code(value), "{value:?}");
        }
    }

    proptest! {
        #[test]
        fn an_applied_code_fits_its_cookie(typed in any::<String>(), value in any::<String>()) {
            let program = read_program_id(&typed);
            prop_assert_eq!(program.error.is_none(), is_cookie_code(&program.code));
            let offer = read_offer_code(&typed);
            prop_assert!(offer.look_up || offer.error.is_some() || is_cookie_code(&offer.code));
            let flyer = check_flyer_answer(&answer(&value, "2026-01-01", "2026-12-31"), "2026-06-01");
            prop_assert_eq!(flyer.error.is_none(), is_cookie_code(&flyer.code));
        }
    }
}

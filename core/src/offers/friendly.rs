//! Friendly codes: how they are compared, what a row of them must be like, and whether a code carried
//! in cookies still follows from what was typed. Not here: the table of them (the server).

use serde::{Deserialize, Serialize};

use super::{FlyerAnswerDraft, OfferError, check_flyer_answer, code_key, is_alphanumeric, read_offer_code};
use crate::{
    brand::Site,
    rule::{Broken, FieldError, broken_rules},
    text::{compose, lower_case},
};

broken_rules! {
    /// Why a row of friendly codes is not taken.
    pub enum FriendlyCodeError {
        /// No such site.
        UnknownSite => "friendly_code_site_unknown", "There is no such site";
        /// Nothing that could be typed, or a code of 2 letters or digits, which is never looked up.
        BadCode => "friendly_code_invalid",
            "A friendly code has 1 to 64 characters, and is not 2 letters or digits: those are used directly";
        /// It leads nowhere and says nothing.
        Nothing => "friendly_code_leads_nowhere", "A flyer code or an error is needed";
    }
}

/// A friendly code as a file brings it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct FriendlyCodeDraft {
    /// Site key.
    pub site: String,
    /// What shoppers type.
    pub code: String,
    /// The flyer code it stands for.
    pub flyer_code: String,
    /// First day, MM/DD/YYYY or YYYY-MM-DD.
    pub start_date: String,
    /// Last day.
    pub end_date: String,
    /// What is said instead, or empty.
    pub error: String,
}

/// A friendly code as it is compared: capitals and small letters are the same.
pub fn friendly_key(code: &str) -> String {
    lower_case(&compose(code.trim()))
}

/// Everything wrong with a row. The flyer code and the days are not judged here: a malformed answer
/// is refused when it is asked for (cart §5).
pub fn check_friendly_code(draft: &FriendlyCodeDraft) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if Site::parse(draft.site.trim()).is_none() {
        errors.push(FriendlyCodeError::UnknownSite.at("site"));
    }
    if !read_offer_code(&draft.code).look_up {
        errors.push(FriendlyCodeError::BadCode.at("code"));
    }
    if draft.flyer_code.trim().is_empty() && draft.error.trim().is_empty() {
        errors.push(FriendlyCodeError::Nothing.at("flyerCode"));
    }
    errors
}

/// Whether a flyer code that a visitor carries holds: 2 letters or digits by themselves, any other
/// because what was typed leads to it today. A code without its friendly code was made up (R11).
pub fn check_carried_code(flyer_code: &str, answer: Option<&FlyerAnswerDraft>, today: &str) -> Option<FieldError> {
    let holds = match answer {
        Some(answer) => match check_flyer_answer(answer, today) {
            found if found.error.is_some() => return found.error,
            found => code_key(&found.code) == code_key(flyer_code),
        },
        None => flyer_code.len() == 2 && is_alphanumeric(flyer_code),
    };
    (!holds).then(|| OfferError::OfferInvalid.at("code"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(value: &str) -> FlyerAnswerDraft {
        FlyerAnswerDraft {
            sap_flyer_value: value.to_owned(),
            start_date: "03/01/2026".to_owned(),
            end_date: "05/31/2026".to_owned(),
            error: None,
        }
    }

    #[test]
    fn r11_a_carried_code_must_follow_from_what_was_typed() {
        let spring = answer("SPR26");
        assert_eq!(check_carried_code("SPR26", Some(&spring), "2026-04-01"), None);
        assert_eq!(check_carried_code("AB", None, "2026-04-01"), None);
        assert_eq!(check_carried_code("spr26", Some(&spring), "2026-04-01"), None);
        for (flyer, friendly, today) in [
            ("SPR26", None, "2026-04-01"),
            ("A-", None, "2026-04-01"),
            ("", None, "2026-04-01"),
            ("GOLD", Some(&spring), "2026-04-01"),
            ("SPR26", Some(&spring), "2026-06-01"),
            ("SPR26", Some(&answer("SP-26")), "2026-04-01"),
        ] {
            assert!(check_carried_code(flyer, friendly, today).is_some(), "{flyer} {friendly:?} {today}");
        }
    }

    #[test]
    fn friendly_codes_are_the_same_in_either_case() {
        assert_eq!(friendly_key(" coach25 "), friendly_key("Coach25"));
        assert_eq!(friendly_key("ÉTÉ"), "été");
        assert_ne!(friendly_key("COACH25"), friendly_key("COACH 25"));
    }

    #[test]
    fn tells_everything_wrong_with_a_row() {
        let row = |site: &str, code: &str, flyer: &str, error: &str| {
            let draft = FriendlyCodeDraft {
                site: site.to_owned(),
                code: code.to_owned(),
                flyer_code: flyer.to_owned(),
                error: error.to_owned(),
                ..FriendlyCodeDraft::default()
            };
            check_friendly_code(&draft).into_iter().map(|error| error.code).collect::<Vec<_>>()
        };
        assert!(row("usgames", "COACH25", "K7", "").is_empty());
        assert!(row("usgames", "CLOSED", "", "This offer is over.").is_empty());
        assert_eq!(
            row("bsn", "K7", " ", ""),
            ["friendly_code_site_unknown", "friendly_code_invalid", "friendly_code_leads_nowhere"]
        );
    }
}

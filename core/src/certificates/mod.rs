//! Gift certificates: status, button states, amounts, and what may be entered (cart §4, §5). Not
//! here: the look-up (the server), and who gets a certificate first (the order's transaction).

pub mod answer;
pub mod held;

use serde::{Deserialize, Serialize};

use crate::{
    brand::{Site, brand},
    catalog::ButtonView,
    money::{Cents, format_cents},
    pricing::MAX_PRICE,
    rule::{Broken, FieldError, broken_rules},
};

/// Longest certificate number asked for.
const MAX_NUMBER: usize = 40;

broken_rules! {
    /// Why a certificate is not taken (cart §5, §8).
    pub enum CertificateError {
        /// Nothing was entered.
        Empty => "certificate_empty", "Please input a valid certificate.";
        /// Not a certificate, or one that cannot be used.
        Invalid => "certificate_invalid", "Please enter a valid certificate number.";
        /// Entered in the order's box, and in the order already.
        InOrder => "certificate_in_order", "This certificate is already added to this order.";
        /// Entered on the certificate page, and in the cart already.
        InCart => "certificate_in_cart", "This certificate is already in your cart.";
        /// Asked for with the catalog or the code of another store.
        OtherStore => "certificate_other_store", "Please look certificates up at their own store.";
        /// It could not be added.
        NotAdded => "certificate_not_added", "We could not add this certificate to your order.";
    }
}

/// Where a certificate is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum CertificatePlace {
    /// The box of cart and checkout.
    Order,
    /// The certificate page.
    Page,
}

/// True for what may be a certificate's number: up to 40 letters, digits and dashes.
pub fn is_certificate_number(number: &str) -> bool {
    !number.is_empty() && number.len() <= MAX_NUMBER && number.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

/// What is wrong with an entered number before it is looked up; `held` are the numbers of the
/// certificate payments in the cart. Numbers are letters, digits and dashes.
pub fn check_certificate_entry(number: &str, held: &[String], place: CertificatePlace) -> Option<FieldError> {
    let number = number.trim();
    let error = if number.is_empty() {
        CertificateError::Empty
    } else if !is_certificate_number(number) {
        CertificateError::Invalid
    } else if held.iter().any(|held| held.eq_ignore_ascii_case(number)) {
        match place {
            CertificatePlace::Order => CertificateError::InOrder,
            CertificatePlace::Page => CertificateError::InCart,
        }
    } else {
        return None;
    };
    Some(error.at("certificateNumber"))
}

/// `POST /api/cart/certificates`. Its amount is no field: the look-up says it (requirement R12).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddCertificateDraft {
    /// Number as typed.
    pub certificate_number: String,
    /// Where it was entered.
    pub place: CertificatePlace,
}

/// `POST /api/features/CertificateInput` (cart §7).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CertificateQuestion {
    /// Number as typed.
    pub certificate_number: String,
    /// `BS` or `US`.
    pub catalog: String,
    /// Site code; the certificate page sends the plain site key.
    pub site_code: String,
}

/// What is wrong with a question asked at a site: only its own catalog and codes are answered for
/// (cart §7, requirement R04).
pub fn check_certificate_question(question: &CertificateQuestion, site: Site) -> Vec<FieldError> {
    let brand = brand(site);
    let mut found: Vec<FieldError> =
        check_certificate_entry(&question.certificate_number, &[], CertificatePlace::Page).into_iter().collect();
    if question.catalog != brand.certificate_catalog.get() {
        found.push(CertificateError::OtherStore.at("catalog"));
    }
    if question.site_code != brand.certificate_site_code.get() && question.site_code != site.key() {
        found.push(CertificateError::OtherStore.at("siteCode"));
    }
    found
}

/// What the look-up says of a certificate, in the fields of cart §3 'Certificate response'.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct CertificateDraft {
    /// Number; empty when unknown.
    pub certificate_number: String,
    /// Whether it is valid.
    pub is_valid: bool,
    /// `C` redeemed, `E` voided, `D` expired, else it is as valid as `isValid` says.
    pub status: String,
    /// Expiry as the look-up writes it.
    pub expire_date: String,
    /// Decimal dollars as text.
    pub redemption_value: String,
    /// Organization.
    pub name1: String,
    /// Participant.
    pub name2: String,
    /// Flyer code that comes with it, or empty.
    pub flyer: String,
}

/// What a certificate is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum CertificateStatus {
    /// It can be redeemed.
    Valid,
    /// It is in the cart.
    Added,
    /// Status `D`.
    Expired,
    /// Status `C`.
    Redeemed,
    /// Status `E`.
    Voided,
    /// Anything else.
    Invalid,
}

/// The status of a certificate; `added` says that it is in the cart (cart §4). One without an amount
/// above 0 is invalid: there is nothing to redeem.
pub fn certificate_status(certificate: &CertificateDraft, added: bool) -> CertificateStatus {
    match certificate.status.as_str() {
        _ if added => CertificateStatus::Added,
        "D" => CertificateStatus::Expired,
        "C" => CertificateStatus::Redeemed,
        "E" => CertificateStatus::Voided,
        _ if certificate.is_valid && certificate_amount(&certificate.redemption_value).is_some() => {
            CertificateStatus::Valid
        }
        _ => CertificateStatus::Invalid,
    }
}

/// Redemption value times 100, rounded (cart §9). Nothing for what is not an amount above 0.
pub fn certificate_amount(redemption_value: &str) -> Option<Cents> {
    Cents::parse_dollars(redemption_value).filter(|amount| *amount > Cents::ZERO && *amount <= MAX_PRICE)
}

/// What keeps a certificate that was looked up from being added to the cart (cart §4): it is in the
/// cart, it cannot be redeemed, or it is valid but has no amount to pay with.
pub fn check_certificate_adding(
    certificate: &CertificateDraft,
    held: &[String],
    place: CertificatePlace,
) -> Option<FieldError> {
    let entry = check_certificate_entry(&certificate.certificate_number, held, place);
    let refused = || match certificate_status(certificate, false) {
        CertificateStatus::Valid => None,
        _ if certificate.is_valid && certificate_amount(&certificate.redemption_value).is_none() => {
            Some(CertificateError::NotAdded.at("certificateNumber"))
        }
        _ => Some(CertificateError::Invalid.at("certificateNumber")),
    };
    entry.or_else(refused)
}

/// The certificate page (cart §2, §4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CertificateView {
    /// Status.
    pub status: CertificateStatus,
    /// Number, or 'INVALID', or 'N/A' before one is entered.
    pub certificate_number: String,
    /// Expiry, or 'INVALID', or 'N/A'.
    pub expire_date: String,
    /// '$50.00', or 'N/A'.
    pub value: String,
    /// Organization, or 'N/A'.
    pub organization: String,
    /// Participant, or 'N/A'.
    pub participant: String,
    /// 'Redeem Certificate', 'Added!', 'Status: Expired' …
    pub button: ButtonView,
    /// 'Shop Without Certificate', or 'Continue Shopping' once added.
    pub secondary_label: String,
    /// 'Enter certificate code to see details' before one is entered, else empty.
    pub prompt: String,
}

/// The page of a certificate; nothing when none was entered yet.
pub fn certificate_view(certificate: Option<&CertificateDraft>, added: bool) -> CertificateView {
    let or = |text: &str, else_text: &str| if text.trim().is_empty() { else_text } else { text }.to_owned();
    let none = CertificateDraft::default();
    let shown = certificate.unwrap_or(&none);
    let status = certificate_status(shown, added);
    let unknown = if certificate.is_some() { "INVALID" } else { "N/A" };
    let label = match status {
        CertificateStatus::Valid => "Redeem Certificate",
        CertificateStatus::Added => "Added!",
        CertificateStatus::Expired => "Status: Expired",
        CertificateStatus::Redeemed => "Status: Redeemed",
        CertificateStatus::Voided => "Status: Voided",
        CertificateStatus::Invalid => "Status: Invalid",
    };
    CertificateView {
        status,
        certificate_number: or(&shown.certificate_number, unknown),
        expire_date: or(&shown.expire_date, unknown),
        value: certificate_amount(&shown.redemption_value).map_or_else(|| "N/A".to_owned(), format_cents),
        organization: or(&shown.name1, "N/A"),
        participant: or(&shown.name2, "N/A"),
        button: ButtonView { label: label.to_owned(), enabled: status == CertificateStatus::Valid },
        secondary_label: if status == CertificateStatus::Added {
            "Continue Shopping"
        } else {
            "Shop Without Certificate"
        }
        .to_owned(),
        prompt: if certificate.is_none() { "Enter certificate code to see details" } else { "" }.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn certificate(status: &str, is_valid: bool) -> CertificateDraft {
        CertificateDraft {
            certificate_number: "C-100".to_owned(),
            is_valid,
            status: status.to_owned(),
            expire_date: "12/31/2026".to_owned(),
            redemption_value: "49.995".to_owned(),
            ..CertificateDraft::default()
        }
    }

    #[test]
    fn buttons_follow_the_status() {
        for (status, is_valid, added, label, enabled, secondary) in [
            ("", true, false, "Redeem Certificate", true, "Shop Without Certificate"),
            ("A", true, true, "Added!", false, "Continue Shopping"),
            ("C", true, true, "Added!", false, "Continue Shopping"),
            ("D", true, false, "Status: Expired", false, "Shop Without Certificate"),
            ("C", true, false, "Status: Redeemed", false, "Shop Without Certificate"),
            ("E", true, false, "Status: Voided", false, "Shop Without Certificate"),
            ("", false, false, "Status: Invalid", false, "Shop Without Certificate"),
        ] {
            let view = certificate_view(Some(&certificate(status, is_valid)), added);
            assert_eq!(view.button, ButtonView { label: label.to_owned(), enabled }, "{status} {added}");
            assert_eq!(view.secondary_label, secondary);
            assert_eq!(view.value, "$50.00");
        }
    }

    #[test]
    fn unknown_and_not_entered_are_told_apart() {
        let unknown = certificate_view(Some(&CertificateDraft::default()), false);
        assert_eq!((unknown.certificate_number.as_str(), unknown.expire_date.as_str()), ("INVALID", "INVALID"));
        assert_eq!((unknown.value.as_str(), unknown.prompt.as_str()), ("N/A", ""));
        let none = certificate_view(None, false);
        assert_eq!((none.certificate_number.as_str(), none.value.as_str()), ("N/A", "N/A"));
        assert_eq!(none.prompt, "Enter certificate code to see details");
    }

    #[test]
    fn a_valid_one_without_amount_cannot_be_redeemed() {
        for value in ["0", "-5", "", "NaN"] {
            let broken = CertificateDraft { redemption_value: value.to_owned(), ..certificate("", true) };
            assert_eq!(certificate_status(&broken, false), CertificateStatus::Invalid, "{value:?}");
        }
    }

    #[test]
    fn entries_are_refused_to_the_letter() {
        let held = ["ABC-1".to_owned()];
        let message = |number, place| check_certificate_entry(number, &held, place).map(|error| error.message);
        assert_eq!(message(" ", CertificatePlace::Order).unwrap(), "Please input a valid certificate.");
        assert_eq!(message("12;34", CertificatePlace::Order).unwrap(), "Please enter a valid certificate number.");
        assert_eq!(
            message("abc-1", CertificatePlace::Order).unwrap(),
            "This certificate is already added to this order."
        );
        assert_eq!(message("ABC-1", CertificatePlace::Page).unwrap(), "This certificate is already in your cart.");
        assert_eq!(message("ABC-2", CertificatePlace::Page), None);
    }

    #[test]
    fn a_store_answers_for_its_own_catalog_and_codes_only() {
        for site in Site::BUILT_IN {
            let view = brand(site);
            let ask = |catalog: &str, site_code: &str| {
                let question = CertificateQuestion {
                    certificate_number: "C-100".to_owned(),
                    catalog: catalog.to_owned(),
                    site_code: site_code.to_owned(),
                };
                check_certificate_question(&question, site).into_iter().map(|error| error.field).collect::<Vec<_>>()
            };
            assert!(ask(&view.certificate_catalog, &view.certificate_site_code).is_empty());
            assert!(ask(&view.certificate_catalog, site.key()).is_empty(), "the page sends the plain site key");
            assert_eq!(ask("XX", "M_BSN"), ["catalog", "siteCode"]);
        }
    }

    #[test]
    fn only_a_redeemable_one_is_added() {
        let code = |certificate: CertificateDraft, held: &[String]| {
            check_certificate_adding(&certificate, held, CertificatePlace::Order).map(|error| error.code)
        };
        assert_eq!(code(certificate("", true), &[]), None);
        assert_eq!(code(certificate("", true), &["c-100".to_owned()]).unwrap(), "certificate_in_order");
        assert_eq!(code(certificate("D", true), &[]).unwrap(), "certificate_invalid");
        assert_eq!(code(certificate("", false), &[]).unwrap(), "certificate_invalid");
        let empty = CertificateDraft { redemption_value: "0".to_owned(), ..certificate("", true) };
        assert_eq!(code(empty, &[]).unwrap(), "certificate_not_added");
    }

    proptest! {
        #[test]
        fn only_a_valid_one_can_be_redeemed(status in "[A-F]?", is_valid in any::<bool>(), value in "-?[0-9]{0,4}(\\.[0-9]{1,3})?", added in any::<bool>()) {
            let draft = CertificateDraft { redemption_value: value, ..certificate(&status, is_valid) };
            let view = certificate_view(Some(&draft), added);
            prop_assert_eq!(view.button.enabled, view.status == CertificateStatus::Valid);
            prop_assert!(!view.button.enabled || certificate_amount(&draft.redemption_value).is_some());
        }

        #[test]
        fn any_entry_gets_an_answer(number in any::<String>()) {
            let _ = check_certificate_entry(&number, &[], CertificatePlace::Page);
        }
    }
}

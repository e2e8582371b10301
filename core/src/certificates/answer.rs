//! What a certificate of our own table answers on a day: the same fields an outside service would
//! send (cart §3), so that one rule judges both. Not here: the table (the server).

use serde::{Deserialize, Serialize};

use super::CertificateDraft;
use crate::{catalog::AvailableDate, money::Cents};

/// A certificate as our table holds it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CertificateRecord {
    /// Number.
    pub certificate_number: String,
    /// `C`, `E`, `D` or empty.
    pub status: String,
    /// Whether it is valid at all.
    pub is_valid: bool,
    /// Last day as YYYY-MM-DD; empty when it never expires.
    pub expires_on: String,
    /// Value.
    pub value: Cents,
    /// Organization.
    pub organization: String,
    /// Participant.
    pub participant: String,
    /// Flyer code, or empty.
    pub flyer: String,
    /// An order was paid with it.
    pub used: bool,
}

/// Decimal dollars as the look-up writes them: `50.00`.
fn dollars(value: Cents) -> String {
    let cents = value.get().unsigned_abs();
    let (whole, rest) = (cents / 100, cents % 100);
    [whole.to_string().as_str(), if rest < 10 { ".0" } else { "." }, rest.to_string().as_str()].concat()
}

/// The look-up's answer on a day of the store, YYYY-MM-DD: the last day counts whole (requirement
/// R69), a certificate that paid an order is redeemed, and only one without a status is valid.
pub fn certificate_answer(record: &CertificateRecord, today: &str) -> CertificateDraft {
    let last_day = AvailableDate::parse_iso(&record.expires_on);
    let over = last_day.zip(AvailableDate::parse_iso(today)).is_some_and(|(last, today)| last < today);
    let status = match record.status.as_str() {
        _ if record.used => "C",
        "" if over => "D",
        status => status,
    };
    CertificateDraft {
        certificate_number: record.certificate_number.clone(),
        is_valid: record.is_valid && status.is_empty(),
        status: status.to_owned(),
        expire_date: last_day.map(AvailableDate::text).unwrap_or_default(),
        redemption_value: dollars(record.value),
        name1: record.organization.clone(),
        name2: record.participant.clone(),
        flyer: record.flyer.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificates::{CertificateStatus, certificate_amount, certificate_status};

    fn record() -> CertificateRecord {
        CertificateRecord {
            certificate_number: "C-100".to_owned(),
            is_valid: true,
            expires_on: "2026-11-20".to_owned(),
            value: Cents::new(4_205).unwrap(),
            ..CertificateRecord::default()
        }
    }

    #[test]
    fn r69_a_certificate_can_be_used_on_its_last_day_and_not_on_the_next() {
        let status = |today| certificate_status(&certificate_answer(&record(), today), false);
        assert_eq!(status("2026-11-20"), CertificateStatus::Valid);
        assert_eq!(status("2026-11-21"), CertificateStatus::Expired);
        let leap = CertificateRecord { expires_on: "2028-02-29".to_owned(), ..record() };
        assert_eq!(certificate_answer(&leap, "2028-02-29").status, "");
        assert_eq!(certificate_answer(&leap, "2028-03-01").status, "D");
        let endless = CertificateRecord { expires_on: String::new(), ..record() };
        assert_eq!(certificate_answer(&endless, "9999-12-31").status, "");
    }

    #[test]
    fn a_used_one_is_redeemed_whatever_else_is_said_of_it() {
        let used = CertificateRecord { used: true, status: "E".to_owned(), ..record() };
        let answer = certificate_answer(&used, "2030-01-01");
        assert_eq!((answer.status.as_str(), answer.is_valid), ("C", false));
    }

    #[test]
    fn the_value_comes_back_to_the_cent() {
        for cents in [0, 5, 10, 99, 100, 4_205, 123_456_789] {
            let value = Cents::new(cents).unwrap();
            let answer = certificate_answer(&CertificateRecord { value, ..record() }, "2026-01-01");
            let amount = Some(value).filter(|value| *value > Cents::ZERO);
            assert_eq!(certificate_amount(&answer.redemption_value), amount, "{}", answer.redemption_value);
        }
    }
}

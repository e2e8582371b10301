//! Certificates of a service over HTTP: `POST {base}/features/CertificateInput` with number, catalog and
//! site code (cart §7). What cannot be read is an outage and never says that a certificate is invalid.

use std::time::Duration;

use fieldhouse_core::{
    catalog::AvailableDate,
    certificates::{CertificateDraft, CertificateQuestion},
    money::Cents,
    offers::is_cookie_code,
    pricing::MAX_PRICE,
};
use fieldhouse_kernel::{
    clock::Clock,
    upstream::{Limits, Question, Upstream, UpstreamError, read_ok},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::store::UseRow;

const PATH: &str = "features/CertificateInput";
/// Characters of a name that are shown.
const LONGEST_NAME: usize = 100;
/// Characters of a status; the known ones have one.
const LONGEST_STATUS: usize = 20;

/// The certificate service. Its answers are not kept: a certificate is worth what it is worth now.
#[derive(Debug)]
pub struct CertificateService {
    /// The guard.
    pub upstream: Upstream,
    /// A guard of its own for what it is told: nobody waits for that, and nobody waits behind it.
    pub redemptions: Upstream,
}

/// What an order redeemed, as the service hears it: `POST {base}/features/CertificateRedemption`, with the order's id
/// as `Idempotency-Key`, until the service has it once.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RedemptionBody<'a> {
    /// Id of the order.
    pub order_id: &'a str,
    /// Its number for people.
    pub order_number: &'a str,
    /// Site key.
    pub store_key: &'a str,
    /// When it was placed.
    pub redeemed_at: String,
    /// Each certificate, whole.
    pub certificates: Vec<RedeemedBody<'a>>,
}

/// That an order was canceled and what it redeemed is free again: `POST {base}/features/CertificateTakenBack`, with the
/// message's own id as `Idempotency-Key`, until the service has it once.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TakenBackBody<'a> {
    /// `taken_back`.
    pub kind: &'static str,
    /// Id of the order, as its redemption said it.
    pub order_id: &'a str,
    /// Its number for people.
    pub order_number: &'a str,
    /// Site key.
    pub store_key: &'a str,
    /// When it was canceled.
    pub taken_back_at: String,
    /// Each certificate, whole.
    pub certificates: Vec<RedeemedBody<'a>>,
}

/// One certificate of an order.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RedeemedBody<'a> {
    /// Number.
    pub certificate_number: &'a str,
    /// Catalog.
    pub catalog: &'a str,
    /// What it was worth, decimal dollars.
    pub amount: String,
}

impl<'a> From<&'a UseRow> for RedeemedBody<'a> {
    fn from(used: &'a UseRow) -> Self {
        Self { certificate_number: &used.number, catalog: &used.catalog, amount: used.value_cents.dollars() }
    }
}

/// Where redemptions are told.
pub const REDEMPTIONS: &str = "features/CertificateRedemption";
/// Where it is told that they were taken back.
pub const TAKEN_BACK: &str = "features/CertificateTakenBack";
/// For telling one.
const PATIENCE: Duration = Duration::from_secs(30);

/// Certificate response (cart §3). Only `isValid` must be there.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AnswerBody {
    is_valid: Value,
    #[serde(default)]
    certificate_number: Value,
    #[serde(default)]
    status: Value,
    #[serde(default)]
    expire_date: Value,
    #[serde(default)]
    redemption_value: Value,
    #[serde(default)]
    name1: Value,
    #[serde(default)]
    name2: Value,
    #[serde(default)]
    flyer: Value,
}

impl CertificateService {
    /// A client of the service at a base address.
    pub fn new(base: &str, token: &str, limits: Limits) -> anyhow::Result<Self> {
        let slow = Limits { patience: PATIENCE, ..limits };
        Ok(Self {
            upstream: Upstream::new("certificates", base, token, limits)?,
            redemptions: Upstream::new("certificate-redemptions", base, token, slow)?,
        })
    }

    /// What the service says of a certificate. An unknown one has no number.
    pub async fn look_up(
        &self,
        clock: &Clock,
        question: &CertificateQuestion,
    ) -> Result<CertificateDraft, UpstreamError> {
        let asked = Question::post(PATH, question).map_err(|_| UpstreamError::Unreadable)?;
        self.upstream.ask(clock, asked, |status, body| read(&question.certificate_number, status, body)).await
    }
}

/// There is no such certificate.
const NOT_FOUND: u16 = 404;

fn read(number: &str, status: u16, body: &[u8]) -> Result<CertificateDraft, UpstreamError> {
    // A 404 counts when it is the service's own no, not that of something in between.
    let found = status != NOT_FOUND;
    let answer: AnswerBody = if found {
        read_ok(status, body)?
    } else {
        serde_json::from_slice(body).map_err(|_| UpstreamError::Refused(NOT_FOUND))?
    };
    let answer = CertificateDraft {
        is_valid: truth(&answer.is_valid)?,
        certificate_number: text(answer.certificate_number)?.to_ascii_uppercase(),
        status: shortened(&text(answer.status)?, LONGEST_STATUS),
        expire_date: day(text(answer.expire_date)?)?,
        redemption_value: dollars(text(answer.redemption_value)?)?,
        name1: shortened(&text(answer.name1)?, LONGEST_NAME),
        name2: shortened(&text(answer.name2)?, LONGEST_NAME),
        flyer: Some(text(answer.flyer)?)
            .filter(|flyer| flyer.is_empty() || is_cookie_code(flyer))
            .ok_or(UpstreamError::Unreadable)?,
    };
    let unknown = answer.certificate_number.is_empty();
    if answer.is_valid && (unknown || !found) {
        return Err(UpstreamError::Unreadable);
    }
    if unknown || !found {
        return Ok(CertificateDraft::default());
    }
    // What is said of another certificate says nothing of this one.
    Some(answer).filter(|answer| answer.certificate_number == number).ok_or(UpstreamError::Unreadable)
}

/// A text, a number written as one, or nothing.
fn text(value: Value) -> Result<String, UpstreamError> {
    match value {
        Value::Null => Ok(String::new()),
        Value::String(text) => Ok(text.trim().to_owned()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => Err(UpstreamError::Unreadable),
    }
}

fn truth(value: &Value) -> Result<bool, UpstreamError> {
    match value {
        Value::Bool(is) => Ok(*is),
        Value::String(text) if text.eq_ignore_ascii_case("true") => Ok(true),
        Value::String(text) if text.eq_ignore_ascii_case("false") => Ok(false),
        _ => Err(UpstreamError::Unreadable),
    }
}

/// A day as pages show it, or none.
fn day(text: String) -> Result<String, UpstreamError> {
    if text.is_empty() {
        return Ok(text);
    }
    let day = AvailableDate::parse(&text).or_else(|| AvailableDate::parse_iso(&text));
    day.map(AvailableDate::text).ok_or(UpstreamError::Unreadable)
}

/// An amount that can be paid with or is nothing; none at all is left to the rules.
fn dollars(text: String) -> Result<String, UpstreamError> {
    let readable =
        text.is_empty() || Cents::parse_dollars(&text).is_some_and(|value| value >= Cents::ZERO && value <= MAX_PRICE);
    if readable { Ok(text) } else { Err(UpstreamError::Unreadable) }
}

/// Text as it may be shown: one line, not endless.
fn shortened(text: &str, most: usize) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(most).collect();
    line.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use fieldhouse_core::certificates::{CertificateStatus, certificate_amount, certificate_status};
    use serde_json::json;

    use super::*;

    fn good() -> Value {
        json!({
            "certificateNumber": "GC-100", "isValid": true, "status": "A", "expireDate": "12/31/2026",
            "redemptionValue": "50.00", "name1": "Lincoln Eagles", "name2": "J. Smith", "flyer": "AB",
        })
    }

    fn with(field: &str, value: Value) -> Value {
        let mut answer = good();
        answer[field] = value;
        answer
    }

    fn answered(status: u16, body: &Value) -> Result<CertificateDraft, UpstreamError> {
        read("GC-100", status, body.to_string().as_bytes())
    }

    #[test]
    fn answers_are_read_tolerantly() {
        for (field, value) in [
            ("isValid", json!("True")),
            ("certificateNumber", json!(" gc-100 ")),
            ("expireDate", json!("2026-12-31")),
            ("redemptionValue", json!(50)),
            ("redemptionValue", json!(49.996)),
            ("name2", Value::Null),
            ("flyer", json!("")),
            ("more", json!({"deep": []})),
        ] {
            let answer = answered(200, &with(field, value)).unwrap();
            assert_eq!(certificate_status(&answer, false), CertificateStatus::Valid, "{field}");
            assert_eq!(certificate_amount(&answer.redemption_value).unwrap().get(), 5_000, "{field}");
            assert_eq!((answer.certificate_number.as_str(), answer.expire_date.as_str()), ("GC-100", "12/31/2026"));
        }
        let least = answered(200, &json!({"certificateNumber": "GC-100", "isValid": false, "status": "D"})).unwrap();
        assert_eq!(certificate_status(&least, false), CertificateStatus::Expired);
        let shown = answered(200, &with("name1", json!(["a\u{7}b", &"x".repeat(5_000)].concat()))).unwrap().name1;
        assert!(shown.starts_with("a b") && shown.len() == LONGEST_NAME);
    }

    #[test]
    fn an_unknown_certificate_is_told_as_such() {
        let unknown = json!({"certificateNumber": "", "isValid": false});
        assert_eq!(answered(200, &unknown), Ok(CertificateDraft::default()));
        assert_eq!(answered(404, &json!({"isValid": false})), Ok(CertificateDraft::default()));
    }

    #[test]
    fn what_cannot_be_read_is_an_outage() {
        for (field, value) in [
            ("redemptionValue", json!("fifty")),
            ("redemptionValue", json!("NaN")),
            ("redemptionValue", json!("-50.00")),
            ("redemptionValue", json!(1e30)),
            ("redemptionValue", json!(true)),
            ("redemptionValue", json!({"centAmount": 5_000})),
            ("redemptionValue", json!("1,000.00")),
            ("expireDate", json!("02/30/2026")),
            ("expireDate", json!("soon")),
            ("expireDate", json!([2026])),
            ("isValid", json!("perhaps")),
            ("isValid", Value::Null),
            ("certificateNumber", json!("GC-200")),
            ("certificateNumber", json!("")),
            ("flyer", json!("AB;path=/")),
        ] {
            assert_eq!(answered(200, &with(field, value.clone())), Err(UpstreamError::Unreadable), "{field} {value}");
        }
        for (status, body) in [
            (200, json!({"data": {}})),
            (200, json!([])),
            (204, Value::Null),
            (302, good()),
            (400, json!({"isValid": false})),
            (401, json!({"isValid": false})),
            (403, Value::Null),
            (404, json!({"message": "no such route"})),
            (404, good()),
            (429, json!({"isValid": false})),
            (500, good()),
        ] {
            assert!(answered(status, &body).is_err(), "{status} {body}");
        }
    }
}

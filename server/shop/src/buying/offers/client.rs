//! Friendly codes of a service over HTTP: `GET {base}/flyer-code/friendly/?input=…&storeKey=…`. A 4xx is
//! the service's no to the code, in its words; everything that is no answer at all is an outage.

use fieldhouse_core::{
    brand::Site,
    offers::{FlyerAnswerDraft, OfferError, friendly_key},
    rule::Broken,
};
use fieldhouse_kernel::{
    clock::Clock,
    upstream::{Limits, Question, Upstream, UpstreamError, cache::CachedAnswers, check_status, read_ok},
};
use serde::Deserialize;

use super::friendly::FriendlyAnswer;

/// Answers kept: a few MB.
const KEPT: u64 = 10_000;
/// An answer is taken again for so long before it is asked anew.
const FRESH_MILLIS: i64 = 5 * 60_000;
/// Characters of the service's own message that are shown.
const LONGEST_MESSAGE: usize = 200;

/// The friendly-code service.
#[derive(Debug)]
pub struct FriendlyService {
    /// The guard.
    pub upstream: Upstream,
    kept: CachedAnswers<FriendlyAnswer>,
}

/// Flyer look-up response (cart §3).
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
struct LookUpBody {
    sap_flyer_value: Option<String>,
    start_date: Option<String>,
    end_date: Option<String>,
    error: Option<String>,
}

impl FriendlyService {
    /// A client of the service at a base address.
    pub fn new(base: &str, token: &str, limits: Limits) -> anyhow::Result<Self> {
        let upstream = Upstream::new("friendly-codes", base, token, limits)?;
        Ok(Self { upstream, kept: CachedAnswers::new(KEPT, FRESH_MILLIS) })
    }

    /// What the service says of a code; `anew` asks whatever is kept.
    pub async fn look_up(
        &self,
        clock: &Clock,
        site: Site,
        code: &str,
        anew: bool,
    ) -> Result<FriendlyAnswer, UpstreamError> {
        let now = clock.millis();
        let key = [site.key(), &friendly_key(code)].join("\u{1f}");
        if !anew && let Some((_, found)) = self.kept.get(&key, now) {
            return Ok(found);
        }
        let query = [("input", code), ("storeKey", site.key())];
        let found = self.upstream.ask(clock, Question::get("flyer-code/friendly/", &query), read).await?;
        self.kept.put(key, now, found.clone());
        Ok(found)
    }
}

fn read(status: u16, body: &[u8]) -> Result<FriendlyAnswer, UpstreamError> {
    if let Err(UpstreamError::Refused(_)) = check_status(status) {
        let told: LookUpBody = serde_json::from_slice(body).unwrap_or_default();
        let message = told.error.map(|text| message(&text)).filter(|message| !message.is_empty());
        return Ok(FriendlyAnswer::Nothing(message.unwrap_or_else(|| OfferError::OfferInvalid.sentence())));
    }
    let LookUpBody { sap_flyer_value, start_date, end_date, error } = read_ok(status, body)?;
    Ok(FriendlyAnswer::Answer(FlyerAnswerDraft {
        sap_flyer_value: sap_flyer_value.unwrap_or_default(),
        start_date: start_date.unwrap_or_default(),
        end_date: end_date.unwrap_or_default(),
        error: error.map(|text| message(&text)).filter(|message| !message.is_empty()),
    }))
}

/// A message as it may be shown: one line, not endless.
fn message(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST_MESSAGE).collect();
    line.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nothing(status: u16, body: &str) -> Option<String> {
        match read(status, body.as_bytes()) {
            Ok(FriendlyAnswer::Nothing(message)) => Some(message),
            _ => None,
        }
    }

    #[test]
    fn a_no_is_told_in_the_services_words() {
        let no = |body| nothing(404, body).unwrap();
        assert_eq!(no(r#"{"error":"Code has\nexpired"}"#), "Code has expired");
        assert_eq!(no("<html>"), "This flyer code is invalid.");
        assert_eq!(no(r#"{"error":"  "}"#), "This flyer code is invalid.");
        assert_eq!(no(&format!(r#"{{"error":"{}"}}"#, "x".repeat(5_000))).len(), LONGEST_MESSAGE);
    }

    #[test]
    fn what_is_no_answer_is_an_outage() {
        for (status, body) in [
            (200, "<html>"),
            (200, "[1,2"),
            (200, r#"{"sapFlyerValue":7}"#),
            (204, ""),
            (302, ""),
            (429, "{}"),
            (500, r#"{"error":"boom"}"#),
        ] {
            assert!(read(status, body.as_bytes()).is_err(), "{status} {body}");
        }
    }

    #[test]
    fn an_answer_is_passed_on_for_the_rules_to_judge() {
        let body = r#"{"sapFlyerValue":"AB 1","startDate":"01/01/2026","endDate":null,"more":true}"#;
        let Ok(FriendlyAnswer::Answer(answer)) = read(200, body.as_bytes()) else { panic!("no answer") };
        assert_eq!((answer.sap_flyer_value.as_str(), answer.end_date.as_str()), ("AB 1", ""));
    }
}

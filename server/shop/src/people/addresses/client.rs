//! A hosted verifier over HTTP, asked as the US Street API of the best known one is:
//! `GET {base}/street-address?street=…` answers candidates with delivery lines and components. Only
//! what differs is suggested; an answer that cannot be read is an outage.

use fieldhouse_core::addresses::lookup::{AddressLookupDraft, AddressSuggestionView, is_suggested};
use fieldhouse_kernel::{
    clock::Clock,
    upstream::{Limits, Question, Upstream, UpstreamError, read_ok},
};
use serde::Deserialize;

/// Suggestions asked for.
const CANDIDATES: &str = "5";
/// Longest text taken from an answer, in bytes.
const LONGEST: usize = 120;

/// The service.
#[derive(Debug)]
pub struct HostedVerifier {
    /// The guard.
    pub upstream: Upstream,
}

#[derive(Debug, Deserialize)]
struct Candidate {
    delivery_line_1: String,
    #[serde(default)]
    delivery_line_2: String,
    components: Components,
}

#[derive(Debug, Deserialize)]
struct Components {
    #[serde(default)]
    primary_number: String,
    #[serde(default)]
    street_name: String,
    #[serde(default)]
    street_suffix: String,
    #[serde(default)]
    street_predirection: String,
    #[serde(default)]
    street_postdirection: String,
    city_name: String,
    state_abbreviation: String,
    zipcode: String,
    #[serde(default)]
    plus4_code: String,
}

impl HostedVerifier {
    /// A client of the service at a base address.
    pub fn new(base: &str, token: &str, limits: Limits) -> anyhow::Result<Self> {
        Ok(Self { upstream: Upstream::new("address-verifier", base, token, limits)? })
    }

    /// What the service suggests instead of what was typed.
    pub async fn suggestions(
        &self,
        clock: &Clock,
        typed: &AddressLookupDraft,
    ) -> Result<Vec<AddressSuggestionView>, UpstreamError> {
        let query = [
            ("street", typed.street.as_str()),
            ("street2", &typed.street2),
            ("city", &typed.city),
            ("state", &typed.state),
            ("zipcode", &typed.zip_code),
            ("candidates", CANDIDATES),
        ];
        let question = Question::get("street-address", &query);
        let found = self.upstream.ask(clock, question, |status, body| {
            let candidates: Vec<Candidate> = read_ok(status, body)?;
            candidates.into_iter().map(suggestion).collect::<Result<Vec<_>, _>>()
        });
        Ok(found.await?.into_iter().filter(|suggestion| is_suggested(suggestion, typed)).collect())
    }
}

fn suggestion(candidate: Candidate) -> Result<AddressSuggestionView, UpstreamError> {
    let Candidate { delivery_line_1, delivery_line_2, components } = candidate;
    let zip = match components.plus4_code.as_str() {
        "" => components.zipcode,
        plus4 => [&components.zipcode, "-", plus4].concat(),
    };
    let suggestion = AddressSuggestionView {
        street_number: components.primary_number,
        street_name: components.street_name,
        suffix: components.street_suffix,
        pre_direction: components.street_predirection,
        post_direction: components.street_postdirection,
        delivery_line1: delivery_line_1,
        delivery_line2: delivery_line_2,
        city: components.city_name,
        state: components.state_abbreviation,
        zip,
    };
    let texts =
        [&suggestion.delivery_line1, &suggestion.delivery_line2, &suggestion.city, &suggestion.state, &suggestion.zip];
    let fits = texts.iter().all(|text| text.len() <= LONGEST && !text.chars().any(char::is_control));
    fits.then_some(suggestion).ok_or(UpstreamError::Unreadable)
}

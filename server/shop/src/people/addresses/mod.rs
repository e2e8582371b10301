//! Address look-up (account §7): the offline verifier with its table of places, or a hosted one. A
//! verifier that is down suggests nothing: the address is saved as entered (account §4, R35).

pub mod client;
pub mod places;

use fieldhouse_core::addresses::lookup::{
    AddressLookupDraft, AddressLookupView, AddressSuggestionView, LookupView, suggest_addresses,
};
use fieldhouse_kernel::upstream::{Limits, UpstreamError};

use crate::{config::Config, env::Env};
use client::HostedVerifier;
use places::Places;

/// Who verifies addresses.
#[derive(Debug)]
pub enum Verifier {
    /// The rules with a table of places.
    Offline(Places),
    /// A service outside.
    Hosted(Box<HostedVerifier>),
}

impl Verifier {
    /// The hosted verifier at the configured address, or the offline one with the configured places.
    pub fn new(config: &Config) -> anyhow::Result<Self> {
        if config.address_verifier.is_empty() {
            let places = config.places.as_deref().map_or_else(Places::shipped, Places::read)?;
            return Ok(Self::Offline(places));
        }
        let hosted = HostedVerifier::new(&config.address_verifier, &config.address_verifier_token, Limits::default())?;
        Ok(Self::Hosted(Box::new(hosted)))
    }

    async fn suggestions(
        &self,
        env: &Env,
        typed: &AddressLookupDraft,
    ) -> Result<Vec<AddressSuggestionView>, UpstreamError> {
        match self {
            Self::Offline(places) => Ok(suggest_addresses(typed, places.of_zip(typed), &places.of_city(typed))),
            Self::Hosted(hosted) => hosted.suggestions(&env.clock, typed).await,
        }
    }
}

/// Looks an address up.
pub async fn look_up(env: &Env, verifier: &Verifier, typed: &AddressLookupDraft) -> AddressLookupView {
    // The guard has logged why a hosted verifier says nothing.
    let result = verifier.suggestions(env, typed).await.unwrap_or_default();
    if result.is_empty() {
        tracing::info!("an address look-up has no suggestions");
    }
    AddressLookupView { lookups: vec![LookupView { result }] }
}

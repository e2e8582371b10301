//! Where friendly codes are looked up: the store's own table, or a service outside.

use fieldhouse_core::{
    brand::Site,
    offers::{FlyerAnswerDraft, OfferError, friendly_key},
    rule::Broken,
};
use fieldhouse_kernel::{
    failure::{Failure, FailureKind},
    upstream::Limits,
};

use super::{client::FriendlyService, store};
use crate::{config::Config, env::Env};

/// Where friendly codes come from.
#[derive(Debug, Default)]
pub enum FriendlyCodes {
    /// The store's own table.
    #[default]
    Embedded,
    /// A service.
    Service(Box<FriendlyService>),
}

impl FriendlyCodes {
    /// The service at the configured address, or the store's own table.
    pub fn new(config: &Config) -> anyhow::Result<Self> {
        if config.friendly_codes.is_empty() {
            return Ok(Self::Embedded);
        }
        let service = FriendlyService::new(&config.friendly_codes, &config.friendly_codes_token, Limits::default())?;
        Ok(Self::Service(Box::new(service)))
    }

    /// Looks a friendly code up. An error is an outage: it says nothing about the code.
    pub async fn look_up(&self, env: &Env, site: Site, code: &str) -> Result<FriendlyAnswer, Failure> {
        self.ask(env, site, code, false).await
    }

    /// The same, never from what was answered before: for an order about to be placed.
    pub async fn confirm(&self, env: &Env, site: Site, code: &str) -> Result<FriendlyAnswer, Failure> {
        self.ask(env, site, code, true).await
    }

    async fn ask(&self, env: &Env, site: Site, code: &str, anew: bool) -> Result<FriendlyAnswer, Failure> {
        if let Self::Service(service) = self {
            return service.look_up(&env.clock, site, code, anew).await.map_err(Failure::unavailable);
        }
        let row = store::find_friendly(env.db.read(), site.key(), &friendly_key(code)).await?;
        Ok(row.map_or_else(
            || FriendlyAnswer::Nothing(OfferError::OfferInvalid.sentence()),
            |row| {
                FriendlyAnswer::Answer(FlyerAnswerDraft {
                    sap_flyer_value: row.flyer_code,
                    start_date: row.start_date,
                    end_date: row.end_date,
                    error: Some(row.error).filter(|error| !error.is_empty()),
                })
            },
        ))
    }
}

/// What was found for a friendly code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FriendlyAnswer {
    /// An answer; whether it holds is the rules' to say.
    Answer(FlyerAnswerDraft),
    /// There is no such code, in the service's words.
    Nothing(String),
}

impl FriendlyAnswer {
    /// As the rules judge it: no code is an answer that is only an error.
    pub fn answer(self) -> FlyerAnswerDraft {
        match self {
            Self::Answer(answer) => answer,
            Self::Nothing(error) => FlyerAnswerDraft { error: Some(error), ..FlyerAnswerDraft::default() },
        }
    }
}

/// What `GET /api/flyer-code/friendly/` says of a code that is not there.
pub fn unknown(error: String) -> Failure {
    Failure {
        error: Some(error.clone().into_boxed_str()),
        ..Failure::new(FailureKind::NotFound, "flyer_code_unknown", error)
    }
}

//! Where friendly codes are looked up: the store's own table.

use axum::http::StatusCode;
use fieldhouse_core::{
    brand::Site,
    offers::{FlyerAnswerDraft, OfferError, friendly_key},
    rule::Broken,
};

use super::store;
use crate::{http::problem::Problem, state::AppState};

/// What was found for a friendly code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// An answer; whether it holds is the rules' to say.
    Answer(FlyerAnswerDraft),
    /// There is no such code, in the service's words.
    Nothing(String),
}

impl Found {
    /// As the rules judge it: no code is an answer that is only an error.
    pub fn answer(self) -> FlyerAnswerDraft {
        match self {
            Self::Answer(answer) => answer,
            Self::Nothing(error) => FlyerAnswerDraft { error: Some(error), ..FlyerAnswerDraft::default() },
        }
    }
}

/// Looks a friendly code up. An error is an outage: it says nothing about the code.
pub async fn look_up(state: &AppState, site: Site, code: &str) -> Result<Found, Problem> {
    let row = store::find_friendly(state.db.read(), site.key(), &friendly_key(code)).await?;
    Ok(row.map_or_else(
        || Found::Nothing(OfferError::OfferInvalid.sentence()),
        |row| {
            Found::Answer(FlyerAnswerDraft {
                sap_flyer_value: row.flyer_code,
                start_date: row.start_date,
                end_date: row.end_date,
                error: Some(row.error).filter(|error| !error.is_empty()),
            })
        },
    ))
}

/// What `GET /api/flyer-code/friendly/` says of a code that is not there.
pub fn unknown(error: String) -> Problem {
    Problem {
        error: Some(error.clone().into_boxed_str()),
        ..Problem::new(StatusCode::NOT_FOUND, "flyer_code_unknown", error)
    }
}

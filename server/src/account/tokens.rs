//! One-time tokens that set a password (R44): 256 bits from at least as much chance, only the hash
//! stored, 30 minutes, the newest wins, one site.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

use super::store::{self, CustomerRow, TokenRow};
use crate::{db::WriteTx, http::problem::Problem, state::AppState};

const LIFE_MILLIS: i64 = 30 * 60 * 1000;

/// Makes the customer's token; it is told once and stored nowhere.
pub async fn issue(state: &AppState, tx: &WriteTx, customer: &CustomerRow) -> Result<String, Problem> {
    let mut chance = Sha256::new();
    for _ in 0..3 {
        chance.update(state.ids.random().as_bytes());
    }
    let token = URL_SAFE_NO_PAD.encode(chance.finalize());
    let row = TokenRow {
        token_hash: hash(&token),
        customer_id: customer.id.clone(),
        site: customer.site.clone(),
        expires_at: state.clock.millis().saturating_add(LIFE_MILLIS),
    };
    store::replace_token(tx, row).await?;
    Ok(token)
}

/// What is stored of a token.
pub fn hash(token: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(token.as_bytes()))
}

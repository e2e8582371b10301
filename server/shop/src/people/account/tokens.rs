//! One-time tokens that set a password (R44): only the hash stored, 30 minutes, the newest wins, one site.

use fieldhouse_kernel::{db::WriteTx, failure::Failure, token};

use super::store::{self, CustomerRow, TokenRow};
use crate::env::Env;

const LIFE_MILLIS: i64 = 30 * 60 * 1000;

/// Makes the customer's token; it is told once and stored nowhere.
pub async fn issue(env: &Env, tx: &WriteTx, customer: &CustomerRow) -> Result<String, Failure> {
    let token = token::issue(&env.ids);
    let row = TokenRow {
        token_hash: token::hash(&token),
        customer_id: customer.id.clone(),
        site: customer.site.to_string(),
        expires_at: env.clock.millis().saturating_add(LIFE_MILLIS),
    };
    store::replace_token(tx, row).await?;
    Ok(token)
}

//! What somebody shows to be who they are: passkeys, one-time codes beside a password, recovery codes. Not here: what
//! happens when they did (`sign_in`).

pub mod passkeys;
pub mod recovery;
pub mod store;
pub mod totp;

use fieldhouse_kernel::{db::WriteTx, failure::Failure, token};
use sea_orm::DbErr;
use serde::{Serialize, de::DeserializeOwned};

use crate::env::Env;

/// How long a begun registration or sign-in may take.
pub const CEREMONY_MILLIS: i64 = 5 * 60_000;

/// What was begun and is to be answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ceremony {
    /// A passkey is being made.
    NewPasskey,
    /// Somebody signs in with one.
    Passkey,
    /// A secret for one-time codes waits for its first code.
    NewTotp,
    /// Somebody went to the issuer of single sign-on.
    Sso,
}

impl Ceremony {
    const fn key(self) -> &'static str {
        match self {
            Self::NewPasskey => "new_passkey",
            Self::Passkey => "passkey",
            Self::NewTotp => "new_totp",
            Self::Sso => "sso",
        }
    }
}

/// Keeps what has to be known when the answer comes; what names it goes to whoever asked, and counts once.
pub async fn begin(env: &Env, tx: &WriteTx, kind: Ceremony, state: &impl Serialize) -> Result<String, Failure> {
    let issued = token::issue(&env.ids);
    let state = serde_json::to_string(state).map_err(Failure::internal)?;
    let ends = env.clock.millis().saturating_add(CEREMONY_MILLIS);
    store::insert_ceremony(tx, &token::hash(&issued), kind.key(), state, ends).await?;
    Ok(issued)
}

/// What was kept, for the first who names it in time.
pub async fn take<T: DeserializeOwned>(
    env: &Env,
    tx: &WriteTx,
    kind: Ceremony,
    named: &str,
) -> Result<Option<T>, Failure> {
    let state = store::take_ceremony(tx, &token::hash(named), kind.key(), env.clock.millis()).await?;
    state.map(|state| serde_json::from_str(&state)).transpose().map_err(Failure::internal)
}

/// Forgets all that somebody could sign in with.
pub async fn forget(tx: &WriteTx, staff_id: &str) -> Result<(), DbErr> {
    store::delete_credentials(tx, staff_id).await?;
    store::delete_totp(tx, staff_id).await?;
    store::delete_recovery_codes(tx, staff_id).await
}

//! Sessions of staff: a cookie of their own that no link from elsewhere sends along, ended by silence, by age and by hand.
//! Not here: how somebody signs in.

pub mod store;

use axum::http::{HeaderMap, HeaderValue};
use fieldhouse_core::account::device::device_text;
use fieldhouse_kernel::{
    db::WriteTx,
    http::cookies::{self, SetCookie},
    token,
};
use sea_orm::DbErr;

use super::audit::Origin;
use crate::env::Env;
use store::SessionRow;

/// With TLS the browser itself guarantees that no other host or path set it.
const SECURE_NAME: &str = "__Host-fieldhouse-desk";
/// `__Host-` needs Secure, which plain http on a developer's machine cannot have.
const PLAIN_NAME: &str = "fieldhouse-desk";
/// Characters of what the cookie holds: 256 bits in base64.
const LENGTH: usize = 43;
/// However busy, a session ends after a working day.
pub const ABSOLUTE_MILLIS: i64 = 12 * 60 * 60_000;
/// For dangerous acts somebody has to have shown who they are within this time.
pub const FRESH_MILLIS: i64 = 15 * 60_000;
/// A request is noted this often: ten a second write nothing ten times.
pub const NOTED_MILLIS: i64 = 60_000;

/// How somebody showed who they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignedInBy {
    /// A passkey with a fingerprint, a face or a PIN.
    Passkey,
    /// Password and one-time code.
    Password,
    /// Password and recovery code.
    Recovery,
    /// The identity provider.
    Sso,
    /// The link of an invitation.
    Invitation,
}

impl SignedInBy {
    /// As it is stored and sent.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Passkey => "passkey",
            Self::Password => "password",
            Self::Recovery => "recovery",
            Self::Sso => "sso",
            Self::Invitation => "invitation",
        }
    }
}

const fn name(secure: bool) -> &'static str {
    if secure { SECURE_NAME } else { PLAIN_NAME }
}

/// The hash of what a request's cookie holds. Anything but exactly one well-formed cookie counts as none (R48).
pub fn read(headers: &HeaderMap, secure: bool) -> Option<String> {
    let text = std::str::from_utf8(cookies::only(headers, name(secure))?).ok()?;
    let well_formed = text.len() == LENGTH && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    well_formed.then(|| token::hash(text))
}

/// The header that hands a session to the browser. It goes with the browser's window: how long it counts says its row.
pub fn cookie(token: &str, secure: bool) -> SetCookie {
    let flag = if secure { "; Secure" } else { "" };
    let header = format!("{}={token}; Path=/; HttpOnly; SameSite=Strict{flag}", name(secure));
    SetCookie::of(HeaderValue::from_str(&header).ok())
}

/// The header that takes it away.
pub fn removal(secure: bool) -> SetCookie {
    let flag = if secure { "; Secure" } else { "" };
    let header = format!("{}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict{flag}", name(secure));
    SetCookie::of(HeaderValue::from_str(&header).ok())
}

/// With TLS the browser itself guarantees that no other host or path set it.
const SECURE_LEAVING: &str = "__Host-fieldhouse-desk-sso";
const PLAIN_LEAVING: &str = "fieldhouse-desk-sso";
/// As long as somebody may be away at the issuer.
const AWAY_SECONDS: u32 = 300;

const fn leaving_name(secure: bool) -> &'static str {
    if secure { SECURE_LEAVING } else { PLAIN_LEAVING }
}

/// The header that marks a browser which goes to the issuer of single sign-on: it has to come back with it, which a page
/// elsewhere begins, so it is lax.
pub fn leaving_cookie(held: &str, secure: bool) -> SetCookie {
    let flag = if secure { "; Secure" } else { "" };
    let name = leaving_name(secure);
    let header = format!("{name}={held}; Path=/; Max-Age={AWAY_SECONDS}; HttpOnly; SameSite=Lax{flag}");
    SetCookie::of(HeaderValue::from_str(&header).ok())
}

/// The header that takes it away.
pub fn leaving_removal(secure: bool) -> SetCookie {
    let flag = if secure { "; Secure" } else { "" };
    let header = format!("{}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax{flag}", leaving_name(secure));
    SetCookie::of(HeaderValue::from_str(&header).ok())
}

/// What it holds.
pub fn read_leaving(headers: &HeaderMap, secure: bool) -> Option<String> {
    let text = std::str::from_utf8(cookies::only(headers, leaving_name(secure))?).ok()?;
    (text.len() == LENGTH).then(|| text.to_owned())
}

/// Begins a session: what the cookie is to hold, and the row.
pub async fn begin(
    env: &Env,
    tx: &WriteTx,
    (staff_id, by): (&str, SignedInBy),
    (user_agent, origin): (&str, &Origin),
) -> Result<(String, SessionRow), DbErr> {
    let issued = token::issue(&env.ids);
    let now = env.clock.millis();
    let row = SessionRow {
        id: env.ids.random().to_string(),
        token_hash: token::hash(&issued),
        staff_id: staff_id.to_owned(),
        signed_in_by: by.key().to_owned(),
        created_at: now,
        seen_at: now,
        confirmed_at: now,
        device: device_text(user_agent),
        network: origin.network.clone(),
    };
    store::insert_session(tx, row.clone()).await?;
    Ok((issued, row))
}

impl SessionRow {
    /// Whether it still counts: used within the idle time, and not older than a working day. A clock that was set back
    /// ends it too.
    pub fn counts(&self, now: i64, idle_millis: i64) -> bool {
        now.saturating_sub(self.seen_at) < idle_millis
            && now.saturating_sub(self.created_at) < ABSOLUTE_MILLIS
            && now.saturating_add(NOTED_MILLIS) >= self.seen_at
    }

    /// Whether who it is was shown moments ago.
    pub fn is_fresh(&self, now: i64) -> bool {
        (0..=FRESH_MILLIS).contains(&now.saturating_sub(self.confirmed_at))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::header;

    use super::*;

    fn row() -> SessionRow {
        let text = String::new;
        SessionRow {
            id: text(),
            token_hash: text(),
            staff_id: text(),
            signed_in_by: text(),
            created_at: 0,
            seen_at: 0,
            confirmed_at: 0,
            device: text(),
            network: text(),
        }
    }

    #[test]
    fn a_session_ends_by_silence_and_by_age_and_is_fresh_for_a_quarter_of_an_hour() {
        let idle = 30 * 60_000;
        assert!(row().counts(idle - 1, idle) && !row().counts(idle, idle));
        let busy = SessionRow { seen_at: ABSOLUTE_MILLIS - 1, ..row() };
        assert!(busy.counts(ABSOLUTE_MILLIS - 1, idle) && !busy.counts(ABSOLUTE_MILLIS, idle));
        assert!(row().is_fresh(FRESH_MILLIS) && !row().is_fresh(FRESH_MILLIS + 1));
        let ahead = SessionRow { seen_at: 10 * 60_000, confirmed_at: 10 * 60_000, ..row() };
        assert!(!ahead.counts(0, idle) && !ahead.is_fresh(0), "the clock was set back");
    }

    #[test]
    fn only_one_well_formed_cookie_counts_and_it_carries_its_flags() {
        let token = "a".repeat(LENGTH);
        let headers = |values: &[String]| {
            let all = values.iter().map(|value| (header::COOKIE, value.parse().unwrap()));
            all.collect::<HeaderMap>()
        };
        let good = format!("fieldhouse-desk={token}");
        assert_eq!(read(&headers(std::slice::from_ref(&good)), false), Some(token::hash(&token)));
        assert_eq!(read(&headers(std::slice::from_ref(&good)), true), None, "another name with TLS");
        assert_eq!(read(&headers(&[good.clone(), good.clone()]), false), None);
        for bad in ["", "fieldhouse-desk=", "fieldhouse-desk=abc", &format!("fieldhouse-desk={}", "!".repeat(LENGTH))] {
            assert_eq!(read(&headers(&[bad.to_owned()]), false), None, "{bad:?}");
        }
        let response = axum::response::IntoResponse::into_response((cookie(&token, true), ()));
        let text = response.headers()[header::SET_COOKIE].to_str().unwrap();
        assert_eq!(text, format!("__Host-fieldhouse-desk={token}; Path=/; HttpOnly; SameSite=Strict; Secure"));
    }
}

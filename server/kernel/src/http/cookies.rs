//! Reading a cookie strictly: anything but exactly one of its name counts as none (R48).

use axum::{
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponseParts, ResponseParts},
};

/// The value of the only cookie of this name.
pub fn only<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a [u8]> {
    let mut found = headers
        .get_all(header::COOKIE)
        .iter()
        .flat_map(|value| value.as_bytes().split(|byte| *byte == b';'))
        .filter_map(|pair| pair.trim_ascii().strip_prefix(name.as_bytes())?.strip_prefix(b"="));
    let value = found.next()?;
    found.next().is_none().then_some(value)
}

/// Whether there is a cookie of this name at all, well formed or not.
pub fn any(headers: &HeaderMap, name: &str) -> bool {
    headers.get_all(header::COOKIE).iter().flat_map(|value| value.as_bytes().split(|byte| *byte == b';')).any(|pair| {
        let pair = pair.trim_ascii();
        pair.strip_prefix(name.as_bytes()).is_some_and(|rest| rest.is_empty() || rest.starts_with(b"="))
    })
}
/// 400 days, the longest browsers keep one: how long a session lives is decided by its row.
const MAX_AGE_SECONDS: u32 = 34_560_000;

/// The header that leaves a name nobody guesses with the browser, unreadable for scripts.
pub fn secret(name: &str, value: &str, secure: bool) -> Option<HeaderValue> {
    let flag = if secure { "; Secure" } else { "" };
    HeaderValue::from_str(&format!("{name}={value}; Path=/; Max-Age={MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax{flag}"))
        .ok()
}

/// A `Set-Cookie` header, or nothing.
pub struct SetCookie(Option<HeaderValue>);

impl SetCookie {
    /// This header.
    pub const fn of(header: Option<HeaderValue>) -> Self {
        Self(header)
    }
}

impl IntoResponseParts for SetCookie {
    type Error = std::convert::Infallible;
    fn into_response_parts(self, mut parts: ResponseParts) -> Result<ResponseParts, Self::Error> {
        if let Some(value) = self.0 {
            parts.headers_mut().append(header::SET_COOKIE, value);
        }
        Ok(parts)
    }
}

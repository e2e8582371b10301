//! Reading a cookie strictly: anything but exactly one of its name counts as none (R48).

use axum::http::{HeaderMap, header};

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

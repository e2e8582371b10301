//! The session cookie: read strictly, written only when something was remembered (R48).

use axum::http::{HeaderMap, HeaderValue};
use fieldhouse_kernel::http::cookies;
use tower_sessions::session::Id;

/// With TLS the browser itself guarantees that no other host or path set it.
const SECURE_NAME: &str = "__Host-fieldhouse";
/// `__Host-` needs Secure, which plain http on a developer's machine cannot have.
const PLAIN_NAME: &str = "fieldhouse";

const fn name(secure: bool) -> &'static str {
    if secure { SECURE_NAME } else { PLAIN_NAME }
}

/// The session id a request carries. Anything but exactly one well-formed cookie counts as none.
pub fn read(headers: &HeaderMap, secure: bool) -> Option<Id> {
    let text = std::str::from_utf8(cookies::only(headers, name(secure))?).ok()?;
    // One spelling per id: base64 with stray low bits would decode to the same one.
    text.parse::<Id>().ok().filter(|id| id.to_string() == text)
}

/// The header that hands a session to the browser.
pub fn write(id: Id, secure: bool) -> Option<HeaderValue> {
    cookies::secret(name(secure), &id.to_string(), secure)
}

/// The header that takes the session away from the browser.
pub fn remove(secure: bool) -> Option<HeaderValue> {
    let name = name(secure);
    let flag = if secure { "; Secure" } else { "" };
    HeaderValue::from_str(&format!("{name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax{flag}")).ok()
}

#[cfg(test)]
mod tests {
    use axum::http::header;

    use super::*;

    fn headers(values: &[&[u8]]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(header::COOKIE, HeaderValue::from_bytes(value).unwrap());
        }
        headers
    }

    #[test]
    fn only_one_well_formed_cookie_counts() {
        let id = Id(7);
        let good = format!("a=b; fieldhouse={id}; c=d");
        assert_eq!(read(&headers(&[good.as_bytes()]), false), Some(id));
        assert_eq!(read(&headers(&[good.as_bytes()]), true), None, "another name with TLS");
        let secure = format!("__Host-fieldhouse={id}");
        assert_eq!(read(&headers(&[secure.as_bytes()]), true), Some(id));
        let long = format!("fieldhouse={}", "a".repeat(8192));
        let twice = format!("fieldhouse={id}; fieldhouse={id}");
        let bad: [&[u8]; 6] =
            [b"", b"fieldhouse", b"fieldhouse=", b"fieldhouse=\xff\xfe", long.as_bytes(), twice.as_bytes()];
        for value in bad {
            assert_eq!(read(&headers(&[value]), false), None);
        }
        assert_eq!(read(&headers(&[good.as_bytes(), good.as_bytes()]), false), None, "in two headers");
        // A stranger's broken cookie beside ours does not throw the shopper out.
        let mut beside = b"x=\xff; ".to_vec();
        beside.extend_from_slice(good.as_bytes());
        assert_eq!(read(&headers(&[&beside]), false), Some(id));
    }

    #[test]
    fn the_cookie_carries_its_flags() {
        let header = write(Id(7), true).unwrap();
        let text = header.to_str().unwrap();
        assert!(text.starts_with("__Host-fieldhouse="));
        for flag in ["; Path=/", "; HttpOnly", "; SameSite=Lax", "; Secure"] {
            assert!(text.contains(flag), "{flag} missing in {text}");
        }
        assert!(!text.contains("Domain"));
        assert!(!write(Id(7), false).unwrap().to_str().unwrap().contains("Secure"));
    }
}

//! Where a visitor may be sent after signing in (decisions: identity, requirement R50).

/// Longest address taken, in bytes.
const LONGEST: usize = 2_048;
/// An address encoded more often than this is nobody's honest link.
const ENCODED_AT_MOST: usize = 5;

/// The path to go to: `callback` when it is a plain path on this site, else `/`. What comes back is
/// ASCII and fits a `Location` header.
///
/// Refused, also when percent-encoded once or more: another host (`https:…`, `//x`, `/\x`), a
/// backslash, a control character (a browser drops tab and line feed and reads on), an `@`, an
/// empty or dot segment in the path.
pub fn safe_redirect(callback: &str) -> String {
    if is_own_path(callback) { encode(callback) } else { "/".to_owned() }
}

fn is_own_path(callback: &str) -> bool {
    if callback.len() > LONGEST || !is_plain(callback) {
        return false;
    }
    let mut text = callback.to_owned();
    for _ in 0..ENCODED_AT_MOST {
        let Some(decoded) = decode(&text) else { return false };
        if decoded == text {
            return true;
        }
        if !is_plain(&decoded) {
            return false;
        }
        text = decoded;
    }
    false
}

/// One reading of the address, as some program along the way may take it.
fn is_plain(text: &str) -> bool {
    let path = text.split(['?', '#']).next().unwrap_or_default();
    let Some(below) = path.strip_prefix('/') else { return false };
    let segments = below.strip_suffix('/').unwrap_or(below);
    !text.chars().any(|c| c.is_control() || c == '\\')
        && !path.contains('@')
        && (below.is_empty() || segments.split('/').all(|part| !matches!(part, "" | "." | "..")))
}

/// Percent-decoded once; nothing when the bytes are no UTF-8.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let mut ahead = rest.clone();
        let escaped = (byte == b'%')
            .then(|| Some(hex(ahead.next()?)?.checked_mul(16)?.saturating_add(hex(ahead.next()?)?)))
            .flatten();
        if escaped.is_some() {
            rest = ahead;
        }
        bytes.push(escaped.unwrap_or(byte));
    }
    String::from_utf8(bytes).ok()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

/// Percent-encodes what a header or an attribute could not hold; what is encoded stays so.
fn encode(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_graphic() && !b"\"<>`{}|^".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push('%');
            for nibble in [byte >> 4, byte & 15] {
                out.extend(char::from_digit(u32::from(nibble), 16).map(|c| c.to_ascii_uppercase()));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn r50_takes_paths_of_this_site() {
        for good in [
            "/",
            "/cart",
            "/my-account/",
            "/search/?query=a%20b&page=2",
            "/p/x?mail=a@b.co#top",
            "/c/a/b/",
            "/p/100%-cotton",
        ] {
            assert_eq!(safe_redirect(good), good);
        }
        assert_eq!(safe_redirect("/search/?query=café au lait"), "/search/?query=caf%C3%A9%20au%20lait");
    }

    #[test]
    fn r50_refuses_every_other_place() {
        for bad in [
            "",
            "cart",
            "https://evil.example",
            "HTTPS:evil.example",
            "//evil.example",
            "///evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "/\t/evil.example",
            "/\n/evil.example",
            "\t//evil.example",
            " //evil.example",
            "/\r\nSet-Cookie: a=b",
            "/%2fevil.example",
            "/%2Fevil.example",
            "/%252fevil.example",
            "/%5cevil.example",
            "/%255Cevil.example",
            "%2f%2fevil.example",
            "/%09/evil.example",
            "/%0d%0aSet-Cookie:%20a=b",
            "/%250d%250a",
            "/.//evil.example",
            "/..//evil.example",
            "/a/../..//evil.example",
            "/%2e%2e//evil.example",
            "/@evil.example",
            "/%40evil.example",
            "/x@evil.example/",
            "//user@evil.example",
            "javascript:alert(1)",
            "data:text/html,x",
            "/a//b",
            "/\u{0}",
            "/%00",
            "/\u{85}",
            "?next=/cart",
            "#x",
            "/%ff",
            "/%25252525252fevil.example",
            "/x\\y",
        ] {
            assert_eq!(safe_redirect(bad), "/", "{bad:?}");
        }
        assert_eq!(safe_redirect(&format!("/{}", "a".repeat(2_048))), "/");
    }

    proptest! {
        #[test]
        fn r50_the_result_is_a_path_of_this_site(raw in any::<String>(), tail in "[/\\\\%25cCfF@.:?#\t\na-z]{0,20}") {
            for callback in [&raw, &tail, &format!("/{tail}")] {
                let safe = safe_redirect(callback);
                prop_assert!(safe.starts_with('/') && !safe.starts_with("//"));
                prop_assert!(safe.bytes().all(|b| b.is_ascii_graphic() && b != b'\\'));
                prop_assert_eq!(safe_redirect(&safe), safe);
            }
        }
    }
}

//! Which links content may carry (R53): http(s), mailto, tel, a path of this site or an anchor.

use serde_json::Value;

/// True for a link that may be shown.
pub fn is_allowed(href: &str) -> bool {
    // Browsers drop tabs and line ends inside an address, so `java\tscript:` would be one again.
    if href.chars().any(|character| character.is_control() || character == '\\') || href.trim() != href {
        return false;
    }
    if href.starts_with('/') {
        return !href.starts_with("//");
    }
    let scheme = href.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    href.starts_with('#') || matches!(scheme.as_deref(), Some("http" | "https" | "mailto" | "tel"))
}

/// Takes every other link out of a document; gives back what was taken.
pub fn clean(document: &mut Value) -> Vec<String> {
    let mut taken = Vec::new();
    let mut waiting = vec![document];
    while let Some(value) = waiting.pop() {
        match value {
            Value::Array(items) => waiting.extend(items),
            Value::Object(fields) => {
                for (name, value) in fields {
                    match value {
                        Value::String(href) if name == "href" && !href.is_empty() && !is_allowed(href) => {
                            taken.push(std::mem::take(href));
                        }
                        value => waiting.push(value),
                    }
                }
            }
            _ => {}
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r53_only_harmless_links_stay() {
        for href in ["/p/x/", "/", "#chat", "https://example.com/", "HTTP://example.com", "mailto:a@b.c", "tel:+1"] {
            assert!(is_allowed(href), "{href}");
        }
        for href in [
            "javascript:alert(1)",
            "JaVaScript:alert(1)",
            " javascript:alert(1)",
            "java\tscript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "//evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "relative",
        ] {
            assert!(!is_allowed(href), "{href}");
        }
    }

    #[test]
    fn a_document_is_cleaned_at_any_depth() {
        let mut document = serde_json::json!({"a": [{"link": {"href": "javascript:x", "title": "t"}}], "href": "/ok"});
        assert_eq!(clean(&mut document), ["javascript:x"]);
        assert_eq!(document, serde_json::json!({"a": [{"link": {"href": "", "title": "t"}}], "href": "/ok"}));
    }
}

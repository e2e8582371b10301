//! HTML written by hand: letters and pages without scripts. Everything that is text goes through here.

/// A text as it stands between tags and in an attribute in double quotes.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r52_nothing_of_a_text_ends_its_place() {
        assert_eq!(escaped(r#"<b title="x">A & B's</b>"#), "&lt;b title=&quot;x&quot;&gt;A &amp; B's&lt;/b&gt;");
        assert_eq!(escaped("plain \u{e9}"), "plain \u{e9}");
    }
}

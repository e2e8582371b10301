//! HTML of content: a few harmless elements stay, everything else is taken out on the way in (R52).

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use ammonia::{Builder, UrlRelative};
use fieldhouse_core::content::checks::is_allowed_link;

const ELEMENTS: [&str; 26] = [
    "a",
    "abbr",
    "b",
    "blockquote",
    "br",
    "caption",
    "code",
    "em",
    "h2",
    "h3",
    "h4",
    "hr",
    "i",
    "li",
    "ol",
    "p",
    "s",
    "small",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "tr",
];

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut cleaner = Builder::new();
    let elements: HashSet<&str> = ELEMENTS.into_iter().chain(["thead", "ul"]).collect();
    let attributes = HashMap::from([
        ("a", HashSet::from(["href", "title"])),
        ("abbr", HashSet::from(["title"])),
        ("ol", HashSet::from(["start"])),
        ("td", HashSet::from(["colspan", "rowspan"])),
        ("th", HashSet::from(["colspan", "rowspan", "scope"])),
    ]);
    cleaner
        .tags(elements)
        .tag_attributes(attributes)
        .generic_attributes(HashSet::new())
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel"]))
        .url_relative(UrlRelative::PassThrough)
        // The same rule as for every other link of content.
        .attribute_filter(|_, name, value| (name != "href" || is_allowed_link(value)).then_some(Cow::Borrowed(value)))
        .link_rel(Some("noopener"));
    cleaner
});

/// The harmless part of an HTML text. Cleaning it again changes nothing.
pub fn clean(html: &str) -> String {
    CLEANER.clean(html).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r52_what_could_run_is_taken_out_and_words_stay() {
        for (dirty, expected) in [
            ("<p>Hello <b>team</b></p>", "<p>Hello <b>team</b></p>"),
            ("<p>a</p><script>alert(1)</script>", "<p>a</p>"),
            ("<p onclick=\"alert(1)\" style=\"color:red\" class=\"x\" id=\"root\">a</p>", "<p>a</p>"),
            ("<a href=\"javascript:alert(1)\">x</a>", "<a rel=\"noopener\">x</a>"),
            ("<a href=\"java\tscript:alert(1)\">x</a>", "<a rel=\"noopener\">x</a>"),
            ("<a href=\"&#106;avascript:alert(1)\">x</a>", "<a rel=\"noopener\">x</a>"),
            ("<a href=\"//evil.example\">x</a>", "<a rel=\"noopener\">x</a>"),
            ("<a href=\"/returns/\">x</a>", "<a href=\"/returns/\" rel=\"noopener\">x</a>"),
            ("<img src=x onerror=alert(1)>", ""),
            ("<svg><script>alert(1)</script></svg>", ""),
            ("<iframe src=\"https://evil.example\"></iframe>", ""),
            ("<form action=\"/x\"><input name=a></form>", ""),
            (
                "<math><mtext></table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
                "",
            ),
        ] {
            assert_eq!(clean(dirty), expected, "{dirty}");
        }
    }
}

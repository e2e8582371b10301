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

/// Elements that begin a line of their own.
const BLOCKS: [&str; 17] =
    ["address", "blockquote", "br", "dd", "div", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "p", "td", "tr"];

static BARE: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut bare = Builder::default();
    bare.tags(HashSet::from(BLOCKS)).tag_attributes(HashMap::new()).generic_attributes(HashSet::new());
    bare.link_rel(None);
    bare
});

/// How often markup that was written as text is read as markup again.
const ROUNDS: usize = 4;

/// The words of an HTML text, a line for each block: what is said, without a tag. Scripts and styles say nothing. Page
/// builders write markup as the text of an element, `<div>&lt;p&gt;…`: it is read again until no tag is left, and what
/// still holds one after that was never said by anybody.
pub fn text_of(html: &str) -> String {
    let mut text = words_of(html);
    for _ in 0..ROUNDS {
        if !text.contains(['<', '&']) {
            return text;
        }
        // What follows an ampersand may be a tag that was escaped twice.
        let again = words_of(&text);
        if !holds_tag(&text) && !holds_tag(&again) {
            return text;
        }
        text = again;
    }
    if holds_tag(&text) { String::new() } else { text }
}

/// Whether a text has what a browser would take for a tag or a comment: `a < b` and `<3` are none.
fn holds_tag(text: &str) -> bool {
    let Some((before_the_last_end, _)) = text.rsplit_once('>') else { return false };
    before_the_last_end.split('<').skip(1).any(|after| {
        let name = after.strip_prefix('/').unwrap_or(after);
        let rest = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | ':'));
        let named = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && (rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>')));
        named || after.starts_with(['!', '?'])
    })
}

/// The words of an HTML text, read once.
fn words_of(html: &str) -> String {
    let clean = BARE.clean(html).to_string();
    let mut out = String::with_capacity(clean.len());
    let mut rest = clean.as_str();
    while let Some((words, tag)) = rest.split_once('<') {
        out.push_str(words);
        out.push('\n');
        rest = tag.split_once('>').map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    // What the cleaner writes for what would be markup; the ampersand last, or it would make new ones.
    let out = out.replace("&nbsp;", " ").replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    let lines = out.replace("&amp;", "&");
    lines.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_is_read_as_text_a_line_a_block() {
        for (html, text) in [
            ("plain", "plain"),
            ("<p>One &amp; two</p><p>three</p>", "One & two\nthree"),
            ("<ul><li>a</li><li><b>b</b> c</li></ul>", "a\nb c"),
            ("a<br>b<br/>c", "a\nb\nc"),
            (
                "<p onclick=\"x()\">Fits <a href=\"/x\">all</a></p><script>alert(1)</script><style>p{}</style>",
                "Fits all",
            ),
            ("5 &lt; 6 &amp;lt; 7", "5 < 6 &lt; 7"),
            ("Size&nbsp;M &ndash; 40&quot;", "Size M \u{2013} 40\""),
            ("<table><tr><td>Weight</td><td>5 oz</td></tr></table>", "Weight\n5 oz"),
            ("<p>left open <b>here", "left open here"),
        ] {
            assert_eq!(text_of(html), text, "{html}");
        }
    }

    #[test]
    fn markup_that_was_written_as_text_is_read_as_markup() {
        for (html, text) in [
            (
                "<div data-content-type=\"html\">&lt;p&gt;Ideal for &lt;b&gt;cold&lt;/b&gt;&lt;/p&gt;&lt;p&gt;R&amp;amp;D&lt;/p&gt;</div>",
                "Ideal for cold\nR&D",
            ),
            ("&amp;lt;p&amp;gt;twice&amp;lt;/p&amp;gt;", "twice"),
            ("&lt;script&gt;x()&lt;/script&gt;words", "words"),
            ("a &lt;!-- b --&gt; c", "a  c"),
            ("a &lt; b, 5 &lt;6, I &lt;3 it, b &gt; a", "a < b, 5 <6, I <3 it, b > a"),
            ("5 &lt; 6 &lt;br/&gt; 7 &lt; 8", "5 < 6\n7 < 8"),
            ("&amp;amp;amp;amp;amp;lt;p&gt;", "&amp;amp;amp;amp;lt;p>"),
        ] {
            assert_eq!(text_of(html), text, "{html}");
        }
        // Deeper than anybody writes by mistake: nothing of it is a tag, whatever is left.
        let mut nested = "<p>deep</p>".to_owned();
        for _ in 0..12 {
            nested = ["<p>", &nested.replace('&', "&amp;").replace('<', "&lt;"), "</p>"].concat();
            assert!(!holds_tag(&text_of(&nested)), "{nested}");
        }
    }

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

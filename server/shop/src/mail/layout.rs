//! How a letter is laid out: in its brand's name, as text and as HTML. Values are put in as text, never as markup, and
//! never into a header. What a letter says is told by its feature, in its `letters.rs`.

use askama::Template;
use fieldhouse_core::brand::BrandView;

use super::ordered::Ordered;

/// A letter before it is addressed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Letter {
    /// Subject; holds nothing a person typed.
    pub subject: String,
    /// Paragraphs; a line end in one is one in the letter.
    pub paragraphs: Vec<String>,
    /// Addresses of ours that stand in them, between blanks. In HTML they are links; whatever else looks like an address was
    /// typed by somebody, and a letter in a brand's name is not to lead there.
    pub links: Vec<String>,
    /// The order it is about, told whole.
    pub ordered: Option<Ordered>,
    /// Said at the end, below the button.
    pub last: Vec<String>,
    /// Label and absolute address of the one button.
    pub button: Option<(&'static str, String)>,
}

/// Whom a letter goes to, and what it is about.
#[derive(Debug)]
pub struct Addressee<'a> {
    /// In whose name it is written.
    pub brand: &'static BrandView,
    /// Start of the site's addresses.
    pub home: String,
    /// To whom.
    pub recipient: &'a str,
    /// Of what: an id, by its kind.
    pub subject: &'a str,
}

impl Addressee<'_> {
    /// To the sign-in page.
    pub fn sign_in(&self) -> (&'static str, String) {
        ("Sign in", format!("{}/api/auth/signin", self.home))
    }
}

impl Letter {
    /// As plain text.
    pub fn text(&self, brand: &BrandView) -> String {
        let button = self.button.as_ref().map(|(label, address)| format!("{label}: {address}"));
        let ordered = self.ordered.as_ref().map(Ordered::text).unwrap_or_default();
        let foot = format!("{}\n{}\n", brand.name, brand.call_to_order_phone);
        let parts = self.paragraphs.iter().cloned().chain(ordered).chain(button).chain(self.last.iter().cloned());
        parts.chain([foot]).collect::<Vec<_>>().join("\n\n")
    }

    /// As HTML.
    pub fn html(&self, brand: &BrandView) -> String {
        let (paragraphs, last) = (self.told(&self.paragraphs), self.told(&self.last));
        // A string takes whatever is written into it.
        Page { letter: self, brand, paragraphs, last }.render().unwrap_or_default()
    }

    /// Texts by their lines and words.
    fn told<'a>(&self, texts: &'a [String]) -> Vec<Vec<Vec<Word<'a>>>> {
        let word = |text: &'a str| Word { text, link: self.links.iter().any(|link| link == text) };
        texts.iter().map(|text| text.lines().map(|line| line.split(' ').map(word).collect()).collect()).collect()
    }
}

/// How a cell of the order looks: mail programs read no style sheets.
const CELL: &str = "padding:6px 12px 6px 0;vertical-align:top;border-top:1px solid #ccc";

/// What stands between two blanks.
struct Word<'a> {
    text: &'a str,
    link: bool,
}

#[derive(Template)]
#[template(path = "letter.html")]
struct Page<'a> {
    letter: &'a Letter,
    brand: &'a BrandView,
    paragraphs: Vec<Vec<Vec<Word<'a>>>>,
    last: Vec<Vec<Vec<Word<'a>>>>,
}

#[cfg(test)]
mod tests {
    use fieldhouse_core::brand::{Site, brand};

    use super::*;

    #[test]
    fn a_letter_names_its_brand_and_holds_what_was_typed_as_text() {
        for site in Site::all() {
            let brand = brand(site);
            let letter = Letter {
                subject: format!("Welcome to {}", brand.name),
                paragraphs: vec!["Hello <b>Pat</b>,".to_owned()],
                button: Some(("Sign in", "http://x.test/?a=1&b=\"2\"".to_owned())),
                ..Letter::default()
            };
            let (text, html) = (letter.text(brand), letter.html(brand));
            assert!(text.contains("Hello <b>Pat</b>,") && text.contains("Sign in: http://x.test/?a=1&b=\"2\""));
            assert!(html.contains("Hello &#60;b&#62;Pat&#60;/b&#62;,"), "{html}");
            assert!(html.contains("href=\"http://x.test/?a=1&#38;b=&#34;2&#34;\""), "{html}");
            assert!(text.contains(&*brand.name) && html.contains(&*brand.name));
        }
    }

    #[test]
    fn a_line_end_is_one_in_html_and_only_an_address_of_ours_is_a_link() {
        let (ours, theirs) = ("https://carrier.test/track?n=1&m=2", "https://evil.test/");
        let letter = Letter {
            paragraphs: vec![
                "Dear coach,  please call us:\n- sizes <M>\r\n\n- colors".to_owned(),
                format!("UPS 1Z {ours}\nUPS 2Z"),
                format!("Look at {theirs} or {ours}{theirs}"),
            ],
            links: vec![ours.to_owned()],
            last: vec![format!("First\n{ours}")],
            ..Letter::default()
        };
        let brand = brand(Site::FIELDHOUSE);
        let (text, html) = (letter.text(brand), letter.html(brand));
        assert!(text.starts_with(&letter.paragraphs.join("\n\n")), "{text}");
        assert!(
            html.contains("<p>Dear coach,  please call us:<br>\n- sizes &#60;M&#62;<br>\n<br>\n- colors</p>"),
            "{html}"
        );
        let link = "<a href=\"https://carrier.test/track?n=1&#38;m=2\">https://carrier.test/track?n=1&#38;m=2</a>";
        assert!(html.contains(&format!("<p>UPS 1Z {link}<br>\nUPS 2Z</p>")), "{html}");
        assert!(html.contains(&format!("<p>First<br>\n{link}</p>")), "{html}");
        assert_eq!(html.matches("<a ").count(), 2, "{html}");
    }
}

//! What may stand in a content document, value by value: links, pictures, words of a list, slugs, texts
//! (decisions: content; R53, R57). Walking a document and cleaning its HTML is the server's work.

use crate::{
    rule::{Broken, FieldError, broken_rules},
    text::{TextError, is_bidi_control, is_control, length},
};

/// Unicode scalar values of one text.
pub const LONGEST_TEXT: u32 = 20_000;
/// Unicode scalar values of an address.
pub const LONGEST_LINK: u32 = 2_000;

broken_rules! {
    /// What can be wrong with a value of a content document.
    pub enum ContentError {
        /// Not one of the words the field takes.
        NotAChoice => "not_a_choice", "This is not one of the choices";
        /// A link to where content may not lead.
        LinkRefused => "link_refused", "A link may be http(s), mailto, tel, a path of this site or an anchor";
        /// A picture or video from elsewhere.
        PictureRefused => "picture_refused", "A picture or video must be a path of this site";
        /// A slug that cannot stand in an address.
        SlugInvalid => "slug_invalid", "A slug has lower-case letters, digits and hyphens";
        /// A redirect that no query meets, or that another one meets already.
        QueryInvalid => "query_invalid", "A redirect needs queries that no other redirect has";
    }
}

/// Fields that take one of a few words, with the words.
const CHOICES: [(&str, &[&str]); 12] = [
    (
        "headerAlignment",
        &["middle", "bottom", "left-align-middle", "right-align-middle", "left-align-bottom", "right-align-bottom"],
    ),
    ("selectHeroBackgroundType", &["video", "image", "color"]),
    ("selectBackgroundColor", &["black", "white", "primary", "secondary"]),
    ("selectTextColor", &["default", "inverse", "accent"]),
    ("selectLogoSize", &["large", "small", ""]),
    ("selectValuePropLayout", &["vertical stacked", "vertical fade in"]),
    ("ctaAlignment", &["top", "bottom"]),
    ("tileShape", &["square", "4:5"]),
    ("contentType", &["page_content", ""]),
    ("themeName", &["dark", "light", ""]),
    ("side", &["left", "right"]),
    ("ground", &["white", "secondary", "highlight", "primary", "black"]),
];

/// Fields whose `href` is a picture's or a video's.
const PICTURES: [&str; 6] = ["image", "imageBackground", "videoBackground", "logo", "placeholder", "img"];

/// True for a link that may be shown: http(s), mailto, tel, a path of this site or an anchor (R53).
pub fn is_allowed_link(href: &str) -> bool {
    // Browsers drop tabs and line ends inside an address, so `java\tscript:` would be one again.
    if href.chars().any(|c| is_control(c) || is_bidi_control(c) || c == '\\') || href.trim() != href {
        return false;
    }
    if href.starts_with('/') {
        return is_path(href);
    }
    let scheme = href.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    href.starts_with('#') || matches!(scheme.as_deref(), Some("http" | "https" | "mailto" | "tel"))
}

/// True for a path of this site.
fn is_path(href: &str) -> bool {
    href.starts_with('/') && !href.starts_with("//") && !href.chars().any(|c| is_control(c) || c == '\\')
}

/// True for what may stand in an address: `about-us`, or below one folder `learning-corner/sizing`.
pub fn is_slug(slug: &str) -> bool {
    let part = |part: &str| {
        let ends = |c: char| c == '-';
        (1..=100).contains(&part.len())
            && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            && !part.starts_with(ends)
            && !part.ends_with(ends)
    };
    match slug.split_once('/') {
        Some((folder, rest)) => part(folder) && part(rest),
        None => part(slug),
    }
}

/// What is wrong with a text at a path of a document, such as `blocks.3.cta.href`.
pub fn check_content_text(path: &str, text: &str) -> Option<FieldError> {
    let mut names = path.rsplit('.').filter(|name| !name.bytes().all(|b| b.is_ascii_digit()));
    let name = names.next().unwrap_or_default();
    let holder = names.next().unwrap_or_default();
    if let Some((_, words)) = CHOICES.iter().find(|(field, _)| *field == name) {
        return (!words.contains(&text)).then(|| {
            let error = ContentError::NotAChoice.at(path);
            let choices: Vec<&str> = words.iter().copied().filter(|word| !word.is_empty()).collect();
            FieldError { message: [&error.message, ": ", &choices.join(", ")].concat(), ..error }
        });
    }
    match name {
        "slug" => (!is_slug(text)).then(|| ContentError::SlugInvalid.at(path)),
        "srcset" => {
            let mut candidates = text.split(',').map(|one| one.split_whitespace().next().unwrap_or_default());
            let ours = text.is_empty() || (length(text) <= LONGEST_TEXT && candidates.all(is_path));
            (!ours).then(|| ContentError::PictureRefused.at(path))
        }
        "href" | "openUrl" | "bsnUrl" if text.is_empty() => None,
        "href" | "openUrl" | "bsnUrl" if length(text) > LONGEST_LINK => {
            Some(TextError::TooLong { maximum: LONGEST_LINK }.at(path))
        }
        "href" if PICTURES.contains(&holder) => (!is_path(text)).then(|| ContentError::PictureRefused.at(path)),
        "href" | "openUrl" | "bsnUrl" => (!is_allowed_link(text)).then(|| ContentError::LinkRefused.at(path)),
        _ => check_text(text).map(|error| error.at(path)),
    }
}

fn check_text(text: &str) -> Option<TextError> {
    if length(text) > LONGEST_TEXT {
        return Some(TextError::TooLong { maximum: LONGEST_TEXT });
    }
    if text.chars().any(|c| c != '\n' && is_control(c)) {
        return Some(TextError::ControlCharacter);
    }
    text.chars().any(is_bidi_control).then_some(TextError::BidiControl)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(path: &str, text: &str) -> String {
        check_content_text(path, text).map(|error| error.code).unwrap_or_default()
    }

    #[test]
    fn r53_only_harmless_links_stay() {
        for href in ["/p/x/", "/", "#chat", "https://example.com/", "HTTP://example.com", "mailto:a@b.c", "tel:+1"] {
            assert!(is_allowed_link(href), "{href}");
        }
        for href in [
            "javascript:alert(1)",
            "JaVaScript:alert(1)",
            " javascript:alert(1)",
            "java\tscript:alert(1)",
            "\u{1}javascript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "//evil.example",
            "/\\evil.example",
            "/\t/evil.example",
            "\\\\evil.example",
            "https://example.com/\u{202e}gpj.exe",
            "relative",
            "",
        ] {
            assert!(!is_allowed_link(href), "{href}");
        }
    }

    #[test]
    fn a_text_is_held_to_what_its_field_takes() {
        assert_eq!(code("blocks.0.cta.href", "javascript:alert(1)"), "link_refused");
        assert_eq!(code("footer.openUrl", "data:text/html,x"), "link_refused");
        assert_eq!(code("blocks.0.hero.logo.href", "https://elsewhere.example/logo.svg"), "picture_refused");
        assert_eq!(code("blocks.0.tiles.2.image.href", "/images/ball.svg"), "");
        assert_eq!(code("footer.legalLinks.0.href", ""), "", "a link with a class marker has no address");
        assert_eq!(code("image.srcset", "/images/a.webp 320w, /images/b.webp 640w"), "");
        assert_eq!(code("image.srcset", "/images/a.webp 320w, //evil.example/b.webp 640w"), "picture_refused");
        assert_eq!(code("image.srcset", " , "), "picture_refused");
        assert_eq!(code("blocks.0.hero.headerAlignment", "upside-down"), "not_a_choice");
        assert_eq!(code("slug", "About us"), "slug_invalid");
        assert_eq!(code("slug", "learning-corner/sizing"), "");
        assert_eq!(code("slug", "../etc"), "slug_invalid");
        assert_eq!(code("title", "a\u{202e}b"), "bidi_control");
        assert_eq!(code("title", "a\u{7}b"), "control_character");
        assert_eq!(code("blocks.0.paragraphs.1", "one\ntwo"), "");
        assert_eq!(code("title", &"a".repeat(20_001)), "too_long");
        assert_eq!(code("href", &["/", &"a".repeat(2_000)].concat()), "too_long");
    }

    #[test]
    fn a_refused_word_is_told_with_the_choices() {
        let error = check_content_text("blocks.1.tileShape", "round").unwrap();
        assert_eq!(error.message, "This is not one of the choices: square, 4:5");
    }
}

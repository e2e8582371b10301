//! The little of XML that a worksheet is made of: tags, attributes, texts. No document type and so
//! no entities of its own: those are refused, and with them every bomb made of them.

/// A piece of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// `<name …>`, or `<name …/>` when empty.
    Start {
        /// Name without its prefix.
        name: &'a str,
        /// What stands after the name.
        attributes: &'a str,
        /// Nothing is within.
        empty: bool,
    },
    /// `</name>`.
    End(&'a str),
    /// Text as written.
    Text(&'a str),
    /// Text that is taken as it is.
    Plain(&'a str),
}

/// The pieces of a document; stops at the first thing that is no XML.
#[derive(Debug)]
pub(super) struct Pieces<'a> {
    rest: &'a str,
    /// It was no XML, or had a document type.
    pub(super) broken: bool,
}

impl<'a> Pieces<'a> {
    pub(super) fn new(document: &'a str) -> Self {
        Self { rest: document.strip_prefix('\u{feff}').unwrap_or(document), broken: false }
    }

    fn fail<T>(&mut self) -> Option<T> {
        self.broken = true;
        self.rest = "";
        None
    }
}

fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        loop {
            if self.rest.is_empty() {
                return None;
            }
            let Some(tag) = self.rest.strip_prefix('<') else {
                let end = self.rest.find('<').unwrap_or(self.rest.len());
                let (text, rest) = self.rest.split_at_checked(end)?;
                self.rest = rest;
                return Some(Piece::Text(text));
            };
            if let Some(comment) = tag.strip_prefix("!--") {
                let Some((_, rest)) = comment.split_once("-->") else { return self.fail() };
                self.rest = rest;
                continue;
            }
            if let Some(plain) = tag.strip_prefix("![CDATA[") {
                let Some((text, rest)) = plain.split_once("]]>") else { return self.fail() };
                self.rest = rest;
                return Some(Piece::Plain(text));
            }
            if let Some(instruction) = tag.strip_prefix('?') {
                let Some((_, rest)) = instruction.split_once("?>") else { return self.fail() };
                self.rest = rest;
                continue;
            }
            if tag.starts_with('!') {
                return self.fail();
            }
            let Some((inner, rest)) = tag_end(tag) else { return self.fail() };
            self.rest = rest;
            if let Some(name) = inner.strip_prefix('/') {
                return Some(Piece::End(local(name.trim())));
            }
            let (inner, empty) = inner.strip_suffix('/').map_or((inner, false), |inner| (inner, true));
            let (name, attributes) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
            return Some(Piece::Start { name: local(name), attributes, empty });
        }
    }
}

/// What stands before the `>` that ends a tag, and what follows; quotes may hold a `>`.
fn tag_end(tag: &str) -> Option<(&str, &str)> {
    let mut quote = None;
    for (at, byte) in tag.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => {
                let (inner, rest) = tag.split_at_checked(at)?;
                return Some((inner, rest.strip_prefix('>')?));
            }
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}

/// The value of an attribute, by its name without prefix.
pub(super) fn attribute(attributes: &str, wanted: &str) -> Option<String> {
    let mut rest = attributes;
    loop {
        let (name, after) = rest.split_once('=')?;
        let after = after.trim_start();
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, beyond) = after.strip_prefix(quote)?.split_once(quote)?;
        if local(name.trim()) == wanted {
            return Some(unescaped(value));
        }
        rest = beyond;
    }
}

/// A text with its character references read; unknown ones stay as written.
pub(super) fn unescaped(text: &str) -> String {
    let mut read = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        read.push_str(before);
        let known = after.split_once(';').and_then(|(name, beyond)| Some((character(name)?, beyond)));
        let (character, beyond) = known.unwrap_or(('&', after));
        read.push(character);
        rest = beyond;
    }
    read.push_str(rest);
    read
}

fn character(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let digits = name.strip_prefix('#')?;
            let code = match digits.strip_prefix(['x', 'X']) {
                Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
                None => digits.parse().ok()?,
            };
            char::from_u32(code)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn reads_tags_attributes_and_texts() {
        let mut pieces =
            Pieces::new("<?xml?><!-- c --><x:c r=\"A>1\" t='s'><v>5 &amp; &#x41;</v><b/></x:c><![CDATA[<&]]>");
        let read: Vec<Piece<'_>> = pieces.by_ref().collect();
        assert_eq!(
            read,
            [
                Piece::Start { name: "c", attributes: "r=\"A>1\" t='s'", empty: false },
                Piece::Start { name: "v", attributes: "", empty: false },
                Piece::Text("5 &amp; &#x41;"),
                Piece::End("v"),
                Piece::Start { name: "b", attributes: "", empty: true },
                Piece::End("c"),
                Piece::Plain("<&"),
            ]
        );
        assert!(!pieces.broken);
        assert_eq!(attribute("r=\"A>1\" t='s'", "t").as_deref(), Some("s"));
        assert_eq!(unescaped("5 &amp; &#x41; &no; &"), "5 & A &no; &");
    }

    #[test]
    fn r61_a_document_type_is_refused() {
        let mut pieces = Pieces::new("<!DOCTYPE x [<!ENTITY a \"aaaa\">]><x>&a;</x>");
        assert_eq!(pieces.next(), None);
        assert!(pieces.broken);
    }

    proptest! {
        #[test]
        fn any_text_comes_to_an_end(text in any::<String>(), tags in "[<>/!?a\"' =&;-]{0,60}") {
            for document in [text, tags] {
                let pieces: Vec<Piece<'_>> = Pieces::new(&document).collect();
                prop_assert!(pieces.len() <= document.len());
                let _ = (attribute(&document, "r"), unescaped(&document));
            }
        }
    }
}

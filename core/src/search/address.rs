//! The address of a list page, read once for server and browser: which list it asks for, and the one way of
//! writing that down. Both look the list's answer up under it (decisions: search and lists).

/// The facets that may repeat, in the order they are written in.
pub const FACETS: [&str; 5] = ["brand", "color", "size", "price", "availability"];
/// The orders of a list; the first one is not written down.
pub const SORTS: [&str; 5] = ["relevance", "price-asc", "price-desc", "name", "newest"];
/// Last page anybody can ask for.
const LAST_PAGE: u32 = 10_000;
/// Digits of it.
const PAGE_DIGITS: usize = 5;

/// What the address of a list page asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListAddress {
    query: String,
    category: String,
    /// `/c/a/b/` and `/shop/a/b/` carry the category in the path.
    in_path: bool,
    /// Facets, sort and page, each only where it narrows or moves the list.
    rest: Vec<(&'static str, String)>,
}

impl ListAddress {
    /// Reads a path and what follows the `?`, which may be there or not. Names that mean nothing here are ignored:
    /// campaigns add their own.
    pub fn parse(path: &str, search: &str) -> Self {
        let pairs: Vec<(String, String)> = pairs(search.strip_prefix('?').unwrap_or(search)).collect();
        let all =
            |name: &'static str| pairs.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str());
        let first = |name| all(name).next().unwrap_or_default();
        let mut segments = path.split('/').filter(|segment| !segment.is_empty());
        let category = match segments.next() {
            Some("c" | "shop") => segments.map(|segment| decode(segment, false)).collect::<Vec<_>>().join("/"),
            _ => String::new(),
        };
        let mut rest = Vec::new();
        for name in FACETS {
            rest.extend(all(name).filter(|value| !value.is_empty()).map(|value| (name, value.to_owned())));
        }
        let sort = first("sort");
        if SORTS.iter().skip(1).any(|known| *known == sort) {
            rest.push(("sort", sort.to_owned()));
        }
        let page = page_number(first("page"));
        if page > 1 {
            rest.push(("page", page.to_string()));
        }
        let in_path = !category.is_empty();
        let category = if in_path { category } else { first("category").to_owned() };
        Self { query: first("query").to_owned(), category, in_path, rest }
    }

    /// The query of the list's answer.
    pub fn answer(&self) -> String {
        self.written(&self.category)
    }

    /// The query of the page's own address: the category may be in its path already.
    pub fn own(&self) -> String {
        self.written(if self.in_path { "" } else { &self.category })
    }

    fn written(&self, category: &str) -> String {
        let head = [("query", self.query.as_str()), ("category", category)];
        let head = head.into_iter().filter(|(_, value)| !value.is_empty());
        let mut out = String::new();
        for (name, value) in head.chain(self.rest.iter().map(|(name, value)| (*name, value.as_str()))) {
            if !out.is_empty() {
                out.push('&');
            }
            out.push_str(name);
            out.push('=');
            encode(value, &mut out);
        }
        out
    }
}

/// The query of the answer of the list page at an address: the same text for the same list.
pub fn list_query(path: &str, search: &str) -> String {
    ListAddress::parse(path, search).answer()
}

/// The page a text asks for: digits and nothing else; whatever is no page is the first one.
pub fn page_number(text: &str) -> u32 {
    if text.len() > PAGE_DIGITS || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return 1;
    }
    text.parse().ok().filter(|page| (1..=LAST_PAGE).contains(page)).unwrap_or(1)
}

fn pairs(search: &str) -> impl Iterator<Item = (String, String)> {
    search.split('&').filter(|part| !part.is_empty()).map(|part| {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        (decode(name, true), decode(value, true))
    })
}

/// `%41` is A, in a query `+` is a blank. What is no UTF-8 stays as it was written: the server refuses it where it comes in.
fn decode(text: &str, plus_is_blank: bool) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let (byte, left) = match (*byte, after) {
            (b'%', [high, low, left @ ..]) => match hex(*high).zip(hex(*low)) {
                Some((high, low)) => (high.wrapping_shl(4) | low, left),
                None => (b'%', after),
            },
            (b'+', _) if plus_is_blank => (b' ', after),
            (byte, _) => (byte, after),
        };
        bytes.push(byte);
        rest = left;
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

/// As `encodeURIComponent` does it.
fn encode(text: &str, out: &mut String) {
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push('%');
            for half in [byte >> 4, byte & 15] {
                out.extend(char::from_digit(u32::from(half), 16).map(|digit| digit.to_ascii_uppercase()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_same_list_is_written_the_same_way() {
        assert_eq!(list_query("/search/", "query=red+sock&page=1&sort=relevance"), "query=red%20sock");
        assert_eq!(
            list_query("/c/football/jerseys/", "?size=M&brand=B%26B&brand=A&page=2&x=y&sort=name"),
            "category=football%2Fjerseys&brand=B%26B&brand=A&size=M&sort=name&page=2"
        );
        assert_eq!(list_query("/search", "category=a/b&query="), "category=a%2Fb");
        assert_eq!(list_query("/search/", "query=it's%20(1)"), "query=it's%20(1)");
    }

    #[test]
    fn the_pages_own_address_leaves_out_the_category_of_its_path() {
        let own = |path, search| ListAddress::parse(path, search).own();
        assert_eq!(own("/c/a/", "utm_source=x&page=3"), "page=3");
        assert_eq!(own("/search/", "page=0"), "");
        assert_eq!(own("/search/", "category=a&query=b"), "query=b&category=a");
    }

    #[test]
    fn only_plain_digits_are_a_page() {
        for first in ["", "0", "-1", "2.0", "1e1", "0x2", " 2", "2 ", "+2", "\u{662}", "10001", "5000000000", "NaN"] {
            assert_eq!(page_number(first), 1, "{first:?}");
        }
        assert_eq!([page_number("2"), page_number("007"), page_number("10000")], [2, 7, 10_000]);
    }

    proptest! {
        #[test]
        fn reading_what_was_written_changes_nothing(path in any::<String>(), search in any::<String>()) {
            let once = list_query(&path, &search);
            prop_assert!(once.is_ascii());
            prop_assert_eq!(list_query("/search/", &once), once);
        }

        #[test]
        fn any_text_comes_through(text in "\\PC+") {
            let mut query = "query=".to_owned();
            encode(&text, &mut query);
            prop_assert_eq!(&ListAddress::parse("/search/", &query).query, &text);
        }
    }
}

//! What a page's address asks for: which kind of page and which API answers it needs. The storefront
//! has the same table (`web/src/shared/page-data.ts`); the API addresses must be the very same strings,
//! because they are the keys under which the browser looks the answers up.

use fieldhouse_core::search::address::ListAddress;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// What `encodeURIComponent` leaves alone.
const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

/// As `encodeURIComponent` does it.
pub fn encode(text: &str) -> String {
    utf8_percent_encode(text, COMPONENT).to_string()
}

/// What stands for every page of a shared cart.
const SHARED_CART: &str = "/cart/shared/-";
/// The same of every saved list.
const SAVED_LIST: &str = "/my-account/lists/-";

/// One API answer a page needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// `/api/shell`
    Shell,
    /// `/api/content/pages/{slug}`
    Page(String),
    /// `/api/catalog/products/{slugOrSku}`
    Product(String),
    /// `/api/search?…` with its canonical query
    Search(String),
}

impl Answer {
    /// Its canonical address.
    pub fn url(&self) -> String {
        match self {
            Self::Shell => "/api/shell".to_owned(),
            Self::Page(slug) => format!("/api/content/pages/{}", encode(slug)),
            Self::Product(key) => format!("/api/catalog/products/{}", encode(key)),
            Self::Search(query) if query.is_empty() => "/api/search".to_owned(),
            Self::Search(query) => format!("/api/search?{query}"),
        }
    }
}

/// What a public page is: each kind has scripts of its own (`web/src/app/public-pages.tsx`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PageKind {
    /// Of content blocks.
    Content,
    /// A list of products.
    List,
    /// A product.
    Product,
}

/// A page, as its address says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageAddress {
    /// Path and canonical query: what the renderer is told, and the key of the cache.
    pub url: String,
    /// What it shows beside the shell; nothing for pages made in the browser and for unknown ones.
    pub main: Option<Answer>,
    /// False when no page has this address.
    pub known: bool,
}

impl PageAddress {
    /// Reads a path and a query.
    pub fn parse(path: &str, query: &str) -> Self {
        let segments = path.split('/').filter(|segment| !segment.is_empty()).map(decode).collect::<Vec<_>>();
        let mut segments = segments.iter().map(String::as_str);
        let rest = |main| Self { url: path.to_owned(), main, known: true };
        match (segments.next(), segments.next(), segments.next()) {
            (None, ..) => rest(Some(Answer::Page("home".to_owned()))),
            (
                Some("cart" | "order" | "account" | "favourite" | "gift-certificate" | "my-account" | "quick-order"),
                None,
                _,
            )
            | (Some("checkout"), Some("shipping" | "payment" | "review"), None)
            | (Some("order"), Some("look-up"), None)
            | (Some("account"), Some("register" | "reset-password" | "create-password" | "invitation"), None)
            | (
                Some("my-account"),
                Some(
                    "account-information"
                    | "address-book"
                    | "approvals"
                    | "certificate-reporting"
                    | "certificates"
                    | "lists"
                    | "order-status"
                    | "orders"
                    | "people",
                ),
                None,
            )
            | (Some("my-account"), Some("address-book"), Some("address"))
            | (Some("my-account"), Some("account-information"), Some("devices"))
            | (Some("api"), Some("auth"), Some("signin")) => rest(None),
            // The token is a secret: no cache and no renderer hears of it.
            (Some("cart"), Some("shared"), Some(_)) if segments.next().is_none() => {
                Self { url: SHARED_CART.to_owned(), ..rest(None) }
            }
            // All lists look the same before scripts run.
            (Some("my-account"), Some("lists"), Some(_)) if segments.next().is_none() => {
                Self { url: SAVED_LIST.to_owned(), ..rest(None) }
            }
            (Some("search"), None, _) | (Some("c" | "shop"), Some(_), _) => list(path, query),
            (Some("p"), Some(key), None) => rest(Some(Answer::Product(key.to_owned()))),
            // What a report page passes on is read in the browser: a query never makes a page of its own here.
            (Some(corner @ "learning-corner"), Some(slug), None) => {
                rest(Some(Answer::Page([corner, "/", slug].concat())))
            }
            (Some("p" | "c" | "shop" | "checkout" | "api" | "assets" | "images"), ..) | (_, Some(_), _) => {
                Self { known: false, ..rest(None) }
            }
            (Some(slug), None, _) => rest(Some(Answer::Page(slug.to_owned()))),
        }
    }
}

impl PageAddress {
    /// Which kind it is; nothing for pages made in the browser and for unknown ones.
    pub const fn kind(&self) -> Option<PageKind> {
        match self.main {
            Some(Answer::Page(_)) => Some(PageKind::Content),
            Some(Answer::Search(_)) => Some(PageKind::List),
            Some(Answer::Product(_)) => Some(PageKind::Product),
            Some(Answer::Shell) | None => None,
        }
    }
}

fn decode(segment: &str) -> String {
    percent_decode_str(segment).decode_utf8_lossy().into_owned()
}

/// A list page: the canonical query of its answer, and of its own address.
fn list(path: &str, query: &str) -> PageAddress {
    let list = ListAddress::parse(path, query);
    let own = list.own();
    PageAddress {
        url: if own.is_empty() { path.to_owned() } else { format!("{path}?{own}") },
        main: Some(Answer::Search(list.answer())),
        known: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn api(path: &str, query: &str) -> String {
        PageAddress::parse(path, query).main.map(|answer| answer.url()).unwrap_or_default()
    }

    #[test]
    fn each_page_knows_the_answer_it_needs() {
        assert_eq!(api("/", ""), "/api/content/pages/home");
        assert_eq!(api("/about-us/", "utm=1"), "/api/content/pages/about-us");
        assert_eq!(api("/learning-corner/", ""), "/api/content/pages/learning-corner");
        assert_eq!(api("/learning-corner/sizing/", ""), "/api/content/pages/learning-corner%2Fsizing");
        assert_eq!(api("/p/pro%20jersey/", ""), "/api/catalog/products/pro%20jersey");
        assert_eq!(api("/search/", "query=red+sock&page=1&sort=relevance"), "/api/search?query=red%20sock");
        assert_eq!(
            api("/c/football/jerseys/", "size=M&brand=B%26B&brand=A&page=2&x=y&sort=name"),
            "/api/search?category=football%2Fjerseys&brand=B%26B&brand=A&size=M&sort=name&page=2"
        );
        assert_eq!(api("/search", "category=a/b&query="), "/api/search?category=a%2Fb");
        assert_eq!(api("/search/", "query=it's%20(1)"), "/api/search?query=it's%20(1)");
    }

    #[test]
    fn a_page_is_of_one_kind() {
        let kind = |path| PageAddress::parse(path, "").kind();
        assert_eq!(["/", "/about-us/", "/learning-corner/a/"].map(kind), [Some(PageKind::Content); 3]);
        assert_eq!(["/search/", "/c/a/b/", "/shop/a/"].map(kind), [Some(PageKind::List); 3]);
        assert_eq!(kind("/p/a/"), Some(PageKind::Product));
        assert_eq!(["/cart", "/my-account/", "/p/a/b/", "/a/b/"].map(kind), [None; 4]);
    }

    #[test]
    fn pages_of_the_browser_need_nothing_and_unknown_ones_are_known_as_such() {
        let account = ["/api/auth/signin", "/account/create-password", "/my-account/", "/my-account/lists/"];
        let account = account.into_iter().chain(["/my-account/address-book/address/"]);
        for path in ["/cart", "/checkout/review", "/order", "/cart/", "/quick-order/"].into_iter().chain(account) {
            let page = PageAddress::parse(path, "id=secret");
            assert!(page.known && page.main.is_none(), "{path}");
            assert_eq!(page.url, path, "what is personal in a query never reaches a shared cache");
        }
        let shared = PageAddress::parse("/cart/shared/a-secret-token/", "");
        assert_eq!((shared.known, shared.main, shared.url.as_str()), (true, None, SHARED_CART));
        let list = PageAddress::parse("/my-account/lists/an-id/", "");
        assert_eq!((list.known, list.main, list.url.as_str()), (true, None, SAVED_LIST));
        for path in [
            "/cart/shared",
            "/my-account/lists/a/b",
            "/cart/shared/a/b",
            "/checkout/done",
            "/checkout",
            "/p",
            "/c/",
            "/p/a/b",
            "/a/b",
            "/assets/x.js",
            "/account/x",
            "/my-account/x",
            "/api/x",
        ] {
            assert!(!PageAddress::parse(path, "").known, "{path}");
        }
    }

    #[test]
    fn what_a_page_does_not_read_is_left_out_of_its_address() {
        assert_eq!(PageAddress::parse("/c/a/", "utm_source=x&page=3").url, "/c/a/?page=3");
        assert_eq!(PageAddress::parse("/search/", "page=0").url, "/search/");
    }
}

//! The ways in by the start of an address, on one screen: what each takes, whose requests it answers, and what its
//! answers carry beyond what every answer carries. The first row that fits counts.

use axum::{http::Uri, response::Response};
use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{failure::Failure, http::problem};
use fieldhouse_shop::{
    people::account::confirmation,
    publishing::{content::preview, newsletter},
    staff::shop_as,
};

use super::{
    desk, hosted_search,
    pages::{failed, forms, reports::routes as reports},
    platform,
};

/// What a body may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bodies {
    /// JSON, and said to be.
    Json,
    /// The same, or a form: pages without scripts, and token endpoints as their clients call them.
    JsonOrForm,
    /// JSON under whatever name: nobody's cookie counts there.
    Named,
}

/// Where a change may come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origins {
    /// This store's own pages, and clients that are no browsers (R49).
    Own,
    /// The front ends that the configuration names.
    Configured,
}

/// What may be kept of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeping {
    /// What the answer itself says.
    Said,
    /// Nothing, unless the answer says something else.
    NothingUnlessSaid,
    /// Nothing, and no index lists it: the address opens something.
    Nothing,
}

/// What a page tells the next one of where it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Referrer {
    /// The origin, beyond this store.
    Origin,
    /// Nothing: the address holds a token (R44).
    Nothing,
    /// Nothing beyond this store; its own form has to tell it, or a browser's origin is `null`.
    OwnStore,
}

/// A way in.
#[derive(Debug, Clone, Copy)]
pub struct Surface {
    /// What it is called in the metrics.
    pub name: &'static str,
    /// What is read.
    pub bodies: Bodies,
    /// Who may change something.
    pub origins: Origins,
    /// What may be kept.
    pub keeping: Keeping,
    /// What is told onwards.
    pub referrer: Referrer,
    /// Shown in a frame of this store, or of the desk: with a policy of its own.
    pub framed: bool,
    /// What follows the start of the address opens something: the log ends there.
    pub opens: bool,
    /// Its acts are recorded with the request's id, and it may have a host of its own.
    pub desk: bool,
    /// A shopper's cookies count, those of who shops as a customer among them.
    pub shoppers: bool,
    /// How a failure is said.
    pub say: Say,
}

/// How a failure is said, with the request's id.
#[derive(Debug, Clone, Copy)]
pub enum Say {
    /// To programs.
    Plain(fn(&Failure, &str) -> Response),
    /// To people, by a page of the brand they are at.
    Page(fn(&Failure, &str, Option<Site>) -> Response),
}

/// A page of the storefront.
const PAGE: Surface = Surface {
    name: "pages",
    bodies: Bodies::Json,
    origins: Origins::Own,
    keeping: Keeping::Said,
    referrer: Referrer::Origin,
    framed: false,
    opens: false,
    desk: false,
    shoppers: true,
    say: Say::Plain(problem::problem_json),
};
/// What is the same for everybody, whoever asks.
const FILE: Surface = Surface { shoppers: false, ..PAGE };
/// A page with a form that needs no script: what somebody entered stands in it.
const FORM: Surface =
    Surface { bodies: Bodies::JsonOrForm, keeping: Keeping::NothingUnlessSaid, say: Say::Page(failed::say), ..PAGE };
/// A page that a letter leads to, with a button.
const LETTER: Surface = Surface {
    bodies: Bodies::JsonOrForm,
    keeping: Keeping::Nothing,
    referrer: Referrer::OwnStore,
    opens: true,
    say: Say::Page(failed::say),
    ..PAGE
};
/// A page whose address opens something.
const OPENING: Surface = Surface { keeping: Keeping::Nothing, referrer: Referrer::Nothing, opens: true, ..PAGE };
/// A page whose query may hold a token.
const QUIET: Surface = Surface { referrer: Referrer::Nothing, ..PAGE };
/// The operations of the storefront.
const STOREFRONT: Surface = Surface { name: "storefront", keeping: Keeping::NothingUnlessSaid, ..PAGE };
/// The customer API; a cookie counts nowhere there.
const PLATFORM: Surface = Surface {
    name: "platform",
    shoppers: false,
    say: Say::Plain(|failure, _| platform::errors::error_response(failure)),
    ..STOREFRONT
};
/// Search in the hosted service's shape.
const SEARCH: Surface = Surface {
    name: "hosted_search",
    bodies: Bodies::Named,
    origins: Origins::Configured,
    shoppers: false,
    say: Say::Plain(|failure, _| hosted_search::errors::message_and_status(failure)),
    ..STOREFRONT
};

/// What those who work for the store see and do: nothing of it is kept, and no page elsewhere learns of it.
const DESK: Surface = Surface {
    name: "desk",
    keeping: Keeping::Nothing,
    referrer: Referrer::Nothing,
    desk: true,
    shoppers: false,
    ..PAGE
};

const TABLE: [(&str, Surface); 29] = [
    // In a frame of the desk.
    (desk::letters::PAGES_BELOW, Surface { framed: true, ..DESK }),
    (desk::API_BELOW, DESK),
    // Files of its build say how long they are kept.
    ("/desk/assets/", Surface { keeping: Keeping::Said, ..DESK }),
    (desk::HOME, DESK),
    ("/api/cart/shared/", Surface { opens: true, ..STOREFRONT }),
    ("/api/invitations/", Surface { opens: true, ..STOREFRONT }),
    ("/api/", STOREFRONT),
    (platform::BELOW, PLATFORM),
    (platform::TOKENS_BELOW, Surface { bodies: Bodies::JsonOrForm, ..PLATFORM }),
    (hosted_search::BELOW, SEARCH),
    // In frames of pages that have the banner.
    (reports::BELOW, Surface { framed: true, ..PAGE }),
    ("/cart/shared/", OPENING),
    (preview::BELOW, OPENING),
    (shop_as::END, Surface { bodies: Bodies::JsonOrForm, keeping: Keeping::Nothing, ..PAGE }),
    (shop_as::LEFT, Surface { keeping: Keeping::Nothing, ..PAGE }),
    (shop_as::BELOW, OPENING),
    (newsletter::BELOW, LETTER),
    (confirmation::BELOW, LETTER),
    (newsletter::JOINED, PAGE),
    (newsletter::JOIN, FORM),
    (forms::BELOW, FORM),
    ("/account/create-password", QUIET),
    ("/account/invitation", QUIET),
    ("/order", QUIET),
    // Told apart from pages by how long they take.
    ("/assets/", FILE),
    ("/images/", FILE),
    ("/healthz", FILE),
    ("/page-data", PAGE),
    ("", PAGE),
];

/// The way in that an address belongs to.
pub fn surface_of(uri: &Uri) -> &'static Surface {
    row_of(uri.path()).map_or(&PAGE, |(_, surface)| surface)
}

/// What an address that no route has is called in the metrics: the start of its row.
pub fn route_of(path: &str) -> &'static str {
    row_of(path).map(|(start, _)| *start).filter(|start| !start.is_empty()).unwrap_or("/")
}

/// A path as the log may have it: without what opens something.
pub fn logged_path(path: &str) -> &str {
    row_of(path).filter(|(_, surface)| surface.opens).map_or(path, |(start, _)| *start)
}

fn row_of(path: &str) -> Option<&'static (&'static str, Surface)> {
    static ROWS: &[(&str, Surface)] = &TABLE;
    ROWS.iter().find(|(start, _)| path.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_row_stands_behind_one_that_takes_its_addresses() {
        for (place, (start, _)) in TABLE.iter().enumerate() {
            let (first, _) = TABLE.iter().find(|(before, _)| start.starts_with(before)).unwrap();
            assert_eq!(first, start, "row {place}");
        }
    }

    #[test]
    fn what_opens_something_is_not_logged_and_not_kept() {
        for (path, told) in [
            ("/cart/shared/abc", "/cart/shared/"),
            ("/api/cart/shared/abc/copy", "/api/cart/shared/"),
            ("/api/invitations/abc", "/api/invitations/"),
            ("/preview/abc", "/preview/"),
            ("/shop-as/abc", "/shop-as/"),
            ("/newsletter/confirm/abc", "/newsletter/confirm/"),
            ("/account/confirm/abc", "/account/confirm/"),
            ("/api/cart", "/api/cart"),
            ("/p/ball/", "/p/ball/"),
        ] {
            assert_eq!(logged_path(path), told);
        }
        let keeping = |path: &'static str| surface_of(&Uri::from_static(path)).keeping;
        assert_eq!(keeping("/cart/shared/abc"), Keeping::Nothing);
        assert_eq!(keeping("/api/cart"), Keeping::NothingUnlessSaid);
        assert_eq!(keeping("/p/ball/"), Keeping::Said);
    }
}

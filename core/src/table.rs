//! The table of calls: every rule that the browser, the page renderer and the vectors may call, in
//! one place. A row is a name in camelCase, its arguments, its result and the core call behind it.
//! Not here: how a call crosses a border (`dispatch` for JSON, the wasm crate for the browser).
//!
//! To offer a rule: add its types to the `pub use` below and a row to
//! [`for_each_rule!`](crate::for_each_rule); the call goes by its full path. A type in a row is
//! `String`, `bool`, `u32` or a struct or enum that derives `tsify::Tsify` under the `wasm` feature,
//! plain or as `Vec<…>` or `Option<…>`. An absent answer is `null` in JSON and `undefined` in the browser.

pub use crate::{
    brand::{BrandView, Site},
    money::Cents,
};

/// Hands the whole table to the macro named by `$then`.
#[macro_export]
macro_rules! for_each_rule {
    ($then:path) => {
        $then! {
            /// An amount in US dollars: `$1,234.50` (cart §9).
            formatCents(cents: Cents) -> String = $crate::money::format_cents(cents);
            /// The capabilities of a site (decisions: brands).
            brand(site: Site) -> BrandView = $crate::brand::brand(site);
        }
    };
}

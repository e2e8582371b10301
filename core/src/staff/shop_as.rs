//! Shopping as a customer: why, for how long, and which operations of the store stay closed meanwhile. Not here: who may do it
//! (`permission`), and the session itself, which is the server's.

use serde::{Deserialize, Serialize};

use crate::{
    rule::{Broken, FieldError, broken_rules},
    text::clean_line,
};

/// How long it lasts at most.
pub const LASTS_MILLIS: i64 = 60 * 60_000;
/// How long the address counts that begins it on the brand's host.
pub const HAND_OVER_MILLIS: i64 = 60_000;
/// Characters that say why.
const SHORTEST_REASON: usize = 5;
/// A reason is one line.
const LONGEST_REASON: u32 = 200;
const MINUTE: i64 = 60_000;

broken_rules! {
    /// What keeps somebody from shopping as a customer.
    pub enum ShopAsError {
        /// The customer reads it.
        ReasonMissing => "shop_as_reason", "Please say why in 5 characters or more: the customer will read it";
        /// Not one line of words, or a long one.
        ReasonTooLong => "shop_as_reason_long", "Please keep the reason to one line of 200 characters";
    }
}

/// What somebody says who is about to shop as a customer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ShopAsDraft {
    /// Why, for the audit log and for the customer.
    pub reason: String,
}

/// Reads the reason.
pub fn parse_shop_as(draft: &ShopAsDraft) -> Result<String, FieldError> {
    let reason = clean_line(&draft.reason, LONGEST_REASON).map_err(|_| ShopAsError::ReasonTooLong.at("reason"))?;
    if reason.chars().count() < SHORTEST_REASON { Err(ShopAsError::ReasonMissing.at("reason")) } else { Ok(reason) }
}

/// What keeps somebody from shopping as a customer.
pub fn check_shop_as(draft: &ShopAsDraft) -> Option<FieldError> {
    parse_shop_as(draft).err()
}

/// Whether it still lasts: begun in the past, not over. A clock that was set back by more than a minute ends it.
pub const fn lasts(begun: i64, ends: i64, now: i64) -> bool {
    now < ends && now.saturating_add(MINUTE) >= begun
}

/// Minutes left, begun ones counted.
pub fn minutes_left(ends: i64, now: i64) -> u32 {
    let left = ends.saturating_sub(now).max(0);
    u32::try_from(left.saturating_add(MINUTE - 1) / MINUTE).unwrap_or(u32::MAX)
}

/// '58 minutes left'.
pub fn left_text(minutes: u32) -> String {
    if minutes == 1 { "1 minute left".to_owned() } else { [&minutes.to_string(), " minutes left"].concat() }
}

/// Whether an operation of the store is open to who shops as a customer: `get /api/cart/active`. What is not listed is
/// closed, so that nothing new is open by accident; the storefront's own pages show what these answer and are not asked about.
pub fn is_open(operation: &str) -> bool {
    OPEN.contains(&operation)
}

/// What it takes to fill a cart and to order, and to see what the customer sees of products, prices and orders. Not here: the
/// account and how one signs in, devices, people and limits, approvals, what is written to the store in the customer's name, and
/// what of an order the desk does with a permission of its own.
const OPEN: [&str; 76] = [
    "delete /api/cart/certificates/{id}",
    "delete /api/cart/flyer-code",
    "delete /api/cart/lines",
    "delete /api/cart/lines/{id}",
    "delete /api/cart/program-id",
    "delete /api/cart/shares/{id}",
    "delete /api/wishlist/{id}",
    "get /api/account/addresses",
    "get /api/account/home",
    "get /api/account/lists",
    "get /api/account/lists/{id}",
    "get /api/account/orders",
    "get /api/auth/session",
    "get /api/auth/signin",
    "get /api/cart/active",
    "get /api/cart/codes",
    "get /api/cart/head",
    "get /api/cart/shared/{token}",
    "get /api/cart/shares",
    "get /api/cart/types/",
    "get /api/catalog/products/{slugOrSku}",
    "get /api/checkout",
    "get /api/content/pages/{slug}",
    "get /api/content/search",
    "get /api/features/QuickEdit/",
    "get /api/features/QuickOrder/",
    "get /api/features/RecentlyViewed/",
    "get /api/flyer-code/friendly/",
    "get /api/forms/{slug}",
    "get /api/orders/{id}",
    "get /api/orders/{id}/credits/{credit}/memo",
    "get /api/orders/{id}/documents/{kind}",
    "get /api/orders/{id}/lines.csv",
    "get /api/orders/{id}/reorder",
    "get /api/orders/{id}/season",
    "get /api/search",
    "get /api/search/suggest",
    "get /api/shell",
    "get /api/wishlist",
    "get /forms/{slug}",
    "get /forms/{slug}/sent",
    "get /images/{file}",
    "get /newsletter/confirm/{link}",
    "get /newsletter/join",
    "get /newsletter/joined",
    "get /preview/leave",
    "get /preview/{link}",
    "get /reports/catalog",
    "get /reports/order-status",
    "get /reports/report.css",
    "get /shop-as/left",
    "get /shop-as/{signed}",
    "patch /api/cart/lines/{id}",
    "post /api/account/lists/{id}/cart",
    "post /api/addresses/lookup",
    "post /api/analytics/events",
    "post /api/cart/certificates",
    "post /api/cart/flyer-code",
    "post /api/cart/lines",
    "post /api/cart/program-id",
    "post /api/cart/recalculate",
    "post /api/cart/removals",
    "post /api/cart/shared/{token}/copy",
    "post /api/cart/shares",
    "post /api/cart/undo",
    "post /api/catalog/articles",
    "post /api/erp/price-personalized/",
    "post /api/erp/price-personalized/all/",
    "post /api/features/CertificateInput",
    "post /api/orders",
    "post /api/orders/{id}/cart",
    "post /api/orders/{id}/reorder",
    "post /api/wishlist",
    "put /api/checkout/buyer",
    "put /api/checkout/payment",
    "put /api/checkout/shipping",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn of(reason: &str) -> Result<String, String> {
        parse_shop_as(&ShopAsDraft { reason: reason.to_owned() }).map_err(|error| error.code)
    }

    #[test]
    fn a_reason_has_five_characters_and_is_one_line() {
        assert_eq!(of("  Phone  ").as_deref(), Ok("Phone"));
        assert_eq!(of(" Call ").unwrap_err(), "shop_as_reason");
        assert_eq!(of("    \t   ").unwrap_err(), "shop_as_reason", "blanks are no characters");
        assert_eq!(of(&"é".repeat(5)).as_deref(), Ok("ééééé"), "characters, not bytes");
        assert!(of(&"a".repeat(200)).is_ok());
        assert_eq!(of(&"a".repeat(201)).unwrap_err(), "shop_as_reason_long");
        assert_eq!(check_shop_as(&ShopAsDraft::default()).unwrap().field, "reason");
    }

    #[test]
    fn it_lasts_an_hour_and_not_before_it_began() {
        let (begun, ends) = (100 * MINUTE, 100 * MINUTE + LASTS_MILLIS);
        assert!(lasts(begun, ends, begun) && lasts(begun, ends, ends - 1) && !lasts(begun, ends, ends));
        assert!(lasts(begun, ends, begun - MINUTE) && !lasts(begun, ends, begun - MINUTE - 1));
        assert_eq!([minutes_left(ends, begun), minutes_left(ends, begun + 1)], [60, 60]);
        assert_eq!([minutes_left(ends, ends - 1), minutes_left(ends, ends), minutes_left(ends, ends + 1)], [1, 0, 0]);
        assert_eq!([left_text(58), left_text(1)], ["58 minutes left", "1 minute left"]);
    }

    #[test]
    fn what_is_not_listed_is_closed() {
        assert!(is_open("post /api/orders") && is_open("post /api/cart/lines"));
        for closed in ["post /api/auth/signin", "put /api/account", "post /api/account/approvals/{id}", "get /x", ""] {
            assert!(!is_open(closed), "{closed}");
        }
        assert!(is_open("get /reports/order-status"));
        for closed in ["get /reports/certificates", "get /account/confirm/{link}", "post /forms/{slug}"] {
            assert!(!is_open(closed), "{closed}");
        }
        let mut sorted = OPEN;
        sorted.sort_unstable();
        assert_eq!(sorted, OPEN, "in order, nothing twice");
    }
}

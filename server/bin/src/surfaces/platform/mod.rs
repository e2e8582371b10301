//! The customer API in the shapes of the hosted commerce platform (account §7): its own clients work
//! against `/platform/{projectKey}` with tokens from `/oauth/…`. A shape over the features: no rule is
//! decided here. A bearer token counts here and nowhere else; a cookie counts nowhere here.

pub mod actions;
pub mod business_units;
pub mod caller;
pub mod carts;
pub mod customers;
pub mod errors;
pub mod filter;
pub mod in_store;
pub mod line_items;
pub mod oauth;
pub mod orders;
pub mod payments;
pub mod routes;
pub mod sign_in;
pub mod tokens;
pub mod values;

/// Start of its operations.
pub const BELOW: &str = "/platform/";
/// Start of the token endpoints, which read forms as their clients send them. No cookie counts there, so a stranger's page
/// can make nobody's browser do anything (R49).
pub const TOKENS_BELOW: &str = "/oauth/";

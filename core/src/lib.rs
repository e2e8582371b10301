//! Fieldhouse's rules. Pure: no I/O, no clock, no randomness, no floats, no panics.
//!
//! The same functions run natively in the server, as WebAssembly in the shopper's browser and
//! behind the page renderer, so that all three give the same answer. Only the server's counts.
//!
//! Conventions: `…Draft` is what a person typed, a bare noun is a valid value that only `parse`
//! builds, `…View` is what goes out. Money is integer cents. A broken rule is a value
//! ([`rule::FieldError`]), never an exception; all errors of a form come at once, in field order.

#![cfg_attr(
    not(test),
    deny(clippy::float_arithmetic, clippy::arithmetic_side_effects, clippy::panic, clippy::unreachable)
)]

pub mod account;
pub mod addresses;
pub mod brand;
pub mod business_units;
pub mod cart;
pub mod catalog;
pub mod certificates;
pub mod checkout;
pub mod content;
#[cfg(feature = "dispatch")]
pub mod dispatch;
pub mod form;
pub mod import;
pub mod inbox;
pub mod letters;
pub mod money;
pub mod offers;
pub mod orders;
pub mod payments;
pub mod people;
pub mod pricing;
pub mod quick_order;
pub mod redirect;
pub mod roster;
pub mod rule;
pub mod sales;
pub mod search;
pub mod staff;
pub mod stock;
pub mod table;
pub mod text;

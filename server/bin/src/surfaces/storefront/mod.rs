//! The operations of the storefront: each extracts who asks and what is asked, and hands on to the feature.

pub mod account;
pub mod account_home;
pub mod activity;
pub mod addresses;
pub mod analytics;
pub mod business_units;
pub mod cart;
pub mod catalog;
pub mod certificates;
pub mod checkout;
pub mod content;
pub mod forms;
pub mod members;
pub mod newsletter;
pub mod offers;
pub mod orders;
pub mod pricing;
pub mod quick_order;
pub mod requisitions;
pub mod roster;
pub mod search;
pub mod session;
pub mod sharing;
pub mod wishlist;

//! Fieldhouse's server. `app` is the table of every feature's routes; a feature is a folder with the
//! same name as in the rules crate and in the storefront.

pub mod account;
pub mod addresses;
pub mod app;
pub mod cart;
pub mod catalog;
pub mod certificates;
pub mod checkout;
pub mod cli;
pub mod clock;
pub mod config;
pub mod content;
pub mod db;
pub mod demo;
pub mod heap;
pub mod http;
pub mod idempotency;
pub mod images;
pub mod logging;
pub mod mail;
pub mod offers;
pub mod orders;
pub mod outside;
pub mod payments;
pub mod platform;
pub mod pricing;
pub mod quick_order;
pub mod render;
pub mod roster;
pub mod search;
pub mod session;
pub mod sharing;
pub mod site;
pub mod state;
pub mod token;

//! The router in memory, a fresh database a test, a fixed clock; on SQLite, and on PostgreSQL when
//! `FIELDHOUSE_TEST_POSTGRES` names a server where databases may be created.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails, and says where"
)]

mod access;
mod account_book;
mod account_home;
mod account_passwords;
mod account_sign_in;
mod accounts;
mod address_lookup;
mod analytics;
mod approvals;
mod approvals_together;
mod audit;
mod blocked;
mod bodies;
mod business_units;
mod buying;
mod canaries;
mod cart;
mod cart_undo;
mod catalog;
mod catalog_store;
mod certificates;
mod certificates_import;
mod certificates_merge;
mod certificates_placing;
mod certificates_service;
mod checkout;
mod confirmation;
mod connections;
mod content;
mod content_live;
mod content_preview;
mod content_service;
mod content_versions;
mod databases;
mod demo;
mod devices;
mod doctor;
mod erp_orders;
mod erp_prices;
mod erp_stub;
mod exemptions;
mod faults;
mod first_start;
mod fixture;
mod flood;
mod guesses;
mod hosted_search;
mod hostile;
mod hostile_tokens;
mod import;
mod import_platforms;
mod import_tables;
mod jobs;
mod kill;
mod letter_fields;
mod letters;
mod lifetimes;
mod limits;
mod metrics;
mod middleware;
mod offers;
mod offers_outside;
mod offers_rates;
mod ordered;
mod orders;
mod pages;
mod people;
mod personal_prices;
mod pictures;
mod plain_forms;
mod platform;
mod platform_account;
mod platform_carts;
mod platform_customers;
mod platform_payments;
mod platform_trust;
mod price_table;
mod process;
mod quick_order;
mod ranking;
mod relay;
mod reports;
mod retention;
mod rights;
mod rivals;
mod roster;
mod search;
mod sessions;
mod sharing;
mod shell;
mod shopping;
mod stepped_clock;
mod store_days;
mod support;
mod synonyms;
mod traversal;
mod vectors;
mod vectors_cart;

//! Customers, their addresses, the business units they buy for, and what they may do there.

pub mod account;
pub mod addresses;
pub mod business_units;
pub mod members;

//! Customers, their addresses, the business units they buy for, and what they may do there.

pub mod account;
pub mod addresses;
pub mod business_units;
pub mod change_requests;
pub mod import;
pub mod members;
pub mod memberships;
pub mod sign_in;

//! Calls by name, JSON in and JSON out.

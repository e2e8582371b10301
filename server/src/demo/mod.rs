//! Demo catalogue.

//! The cart: rows, versions and routes.

//! The rules for the browser.

//! Orders: placement and reading.

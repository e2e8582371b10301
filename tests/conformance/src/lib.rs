//! Runs the vectors natively.

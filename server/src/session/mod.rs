//! Sessions: our store for tower-sessions, the visitor.

//! Whom things belong to: visitors, and customers who signed in.

use uuid::Uuid;

/// Whom carts, orders and keys belong to. Stays when the session's id is changed at sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct VisitorId(pub Uuid);

impl std::fmt::Display for VisitorId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A customer who has signed in. Carts and orders of a customer belong to the visitor of the same id,
/// on every device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CustomerId(pub Uuid);

impl std::fmt::Display for CustomerId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

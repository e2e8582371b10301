//! Where a visitor may be sent after signing in (decisions: identity).

//! Offer codes and program ids: shapes and verdicts (cart §5).

//! Search over the snapshot.

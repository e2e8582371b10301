//! The id of a request, for what records who did what. Its answer and the log carry it too.

use std::sync::Arc;

/// In the request's extensions, where a way in records acts.
#[derive(Debug, Clone)]
pub struct RequestId(pub Arc<str>);

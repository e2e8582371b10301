//! What went wrong, in the shop's own words. Not here: how a way in says it (`http::problem`, and the errors of the
//! other surfaces).

use fieldhouse_core::rule::FieldError;

/// What sort of thing went wrong: all that a surface needs to choose its own word for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// What was sent cannot be read.
    Malformed,
    /// Only for somebody who is known, and nobody is.
    Unauthenticated,
    /// Known, and not allowed.
    Forbidden,
    /// Not there, or not yours: the two look the same.
    NotFound,
    /// The world is not as the request takes it to be.
    Conflict,
    /// Rules were broken.
    Broken,
    /// More often than is allowed.
    TooOften,
    /// A dependency is away; the same request may be tried again.
    Unavailable,
    /// A bug.
    Internal,
}

/// Why an act did not happen. The cause stays here: it is logged once and never sent.
#[derive(Debug)]
pub struct Failure {
    /// What sort of thing went wrong.
    pub kind: FailureKind,
    /// Stable `snake_case` code.
    pub code: &'static str,
    /// One sentence for people.
    pub title: String,
    /// Broken rules by field.
    pub errors: Vec<FieldError>,
    /// With a version conflict.
    pub current_version: Option<i64>,
    /// With an order that exists already.
    pub order_id: Option<Box<str>>,
    /// Seconds to wait before another try.
    pub retry_after: Option<u32>,
    /// What the specification calls the `error` field (account §7): `[0] …`, `[1] …`.
    pub error: Option<Box<str>>,
    /// For the log only.
    pub cause: Option<anyhow::Error>,
}

impl Failure {
    /// A failure with a kind, a code and a sentence.
    pub fn new(kind: FailureKind, code: &'static str, title: impl Into<String>) -> Self {
        Self {
            kind,
            code,
            title: title.into(),
            errors: Vec::new(),
            current_version: None,
            order_id: None,
            retry_after: None,
            error: None,
            cause: None,
        }
    }

    /// The same with an `error` string, whatever went wrong: what registration answers (account §7).
    #[must_use]
    pub fn with_error(self) -> Self {
        let error = self.error.unwrap_or_else(|| self.title.clone().into());
        Self { error: Some(error), ..self }
    }

    /// What is said above a form: how many of its fields are broken, else what went wrong.
    pub fn summary(&self) -> String {
        match self.errors.len() {
            0 => self.title.clone(),
            1 => "1 field needs your attention.".to_owned(),
            fields => format!("{fields} fields need your attention."),
        }
    }

    /// True when asking differently may help; false when the fault is ours.
    pub const fn is_the_callers(&self) -> bool {
        !matches!(self.kind, FailureKind::Unavailable | FailureKind::Internal)
    }

    /// Not there, or not yours: the two look the same.
    pub fn not_found() -> Self {
        Self::new(FailureKind::NotFound, "not_found", "There is nothing here.")
    }

    /// The body or the address could not be read.
    pub fn malformed(title: impl Into<String>) -> Self {
        Self::new(FailureKind::Malformed, "malformed", title)
    }

    /// Only for signed-in customers.
    pub fn sign_in_first() -> Self {
        Self::new(FailureKind::Unauthenticated, "sign_in_first", "Please sign in.")
    }

    /// Rules were broken.
    pub fn broken(errors: Vec<FieldError>) -> Self {
        let title = errors.first().map_or_else(|| "A rule was broken.".to_owned(), |error| error.message.clone());
        Self { errors, ..Self::new(FailureKind::Broken, "rule_broken", title) }
    }

    /// The thing changed since it was read.
    pub fn conflict(code: &'static str, title: impl Into<String>, current_version: i64) -> Self {
        Self { current_version: Some(current_version), ..Self::new(FailureKind::Conflict, code, title) }
    }

    /// Too often: after so many milliseconds it may be tried again, told in whole seconds and none too early.
    pub fn too_often(code: &'static str, title: impl Into<String>, wait_millis: i64) -> Self {
        let wait = u32::try_from(wait_millis.saturating_add(999) / 1000).ok();
        Self { retry_after: wait, ..Self::new(FailureKind::TooOften, code, title) }
    }

    /// A dependency is away; the same request may be tried again.
    pub fn unavailable(cause: impl Into<anyhow::Error>) -> Self {
        Self {
            retry_after: Some(2),
            cause: Some(cause.into()),
            ..Self::new(FailureKind::Unavailable, "unavailable", "Please try again in a moment.")
        }
    }

    /// A bug: no detail goes out.
    pub fn internal(cause: impl Into<anyhow::Error>) -> Self {
        Self {
            cause: Some(cause.into()),
            ..Self::new(FailureKind::Internal, "internal", "Something went wrong on our side.")
        }
    }
}

impl From<sea_orm::DbErr> for Failure {
    /// The database is away, full or slow, so that the same request may be tried again.
    fn from(error: sea_orm::DbErr) -> Self {
        Self::unavailable(error)
    }
}

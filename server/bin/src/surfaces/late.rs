//! Who may be shown something a few seconds late: a browser that changed nothing lately. Whoever changes something gets a mark for
//! a moment, by which each node knows it (docs/decisions/0056). Programs have no mark, and are shown nothing late.

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::Response,
};
use fieldhouse_kernel::{
    db::late::{OWN_WRITES, may_be_late},
    http::cookies,
};
use fieldhouse_shop::state::AppState;

use super::table::Surface;

/// The mark's name.
const WROTE: &str = "fieldhouse_wrote";

/// What is done about a request where a server follows the database; nothing elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Late {
    /// What it shows is what is written.
    Never,
    /// It only shows something, and whoever asks changed nothing lately.
    May,
    /// It changes something.
    Writes,
}

impl Late {
    /// Which of them it is.
    pub fn of(state: &AppState, surface: &Surface, request: &Request) -> Self {
        let browsers = surface.shoppers || surface.desk;
        if !browsers || state.db.late().standing().is_none() {
            return Self::Never;
        }
        Self::of_browser(request.method(), request.headers())
    }

    fn of_browser(method: &Method, headers: &HeaderMap) -> Self {
        match *method {
            Method::GET | Method::HEAD if cookies::any(headers, WROTE) || !headers.contains_key(header::COOKIE) => {
                Self::Never
            }
            Method::GET | Method::HEAD => Self::May,
            Method::OPTIONS => Self::Never,
            _ => Self::Writes,
        }
    }

    /// Answers it.
    pub async fn run(self, next: Next, request: Request) -> Response {
        match self {
            Self::May => may_be_late(next.run(request)).await,
            Self::Never | Self::Writes => next.run(request).await,
        }
    }

    /// Marks whoever changed something.
    pub fn mark(self, secure: bool, status: StatusCode, headers: &mut HeaderMap) {
        if self != Self::Writes || status.is_client_error() {
            return;
        }
        let flag = if secure { "; Secure" } else { "" };
        let seconds = OWN_WRITES.as_secs();
        let mark = format!("{WROTE}=1; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{flag}");
        if let Ok(mark) = HeaderValue::try_from(mark) {
            headers.append(header::SET_COOKIE, mark);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(cookie: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        if !cookie.is_empty() {
            headers.insert(header::COOKIE, HeaderValue::from_str(cookie).unwrap());
        }
        headers
    }

    #[test]
    fn who_wrote_lately_and_who_is_no_browser_is_shown_nothing_late() {
        for (method, cookie, expected) in [
            (Method::GET, "session=abc", Late::May),
            (Method::HEAD, "session=abc", Late::May),
            (Method::GET, "session=abc; fieldhouse_wrote=1", Late::Never),
            (Method::GET, "fieldhouse_wrote; session=abc", Late::Never),
            (Method::GET, "", Late::Never),
            (Method::OPTIONS, "session=abc", Late::Never),
            (Method::POST, "session=abc", Late::Writes),
            (Method::DELETE, "session=abc; fieldhouse_wrote=1", Late::Writes),
        ] {
            assert_eq!(Late::of_browser(&method, &with(cookie)), expected, "{method} {cookie}");
        }
    }

    #[test]
    fn who_changes_something_is_marked_for_longer_than_a_read_may_be_late() {
        let marked = |late: Late, status: StatusCode, secure: bool| {
            let mut headers = HeaderMap::new();
            late.mark(secure, status, &mut headers);
            headers.get(header::SET_COOKIE).map(|mark| mark.to_str().unwrap().to_owned())
        };
        let mark = "fieldhouse_wrote=1; Path=/; Max-Age=10; HttpOnly; SameSite=Lax";
        assert_eq!(marked(Late::Writes, StatusCode::CREATED, false).unwrap(), mark);
        assert_eq!(marked(Late::Writes, StatusCode::SEE_OTHER, true).unwrap(), [mark, "; Secure"].concat());
        // Whether it was written before the answer got lost nobody knows.
        assert!(marked(Late::Writes, StatusCode::SERVICE_UNAVAILABLE, false).is_some());
        assert_eq!(marked(Late::Writes, StatusCode::CONFLICT, false), None);
        assert_eq!(marked(Late::May, StatusCode::OK, false), None);
    }
}

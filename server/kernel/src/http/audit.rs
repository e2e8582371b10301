//! Who did what, for the log: one event each for a sign-in, a refusal and a limit that was hit, with ids and never with
//! what anybody typed (R64). Not here: the line that every answer has, which is the middleware's.

use std::{cell::Cell, fmt};

use axum::http::{Method, StatusCode};
use fieldhouse_core::brand::Site;
use uuid::Uuid;

tokio::task_local! {
    static SEEN: Cell<Seen>;
}

/// What a request showed while it was served.
#[derive(Debug, Default, Clone, Copy)]
pub struct Seen {
    actor: Actor,
    /// The account that somebody tried to sign in to.
    account: Option<Account>,
    /// Of the last refusal.
    code: &'static str,
}

/// Who asks, as far as somebody wanted to know. Customers and strangers have ids of one kind.
#[derive(Debug, Default, Clone, Copy)]
enum Actor {
    #[default]
    Unasked,
    Nobody,
    Known(Uuid),
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unasked | Self::Nobody => f.write_str("nobody"),
            Self::Known(id) => fmt::Display::fmt(id, f),
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Account {
    site: Site,
    /// Nothing for an e-mail that has none.
    id: Option<Uuid>,
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let site = self.site.key();
        match self.id {
            Some(id) => write!(f, "{site} {id}"),
            None => write!(f, "{site} unknown"),
        }
    }
}

/// Runs `serve`, and tells what it showed.
pub async fn watch<F: Future>(serve: F) -> (F::Output, Seen) {
    let both = async {
        let answer = serve.await;
        (answer, SEEN.with(Cell::get))
    };
    SEEN.scope(Cell::default(), both).await
}

fn note(change: impl FnOnce(&mut Seen)) {
    // Outside of a request nobody reads it.
    let _outside = SEEN.try_with(|seen| {
        let mut now = seen.get();
        change(&mut now);
        seen.set(now);
    });
}

/// The request is this one's; nobody's when there is no session and no token. Whoever was known stays so: at a
/// sign-in that is who they were before.
pub fn asks(id: Option<Uuid>) {
    note(|seen| {
        seen.actor = match (seen.actor, id) {
            (Actor::Known(id), _) | (_, Some(id)) => Actor::Known(id),
            (_, None) => Actor::Nobody,
        };
    });
}

/// The request is a try to sign in to this account.
pub fn signs_in(site: Site, id: Option<Uuid>) {
    note(|seen| seen.account = Some(Account { site, id }));
}

/// Something refused it.
pub fn refused(code: &'static str) {
    note(|seen| seen.code = code);
}

/// What is told of an answer: the event and how it ended. Nothing of what nobody has to look into: an address where
/// nothing is, asked for by who knows whom.
fn outcome(seen: Seen, status: StatusCode) -> Option<(&'static str, &'static str)> {
    let event = if seen.account.is_some() { "sign_in" } else { "request" };
    let asked = !matches!(seen.actor, Actor::Unasked);
    match status {
        StatusCode::TOO_MANY_REQUESTS => Some((event, "limited")),
        _ if status.is_server_error() => None,
        _ if seen.account.is_some() => Some((event, if status.is_success() { "good" } else { "refused" })),
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Some((event, "refused")),
        StatusCode::NOT_FOUND if asked => Some((event, "refused")),
        _ => None,
    }
}

/// Writes the event of an answer, when there is something to tell, and says what it was. `path` is what the log may have of
/// the address.
pub fn record(
    seen: Seen,
    method: &Method,
    path: &str,
    status: StatusCode,
    id: &str,
) -> Option<(&'static str, &'static str)> {
    let (event, outcome) = outcome(seen, status)?;
    let (actor, code, status) = (seen.actor, if outcome == "good" { "" } else { seen.code }, status.as_u16());
    if let Some(account) = seen.account {
        tracing::info!(target: "trail", event, outcome, %actor, object = %account, code, status, id);
    } else {
        tracing::info!(target: "trail", event, outcome, %actor, object = %format_args!("{method} {path}"), code, status, id);
    }
    Some((event, outcome))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_worth_a_look_is_told_and_nothing_else() {
        let nobody = Seen { actor: Actor::Nobody, ..Seen::default() };
        let trying = Seen { account: Some(Account { site: Site::US_GAMES, id: None }), ..nobody };
        for (seen, status, expected) in [
            (Seen::default(), 200, None),
            (Seen::default(), 404, None),
            (Seen::default(), 403, Some(("request", "refused"))),
            (Seen::default(), 429, Some(("request", "limited"))),
            (nobody, 404, Some(("request", "refused"))),
            (nobody, 401, Some(("request", "refused"))),
            (nobody, 422, None),
            (trying, 200, Some(("sign_in", "good"))),
            (trying, 400, Some(("sign_in", "refused"))),
            (trying, 401, Some(("sign_in", "refused"))),
            (trying, 429, Some(("sign_in", "limited"))),
            (trying, 503, None),
        ] {
            assert_eq!(outcome(seen, StatusCode::from_u16(status).unwrap()), expected, "{seen:?} {status}");
        }
        assert_eq!(trying.account.unwrap().to_string(), "usgames unknown");
    }

    #[tokio::test]
    async fn a_request_keeps_what_it_shows_to_itself() {
        let (one, two) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let act = async |id| {
            asks(Some(id));
            tokio::task::yield_now().await;
            refused("not_found");
        };
        let (((), first), ((), second)) = tokio::join!(watch(act(one)), watch(act(two)));
        assert_eq!((first.actor.to_string(), second.actor.to_string()), (one.to_string(), two.to_string()));
        assert_eq!(first.code, "not_found");
        asks(None);
    }
}

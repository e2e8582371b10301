//! The addresses beside the plain ones: `/in-store/key={storeKey}` in front, a slash at the end (account §7
//! writes both), and everything that does not exist.

use axum::{
    Router,
    extract::Request,
    http::Uri,
    response::{IntoResponse, Response},
};
use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{failure::Failure, http::problem};
use tower::ServiceExt;

use super::{caller::InStore, routes};
use fieldhouse_shop::state::AppState;

/// Leads to the plain operations.
#[derive(Clone)]
pub struct InStoreRouter(Router);

impl InStoreRouter {
    /// The routes of a store.
    pub fn new(state: &AppState) -> Self {
        let inner = routes::router().into_router();
        Self(inner.fallback(nothing).method_not_allowed_fallback(wrong_method).with_state(state.clone()))
    }

    /// Answers what no plain route answers.
    pub async fn route(self, mut request: Request) -> Response {
        let Some((uri, store)) = plain(request.uri()) else { return Failure::not_found().into_response() };
        *request.uri_mut() = uri;
        if let Some(store) = store {
            request.extensions_mut().insert(InStore(store));
        }
        match self.0.oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        }
    }
}

async fn nothing() -> Failure {
    Failure::not_found()
}

async fn wrong_method() -> Failure {
    problem::method_not_allowed()
}

/// The plain address, and the store it named. Nothing when there is no such store.
fn plain(uri: &Uri) -> Option<(Uri, Option<Site>)> {
    let path = uri.path().strip_suffix('/').unwrap_or(uri.path());
    let mut segments: Vec<&str> = path.split('/').collect();
    let mut store = None;
    if segments.get(3) == Some(&"in-store") {
        store = Some(segments.get(4)?.strip_prefix("key=").and_then(Site::parse)?);
        segments.drain(3..5);
    }
    let mut address = segments.join("/");
    if let Some(query) = uri.query() {
        address.push('?');
        address.push_str(query);
    }
    Some((address.parse().ok()?, store))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_in_front_and_a_slash_behind_lead_to_the_plain_address() {
        let read =
            |address: &'static str| plain(&Uri::from_static(address)).map(|(uri, store)| (uri.to_string(), store));
        let to = |address: &str, store| Some((address.to_owned(), store));
        assert_eq!(read("/platform/p/in-store/key=usgames/me/"), to("/platform/p/me", Some(Site::US_GAMES)));
        assert_eq!(read("/platform/p/me/payments/?limit=50"), to("/platform/p/me/payments?limit=50", None));
        assert_eq!(read("/platform/p/in-store/key=nowhere/me"), None);
        assert_eq!(read("/platform/p/in-store/usgames/me"), None);
        assert_eq!(read("/platform/p/in-store"), None);
    }
}

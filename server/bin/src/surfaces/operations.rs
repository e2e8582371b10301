//! Operations: where requests for them go, and how they are described. A store that starts needs the ways alone; the
//! description of some hundred operations with all their shapes is made when somebody asks for it.

use std::sync::{Arc, LazyLock};

use axum::{Router, extract::Request, response::Response, routing::MethodRouter};
use fieldhouse_kernel::{failure::Failure, http::problem};
use fieldhouse_shop::state::AppState;
use tower::ServiceExt;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

/// Some operations of one address.
pub struct Routes {
    /// Ways to them, each with its address.
    pub ways: Vec<(String, MethodRouter<AppState>)>,
    /// The same with their description.
    pub described: fn() -> UtoipaMethodRouter<AppState>,
}

/// Operations with their addresses, in the order of their description.
#[derive(Default)]
pub struct Operations {
    router: Router<AppState>,
    described: Vec<fn() -> UtoipaMethodRouter<AppState>>,
}

impl Operations {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// These as well, as `routes!` names them.
    #[must_use]
    pub fn routes(mut self, Routes { ways, described }: Routes) -> Self {
        let router = ways.into_iter().fold(self.router, |router, (path, way)| router.route(&path, way));
        self.described.push(described);
        Self { router, ..self }
    }

    /// These and others.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.described.extend(other.described);
        Self { router: self.router.merge(other.router), ..self }
    }

    /// The ways alone.
    pub fn into_router(self) -> Router<AppState> {
        self.router
    }

    /// The description of all of them.
    pub fn description(self) -> OpenApi {
        let all = self.described.into_iter().fold(OpenApiRouter::new(), |all, described| all.routes(described()));
        all.into_openapi()
    }
}

/// The ways of some operations, set when somebody first comes by them: a store shows its first page without, and what nobody asks
/// takes no memory.
#[derive(Clone)]
pub struct Later(Arc<LazyLock<Router, Box<dyn FnOnce() -> Router + Send>>>);

impl Later {
    /// The ways of these operations in a store.
    pub fn new(operations: fn() -> Operations, state: AppState) -> Self {
        let set = move || {
            let router = operations().into_router();
            router.fallback(nothing).method_not_allowed_fallback(wrong_method).with_state(state)
        };
        Self(Arc::new(LazyLock::new(Box::new(set))))
    }

    /// Answers a request, also one that none of them is for.
    pub async fn answer(self, request: Request) -> Response {
        match Router::clone(&self.0).oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        }
    }
}

async fn nothing() -> Failure {
    Failure::not_found()
}

/// Where an address is known and the method is not.
pub async fn wrong_method() -> Failure {
    problem::method_not_allowed()
}

/// Operations of one address by their handlers, each with its `#[utoipa::path]`.
macro_rules! routes {
    ($($($part:ident)::+),+ $(,)?) => {{
        use utoipa_axum::PathItemExt;
        let ways = vec![$({
            let path = utoipa_axum::routes!(@path [path()] of $($part)::+);
            let methods = utoipa_axum::routes!(@path [methods()] of $($part)::+);
            let way = methods.iter().fold(axum::routing::MethodRouter::new(), |way, method| {
                way.on(method.to_method_filter(), $($part)::+)
            });
            (path, way)
        }),+];
        $crate::surfaces::operations::Routes { ways, described: || utoipa_axum::routes!($($($part)::+),+) }
    }};
}
pub(crate) use routes;

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    #[test]
    fn shapes_of_one_name_are_one_shape() {
        let mut known = HashMap::new();
        for described in crate::surfaces::api().described {
            for (name, shape) in described().0 {
                let shape = serde_json::to_value(shape).unwrap();
                let before = known.entry(name.clone()).or_insert_with(|| shape.clone());
                assert_eq!(*before, shape, "{name}: one of them needs another name (`#[schema(as = …)]`)");
            }
        }
        assert!(known.len() > 100, "all operations are looked at");
    }
}

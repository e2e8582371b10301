//! Operations: where requests for them go, and how they are described. A store that starts needs the ways alone; the
//! description of some hundred operations with all their shapes is made when somebody asks for it.

use axum::{Router, routing::MethodRouter};
use fieldhouse_shop::state::AppState;
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

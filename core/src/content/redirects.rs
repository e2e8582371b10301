//! Redirects of the search: a query that leads to a page instead of to results (shell §2, §7 'redirect
//! rule from rendering content').

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::ContentError;
use crate::{
    rule::{Broken, FieldError},
    search::query::clean_query,
    text::lower_case,
};

/// A redirect: whoever searches for one of the queries is led to the address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RedirectView {
    /// What is searched for, each whole; capitals and blanks around make no difference.
    pub queries: Vec<String>,
    /// Where it leads.
    pub href: String,
}

/// A query as it is compared.
fn key(typed: &str) -> String {
    let cleaned = clean_query(typed);
    lower_case(&cleaned.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Where a query leads; empty for the results.
pub fn redirect_of(redirects: &[RedirectView], typed: &str) -> String {
    let wanted = key(typed);
    if wanted.is_empty() {
        return String::new();
    }
    let meets = |redirect: &&RedirectView| redirect.queries.iter().any(|query| key(query) == wanted);
    redirects.iter().find(meets).map(|redirect| redirect.href.clone()).unwrap_or_default()
}

/// Everything wrong with redirects beside their addresses: queries that are none, or that two have.
pub fn check_redirects(redirects: &[RedirectView]) -> Vec<FieldError> {
    let mut known = BTreeSet::new();
    let mut errors = Vec::new();
    for (nth, redirect) in redirects.iter().enumerate() {
        if redirect.queries.is_empty() {
            errors.push(ContentError::QueryInvalid.at(["redirects.", &nth.to_string(), ".queries"].concat()));
        }
        if redirect.href.is_empty() {
            errors.push(ContentError::LinkRefused.at(["redirects.", &nth.to_string(), ".href"].concat()));
        }
        for (of, query) in redirect.queries.iter().enumerate() {
            let key = key(query);
            if key.is_empty() || !known.insert(key) {
                let path = ["redirects.", &nth.to_string(), ".queries.", &of.to_string()].concat();
                errors.push(ContentError::QueryInvalid.at(path));
            }
        }
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redirect(queries: &[&str], href: &str) -> RedirectView {
        RedirectView { queries: queries.iter().map(|query| (*query).to_owned()).collect(), href: href.to_owned() }
    }

    #[test]
    fn a_query_leads_where_content_says_and_others_to_the_results() {
        let redirects =
            [redirect(&["returns", "Return  policy"], "/returns/"), redirect(&["size chart"], "/size-guide/")];
        for typed in ["returns", " RETURNS ", "return policy", "Return\u{a0}Policy", "<returns>"] {
            assert_eq!(redirect_of(&redirects, typed), "/returns/", "{typed}");
        }
        assert_eq!(redirect_of(&redirects, "size chart"), "/size-guide/");
        for typed in ["return", "returns now", "", "  ", "<>"] {
            assert_eq!(redirect_of(&redirects, typed), "", "{typed}");
        }
    }

    #[test]
    fn queries_that_are_none_or_stand_twice_are_told() {
        let wrong = [redirect(&["a", "<>"], "/a/"), redirect(&["A"], "/b/"), redirect(&[], "")];
        let errors = check_redirects(&wrong);
        let told: Vec<&str> = errors.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(told, ["redirects.0.queries.1", "redirects.1.queries.0", "redirects.2.queries", "redirects.2.href"]);
    }
}

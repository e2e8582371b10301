//! Names of indexes: a brand's products, the same in another order, and its learning corner (shell §7 'index
//! name depends on the brand'). Only who has a brand's key gets one of its indexes.

use axum::{extract::FromRequestParts, http::request::Parts};
use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{failure::Failure, http::extract::ApiPath};
use serde::Deserialize;

use super::{
    errors::{no_index, not_with_this_key},
    keys::KeyOf,
};
use fieldhouse_shop::{finding::search::facets::Sort, state::AppState};

const PRODUCTS: &str = "products";
const LEARNING_CORNER: &str = "learning_corner";

/// What an index holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// Products in an order.
    Products(Sort),
    /// Pages of the learning corner.
    LearningCorner,
}

/// An index of a brand.
#[derive(Debug)]
pub struct Index {
    /// The brand.
    pub site: Site,
    /// As the caller named it.
    pub name: String,
    /// What it holds.
    pub holds: Holds,
}

#[derive(Deserialize)]
struct OfPath {
    index: String,
}

/// The index that the path names, when the caller's key opens it.
impl FromRequestParts<AppState> for Index {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        let KeyOf(site) = KeyOf::from_request_parts(parts, state).await?;
        let ApiPath(OfPath { index }) = ApiPath::from_request_parts(parts, state).await?;
        open(site, index)
    }
}

/// `usgames_products`, `usgames_products_price_asc`, `usgames_learning_corner`.
fn names(site: Site) -> impl Iterator<Item = (String, Holds)> {
    let products = Sort::ALL.into_iter().map(move |sort| {
        let name = if sort == Sort::default() {
            format!("{}_{PRODUCTS}", site.key())
        } else {
            format!("{}_{PRODUCTS}_{}", site.key(), sort.key().replace('-', "_"))
        };
        (name, Holds::Products(sort))
    });
    products.chain([(format!("{}_{LEARNING_CORNER}", site.key()), Holds::LearningCorner)])
}

/// An index of a brand; another brand's is 403, an unknown one 404.
pub fn open(site: Site, name: String) -> Result<Index, Failure> {
    if let Some((_, holds)) = names(site).find(|(known, _)| *known == name) {
        return Ok(Index { site, name, holds });
    }
    let elsewhere = Site::all().flat_map(names).any(|(known, _)| known == name);
    Err(if elsewhere { not_with_this_key() } else { no_index(&name) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldhouse_kernel::failure::FailureKind;

    #[test]
    fn a_brand_has_its_products_in_every_order_and_its_learning_corner() {
        let names: Vec<String> = names(Site::US_GAMES).map(|(name, _)| name).collect();
        assert_eq!(
            names,
            [
                "usgames_products",
                "usgames_products_price_asc",
                "usgames_products_price_desc",
                "usgames_products_name",
                "usgames_products_newest",
                "usgames_learning_corner",
            ]
        );
    }

    #[test]
    fn another_brands_index_is_refused_and_an_unknown_one_is_not_there() {
        let open = |name: &str| open(Site::US_GAMES, name.to_owned());
        assert_eq!(open("usgames_products").unwrap().holds, Holds::Products(Sort::Relevance));
        assert_eq!(open("fieldhouse_products").unwrap_err().kind, FailureKind::Forbidden);
        assert_eq!(open("nothing").unwrap_err().title, "Index nothing does not exist");
    }
}

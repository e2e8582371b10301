//! Names of indexes: a brand's products, the same in another order, and its learning corner (shell §7 'index
//! name depends on the brand').

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::failure::Failure;

use super::errors::{no_index, not_with_this_key};
use fieldhouse_shop::finding::search::facets::Sort;

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

/// What an index of a brand holds; another brand's is 403, an unknown one 404.
pub fn open(site: Site, name: &str) -> Result<Holds, Failure> {
    if let Some((_, holds)) = names(site).find(|(known, _)| known == name) {
        return Ok(holds);
    }
    let elsewhere = Site::ALL.into_iter().flat_map(names).any(|(known, _)| known == name);
    Err(if elsewhere { not_with_this_key() } else { no_index(name) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldhouse_kernel::failure::FailureKind;

    #[test]
    fn a_brand_has_its_products_in_every_order_and_its_learning_corner() {
        let names: Vec<String> = names(Site::UsGames).map(|(name, _)| name).collect();
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
        assert_eq!(open(Site::UsGames, "usgames_products").unwrap(), Holds::Products(Sort::Relevance));
        assert_eq!(open(Site::UsGames, "fieldhouse_products").unwrap_err().kind, FailureKind::Forbidden);
        assert_eq!(open(Site::UsGames, "nothing").unwrap_err().title, "Index nothing does not exist");
    }
}

//! Prices of the demo store beside its codes: club prices for everyone at the brand that always asks for
//! personal prices, and contract prices of a sold-to unit at every brand.

use fieldhouse_core::{
    brand::brand,
    money::Cents,
    pricing::{ConditionHolder, ConditionTerms, PriceCondition},
};

use super::customers::SOLD_TO;
use fieldhouse_shop::{buying::pricing, state::AppState};

/// What the club saves on everything, in hundredths: the summary says so (cart §1).
const CLUB_OFF: i64 = 5;
/// What the contract takes off, in hundredths, and of which maker's articles.
const CONTRACT: (i64, &str) = (18, "Halfpace");

/// A price with some hundredths taken off, when something is left to pay.
fn less(base: Cents, off: i64) -> Option<Cents> {
    let taken = base.get().checked_mul(off)?.checked_div(100)?;
    Cents::new(base.get().checked_sub(taken)?).filter(|price| *price > Cents::ZERO)
}

/// All of them.
pub fn conditions() -> Vec<PriceCondition> {
    let mut conditions = Vec::new();
    for product in super::records().products {
        for site in product.facts.sites.iter().copied() {
            for variant in &product.variants {
                let mut put = |holder, off| {
                    let Some(unit_price) = variant.price.and_then(|base| less(base, off)) else { return };
                    let terms = ConditionTerms { minimum_quantity: 1, unit_price, valid_from: None, valid_to: None };
                    conditions.push(PriceCondition { site, holder, sku: variant.sku.clone(), terms });
                };
                if brand(site).always_personal_prices {
                    put(ConditionHolder::Everyone, CLUB_OFF);
                }
                if product.facts.brand == CONTRACT.1 {
                    put(ConditionHolder::SoldTo(SOLD_TO.to_owned()), CONTRACT.0);
                }
            }
        }
    }
    conditions
}

/// Puts them into the database, over what was there of the same.
pub async fn load(state: &AppState) -> anyhow::Result<()> {
    pricing::import::apply(&state.db, &conditions(), false, false).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use fieldhouse_core::brand::Site;

    use super::*;

    #[test]
    fn the_club_saves_on_everything_and_the_contract_prices_something_everywhere() {
        let conditions = conditions();
        let records = super::super::records();
        let club = Site::ATHLETIC_CONNECTION;
        let sold = records.products.iter().filter(|product| product.facts.sites.contains(&club));
        let priced = sold.flat_map(|product| &product.variants).filter(|variant| variant.price.is_some()).count();
        let of = |site, holder: &ConditionHolder| {
            conditions.iter().filter(|row| row.site == site && row.holder == *holder).count()
        };
        assert_eq!(of(club, &ConditionHolder::Everyone), priced);
        let contract = ConditionHolder::SoldTo(SOLD_TO.to_owned());
        for site in Site::BUILT_IN {
            assert!(of(site, &contract) >= 5, "{}", site.key());
            assert!(site == club || of(site, &ConditionHolder::Everyone) == 0);
        }
    }
}

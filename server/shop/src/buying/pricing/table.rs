//! The store's own price conditions in memory: an immutable snapshot, swapped whole when the change
//! number in the database moves.

use std::collections::HashMap;

use fieldhouse_core::{
    brand::Site,
    catalog::AvailableDate,
    pricing::{ConditionHolder, ConditionTerms, PriceCondition, select_personal_price},
};

use fieldhouse_kernel::live::Snapshot;

use super::{PersonalAnswer, PriceAsk};

type BySku = HashMap<Box<str>, Vec<ConditionTerms>>;

/// All conditions at one change number.
#[derive(Debug, Default)]
pub struct PriceTable {
    /// Change number of the database this was built from.
    pub change: i64,
    conditions: HashMap<(Site, ConditionHolder), BySku>,
}

impl Snapshot for PriceTable {
    fn change(&self) -> i64 {
        self.change
    }
}

impl PriceTable {
    /// The snapshot of conditions.
    pub fn build(change: i64, conditions: impl IntoIterator<Item = PriceCondition>) -> Self {
        let mut table = Self { change, ..Self::default() };
        for PriceCondition { site, holder, sku, terms } in conditions {
            let of_holder = table.conditions.entry((site, holder.key())).or_default();
            of_holder.entry(sku.into_boxed_str()).or_default().push(terms);
        }
        table
    }

    /// How many conditions there are.
    pub fn len(&self) -> usize {
        self.conditions.values().flat_map(HashMap::values).map(Vec::len).sum()
    }

    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.conditions.is_empty()
    }

    /// Whether a holder has a condition that holds today: a code without any was made up.
    pub fn knows(&self, site: Site, holder: ConditionHolder, today: AvailableDate) -> bool {
        let of_holder = self.conditions.get(&(site, holder.key()));
        of_holder.is_some_and(|by_sku| by_sku.values().flatten().any(|terms| terms.hold(today, u32::MAX)))
    }

    /// The answers for all skus asked, in their order.
    pub fn answer(&self, ask: &PriceAsk, today: AvailableDate) -> Vec<PersonalAnswer> {
        let answer = |sku: &String| {
            let found = select_personal_price(&ask.codes, &ask.buyer.sold_to, (today, ask.quantity), |holder| {
                let of_holder = self.conditions.get(&(ask.site, holder.key()));
                of_holder.and_then(|by_sku| by_sku.get(sku.as_str())).map_or(&[], Vec::as_slice)
            });
            PersonalAnswer {
                sku: sku.clone(),
                unit_price: found.unit_price,
                message_code: found.message_code,
                promo_code: found.promo_code,
            }
        };
        ask.skus.iter().map(answer).collect()
    }
}

//! Sales tax from a table by state (decisions: checkout). The table is configuration; a default is
//! here. Rates are in thousandths of a percent: New Jersey's 6.625 % is not a whole number of basis
//! points.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::split::split_cents;
use crate::{
    money::Cents,
    rule::{Broken, FieldError, broken_rules},
};

/// 100 % in thousandths of a percent.
const WHOLE: u32 = 100_000;

/// Tax of one state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TaxRate {
    /// Thousandths of a percent: 6625 is 6.625 %.
    pub rate: u32,
    /// Freight is taxed too.
    pub freight: bool,
}

impl TaxRate {
    /// Tax on goods and their freight, rounded once on the whole. Nothing when it is out of range.
    pub fn of(self, goods: Cents, freight: Cents) -> Option<Cents> {
        let base = if self.freight { goods.checked_add(freight)? } else { goods };
        round_share(base, self.rate)
    }
}

broken_rules! {
    /// What can be wrong with a table.
    pub enum TaxTableError {
        /// More than 100 %.
        Rate { rate: u32 } => "tax_table_rate", "The tax table has a rate of {rate} thousandths of a percent, more than the whole";
    }
}

impl std::fmt::Display for TaxTableError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence())
    }
}

impl std::error::Error for TaxTableError {}

/// A table as it is configured.
pub type TaxRates = BTreeMap<String, TaxRate>;

/// Rates by state code of the United States. A state that is not in it, or another country, is
/// not taxed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "TaxRates", into = "TaxRates")]
pub struct TaxTable(TaxRates);

impl TryFrom<TaxRates> for TaxTable {
    type Error = TaxTableError;

    fn try_from(rates: TaxRates) -> Result<Self, TaxTableError> {
        match rates.values().find(|tax| tax.rate > WHOLE) {
            Some(tax) => Err(TaxTableError::Rate { rate: tax.rate }),
            None => Ok(Self(rates)),
        }
    }
}

/// What is wrong with a table of the configuration.
pub fn check_tax_table(rates: TaxRates) -> Vec<FieldError> {
    TaxTable::try_from(rates).err().map(|broken| broken.at("tax")).into_iter().collect()
}

impl From<TaxTable> for TaxRates {
    fn from(table: TaxTable) -> Self {
        table.0
    }
}

/// What tax is worked out of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TaxedOrder {
    /// Two letters.
    pub country: String,
    /// State code.
    pub state: String,
    /// What is paid for each line.
    pub lines: Vec<Cents>,
    /// Freight.
    pub freight: Cents,
    /// The customer has an exemption certificate on file.
    pub exempt: bool,
}

/// The tax of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Tax {
    /// In all.
    pub total: Cents,
    /// Of each line, in their order; with `freight` they add up to `total`.
    pub lines: Vec<Cents>,
    /// Of freight.
    pub freight: Cents,
}

impl TaxTable {
    /// The rate of an order that goes there.
    pub fn rate(&self, country: &str, state: &str, exempt: bool) -> TaxRate {
        let known = if exempt || country != "US" { None } else { self.0.get(state) };
        known.copied().unwrap_or(TaxRate { rate: 0, freight: false })
    }

    /// Tax on an order: rounded once on the whole, then split over lines and freight to the cent
    /// (requirement R15). Nothing when an amount is negative or out of range.
    pub fn tax(&self, order: &TaxedOrder) -> Option<Tax> {
        let TaxRate { rate, freight: on_freight } = self.rate(&order.country, &order.state, order.exempt);
        let mut weights = order.lines.clone();
        weights.push(if on_freight { order.freight } else { Cents::ZERO });
        let base = weights.iter().try_fold(Cents::ZERO, |sum, amount| sum.checked_add(*amount))?;
        let total = round_share(base, rate)?;
        let mut parts = split_cents(total, &weights)?;
        let freight = parts.pop()?;
        Some(Tax { total, lines: parts, freight })
    }
}

/// `rate` thousandths of a percent of an amount, by the one rounding of money.
fn round_share(amount: Cents, rate: u32) -> Option<Cents> {
    let product = i128::from(amount.get()).checked_mul(i128::from(rate))?;
    // Cents times thousandths of a percent: two decimals of the dollar and five of the rate.
    Decimal::try_from_i128_with_scale(product, 7).ok().and_then(Cents::from_dollars)
}

/// State rates without local ones, and whether freight is taxed, as commonly published.
const RATES: &str = "AL 4000|AZ 5600|AR 6500 f|CA 7250|CO 2900|CT 6350 f|DC 6000 f|FL 6000|GA 4000 f|HI 4000 f|ID 6000|\
IL 6250|IN 7000 f|IA 6000|KS 6500 f|KY 6000 f|LA 5000|ME 5500|MD 6000|MA 6250|MI 6000 f|MN 6875 f|MS 7000 f|MO 4225|\
NE 5500 f|NV 6850|NJ 6625 f|NM 4875 f|NY 4000 f|NC 4750 f|ND 5000 f|OH 5750 f|OK 4500|PA 6000 f|RI 7000 f|SC 6000 f|\
SD 4200 f|TN 7000 f|TX 6250 f|UT 4850|VT 6000 f|VA 4300|WA 6500 f|WV 6000 f|WI 5000 f|WY 4000|PR 10500";

/// The embedded default.
impl Default for TaxTable {
    fn default() -> Self {
        let row = |row: &str| {
            let mut words = row.split(' ');
            let (state, rate) = (words.next()?, words.next()?.parse().ok()?);
            Some((state.to_owned(), TaxRate { rate, freight: words.next().is_some() }))
        };
        Self(RATES.split('|').filter_map(row).collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::addresses::states::states;

    fn cents(amount: i64) -> Cents {
        Cents::new(amount).unwrap()
    }

    #[test]
    fn the_default_table_knows_every_taxing_state_and_no_other() {
        let TaxTable(rates) = TaxTable::default();
        let codes: Vec<&str> = states("US").into_iter().map(|state| state.code).collect();
        assert!(rates.keys().all(|state| codes.contains(&state.as_str())));
        let untaxed = ["AK", "DE", "MT", "NH", "OR", "AS", "GU", "MP", "VI", "AA", "AE", "AP"];
        assert!(codes.iter().all(|code| rates.contains_key(*code) != untaxed.contains(code)));
        assert_eq!(TaxTable::try_from(rates), Ok(TaxTable::default()));
    }

    fn order(state: &str, lines: &[i64], freight: i64) -> TaxedOrder {
        TaxedOrder {
            country: "US".to_owned(),
            state: state.to_owned(),
            lines: lines.iter().copied().map(cents).collect(),
            freight: cents(freight),
            exempt: false,
        }
    }

    fn tax(order: &TaxedOrder) -> Tax {
        TaxTable::default().tax(order).unwrap()
    }

    #[test]
    fn tax_is_rounded_once_half_away_from_zero() {
        // 6.25 % of $0.40 + $0.40 is 5 cents; each line alone would be 2.5.
        let two = tax(&order("TX", &[40, 40], 0));
        assert_eq!((two.total, two.lines), (cents(5), vec![cents(3), cents(2)]));
        // 6.625 % of $20.00 is $1.325.
        assert_eq!(tax(&order("NJ", &[2_000], 0)).total, cents(133));
    }

    #[test]
    fn freight_is_taxed_where_the_state_does() {
        let of = |state: &str| tax(&order(state, &[10_000], 1_000));
        assert_eq!((of("TX").total, of("TX").freight), (cents(688), cents(63)));
        assert_eq!((of("CA").total, of("CA").freight), (cents(725), Cents::ZERO));
    }

    #[test]
    fn exempt_customers_untaxed_states_and_other_countries_pay_none() {
        let texas = order("TX", &[10_000], 1_000);
        for free in [
            TaxedOrder { exempt: true, ..texas.clone() },
            TaxedOrder { state: "OR".to_owned(), ..texas.clone() },
            TaxedOrder { country: "CA".to_owned(), ..texas },
        ] {
            let tax = tax(&free);
            assert_eq!((tax.total, tax.lines), (Cents::ZERO, vec![Cents::ZERO]));
        }
    }

    #[test]
    fn a_negative_line_or_a_rate_above_the_whole_is_refused() {
        assert_eq!(TaxTable::default().tax(&order("TX", &[-1], 0)), None);
        let rates = BTreeMap::from([("TX".to_owned(), TaxRate { rate: 100_001, freight: false })]);
        assert_eq!(TaxTable::try_from(rates), Err(TaxTableError::Rate { rate: 100_001 }));
    }

    proptest! {
        // More by PROPTEST_CASES; the requirement asks for a million before a release.
        #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.max(10_000), ..ProptestConfig::default() })]

        #[test]
        fn r15_tax_of_lines_and_freight_is_the_tax_of_the_order(
            lines in prop::collection::vec(0..=1_000_000_000_i64, 0..40),
            freight in 0..=100_000_i64,
            state in prop::sample::select(states("US").into_iter().map(|state| state.code).collect::<Vec<_>>()),
        ) {
            let table = TaxTable::default();
            let tax = table.tax(&order(state, &lines, freight)).unwrap();
            let parts: i64 = tax.lines.iter().map(|part| part.get()).sum::<i64>() + tax.freight.get();
            prop_assert_eq!(parts, tax.total.get());
            let rate = table.0.get(state).map_or((0, false), |tax| (i128::from(tax.rate), tax.freight));
            let base = i128::from(lines.iter().sum::<i64>() + if rate.1 { freight } else { 0 });
            // Half away from zero, in whole numbers.
            prop_assert_eq!(i128::from(tax.total.get()), (base * rate.0 * 2 + 100_000) / 200_000);
        }
    }
}

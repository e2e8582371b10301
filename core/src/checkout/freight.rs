//! Freight from a table: ways of shipping, each with bands by merchandise total (decisions:
//! checkout). The table is configuration; a default is here.

use serde::{Deserialize, Serialize};

use super::ShippingMethodView;
use crate::{
    money::Cents,
    rule::{Broken, FieldError, broken_rules},
};

/// From this merchandise total on, this freight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct FreightBand {
    /// Merchandise total, in cents.
    pub from: Cents,
    /// Freight, in cents.
    pub price: Cents,
}

/// A way of shipping.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FreightMethod {
    /// Key.
    pub key: String,
    /// 'Standard (5-7 business days)'.
    pub label: String,
    /// Bands from 0 upwards.
    pub bands: Vec<FreightBand>,
}

broken_rules! {
    /// What can be wrong with a table; `row` counts methods from 1.
    pub enum FreightTableError {
        /// No method.
        Empty => "freight_table_empty", "The freight table has no shipping method";
        /// An empty or repeated key.
        Key { row: u32 } => "freight_table_key", "Shipping method {row} of the freight table needs a key of its own";
        /// Not from 0 upwards.
        Bands { row: u32 } => "freight_table_bands", "The bands of shipping method {row} of the freight table must begin at 0 and rise";
        /// Below 0.
        Price { row: u32 } => "freight_table_price", "Shipping method {row} of the freight table has a price below 0";
    }
}

impl std::fmt::Display for FreightTableError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence())
    }
}

impl std::error::Error for FreightTableError {}

/// A table in which every method has a price for every merchandise total.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<FreightMethod>", into = "Vec<FreightMethod>")]
pub struct FreightTable(Vec<FreightMethod>);

impl TryFrom<Vec<FreightMethod>> for FreightTable {
    type Error = FreightTableError;

    fn try_from(methods: Vec<FreightMethod>) -> Result<Self, FreightTableError> {
        if methods.is_empty() {
            return Err(FreightTableError::Empty);
        }
        for (index, (row, method)) in (1_u32..).zip(&methods).enumerate() {
            let repeated = methods.iter().take(index).any(|other| other.key == method.key);
            if method.key.trim().is_empty() || repeated {
                return Err(FreightTableError::Key { row });
            }
            let rises = method.bands.iter().zip(method.bands.iter().skip(1)).all(|(low, high)| low.from < high.from);
            if method.bands.first().is_none_or(|band| band.from != Cents::ZERO) || !rises {
                return Err(FreightTableError::Bands { row });
            }
            if method.bands.iter().any(|band| band.price < Cents::ZERO) {
                return Err(FreightTableError::Price { row });
            }
        }
        Ok(Self(methods))
    }
}

/// What is wrong with a table of the configuration.
pub fn check_freight_table(methods: Vec<FreightMethod>) -> Vec<FieldError> {
    FreightTable::try_from(methods).err().map(|broken| broken.at("freight")).into_iter().collect()
}

impl From<FreightTable> for Vec<FreightMethod> {
    fn from(table: FreightTable) -> Self {
        table.0
    }
}

impl FreightTable {
    /// Freight of a method for a merchandise total: the highest band that it reaches. Nothing when
    /// there is no such method.
    pub fn price(&self, key: &str, merchandise: Cents) -> Option<Cents> {
        let method = self.0.iter().find(|method| method.key == key)?;
        band_price(method, merchandise)
    }

    /// The bands of a method; none of one that is not there.
    pub fn bands(&self, key: &str) -> &[FreightBand] {
        self.0.iter().find(|method| method.key == key).map(|method| method.bands.as_slice()).unwrap_or_default()
    }

    /// The method of a label, as orders keep it.
    pub fn key_of(&self, label: &str) -> Option<&str> {
        self.0.iter().find(|method| method.label == label).map(|method| method.key.as_str())
    }

    /// Label of a method.
    pub fn label(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|method| method.key == key).map(|method| method.label.as_str())
    }

    /// Keys of all methods.
    pub fn keys(&self) -> Vec<String> {
        self.0.iter().map(|method| method.key.clone()).collect()
    }

    /// All methods with their price for a merchandise total, in the order of the table.
    pub fn methods(&self, merchandise: Cents) -> Vec<ShippingMethodView> {
        self.0
            .iter()
            .filter_map(|method| {
                let cents = band_price(method, merchandise)?;
                Some(ShippingMethodView { key: method.key.clone(), label: method.label.clone(), cents })
            })
            .collect()
    }
}

fn band_price(method: &FreightMethod, merchandise: Cents) -> Option<Cents> {
    reached(&method.bands, merchandise)
}

/// The price of the last band that a merchandise total reaches.
pub fn reached(bands: &[FreightBand], merchandise: Cents) -> Option<Cents> {
    let reached = bands.iter().take_while(|band| band.from <= merchandise).last();
    reached.or(bands.first()).map(|band| band.price)
}

/// Bands of the default table: up to $75, $150, $300, $750, $1,500 and above; in cents.
const FROM: [i64; 6] = [0, 7_500, 15_000, 30_000, 75_000, 150_000];
/// Key, label and prices of the default table's methods.
const METHODS: [(&str, &str, [i64; 6]); 3] = [
    ("standard", "Standard (5-7 business days)", [995, 1_495, 1_995, 2_995, 4_995, 0]),
    ("expedited", "Expedited (2-3 business days)", [2_495, 3_495, 4_995, 7_995, 12_995, 18_995]),
    ("overnight", "Overnight (1 business day)", [4_495, 6_495, 8_995, 13_995, 22_995, 34_995]),
];

/// The embedded default.
impl Default for FreightTable {
    fn default() -> Self {
        let cents = |amount| Cents::new(amount).unwrap_or_default();
        let method = |(key, label, prices): (&str, &str, [i64; 6])| FreightMethod {
            key: key.to_owned(),
            label: label.to_owned(),
            bands: FROM
                .into_iter()
                .zip(prices)
                .map(|(from, price)| FreightBand { from: cents(from), price: cents(price) })
                .collect(),
        };
        Self(METHODS.into_iter().map(method).collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cents(amount: i64) -> Cents {
        Cents::new(amount).unwrap()
    }

    fn method(key: &str, bands: &[(i64, i64)]) -> FreightMethod {
        let bands =
            bands.iter().map(|(from, price)| FreightBand { from: cents(*from), price: cents(*price) }).collect();
        FreightMethod { key: key.to_owned(), label: key.to_owned(), bands }
    }

    #[test]
    fn the_default_table_is_a_valid_one() {
        let methods = Vec::from(FreightTable::default());
        assert_eq!(FreightTable::try_from(methods), Ok(FreightTable::default()));
    }

    #[test]
    fn the_band_that_is_reached_decides_to_the_cent() {
        let table = FreightTable::default();
        assert_eq!(table.price("standard", cents(7_499)), Some(cents(995)));
        assert_eq!(table.price("standard", cents(7_500)), Some(cents(1_495)));
        assert_eq!(table.price("standard", cents(150_000)), Some(Cents::ZERO));
        assert_eq!(table.price("pigeon", cents(1)), None);
        let offered: Vec<String> = table.methods(Cents::ZERO).into_iter().map(|method| method.key).collect();
        assert_eq!((offered.len(), table.keys()), (3, offered));
        assert_eq!(table.label("expedited"), Some("Expedited (2-3 business days)"));
    }

    #[test]
    fn a_broken_table_is_told() {
        use FreightTableError as E;
        let tell = |methods: Vec<FreightMethod>| FreightTable::try_from(methods).unwrap_err();
        assert_eq!(tell(vec![]), E::Empty);
        assert_eq!(tell(vec![method("", &[(0, 1)])]), E::Key { row: 1 });
        assert_eq!(tell(vec![method("a", &[(0, 1)]), method("a", &[(0, 1)])]), E::Key { row: 2 });
        assert_eq!(tell(vec![method("a", &[])]), E::Bands { row: 1 });
        assert_eq!(tell(vec![method("a", &[(1, 1)])]), E::Bands { row: 1 });
        assert_eq!(tell(vec![method("a", &[(0, 1), (5, 1), (5, 2)])]), E::Bands { row: 1 });
        assert_eq!(tell(vec![method("a", &[(0, -1)])]), E::Price { row: 1 });
    }

    #[test]
    fn configuration_is_checked_while_it_is_read() {
        let read = |json: &str| serde_json::from_str::<FreightTable>(json);
        assert!(read(r#"[{"key":"a","label":"A","bands":[{"from":0,"price":5}]}]"#).is_ok());
        assert!(read("[]").unwrap_err().to_string().contains("no shipping method"));
    }

    proptest! {
        #[test]
        fn every_method_has_a_price_for_every_total(merchandise in 0..=9_007_199_254_740_991_i64) {
            prop_assert_eq!(FreightTable::default().methods(cents(merchandise)).len(), 3);
        }
    }
}

//! Personal prices: when they are asked for, and the answer of the price service in cents (cart §7).
//! An outage is not an invalid code: what cannot be read is 'unavailable', and the codes stay.

use serde::{Deserialize, Serialize};

use super::MAX_PRICE;
use crate::{
    brand::{Site, brand},
    money::Cents,
};

/// A price of the service, in the fields of cart §3 'Personalised price response'.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct PersonalPriceDraft {
    /// Decimal dollars as text: `12.345`.
    pub unit_price: String,
    /// `USD`.
    pub currency_code: String,
}

/// The unit price in cents, rounded half away from zero. Nothing, read as 'unavailable', for any
/// other currency, and for what is not a decimal above 0 and within a cart's limit.
pub fn personal_price(answer: &PersonalPriceDraft) -> Option<Cents> {
    if answer.currency_code != "USD" {
        return None;
    }
    let price = Cents::parse_dollars(&answer.unit_price)?;
    (price > Cents::ZERO && price <= MAX_PRICE).then_some(price)
}

/// The codes a visitor carries in cookies (cart §3); empty when not set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase", default)]
pub struct CodesDraft {
    /// Cookie `flyercode`.
    pub flyer_code: String,
    /// Cookie `programId`.
    pub program_id: String,
    /// Cookie `certFlyerCode`.
    pub cert_flyer_code: String,
}

impl CodesDraft {
    /// The flyer code that counts: a certificate's stands before an offer code (cart §4).
    pub fn flyer(&self) -> &str {
        flyer_that_counts(&self.cert_flyer_code, &self.flyer_code)
    }
}

/// Of a certificate's code and an offer code the one that counts: the certificate's, where there is one (cart §4).
pub fn flyer_that_counts<'a>(of_certificate: &'a str, offer: &'a str) -> &'a str {
    if of_certificate.is_empty() { offer } else { of_certificate }
}

/// Whether personal prices are asked for at all: with any code, or always on some sites, and only
/// when at least one sku is to be priced (cart §5, §7).
pub fn wants_personal_prices(site: Site, codes: &CodesDraft, skus: u32) -> bool {
    let any_code = [&codes.flyer_code, &codes.program_id, &codes.cert_flyer_code].iter().any(|code| !code.is_empty());
    skus > 0 && (any_code || brand(site).always_personal_prices)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn answer(unit_price: &str, currency_code: &str) -> PersonalPriceDraft {
        PersonalPriceDraft { unit_price: unit_price.to_owned(), currency_code: currency_code.to_owned() }
    }

    #[test]
    fn reads_dollars_and_rounds_once() {
        for (dollars, cents) in
            [("12.5", 1250), ("9.995", 1000), ("9.9949", 999), ("0.005", 1), ("10000000", 1_000_000_000)]
        {
            assert_eq!(personal_price(&answer(dollars, "USD")), Cents::new(cents), "{dollars}");
        }
    }

    #[test]
    fn r33_garbage_is_unavailable() {
        for dollars in ["", "NaN", "-1", "0", "0.004", "1e30", "10000000.01", "12,50", "<html>", " 5", "Infinity"] {
            assert_eq!(personal_price(&answer(dollars, "USD")), None, "{dollars:?}");
        }
        for currency in ["EUR", "usd", ""] {
            assert_eq!(personal_price(&answer("5", currency)), None, "{currency:?}");
        }
    }

    #[test]
    fn are_asked_for_with_a_code_or_always_on_the_club_site() {
        let none = CodesDraft::default();
        let flyer = CodesDraft { flyer_code: "AB".to_owned(), ..CodesDraft::default() };
        let program = CodesDraft { program_id: "P1".to_owned(), ..CodesDraft::default() };
        let certificate = CodesDraft { cert_flyer_code: "C1".to_owned(), ..CodesDraft::default() };
        assert!(!wants_personal_prices(Site::FIELDHOUSE, &none, 1));
        assert!(wants_personal_prices(Site::ATHLETIC_CONNECTION, &none, 1));
        for codes in [flyer, program, certificate] {
            assert!(wants_personal_prices(Site::US_GAMES, &codes, 1));
            assert!(!wants_personal_prices(Site::US_GAMES, &codes, 0));
        }
    }

    proptest! {
        #[test]
        fn any_answer_is_a_chargeable_price_or_nothing(dollars in "[-0-9.]{0,30}|.*") {
            if let Some(price) = personal_price(&answer(&dollars, "USD")) {
                prop_assert!(price > Cents::ZERO && price <= MAX_PRICE);
            }
        }
    }
}

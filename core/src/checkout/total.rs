//! What an order costs (cart §9, decisions: prices).

use serde::{Deserialize, Serialize};

use crate::money::Cents;

/// The sums an order total is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct OrderAmounts {
    /// Σ your price × quantity.
    pub net: Cents,
    /// Freight, once known.
    pub freight: Option<Cents>,
    /// Tax, once known.
    pub tax: Option<Cents>,
    /// Σ planned amounts of certificates.
    pub certificates: Cents,
}

/// The order total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct OrderTotal {
    /// Taxed gross if tax is known, else net with freight.
    pub gross: Cents,
    /// `gross` less certificates, not below 0: what is paid.
    pub total: Cents,
    /// What is left of the certificates and lost (decisions: certificates).
    pub unused_certificates: Cents,
}

/// The total of an order; nothing when a sum leaves the range of money.
pub fn order_total(amounts: &OrderAmounts) -> Option<OrderTotal> {
    let gross =
        amounts.net.checked_add(amounts.freight.unwrap_or_default())?.checked_add(amounts.tax.unwrap_or_default())?;
    let rest = gross.checked_sub(amounts.certificates)?;
    Some(OrderTotal {
        gross,
        total: rest.max(Cents::ZERO),
        unused_certificates: Cents::ZERO.checked_sub(rest)?.max(Cents::ZERO),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn total(net: i64, freight: Option<i64>, tax: Option<i64>, certificates: i64) -> Option<(i64, i64, i64)> {
        let cents = |amount| Cents::new(amount).unwrap();
        let amounts = OrderAmounts {
            net: cents(net),
            freight: freight.map(cents),
            tax: tax.map(cents),
            certificates: cents(certificates),
        };
        order_total(&amounts).map(|sum| (sum.gross.get(), sum.total.get(), sum.unused_certificates.get()))
    }

    #[test]
    fn gross_when_tax_is_known_else_net_with_freight() {
        assert_eq!(total(100_00, Some(9_95), Some(6_87), 0), Some((116_82, 116_82, 0)));
        assert_eq!(total(100_00, Some(9_95), None, 0), Some((109_95, 109_95, 0)));
        assert_eq!(total(100_00, None, None, 0), Some((100_00, 100_00, 0)));
    }

    #[test]
    fn certificates_never_make_a_total_negative() {
        assert_eq!(total(38_00, None, None, 50_00), Some((38_00, 0, 12_00)));
        assert_eq!(total(38_00, None, None, 8_00), Some((38_00, 30_00, 0)));
    }

    #[test]
    fn out_of_range_is_no_total() {
        assert_eq!(total(Cents::MAX.get(), Some(1), None, 0), None);
    }

    proptest! {
        #[test]
        fn what_is_paid_and_used_is_the_gross(net in 0..=1_000_000_000_i64, tax in 0..=100_000_000_i64, certificates in 0..=2_000_000_000_i64) {
            let (gross, paid, unused) = total(net, None, Some(tax), certificates).unwrap();
            prop_assert_eq!(gross, net + tax);
            prop_assert_eq!(paid + certificates - unused, gross);
            prop_assert!(paid >= 0 && unused >= 0 && (paid == 0 || unused == 0));
        }
    }
}

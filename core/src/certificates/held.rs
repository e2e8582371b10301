//! The certificates a cart or an order is paid with, one line each, and what of them would be lost
//! (decisions: certificates). Not here: their amounts, which the look-up tells.

use serde::{Deserialize, Serialize};

use crate::money::{Cents, format_cents};

/// A certificate payment of a cart.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct HeldCertificateDraft {
    /// Payment id.
    pub payment_id: String,
    /// Number.
    pub certificate_number: String,
    /// Planned amount.
    pub amount: Cents,
}

/// A certificate as the box and the order list it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CertificateLineView {
    /// Payment id.
    pub payment_id: String,
    /// Number.
    pub certificate_number: String,
    /// '$50.00'.
    pub amount: String,
    /// 'The remaining $12.00 of this certificate cannot be used later', or empty.
    pub remainder: String,
}

/// What each of some certificates takes off a total, one after the other: what exceeds the rest is not used.
pub fn applied_amounts(amounts: impl IntoIterator<Item = Cents>, total: Cents) -> Vec<Cents> {
    let mut due = total.max(Cents::ZERO);
    let taken = amounts.into_iter().map(|amount| {
        let applied = amount.min(due);
        due = due.minus_floored(amount);
        applied
    });
    taken.collect()
}

/// The certificates of a cart in the order they were added, taken off its total one after the other.
/// One is used once and whole: what exceeds the rest is lost, and told before the order.
pub fn certificate_lines(held: &[HeldCertificateDraft], total: Cents) -> Vec<CertificateLineView> {
    let applied = applied_amounts(held.iter().map(|certificate| certificate.amount), total);
    let line = |(certificate, applied): (&HeldCertificateDraft, Cents)| {
        let HeldCertificateDraft { payment_id, certificate_number, amount } = certificate;
        let rest = amount.minus_floored(applied);
        CertificateLineView {
            payment_id: payment_id.clone(),
            certificate_number: certificate_number.clone(),
            amount: format_cents(*amount),
            remainder: if rest == Cents::ZERO {
                String::new()
            } else {
                ["The remaining ", &format_cents(rest), " of this certificate cannot be used later"].concat()
            },
        }
    };
    held.iter().zip(applied).map(line).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn held(amounts: &[i64]) -> Vec<HeldCertificateDraft> {
        let draft =
            |cents| HeldCertificateDraft { amount: Cents::new(cents).unwrap(), ..HeldCertificateDraft::default() };
        amounts.iter().map(|cents| draft(*cents)).collect()
    }

    fn remainders(amounts: &[i64], total: i64) -> Vec<String> {
        certificate_lines(&held(amounts), Cents::new(total).unwrap()).into_iter().map(|line| line.remainder).collect()
    }

    #[test]
    fn says_what_is_lost_before_the_order() {
        assert_eq!(remainders(&[5_000], 3_800), ["The remaining $12.00 of this certificate cannot be used later"]);
        assert_eq!(remainders(&[5_000], 5_000), [""]);
        assert_eq!(remainders(&[5_000], -100), ["The remaining $50.00 of this certificate cannot be used later"]);
        let second = "The remaining $20.00 of this certificate cannot be used later";
        assert_eq!(remainders(&[5_000, 3_000], 6_000), ["", second], "the first is used before the second");
    }

    proptest! {
        #[test]
        fn a_remainder_is_told_exactly_when_certificates_exceed_the_total(
            amounts in prop::collection::vec(1_i64..1_000_000, 0..6), total in 0_i64..2_000_000,
        ) {
            let told = remainders(&amounts, total).iter().any(|text| !text.is_empty());
            prop_assert_eq!(told, amounts.iter().sum::<i64>() > total);
        }
    }
}

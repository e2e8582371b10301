//! The order summary: merchandise, savings, certificates, freight, tax, total, with the labels of
//! the site and page (cart §2, §9).

use serde::{Deserialize, Serialize};

use super::{SummaryLineView, SummaryView};
use crate::{
    brand::{Site, brand},
    money::{Cents, format_cents},
};

/// Where the summary is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum SummaryPage {
    /// Cart page and mini-cart: 'Estimated Tax'.
    Cart,
    /// Checkout: 'Tax'.
    Checkout,
    /// A placed order: 'Tax'.
    Order,
}

/// The amounts a summary is made of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SummaryDraft {
    /// Σ base × quantity.
    pub merchandise: Cents,
    /// Σ (base − your) × quantity.
    pub savings: Cents,
    /// Planned amounts of the certificate payments.
    #[serde(default)]
    pub certificates: Cents,
    /// Freight, once known.
    #[serde(default)]
    pub freight: Option<Cents>,
    /// Tax, once known.
    #[serde(default)]
    pub tax: Option<Cents>,
    /// Taxed gross of a tax service, once known; else it is the sum of the parts.
    #[serde(default)]
    pub total_gross: Option<Cents>,
}

impl SummaryDraft {
    /// Merchandise less savings: the net total without freight.
    pub fn net(&self) -> Cents {
        self.merchandise.minus_floored(self.savings)
    }

    /// Gross if known, else net with freight and tax as far as known (cart §3 `totalCents`).
    pub fn total(&self) -> Cents {
        let parts =
            || self.net().saturating_add(self.freight.unwrap_or_default()).saturating_add(self.tax.unwrap_or_default());
        self.total_gross.unwrap_or_else(parts)
    }

    /// What is left to pay: the total less certificates, not below 0 (cart §9).
    pub fn due(&self) -> Cents {
        self.total().minus_floored(self.certificates)
    }
}

fn amount(label: &str, cents: Cents) -> SummaryLineView {
    SummaryLineView { label: label.to_owned(), cents: Some(cents), text: format_cents(cents), note: String::new() }
}

fn until_known(label: &str, cents: Option<Cents>) -> SummaryLineView {
    cents.map_or_else(
        || SummaryLineView {
            label: label.to_owned(),
            cents: None,
            text: "--".to_owned(),
            note: "Calculated at checkout".to_owned(),
        },
        |cents| amount(label, cents),
    )
}

/// A line that is taken off; absent when there is nothing to take.
fn taken_off(label: &str, cents: Cents) -> Option<SummaryLineView> {
    let less = Cents::ZERO.checked_sub(cents)?;
    (cents > Cents::ZERO).then(|| amount(label, less))
}

/// The summary of a cart or an order.
pub fn summarize(site: Site, page: SummaryPage, amounts: &SummaryDraft) -> SummaryView {
    let tax = match page {
        SummaryPage::Cart => "Estimated Tax",
        SummaryPage::Checkout | SummaryPage::Order => "Tax",
    };
    SummaryView {
        merchandise: amount("Merchandise Total", amounts.merchandise),
        savings: taken_off(&brand(site).savings_label, amounts.savings),
        certificates: taken_off("Certificates", amounts.certificates),
        freight: until_known("Freight", amounts.freight),
        tax: until_known(tax, amounts.tax),
        total: amount("Total", amounts.due()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cents(cents: i64) -> Cents {
        Cents::new(cents).unwrap()
    }

    #[test]
    fn until_known_freight_and_tax_are_calculated_at_checkout() {
        let amounts = SummaryDraft { merchandise: cents(10_000), savings: cents(500), ..SummaryDraft::default() };
        let shown = summarize(Site::FIELDHOUSE, SummaryPage::Cart, &amounts);
        for line in [&shown.freight, &shown.tax] {
            assert_eq!((line.text.as_str(), line.note.as_str(), line.cents), ("--", "Calculated at checkout", None));
        }
        assert_eq!(shown.total.text, "$95.00");
        assert_eq!(shown.savings.unwrap().text, "-$5.00");
        assert_eq!(shown.certificates, None);
    }

    #[test]
    fn labels_follow_site_and_page() {
        let amounts = SummaryDraft { merchandise: cents(100), savings: cents(5), ..SummaryDraft::default() };
        let label = |site, page| summarize(site, page, &amounts).tax.label;
        assert_eq!(label(Site::FIELDHOUSE, SummaryPage::Cart), "Estimated Tax");
        assert_eq!(label(Site::FIELDHOUSE, SummaryPage::Checkout), "Tax");
        assert_eq!(label(Site::US_GAMES, SummaryPage::Order), "Tax");
        let savings = |site| summarize(site, SummaryPage::Cart, &amounts).savings.unwrap().label;
        assert_eq!(savings(Site::ATHLETIC_CONNECTION), "5% Off for Ordering Online");
        assert_eq!(savings(Site::VARSITY_BRANDS), "Savings");
    }

    #[test]
    fn the_total_is_gross_less_certificates_not_below_zero() {
        let mut amounts = SummaryDraft {
            merchandise: cents(10_000),
            freight: Some(cents(900)),
            tax: Some(cents(700)),
            certificates: cents(1_600),
            ..SummaryDraft::default()
        };
        assert_eq!((amounts.total(), amounts.due()), (cents(11_600), cents(10_000)));
        amounts.total_gross = Some(cents(11_601));
        assert_eq!(amounts.due(), cents(10_001));
        amounts.certificates = cents(20_000);
        assert_eq!(amounts.due(), Cents::ZERO);
    }

    proptest! {
        #[test]
        fn what_is_due_is_never_negative(
            merchandise in 0_i64..=9_007_199_254_740_991, savings in 0_i64..=9_007_199_254_740_991,
            certificates in 0_i64..1_000_000, freight in prop::option::of(0_i64..1_000_000), tax in prop::option::of(0_i64..1_000_000),
        ) {
            let amounts = SummaryDraft {
                merchandise: cents(merchandise), savings: cents(savings), certificates: cents(certificates),
                freight: freight.map(cents), tax: tax.map(cents), total_gross: None,
            };
            prop_assert!(amounts.due() >= Cents::ZERO && amounts.due() <= amounts.total());
            prop_assert_eq!(summarize(Site::US_GAMES, SummaryPage::Order, &amounts).total.cents, Some(amounts.due()));
        }
    }
}

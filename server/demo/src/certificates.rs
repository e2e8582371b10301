//! Gift certificates to try, the same numbers at each brand; the README lists them.

use fieldhouse_core::brand::{Site, brand};

use fieldhouse_shop::buying::certificates::store::CertificateRow;

/// How many of the plain 50.00 ones there are: each pays one order.
const PLAIN: u32 = 20;
/// A day that does not come soon.
const LATER: &str = "2035-12-31";

/// All of them, in both catalogs.
pub fn certificates() -> Vec<CertificateRow> {
    let mut catalogs = Site::BUILT_IN.map(|site| brand(site).certificate_catalog).to_vec();
    catalogs.sort_unstable();
    catalogs.dedup();
    catalogs.iter().flat_map(|catalog| of_catalog(catalog)).collect()
}

fn of_catalog(catalog: &str) -> Vec<CertificateRow> {
    let certificate = |number: &str, value: u32| CertificateRow {
        catalog: catalog.to_owned(),
        number: number.to_owned(),
        site_code: String::new(),
        status: String::new(),
        is_valid: true,
        expires_on: LATER.to_owned(),
        value_cents: value.into(),
        organization: "Lincoln High School Boosters".to_owned(),
        participant: "Jordan Ellis".to_owned(),
        flyer: String::new(),
    };
    let mut all: Vec<CertificateRow> = (1..=PLAIN).map(|nth| certificate(&format!("GIFT-50-{nth}"), 5_000)).collect();
    all.extend((1..=PLAIN).map(|nth| certificate(&format!("GIFT-5000-{nth}"), 500_000)));
    all.extend([
        CertificateRow { flyer: "TM".to_owned(), ..certificate("GIFT-FLYER-1", 7_500) },
        CertificateRow { flyer: "TM".to_owned(), ..certificate("GIFT-FLYER-2", 7_500) },
        CertificateRow { expires_on: "2025-12-31".to_owned(), ..certificate("GIFT-EXPIRED", 5_000) },
        CertificateRow { status: "D".to_owned(), flyer: "TM".to_owned(), ..certificate("GIFT-EXPIRED-FLYER", 5_000) },
        CertificateRow { status: "C".to_owned(), ..certificate("GIFT-REDEEMED", 5_000) },
        CertificateRow { status: "E".to_owned(), ..certificate("GIFT-VOIDED", 5_000) },
        CertificateRow { is_valid: false, ..certificate("GIFT-INVALID", 5_000) },
    ]);
    all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fieldhouse_core::pricing::ConditionHolder;

    use super::*;

    #[test]
    fn a_flyer_that_comes_with_a_certificate_prices_something() {
        let conditions = crate::offers::conditions();
        let flyers: BTreeSet<String> = certificates().into_iter().map(|row| row.flyer).collect();
        assert!(flyers.len() > 1, "none comes with one");
        for flyer in flyers.into_iter().filter(|flyer| !flyer.is_empty()) {
            for site in Site::BUILT_IN.into_iter().filter(|site| brand(*site).promo_box) {
                let holder = ConditionHolder::FlyerCode(flyer.clone());
                let prices = conditions.iter().any(|row| row.site == site && row.holder == holder);
                assert!(prices, "{flyer} prices nothing at {}", site.key());
            }
        }
    }
}

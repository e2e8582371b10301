//! Codes to try: offer codes, friendly ones that hold, that are over and that are broken, a program id,
//! and the prices behind them, on the brands that have boxes for them; the README lists them.

use fieldhouse_core::{
    brand::{Site, brand},
    catalog::AvailableDate,
    money::Cents,
    offers::{FlyerGroupView, FlyerLogoView, RedemptionLinkView, friendly_key},
    pricing::{ConditionHolder, ConditionTerms, PriceCondition},
};

use fieldhouse_shop::{
    buying::{
        offers::store::{self, FriendlyRow, GroupRow},
        pricing,
    },
    state::AppState,
};

/// The flyer behind the friendly codes.
const BAGS: &str = "BAGS26";
/// First and last day of what holds.
const HOLDS: [&str; 2] = ["01/01/2024", "12/31/2035"];
/// First and last day of what is over.
const OVER: [&str; 2] = ["07/01/2025", "09/30/2025"];

/// What a code takes off the articles of a maker, in hundredths.
struct Offer {
    holder: fn(String) -> ConditionHolder,
    code: &'static str,
    maker: &'static str,
    off: i64,
    days: [&'static str; 2],
}

const OFFERS: [Offer; 6] = [
    Offer { holder: ConditionHolder::FlyerCode, code: "T5", maker: "Halfpace", off: 10, days: HOLDS },
    Offer { holder: ConditionHolder::FlyerCode, code: BAGS, maker: "Packhorse", off: 20, days: HOLDS },
    Offer { holder: ConditionHolder::FlyerCode, code: "X9", maker: "Packhorse", off: 50, days: OVER },
    // The one that comes with certificates.
    Offer { holder: ConditionHolder::FlyerCode, code: "TM", maker: "Suremark", off: 15, days: HOLDS },
    Offer { holder: ConditionHolder::ProgramId, code: "DISTRICT-7", maker: "Suremark", off: 12, days: HOLDS },
    Offer { holder: ConditionHolder::ProgramId, code: "DISTRICT-1", maker: "Suremark", off: 50, days: OVER },
];

/// Sites that have boxes for codes.
fn sites() -> impl Iterator<Item = Site> {
    Site::BUILT_IN.into_iter().filter(|site| brand(*site).promo_box && brand(*site).program_id_box)
}

/// The prices behind the codes.
pub fn conditions() -> Vec<PriceCondition> {
    let mut conditions = Vec::new();
    for product in super::records().products {
        for offer in OFFERS.iter().filter(|offer| offer.maker == product.facts.brand) {
            for site in sites().filter(|site| product.facts.sites.contains(site)) {
                let of_offer = product.variants.iter().filter_map(|variant| {
                    Some(PriceCondition {
                        site,
                        holder: (offer.holder)(offer.code.to_owned()),
                        sku: variant.sku.clone(),
                        terms: offer.terms(variant.price?)?,
                    })
                });
                conditions.extend(of_offer);
            }
        }
    }
    conditions
}

impl Offer {
    /// What it says of an article, when something is left to pay.
    fn terms(&self, base: Cents) -> Option<ConditionTerms> {
        let off = base.get().checked_mul(self.off)?.checked_div(100)?;
        let unit_price = Cents::new(base.get().checked_sub(off)?).filter(|price| *price > Cents::ZERO)?;
        let [first, last] = self.days.map(AvailableDate::parse);
        Some(ConditionTerms { minimum_quantity: 1, unit_price, valid_from: first, valid_to: last })
    }
}

/// Friendly codes: code, flyer code, days, and what is said instead.
const FRIENDLY: [(&str, &str, [&str; 2], &str); 4] = [
    ("TEAMBAGS", BAGS, HOLDS, ""),
    ("BACK2SCHOOL", BAGS, OVER, ""),
    ("EARLYBIRD", "", HOLDS, "EARLYBIRD has ended. Our bags are on offer with TEAMBAGS."),
    // What a service out of order answers: no letters and digits, no such day.
    ("GLITCH", "BAGS 26!", ["02/30/2026", "soon"], ""),
];

fn friendly_rows() -> Vec<FriendlyRow> {
    let of_site = |site: Site| {
        FRIENDLY.map(|(code, flyer_code, [first, last], error)| FriendlyRow {
            site: site.key().to_owned(),
            code: friendly_key(code),
            flyer_code: flyer_code.to_owned(),
            start_date: first.to_owned(),
            end_date: last.to_owned(),
            error: error.to_owned(),
        })
    };
    sites().flat_map(of_site).collect()
}

fn group_rows() -> anyhow::Result<Vec<GroupRow>> {
    let content = serde_json::to_string(&FlyerGroupView {
        flyer_code: BAGS.to_owned(),
        logos: vec![FlyerLogoView { url: "/images/duffel.svg".to_owned(), title: "Packhorse Bags".to_owned() }],
        fine_print:
            "20% off bags by Packhorse. Prices shown in the cart; not combined with quantity prices that are lower."
                .to_owned(),
        redemption_url: Some(RedemptionLinkView {
            title: "Shop Packhorse bags".to_owned(),
            href: "/search/?query=packhorse".to_owned(),
        }),
    })?;
    let row =
        |site: Site| GroupRow { site: site.key().to_owned(), flyer_code: BAGS.to_owned(), content: content.clone() };
    Ok(sites().map(row).collect())
}

/// Puts them into the database, over what was there of the same name.
pub async fn load(state: &AppState) -> anyhow::Result<()> {
    pricing::import::apply(&state.db, &conditions(), false, false).await?;
    let (friendly, groups) = (friendly_rows(), group_rows()?);
    let tx = state.db.write().await?;
    store::write_friendly(&tx, &friendly).await?;
    store::write_groups(&tx, &groups).await?;
    tx.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use fieldhouse_core::offers::{FlyerAnswerDraft, FriendlyCodeDraft, check_flyer_answer, check_friendly_code};

    use super::*;

    #[test]
    fn every_code_prices_something_on_each_brand_with_boxes() {
        let conditions = conditions();
        assert_eq!(sites().count(), 3);
        for site in sites() {
            for offer in &OFFERS {
                let holder = (offer.holder)(offer.code.to_owned());
                let count = conditions.iter().filter(|row| row.site == site && row.holder == holder).count();
                assert!(count >= 5, "{} prices {count} articles of {}", offer.code, site.key());
            }
        }
        assert!(conditions.len() < 5_000, "{}", conditions.len());
    }

    #[test]
    fn friendly_codes_are_of_each_kind() {
        let verdicts: Vec<_> = friendly_rows()
            .into_iter()
            .filter(|row| row.site == "fieldhouse")
            .map(|row| {
                let draft = FriendlyCodeDraft {
                    site: row.site,
                    code: row.code,
                    flyer_code: row.flyer_code.clone(),
                    error: row.error.clone(),
                    ..FriendlyCodeDraft::default()
                };
                assert_eq!(check_friendly_code(&draft), []);
                let answer = FlyerAnswerDraft {
                    sap_flyer_value: row.flyer_code,
                    start_date: row.start_date,
                    end_date: row.end_date,
                    error: Some(row.error).filter(|error| !error.is_empty()),
                };
                check_flyer_answer(&answer, "2026-11-20").error.map(|error| error.message)
            })
            .collect();
        let invalid = || Some("This flyer code is invalid.".to_owned());
        let ended = Some("EARLYBIRD has ended. Our bags are on offer with TEAMBAGS.".to_owned());
        assert_eq!(verdicts, [None, invalid(), ended, invalid()]);
    }

    #[test]
    fn the_flyers_logo_is_a_picture_of_this_store() {
        assert!(crate::images::names().any(|name| name == "duffel"));
    }
}

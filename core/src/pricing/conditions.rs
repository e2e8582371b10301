//! The store's own price conditions: what a row must be like, and which personal price they give a
//! buyer (decisions: prices). Not here: which price is paid in the end (`your_price`).

use serde::{Deserialize, Serialize};

use super::CodesDraft;
use crate::{
    brand::Site,
    catalog::AvailableDate,
    money::Cents,
    offers::{NOT_PRICED, code_key, is_cookie_code},
    pricing::MAX_PRICE,
    rule::{Broken, FieldError, broken_rules},
};

/// Longest sku or sold-to unit.
const MAX_KEY: usize = 64;
/// A condition may ask for as many pieces as a line holds (decisions: prices).
const MAX_MINIMUM: u32 = 9_999;

/// Whom a condition is for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConditionHolder {
    /// Everyone at the site: club prices.
    Everyone,
    /// Whoever brings the flyer code.
    FlyerCode(String),
    /// Whoever brings the program id.
    ProgramId(String),
    /// Customers of a sold-to unit: contract prices.
    SoldTo(String),
}

impl ConditionHolder {
    /// As it is compared: a code is the same in either case.
    #[must_use]
    pub fn key(self) -> Self {
        match self {
            Self::FlyerCode(code) => Self::FlyerCode(code_key(&code)),
            Self::ProgramId(code) => Self::ProgramId(code_key(&code)),
            Self::Everyone | Self::SoldTo(_) => self,
        }
    }
}

/// A row as a file brings it: all texts, at most one of flyer code, program id and sold-to unit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct PriceConditionDraft {
    /// Site key.
    pub site: String,
    /// Flyer code, or empty.
    pub flyer_code: String,
    /// Program id, or empty.
    pub program_id: String,
    /// Sold-to unit, or empty.
    pub sold_to: String,
    /// Stock keeping unit.
    pub sku: String,
    /// Pieces from which it holds; empty is 1.
    pub minimum_quantity: String,
    /// Decimal dollars.
    pub unit_price: String,
    /// First day, YYYY-MM-DD or MM/DD/YYYY; empty when it always held.
    pub valid_from: String,
    /// Last day; empty when it has no end.
    pub valid_to: String,
}

/// A condition that can be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceCondition {
    /// The site.
    pub site: Site,
    /// Whom it is for.
    pub holder: ConditionHolder,
    /// Stock keeping unit.
    pub sku: String,
    /// What it says.
    pub terms: ConditionTerms,
}

/// What a condition says of its sku.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConditionTerms {
    /// Pieces from which it holds.
    pub minimum_quantity: u32,
    /// Price of one piece.
    pub unit_price: Cents,
    /// First day.
    pub valid_from: Option<AvailableDate>,
    /// Last day.
    pub valid_to: Option<AvailableDate>,
}

impl ConditionTerms {
    /// True when it holds on a day for so many pieces; both ends of its span count.
    pub fn hold(&self, today: AvailableDate, quantity: u32) -> bool {
        self.minimum_quantity <= quantity
            && self.valid_from.is_none_or(|first| first <= today)
            && self.valid_to.is_none_or(|last| today <= last)
    }
}

broken_rules! {
    /// Why a price condition is not taken.
    pub enum ConditionError {
        /// No such site.
        UnknownSite => "condition_site_unknown", "There is no such site";
        /// More than one of flyer code, program id and sold-to unit.
        SeveralHolders => "condition_several_holders", "Only one of flyer code, program id and sold-to unit may be given";
        /// A code that no cookie could carry, or a sold-to unit that is no plain key.
        BadCode => "condition_code_invalid", "Only letters, digits, dashes, underscores and dots, at most 64 characters";
        /// No sku, or one that is too long.
        BadSku => "condition_sku_invalid", "A sku of 1 to 64 characters is needed";
        /// Not a quantity.
        BadMinimum => "condition_minimum_invalid", "The minimum quantity must be a whole number from 1 to 9999";
        /// Not a price that can be charged.
        BadPrice => "condition_price_invalid", "The unit price must be above $0.00 and at most $10,000,000.00";
        /// Not a day.
        BadDay => "condition_day_invalid", "A day is YYYY-MM-DD or MM/DD/YYYY";
        /// The last day is before the first.
        DaysReversed => "condition_days_reversed", "The last day is before the first";
    }
}

/// A day as files write it, nothing for an empty text.
fn read_day(text: &str) -> Result<Option<AvailableDate>, ConditionError> {
    if text.is_empty() {
        return Ok(None);
    }
    AvailableDate::parse_iso(text).or_else(|| AvailableDate::parse(text)).map(Some).ok_or(ConditionError::BadDay)
}

/// A price as files write it: it must not round to nothing.
fn read_price(text: &str) -> Option<Cents> {
    Cents::parse_dollars(text).filter(|price| *price > Cents::ZERO && *price <= MAX_PRICE)
}

/// The condition a row means, or everything wrong with it.
pub fn parse_price_condition(draft: &PriceConditionDraft) -> Result<PriceCondition, Vec<FieldError>> {
    let mut errors = Vec::new();
    let site = Site::parse(draft.site.trim());
    if site.is_none() {
        errors.push(ConditionError::UnknownSite.at("site"));
    }
    let holders = [
        ("flyerCode", draft.flyer_code.trim()),
        ("programId", draft.program_id.trim()),
        ("soldTo", draft.sold_to.trim()),
    ];
    let given: Vec<(&str, &str)> = holders.into_iter().filter(|(_, code)| !code.is_empty()).collect();
    for (field, code) in &given {
        if !is_cookie_code(code) {
            errors.push(ConditionError::BadCode.at(*field));
        }
    }
    if let Some((field, _)) = given.get(1) {
        errors.push(ConditionError::SeveralHolders.at(*field));
    }
    let holder = match given.first() {
        Some(("flyerCode", code)) => ConditionHolder::FlyerCode((*code).to_owned()),
        Some(("programId", code)) => ConditionHolder::ProgramId((*code).to_owned()),
        Some((_, code)) => ConditionHolder::SoldTo((*code).to_owned()),
        None => ConditionHolder::Everyone,
    };
    let sku = draft.sku.trim();
    if sku.is_empty() || sku.len() > MAX_KEY {
        errors.push(ConditionError::BadSku.at("sku"));
    }
    let minimum = match draft.minimum_quantity.trim() {
        "" => Some(1),
        text => text.parse().ok().filter(|minimum| (1..=MAX_MINIMUM).contains(minimum)),
    };
    if minimum.is_none() {
        errors.push(ConditionError::BadMinimum.at("minimumQuantity"));
    }
    let price = read_price(draft.unit_price.trim());
    if price.is_none() {
        errors.push(ConditionError::BadPrice.at("unitPrice"));
    }
    let mut day = |field: &str, text: &str| match read_day(text.trim()) {
        Ok(day) => day,
        Err(error) => {
            errors.push(error.at(field));
            None
        }
    };
    let (valid_from, valid_to) = (day("validFrom", &draft.valid_from), day("validTo", &draft.valid_to));
    if let (Some(first), Some(last)) = (valid_from, valid_to)
        && last < first
    {
        errors.push(ConditionError::DaysReversed.at("validTo"));
    }
    match (site, minimum, price) {
        (Some(site), Some(minimum_quantity), Some(unit_price)) if errors.is_empty() => Ok(PriceCondition {
            site,
            holder,
            sku: sku.to_owned(),
            terms: ConditionTerms { minimum_quantity, unit_price, valid_from, valid_to },
        }),
        _ => Err(errors),
    }
}

/// The personal price of one sku.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PersonalPrice {
    /// Price of one piece; nothing when no condition gives one.
    pub unit_price: Option<Cents>,
    /// `ZW483` when codes are given and none of them prices the sku; else empty (cart §5).
    pub message_code: String,
    /// The flyer code, when the price is its.
    pub promo_code: String,
}

/// The least price that the conditions of one sku give: those for everyone, for the codes brought and
/// for the buyer's sold-to unit. `terms_for` finds the conditions of a holder.
pub fn select_personal_price<'a>(
    codes: &CodesDraft,
    sold_to: &str,
    (today, quantity): (AvailableDate, u32),
    terms_for: impl Fn(ConditionHolder) -> &'a [ConditionTerms],
) -> PersonalPrice {
    let least = |holder| {
        terms_for(holder).iter().filter(|terms| terms.hold(today, quantity)).map(|terms| terms.unit_price).min()
    };
    let of_code = |code: &str, make: fn(String) -> ConditionHolder| {
        if code.is_empty() { None } else { least(make(code.to_owned())) }
    };
    let flyer = of_code(codes.flyer(), ConditionHolder::FlyerCode);
    let program = of_code(&codes.program_id, ConditionHolder::ProgramId);
    let contract = of_code(sold_to, ConditionHolder::SoldTo);
    let everyone = least(ConditionHolder::Everyone);
    let unit_price = [flyer, program, contract, everyone].into_iter().flatten().min();
    let by_code = flyer.is_some() || program.is_some();
    let any_code = !codes.flyer().is_empty() || !codes.program_id.is_empty();
    PersonalPrice {
        unit_price,
        message_code: if any_code && !by_code { NOT_PRICED } else { "" }.to_owned(),
        promo_code: if flyer.is_some() && flyer == unit_price { codes.flyer() } else { "" }.to_owned(),
    }
}

/// Conditions of one sku and who asks for its price, as values: for the vectors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PersonalPriceAskDraft {
    /// Rows of the sku at one site.
    pub conditions: Vec<PriceConditionDraft>,
    /// Codes brought.
    pub codes: CodesDraft,
    /// The buyer's sold-to unit, or empty.
    pub sold_to: String,
    /// YYYY-MM-DD.
    pub today: String,
    /// Pieces.
    pub quantity: u32,
}

/// The personal price by rows given as values; rows that are not conditions give none.
pub fn personal_price_of(ask: &PersonalPriceAskDraft) -> PersonalPrice {
    let Some(today) = AvailableDate::parse_iso(&ask.today) else { return PersonalPrice::default() };
    let mut by_holder: std::collections::BTreeMap<ConditionHolder, Vec<ConditionTerms>> =
        std::collections::BTreeMap::new();
    for condition in ask.conditions.iter().filter_map(|draft| parse_price_condition(draft).ok()) {
        by_holder.entry(condition.holder).or_default().push(condition.terms);
    }
    select_personal_price(&ask.codes, &ask.sold_to, (today, ask.quantity), |holder| {
        by_holder.get(&holder).map_or(&[], Vec::as_slice)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn row(holder: &str, code: &str, price: &str) -> PriceConditionDraft {
        let mut draft = PriceConditionDraft {
            site: "fieldhouse".to_owned(),
            sku: "A-1".to_owned(),
            unit_price: price.to_owned(),
            ..PriceConditionDraft::default()
        };
        match holder {
            "flyer" => code.clone_into(&mut draft.flyer_code),
            "program" => code.clone_into(&mut draft.program_id),
            "sold_to" => code.clone_into(&mut draft.sold_to),
            _ => {}
        }
        draft
    }

    fn ask(conditions: Vec<PriceConditionDraft>, flyer: &str, program: &str, sold_to: &str) -> PersonalPrice {
        personal_price_of(&PersonalPriceAskDraft {
            conditions,
            codes: CodesDraft {
                flyer_code: flyer.to_owned(),
                program_id: program.to_owned(),
                cert_flyer_code: String::new(),
            },
            sold_to: sold_to.to_owned(),
            today: "2026-06-15".to_owned(),
            quantity: 1,
        })
    }

    fn price(found: &PersonalPrice) -> Option<i64> {
        found.unit_price.map(Cents::get)
    }

    #[test]
    fn the_least_of_what_the_buyer_may_have_is_the_personal_price() {
        let rows = || {
            vec![
                row("flyer", "AB", "9.00"),
                row("program", "P1", "8.00"),
                row("sold_to", "S1", "7.50"),
                row("", "", "9.50"),
            ]
        };
        assert_eq!(price(&ask(rows(), "", "", "")), Some(950));
        assert_eq!(price(&ask(rows(), "AB", "", "")), Some(900));
        assert_eq!(price(&ask(rows(), "AB", "P1", "")), Some(800));
        assert_eq!(price(&ask(rows(), "AB", "P1", "S1")), Some(750));
        assert_eq!(price(&ask(rows(), "", "", "S2")), Some(950));
        assert_eq!(ask(rows(), "AB", "", "").promo_code, "AB");
        assert_eq!(ask(rows(), "AB", "P1", "").promo_code, "");
    }

    #[test]
    fn zw483_is_the_answer_for_a_sku_the_code_does_not_price() {
        let rows = || vec![row("flyer", "AB", "9.00"), row("sold_to", "S1", "7.50")];
        assert_eq!(
            ask(rows(), "CD", "", "S1"),
            PersonalPrice { unit_price: Cents::new(750), message_code: "ZW483".to_owned(), promo_code: String::new() }
        );
        assert_eq!(ask(rows(), "AB", "", "").message_code, "");
        assert_eq!(ask(rows(), "AB", "P9", "").message_code, "");
        assert_eq!(ask(rows(), "", "", "").message_code, "");
    }

    #[test]
    fn a_certificates_code_stands_before_the_offer_code() {
        let rows = vec![row("flyer", "AB", "9.00"), row("flyer", "CC", "8.00")];
        let codes =
            CodesDraft { flyer_code: "AB".to_owned(), cert_flyer_code: "CC".to_owned(), ..CodesDraft::default() };
        let found = personal_price_of(&PersonalPriceAskDraft {
            conditions: rows,
            codes,
            sold_to: String::new(),
            today: "2026-06-15".to_owned(),
            quantity: 1,
        });
        assert_eq!((price(&found), found.promo_code.as_str()), (Some(800), "CC"));
    }

    #[test]
    fn holds_on_its_days_and_from_its_quantity() {
        let mut spring = row("", "", "5");
        (spring.valid_from, spring.valid_to) = ("03/01/2026".to_owned(), "2026-05-31".to_owned());
        spring.minimum_quantity = "12".to_owned();
        let terms = parse_price_condition(&spring).unwrap().terms;
        let day = |text| AvailableDate::parse_iso(text).unwrap();
        for (today, quantity, holds) in [
            ("2026-03-01", 12, true),
            ("2026-05-31", 99, true),
            ("2026-02-28", 12, false),
            ("2026-06-01", 12, false),
            ("2026-04-01", 11, false),
        ] {
            assert_eq!(terms.hold(day(today), quantity), holds, "{today} {quantity}");
        }
    }

    #[test]
    fn tells_everything_wrong_with_a_row() {
        let draft = PriceConditionDraft {
            site: "bsn".to_owned(),
            flyer_code: "A B".to_owned(),
            program_id: "P1".to_owned(),
            minimum_quantity: "0".to_owned(),
            unit_price: "0.004".to_owned(),
            valid_from: "2026-02-30".to_owned(),
            ..PriceConditionDraft::default()
        };
        let codes: Vec<String> =
            parse_price_condition(&draft).unwrap_err().into_iter().map(|error| error.code).collect();
        assert_eq!(
            codes,
            [
                "condition_site_unknown",
                "condition_code_invalid",
                "condition_several_holders",
                "condition_sku_invalid",
                "condition_minimum_invalid",
                "condition_price_invalid",
                "condition_day_invalid",
            ]
        );
    }

    proptest! {
        #[test]
        fn no_more_conditions_ever_cost_more(prices in prop::collection::vec(1_i64..100_000, 1..8), cut in 0_usize..8) {
            let rows: Vec<PriceConditionDraft> = prices
                .iter()
                .map(|cents| row("flyer", "AB", &format!("{}.{:02}", cents / 100, cents % 100)))
                .collect();
            let fewer = ask(rows.iter().take(cut.max(1)).cloned().collect(), "AB", "", "");
            let all = ask(rows, "AB", "", "");
            prop_assert_eq!(price(&all), prices.iter().min().copied());
            prop_assert!(all.unit_price <= fewer.unit_price);
        }
    }
}

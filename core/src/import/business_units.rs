//! A row of business units: its key and name, and the keys of the units it refers to.

use serde::{Deserialize, Serialize};

use super::{ImportRowError, check_exemption, check_formula, check_key, check_keys, check_site};
use crate::{
    brand::Site,
    business_units::PartyRole,
    checkout::exemption::Exemption,
    form::{Checker, FieldView, InputKind, field},
    rule::FieldError,
};

const KEY: FieldView = field("key", InputKind::Text, true, "off", 64);
const NAME: FieldView = field("name", InputKind::Text, true, "off", 100);
const PARTIES: [(PartyRole, FieldView); 4] = [
    (PartyRole::SoldTo, field("soldTo", InputKind::Text, false, "off", 0)),
    (PartyRole::BillTo, field("billTo", InputKind::Text, false, "off", 0)),
    (PartyRole::Payer, field("payer", InputKind::Text, false, "off", 0)),
    (PartyRole::ShipTo, field("shipTo", InputKind::Text, false, "off", 0)),
];

/// A row as a file brings it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct BusinessUnitRowDraft {
    /// Site key.
    pub site: String,
    /// The name other systems know it by.
    pub key: String,
    /// Shown name.
    pub name: String,
    /// Keys of units, parted by `|`.
    pub sold_to: String,
    /// Keys of units, parted by `|`.
    pub bill_to: String,
    /// Keys of units, parted by `|`.
    pub payer: String,
    /// Keys of units, parted by `|`.
    pub ship_to: String,
    /// Yes, no, the last day of a tax exemption, or empty.
    pub tax_exempt: String,
}

/// A business unit that can be taken over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BroughtUnit {
    /// The site.
    pub site: Site,
    /// With the site it tells units apart.
    pub key: String,
    /// Shown name.
    pub name: String,
    /// What it refers to: role and key, in order.
    pub parties: Vec<(PartyRole, String)>,
    /// Tax exemption; nothing leaves what is there.
    pub tax_exempt: Option<Exemption>,
}

/// The unit a row means, or everything wrong with it.
pub fn parse_business_unit_row(draft: &BusinessUnitRowDraft) -> Result<BroughtUnit, Vec<FieldError>> {
    let mut checker = Checker::below("");
    let site = check_site(&mut checker, &draft.site);
    let key = check_key(&mut checker, &KEY, &draft.key);
    check_formula(&mut checker, &NAME, &draft.name);
    let name = checker.required(&NAME, &draft.name, &ImportRowError::NameMissing);
    let cells = [&draft.sold_to, &draft.bill_to, &draft.payer, &draft.ship_to];
    let mut parties = Vec::new();
    for ((role, field), cell) in PARTIES.iter().zip(cells) {
        parties.extend(check_keys(&mut checker, field, cell).into_iter().map(|key| (*role, key)));
    }
    let tax_exempt = check_exemption(&mut checker, &draft.tax_exempt);
    checker.finish(BroughtUnit { site, key, name, parties, tax_exempt })
}

/// Everything wrong with a row of business units, in column order.
pub fn check_business_unit_row(draft: &BusinessUnitRowDraft) -> Vec<FieldError> {
    parse_business_unit_row(draft).err().unwrap_or_default()
}

//! Rows of customers, business units and addresses as files bring them: what each must be like. All
//! cells are texts. Not here: files, and what the store knows already (the server).

pub mod addresses;
pub mod business_units;
pub mod customers;
pub mod password_hash;

use crate::{
    brand::Site,
    catalog::AvailableDate,
    checkout::exemption::Exemption,
    form::{Checker, FieldView, InputKind, field},
    offers::is_cookie_code,
    rule::broken_rules,
    text::parse_yes,
};

/// Site key.
pub(crate) const SITE: FieldView = field("site", InputKind::Text, true, "off", 32);
/// Tax exemption.
pub(crate) const TAX_EXEMPT: FieldView = field("taxExempt", InputKind::Text, false, "off", 10);
/// Keys a cell may list.
const MOST_KEYS: usize = 50;

broken_rules! {
    /// What can be wrong with a row beside the rules of the forms.
    pub enum ImportRowError {
        /// No such site.
        SiteUnknown => "import_site_unknown", "There is no such site";
        /// Neither yes nor no.
        NeitherYesNorNo => "import_neither_yes_nor_no", "It must be yes or no";
        /// No key.
        KeyEmpty => "import_key_empty", "It is empty: a key is needed here";
        /// What cannot be a key.
        KeyInvalid => "import_key_invalid", "A key is 1 to 64 letters, digits, dashes, underscores and dots";
        /// One key twice in a list.
        KeyTwice => "import_key_twice", "The same key stands here twice";
        /// More keys than a cell may list.
        TooManyKeys => "import_too_many_keys", "At most 50 keys can stand here";
        /// No name.
        NameMissing => "import_name_missing", "A name is needed";
        /// Neither a customer nor a business unit.
        OwnerMissing => "import_owner_missing", "Either an email or a business unit is needed";
        /// Both a customer and a business unit.
        SeveralOwners => "import_several_owners", "Only one of email and business unit may be given";
        /// Only customers have a default.
        DefaultOfUnit => "import_default_of_unit", "Only an address of a customer can be the default";
        /// Something else behind the key of a unit.
        RoleUnknown => "import_role_unknown", "A role is buyer, approver or administrator";
        /// Neither yes nor no nor a day.
        TaxExempt => "import_tax_exempt", "It must be yes, no or the last day as YYYY-MM-DD";
        /// What a spreadsheet would compute.
        Formula => "import_formula", "This is a formula of a spreadsheet, not its value";
    }
}

/// The site a cell names.
fn check_site(checker: &mut Checker, raw: &str) -> Site {
    Site::parse(raw.trim()).unwrap_or_else(|| {
        checker.add(&SITE, &ImportRowError::SiteUnknown);
        Site::FIELDHOUSE
    })
}

/// Yes or no; nothing for an empty cell.
fn check_yes(checker: &mut Checker, field: &FieldView, raw: &str) -> Option<bool> {
    let yes = parse_yes(raw);
    if yes.is_none() && !raw.trim().is_empty() {
        checker.add(field, &ImportRowError::NeitherYesNorNo);
    }
    yes
}

/// A tax exemption: `yes`, the last day, or `no` and `-` for none any more; nothing for an empty cell.
fn check_exemption(checker: &mut Checker, raw: &str) -> Option<Exemption> {
    let said = raw.trim();
    match parse_yes(said) {
        Some(true) => return Some(Exemption::Lasting),
        Some(false) => return Some(Exemption::None),
        None => {}
    }
    match said {
        "" => None,
        "-" => Some(Exemption::None),
        day => {
            let exemption = AvailableDate::parse_iso(day).map(Exemption::Until);
            if exemption.is_none() {
                checker.add(&TAX_EXEMPT, &ImportRowError::TaxExempt);
            }
            exemption
        }
    }
}

/// A key: what price conditions and other systems know a business unit or an address by.
fn check_key(checker: &mut Checker, field: &FieldView, raw: &str) -> String {
    let key = raw.trim();
    if is_cookie_code(key) {
        return key.to_owned();
    }
    checker.add(field, if key.is_empty() { &ImportRowError::KeyEmpty } else { &ImportRowError::KeyInvalid });
    String::new()
}

/// What `|` or line breaks part; nothing in an empty cell.
fn parts(raw: &str) -> impl Iterator<Item = &str> {
    raw.split(['|', '\n']).map(str::trim).filter(|part| !part.is_empty())
}

/// Keys parted by `|` or line breaks; none in an empty cell.
fn check_keys(checker: &mut Checker, field: &FieldView, raw: &str) -> Vec<String> {
    check_each_key(checker, field, parts(raw))
}

/// Some keys; those before the first wrong one.
fn check_each_key<'a>(checker: &mut Checker, field: &FieldView, raw: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    for part in raw {
        if keys.len() >= MOST_KEYS {
            checker.add(field, &ImportRowError::TooManyKeys);
            return keys;
        }
        if keys.iter().any(|known| known == part) {
            checker.add(field, &ImportRowError::KeyTwice);
            return keys;
        }
        let key = check_key(checker, field, part);
        if key.is_empty() {
            return keys;
        }
        keys.push(key);
    }
    keys
}

/// Notes what a spreadsheet would compute: a file made by one should hold values.
fn check_formula(checker: &mut Checker, field: &FieldView, raw: &str) {
    if raw.trim_start().starts_with(['=', '@']) {
        checker.add(field, &ImportRowError::Formula);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELD: FieldView = field("businessUnits", InputKind::Text, false, "off", 0);

    fn keys(raw: &str) -> Result<Vec<String>, String> {
        let mut checker = Checker::default();
        let keys = check_keys(&mut checker, &FIELD, raw);
        checker.finish(keys).map_err(|errors| errors.into_iter().map(|error| error.code).collect())
    }

    #[test]
    fn a_cell_says_until_when_somebody_is_exempt() {
        let exemption = |raw: &str| {
            let mut checker = Checker::default();
            let exemption = check_exemption(&mut checker, raw);
            checker.finish(exemption).map_err(|errors| errors.into_iter().map(|error| error.code).collect::<String>())
        };
        assert_eq!(exemption(" "), Ok(None), "as it was");
        assert_eq!(exemption("Yes"), Ok(Some(Exemption::Lasting)));
        assert_eq!(exemption(" 2027-06-30 "), Ok(Some(Exemption::parse("2027-06-30"))));
        for none in ["no", "-", "0"] {
            assert_eq!(exemption(none), Ok(Some(Exemption::None)), "{none}");
        }
        for wrong in ["2027-02-30", "06/30/2027", "soon"] {
            assert_eq!(exemption(wrong), Err("import_tax_exempt".to_owned()), "{wrong}");
        }
    }

    #[test]
    fn a_cell_lists_keys() {
        assert_eq!(keys(" "), Ok(vec![]));
        assert_eq!(keys("A-1 | B_2\nC.3|"), Ok(vec!["A-1".to_owned(), "B_2".to_owned(), "C.3".to_owned()]));
        assert_eq!(keys("A|B C"), Err("import_key_invalid".to_owned()));
        assert_eq!(keys("A|B|A"), Err("import_key_twice".to_owned()));
        let many: Vec<String> = (0..=MOST_KEYS).map(|n| n.to_string()).collect();
        assert_eq!(keys(&many.join("|")), Err("import_too_many_keys".to_owned()));
        assert_eq!(keys(&many[1..].join("|")).map(|keys| keys.len()), Ok(MOST_KEYS));
    }
}

//! Tax exemptions on file (decisions: checkout): a customer's own holds for all they order, a business unit's for what is
//! ordered for it. Each holds until a day, or without an end. Not here: the certificates as files.

use crate::{cart::SummaryView, catalog::AvailableDate};

/// What is on file for a customer or a business unit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Exemption {
    /// Nothing.
    #[default]
    None,
    /// An exemption without an end.
    Lasting,
    /// An exemption up to this day and on it.
    Until(AvailableDate),
}

/// As it is kept and as files say it.
const LASTING: &str = "yes";

impl Exemption {
    /// Reads what is kept; what cannot be read exempts from nothing.
    pub fn parse(kept: &str) -> Self {
        if kept == LASTING {
            return Self::Lasting;
        }
        AvailableDate::parse_iso(kept).map_or(Self::None, Self::Until)
    }

    /// What is kept: empty, `yes` or the last day.
    pub fn kept(self) -> String {
        match self {
            Self::None => String::new(),
            Self::Lasting => LASTING.to_owned(),
            Self::Until(last) => last.iso(),
        }
    }

    /// True when it holds on the store's day, YYYY-MM-DD.
    pub fn holds(self, today: &str) -> bool {
        match self {
            Self::None => false,
            Self::Lasting => true,
            Self::Until(last) => AvailableDate::parse_iso(today).is_some_and(|today| today <= last),
        }
    }

    /// 'Tax exempt until 06/30/2027' on the store's day; nothing when it does not hold.
    pub fn sentence(self, today: &str) -> Option<String> {
        let until = match self {
            Self::Until(last) => [" until ", &last.text()].concat(),
            Self::None | Self::Lasting => String::new(),
        };
        self.holds(today).then(|| ["Tax exempt", &until].concat())
    }
}

/// Who orders: what is on file for them, and the name and exemption of the unit it is for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Orderer {
    /// Of the customer; nothing of a guest.
    pub own: Exemption,
    /// Of the unit the order is for; nothing for an order for oneself.
    pub unit: Option<(String, Exemption)>,
}

impl Orderer {
    /// What is remarked at the tax of an order that is exempt on the store's day; nothing when tax is due.
    pub fn exempt(&self, today: &str) -> Option<String> {
        let of_unit = self.unit.as_ref().filter(|(_, exemption)| exemption.holds(today));
        match of_unit {
            Some((name, _)) => Some(["Tax exempt: ", name].concat()),
            None => self.own.holds(today).then(|| "Tax exempt".to_owned()),
        }
    }
}

/// Remarks at the tax of a summary why none is due; nothing while tax is not known.
pub fn remark(summary: &mut SummaryView, exempt: Option<&str>) {
    if let (Some(_), Some(exempt)) = (summary.tax.cents, exempt) {
        exempt.clone_into(&mut summary.tax.note);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_exemption_holds_up_to_its_last_day() {
        let until = Exemption::parse("2026-06-30");
        assert!(until.holds("2026-06-30") && until.holds("2025-12-31"));
        assert!(!until.holds("2026-07-01") && !until.holds("today") && !until.holds(""));
        assert!(Exemption::Lasting.holds("2026-07-01") && !Exemption::None.holds("2026-07-01"));
        assert_eq!(until.sentence("2026-06-30").as_deref(), Some("Tax exempt until 06/30/2026"));
        assert_eq!(until.sentence("2026-07-01"), None);
        assert_eq!(Exemption::Lasting.sentence("2026-07-01").as_deref(), Some("Tax exempt"));
    }

    #[test]
    fn a_units_exemption_is_for_its_orders_and_ones_own_for_all() {
        let until = Exemption::parse("2026-06-30");
        let unit = |exemption| Some(("Lincoln High School".to_owned(), exemption));
        let told = |own, unit, today| Orderer { own, unit }.exempt(today);
        assert_eq!(
            told(Exemption::None, unit(until), "2026-06-30").as_deref(),
            Some("Tax exempt: Lincoln High School")
        );
        assert_eq!(told(Exemption::None, unit(until), "2026-07-01"), None, "over");
        assert_eq!(told(Exemption::None, None, "2026-06-30"), None, "for oneself");
        assert_eq!(told(Exemption::Lasting, None, "2026-07-01").as_deref(), Some("Tax exempt"));
        assert_eq!(told(Exemption::Lasting, unit(Exemption::None), "2026-07-01").as_deref(), Some("Tax exempt"));
        assert_eq!(Orderer::default().exempt("2026-06-30"), None, "a guest");
    }

    proptest! {
        #[test]
        fn what_is_kept_reads_back(kept in prop_oneof!["", "yes", "no", "[12][0-9]{3}-[01][0-9]-[0-3][0-9]", any::<String>()]) {
            let read = Exemption::parse(&kept);
            prop_assert_eq!(Exemption::parse(&read.kept()), read);
            prop_assert!(read == Exemption::None || read.kept() == kept);
        }
    }
}

//! Review: what was seen is what is charged, or the difference is shown first (decisions: checkout).

use std::collections::BTreeMap;

use crate::{
    money::{Cents, format_cents},
    rule::{Broken, FieldError, Param},
};

/// The total is another one than the shopper saw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TotalChanged {
    /// What the shopper saw.
    pub seen: Cents,
    /// What it is now.
    pub current: Cents,
}

impl Broken for TotalChanged {
    fn code(&self) -> &'static str {
        "total_changed"
    }

    fn sentence(&self) -> String {
        let (seen, current) = (format_cents(self.seen), format_cents(self.current));
        ["Your total changed from ", &seen, " to ", &current, ". Please look at your order again."].concat()
    }

    fn params(&self) -> BTreeMap<String, Param> {
        let number = |name: &str, cents: Cents| (name.to_owned(), Param::Number(cents.get()));
        BTreeMap::from([number("seen", self.seen), number("current", self.current)])
    }
}

/// Refuses an order whose total is not the one that was seen.
pub fn check_total(seen: Cents, current: Cents) -> Option<FieldError> {
    (seen != current).then(|| TotalChanged { seen, current }.at("totalCents"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_both_totals_when_they_differ() {
        let cents = |amount| Cents::new(amount).unwrap();
        assert_eq!(check_total(cents(5), cents(5)), None);
        let told = check_total(cents(1_000), cents(1_250)).unwrap();
        assert_eq!(told.message, "Your total changed from $10.00 to $12.50. Please look at your order again.");
        assert_eq!((told.code.as_str(), told.field.as_str()), ("total_changed", "totalCents"));
        assert_eq!(told.params.len(), 2);
    }
}

//! What the store's own counts make of the catalogue: whether a counted article can be bought, and the day it comes back.
//! What nobody counts stays as it was imported.

use std::collections::HashMap;

use fieldhouse_core::stock::StockState;
use jiff::civil::Date;

/// Whether an article can be bought, and when it comes back.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Supply {
    /// Can be bought now.
    pub available: bool,
    /// Day it comes back.
    pub restock_on: Option<Date>,
}

impl Supply {
    /// That of a counted article on a day. What should have come by then comes on no day that anybody knows.
    pub fn counted(state: StockState, incoming: Option<Date>, today: Option<Date>) -> Self {
        let known = incoming.filter(|day| today.is_none_or(|today| *day >= today));
        Self { available: state != StockState::Out, restock_on: known }
    }
}

/// All counted articles on a day.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shelves {
    /// The change number of counts.
    pub change: i64,
    /// The store's day, YYYY-MM-DD.
    pub day: String,
    /// By sku.
    pub counted: HashMap<String, Supply>,
}

impl Shelves {
    /// What tells these from those of another moment.
    pub fn mark(&self) -> ShelfMark {
        // Without counted articles no day is like no other.
        let day = if self.counted.is_empty() { String::new() } else { self.day.clone() };
        ShelfMark { change: self.change, day }
    }
}

/// What tells the counted articles of one moment from those of another: a part of every key under which a page is kept.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ShelfMark {
    change: i64,
    day: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_late_comes_on_no_day() {
        let day = |text: &str| text.parse::<Date>().ok();
        let counted = |incoming| Supply::counted(StockState::Out, day(incoming), day("2026-09-01"));
        assert_eq!(counted("2026-09-01"), Supply { available: false, restock_on: day("2026-09-01") });
        assert_eq!(counted("2026-08-31"), Supply::default());
        for state in [StockState::Low, StockState::In] {
            assert!(Supply::counted(state, None, None).available);
        }
    }

    #[test]
    fn a_day_counts_where_something_is_counted() {
        let shelves = |day: &str, skus: &[&str]| Shelves {
            change: 3,
            day: day.to_owned(),
            counted: skus.iter().map(|sku| ((*sku).to_owned(), Supply::default())).collect(),
        };
        assert_eq!(shelves("2026-09-01", &[]).mark(), shelves("2026-09-02", &[]).mark());
        assert_ne!(shelves("2026-09-01", &["A"]).mark(), shelves("2026-09-02", &["A"]).mark());
    }
}

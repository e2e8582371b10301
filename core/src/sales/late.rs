//! Late shipments, as they are told: a brand's months, with what left, what of it left late ([`crate::orders::late`]), and
//! orders of the month that are late now.

use serde::{Deserialize, Serialize};

use super::file::{guarded, push};
use crate::orders::late::LATE_DAYS;

/// A month of a brand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LateMonthView {
    /// YYYY-MM in the store's time zone.
    pub month: String,
    /// Site key.
    pub site: String,
    /// Name of the brand.
    pub brand: String,
    /// Shipments that left in this month.
    pub shipments: i64,
    /// Of these, those that left late.
    pub late: i64,
    /// Their part: '12.5%', or empty.
    pub share: String,
    /// Orders placed in this month that are late now: somebody at the desk has something to do about them.
    pub waiting: i64,
}

/// Late shipments over some days.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LateShipmentsView {
    /// First day, YYYY-MM-DD in the store's time zone.
    pub from: String,
    /// Last day.
    pub to: String,
    /// Days after which an order is late.
    pub late_days: i64,
    /// The whole of it in a sentence.
    pub summary: String,
    /// The last month first.
    pub rows: Vec<LateMonthView>,
    /// Orders that are late now are counted no further: there are more.
    pub more: bool,
    /// Acts on orders that are not counted yet.
    pub pending: u32,
}

/// A part in tenths of a percent: '12.5%'; empty of nothing.
pub fn late_share(late: i64, shipments: i64) -> String {
    if shipments <= 0 {
        return String::new();
    }
    let half = shipments.div_euclid(2);
    let tenths = late.saturating_mul(1_000).saturating_add(half).div_euclid(shipments);
    format!("{}.{}%", tenths.div_euclid(10), tenths.rem_euclid(10))
}

/// The months in a sentence.
pub fn late_summary(rows: &[LateMonthView], more: bool) -> String {
    let sum = |of: fn(&LateMonthView) -> i64| rows.iter().map(of).fold(0_i64, i64::saturating_add);
    let (shipments, late, waiting) = (sum(|row| row.shipments), sum(|row| row.late), sum(|row| row.waiting));
    let left = match (shipments, late_share(late, shipments)) {
        (0, _) => "Nothing left in these days".to_owned(),
        (_, share) => {
            format!("{late} of {shipments} shipments ({share}) left later than {LATE_DAYS} days after the order")
        }
    };
    let more = if more { " or more" } else { "" };
    match waiting {
        0 => format!("{left}; no order of these days is late now."),
        1 => format!("{left}; 1 order of these days is late now."),
        waiting => format!("{left}; {waiting}{more} orders of these days are late now."),
    }
}

/// The months as a CSV file.
pub fn csv_of_late(rows: &[LateMonthView]) -> String {
    let mut csv =
        String::from("\u{feff}\"Month\",\"Brand\",\"Shipments\",\"Left late\",\"Part late\",\"Late now\"\r\n");
    for row in rows {
        let LateMonthView { month, brand, shipments, late, share, waiting, .. } = row;
        let cells = [
            month.clone(),
            guarded(brand),
            shipments.to_string(),
            late.to_string(),
            share.clone(),
            waiting.to_string(),
        ];
        for (place, cell) in cells.iter().enumerate() {
            push(&mut csv, place, cell);
        }
        csv.push_str("\r\n");
    }
    csv
}

#[cfg(test)]
mod tests {
    use super::*;

    fn month(shipments: i64, late: i64, waiting: i64) -> LateMonthView {
        LateMonthView {
            month: "2026-11".to_owned(),
            site: "usgames".to_owned(),
            brand: "US Games".to_owned(),
            shipments,
            late,
            share: late_share(late, shipments),
            waiting,
        }
    }

    #[test]
    fn a_part_is_told_in_tenths_of_a_percent() {
        let told = [(0, 0), (0, 4), (1, 8), (1, 3), (2, 3), (5, 5)].map(|(late, all)| late_share(late, all));
        assert_eq!(told, ["", "0.0%", "12.5%", "33.3%", "66.7%", "100.0%"]);
    }

    #[test]
    fn months_are_told_in_a_sentence() {
        assert_eq!(late_summary(&[], false), "Nothing left in these days; no order of these days is late now.");
        assert_eq!(
            late_summary(&[month(3, 1, 1), month(1, 0, 0)], false),
            "1 of 4 shipments (25.0%) left later than 7 days after the order; 1 order of these days is late now."
        );
        let many = late_summary(&[month(0, 0, 12)], true);
        assert_eq!(many, "Nothing left in these days; 12 or more orders of these days are late now.");
    }

    #[test]
    fn months_are_taken_along() {
        let csv = csv_of_late(&[month(3, 1, 2)]);
        assert_eq!(csv.lines().nth(1), Some("\"2026-11\",\"US Games\",\"3\",\"1\",\"33.3%\",\"2\""));
    }
}

//! Availability: dates, stock texts and the state of the add button (cart §4, §8, §9).

use serde::{Deserialize, Serialize};

use super::AvailabilityView;

/// A day that exists, as variant data names it: MM/DD/YYYY (cart §3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AvailableDate {
    year: u16,
    month: u8,
    day: u8,
}

fn days_of(month: u8, year: u16) -> u8 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 31,
    }
}

fn digits<T: std::str::FromStr>(text: &str) -> Option<T> {
    if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}

impl AvailableDate {
    /// A day of the calendar, from year 1000 so that it has four digits.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let real =
            (1000..=9999).contains(&year) && (1..=12).contains(&month) && (1..=days_of(month, year)).contains(&day);
        real.then_some(Self { year, month, day })
    }

    /// The first day there is.
    pub const fn first() -> Self {
        Self { year: 1000, month: 1, day: 1 }
    }

    /// Reads exactly MM/DD/YYYY, 10 characters. Anything else, and impossible days, are nothing.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('/');
        let (month, day, year) = (parts.next()?, parts.next()?, parts.next()?);
        if parts.next().is_some() || (month.len(), day.len(), year.len()) != (2, 2, 4) {
            return None;
        }
        Self::new(digits(year)?, digits(month)?, digits(day)?)
    }

    /// Reads exactly YYYY-MM-DD.
    pub fn parse_iso(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        if parts.next().is_some() || (year.len(), month.len(), day.len()) != (4, 2, 2) {
            return None;
        }
        Self::new(digits(year)?, digits(month)?, digits(day)?)
    }

    /// True when its month is over on `day`.
    pub fn is_month_before(self, day: Self) -> bool {
        (self.year, self.month) < (day.year, day.month)
    }

    /// The three parts as they go out.
    pub fn view(self) -> AvailabilityView {
        AvailabilityView {
            month: format!("{:02}", self.month),
            date: format!("{:02}", self.day),
            year: self.year.to_string(),
        }
    }

    /// YYYY-MM-DD: sorts as days do.
    pub fn iso(self) -> String {
        format!("{}-{:02}-{:02}", self.year, self.month, self.day)
    }

    /// MM/DD/YYYY.
    pub fn text(self) -> String {
        format!("{:02}/{:02}/{}", self.month, self.day, self.year)
    }
}

/// A six-digit code yymmdd shown as dd/mm/20yy (cart §9). Impossible days show nothing.
pub fn date_code_text(code: &str) -> String {
    let parts = (code.len() == 6).then(|| (code.get(0..2), code.get(2..4), code.get(4..6)));
    let Some((Some(year), Some(month), Some(day))) = parts else { return String::new() };
    let real = || AvailableDate::new(digits::<u16>(year)?.checked_add(2000)?, digits(month)?, digits(day)?);
    if real().is_some() { format!("{day}/{month}/20{year}") } else { String::new() }
}

/// The note at a size or variant: 'Available on MM/DD' when it is out and its day is known, else
/// 'Out of stock'; empty when it can be bought (cart §4).
pub fn stock_note(unavailable: bool, available_date: &str) -> String {
    match (unavailable, AvailableDate::parse(available_date)) {
        (false, _) => String::new(),
        (true, Some(date)) => format!("Available on {:02}/{:02}", date.month, date.day),
        (true, None) => "Out of stock".to_owned(),
    }
}

/// The note at a product tile: 'Temporarily out of stock', or empty (shell §8).
pub fn tile_stock_note(out_of_stock: bool) -> &'static str {
    if out_of_stock { "Temporarily out of stock" } else { "" }
}

/// What the add button looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct AddButtonDraft {
    /// The selected variant cannot be bought now.
    pub selected_unavailable: bool,
    /// No variant can be bought now.
    pub all_unavailable: bool,
}

/// A button.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ButtonView {
    /// What it says.
    pub label: String,
    /// Whether it can be pressed.
    pub enabled: bool,
}

/// 'Add to Cart', or a disabled 'Out of stock' when the selected or every variant is out (cart §4).
pub fn add_button(state: AddButtonDraft) -> ButtonView {
    let out = state.selected_unavailable || state.all_unavailable;
    ButtonView { label: if out { "Out of stock" } else { "Add to Cart" }.to_owned(), enabled: !out }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn reads_only_days_that_exist() {
        assert_eq!(AvailableDate::parse("02/29/2028").unwrap().text(), "02/29/2028");
        for text in [
            "02/29/2027",
            "02/29/2100",
            "13/01/2026",
            "00/10/2026",
            "04/31/2026",
            "1/2/2026",
            "01/02/26",
            "2026-01-02",
            "01/02/2026 ",
            "",
            "0+/01/2026",
        ] {
            assert_eq!(AvailableDate::parse(text), None, "{text:?}");
        }
        assert!(AvailableDate::parse("02/29/2000").is_some());
    }

    #[test]
    fn r69_a_six_digit_code_is_shown_day_first() {
        assert_eq!(date_code_text("260315"), "15/03/2026");
        assert_eq!(date_code_text("280229"), "29/02/2028");
        for code in ["270229", "261301", "260001", "260100", "26031", "2603155", "", "26o315", "26\u{301}31", "ééé"]
        {
            assert_eq!(date_code_text(code), "", "{code:?}");
        }
    }

    #[test]
    fn notes_read_as_specified() {
        assert_eq!(stock_note(true, "03/09/2026"), "Available on 03/09");
        assert_eq!(stock_note(true, "02/30/2026"), "Out of stock");
        assert_eq!(stock_note(true, ""), "Out of stock");
        assert_eq!(stock_note(false, "03/09/2026"), "");
        assert_eq!(tile_stock_note(true), "Temporarily out of stock");
    }

    #[test]
    fn the_button_follows_the_selected_and_all_variants() {
        let button = |selected_unavailable, all_unavailable| {
            add_button(AddButtonDraft { selected_unavailable, all_unavailable })
        };
        assert_eq!(button(false, false), ButtonView { label: "Add to Cart".to_owned(), enabled: true });
        for (selected, all) in [(true, false), (false, true), (true, true)] {
            assert_eq!(button(selected, all), ButtonView { label: "Out of stock".to_owned(), enabled: false });
        }
    }

    proptest! {
        #[test]
        fn real_days_read_back(year in 1000_u16..=9999, month in 1_u8..=12, day in 1_u8..=31) {
            if let Some(date) = AvailableDate::new(year, month, day) {
                prop_assert_eq!(AvailableDate::parse(&date.text()), Some(date));
                let view = date.view();
                prop_assert_eq!(AvailableDate::parse_iso(&format!("{}-{}-{}", view.year, view.month, view.date)), Some(date));
            } else {
                prop_assert!(day > 28);
            }
        }

        #[test]
        fn any_text_is_a_day_or_nothing(text in any::<String>()) {
            let _ = (AvailableDate::parse(&text), AvailableDate::parse_iso(&text), stock_note(true, &text));
            let shown = date_code_text(&text);
            prop_assert!(shown.is_empty() || shown.len() == 10);
        }
    }
}

//! How counted figures are told: rows with their shares, sums, and what is different from the same weekdays a year before,
//! in words.

use serde::{Deserialize, Serialize};

use super::{SalesFigures, less};
use crate::money::{Cents, format_cents};

/// Days between a day and the same weekday a year before: 52 weeks.
pub const YEAR_DAYS: i64 = 364;
/// The longest period that is reported: a year and the day after it.
pub const MOST_DAYS: i64 = 366;
/// Rows of a report that are listed; the others stand together in one.
pub const MOST_ROWS: usize = 100;
/// Hours within which approvals are decided, as they are counted.
const WITHIN: [u32; 7] = [1, 4, 8, 24, 48, 72, 168];
/// Longer than all of these.
const LONGER: u32 = 9_999;
const HOUR_MILLIS: i64 = 3_600_000;

/// What the rows of a report are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SalesBy {
    /// Days.
    #[default]
    Day,
    /// Brands.
    Brand,
    /// Business units, and those who ordered for themselves.
    Unit,
    /// Styles.
    Style,
    /// Sizes.
    Size,
}

/// A row of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SalesRowView {
    /// Day, site key, unit key, product id or size; empty for several together.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// Figures of the period.
    pub figures: SalesFigures,
    /// Net in the same weekdays a year before.
    pub before: Cents,
    /// Its part of all: '12.5%', or empty.
    pub share: String,
}

/// A day in the chart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SalesPointView {
    /// YYYY-MM-DD.
    pub day: String,
    /// 'Mon, Nov 23, 2026'.
    pub name: String,
    /// Net.
    pub net: Cents,
    /// Net on the same weekday a year before.
    pub before: Cents,
}

/// A report of sales.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SalesReportView {
    /// First day, YYYY-MM-DD in the store's time zone.
    pub from: String,
    /// Last day.
    pub to: String,
    /// First of the days they are held against.
    pub before_from: String,
    /// Last of them.
    pub before_to: String,
    /// What the rows are.
    pub by: SalesBy,
    /// It tells of orders and credits; of articles it tells of pieces.
    pub counts_orders: bool,
    /// Name of the unit it is about, or empty.
    pub unit_name: String,
    /// Name of the style it is about, or empty.
    pub style_name: String,
    /// The sums.
    pub total: SalesRowView,
    /// The whole of it in a sentence.
    pub summary: String,
    /// What the chart shows, in a sentence.
    pub caption: String,
    /// How soon approvals were decided, in a sentence; empty when none was, or for a part of a brand.
    pub approvals: String,
    /// Its days, the first first.
    pub points: Vec<SalesPointView>,
    /// Its rows.
    pub rows: Vec<SalesRowView>,
    /// Acts on orders that are not counted yet.
    pub waiting: u32,
}

/// Figures of a brand in a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SalesLineView {
    /// Site key.
    pub site: String,
    /// Today so far.
    pub today: SalesFigures,
    /// The last seven days, today included.
    pub week: SalesFigures,
    /// The same in words.
    pub text: String,
}

/// Figures of several brands, a line each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SalesLinesView {
    /// The brands.
    pub lines: Vec<SalesLineView>,
    /// Acts on orders that are not counted yet.
    pub waiting: u32,
}

/// A line of a brand: today, the last seven days, and the same week a year before.
pub fn sales_line(site: &str, today: SalesFigures, week: SalesFigures, before: Cents) -> SalesLineView {
    let of = |figures: &SalesFigures| [format_cents(figures.net), " in ".to_owned(), orders(figures.orders)].concat();
    let text = ["Today ", &of(&today), ". Last 7 days ", &of(&week), ", ", &difference(week.net, before), "."].concat();
    SalesLineView { site: site.to_owned(), today, week, text }
}

/// A period in a sentence; its orders are told where they are counted.
pub fn sales_summary(total: &SalesFigures, before: Cents, counts_orders: bool) -> String {
    let pieces = counted(total.pieces, "piece");
    let of = if counts_orders { [&orders(total.orders), " of ", &pieces].concat() } else { pieces };
    [&format_cents(total.net), " net in ", &of, ", ", &difference(total.net, before), "."].concat()
}

/// What a chart of days shows, in a sentence.
pub fn sales_caption(points: &[SalesPointView]) -> String {
    let mut best: Option<&SalesPointView> = None;
    for point in points {
        if best.is_none_or(|best| point.net > best.net) {
            best = Some(point);
        }
    }
    let most = match best.filter(|best| best.net > Cents::ZERO) {
        Some(best) => [" Most on ", &best.name, ": ", &format_cents(best.net), "."].concat(),
        None => String::new(),
    };
    ["Net sales day by day.", &most, " The dashed line is the same weekday a year before."].concat()
}

/// How a period differs from the same weekdays a year before.
pub fn difference(now: Cents, before: Cents) -> String {
    const THEN: &str = " the same weekdays a year before";
    let by = less(now, before);
    if by == Cents::ZERO {
        return ["as much as in", THEN].concat();
    }
    if before <= Cents::ZERO {
        return ["with ", &format_cents(before), " in", THEN].concat();
    }
    let (amount, word) = if by > Cents::ZERO { (by, " more than in") } else { (less(before, now), " less than in") };
    [&format_cents(amount), " (", &percent(amount, before), ")", word, THEN].concat()
}

/// Rows with their shares: days and sizes as they come, all others by what they brought; what is beyond the most that are
/// listed stands in one row at the end, so that the rows add up to the sum.
pub fn sales_rows(
    mut rows: Vec<SalesRowView>,
    (by, total): (SalesBy, &SalesFigures),
    most: usize,
) -> Vec<SalesRowView> {
    if !matches!(by, SalesBy::Day | SalesBy::Size) {
        rows.sort_by(|one, other| other.figures.net.cmp(&one.figures.net).then_with(|| one.key.cmp(&other.key)));
    }
    if by != SalesBy::Day && rows.len() > most {
        let rest = rows.split_off(most);
        let name = ["All others (", &rest.len().to_string(), ")"].concat();
        rows.push(sum_row(&name, &rest));
    }
    for row in &mut rows {
        row.share = share(row.figures.net, total.net);
    }
    rows
}

/// Several rows in one.
pub fn sum_row(name: &str, rows: &[SalesRowView]) -> SalesRowView {
    let figures = rows.iter().fold(SalesFigures::default(), |sum, row| sum.plus(row.figures));
    let before = rows.iter().fold(Cents::ZERO, |sum, row| super::both(sum, row.before));
    SalesRowView { key: String::new(), name: name.to_owned(), figures, before, share: String::new() }
}

/// A part of a whole: '12.5%'; empty where either is nothing or less.
fn share(part: Cents, whole: Cents) -> String {
    if part <= Cents::ZERO || whole <= Cents::ZERO { String::new() } else { percent(part, whole) }
}

/// '12.5%': tenths of a percent, rounded half up.
fn percent(part: Cents, whole: Cents) -> String {
    let (part, whole) = (u128::from(part.get().unsigned_abs()), u128::from(whole.get().unsigned_abs()));
    let tenths =
        part.saturating_mul(2_000).saturating_add(whole).checked_div(whole.saturating_mul(2)).unwrap_or_default();
    let (percent, tenth) = (tenths / 10, tenths % 10);
    [&grouped(&percent.to_string()), ".", &tenth.to_string(), "%"].concat()
}

fn orders(orders: i64) -> String {
    counted(orders, "order")
}

/// '1 piece', '1,250 pieces'.
fn counted(number: i64, what: &str) -> String {
    let sign = if number < 0 { "-" } else { "" };
    let plural = if number == 1 { "" } else { "s" };
    [sign, &grouped(&number.unsigned_abs().to_string()), " ", what, plural].concat()
}

/// '1,234,567'.
fn grouped(digits: &str) -> String {
    let mut out = String::new();
    let mut left = digits.len();
    for digit in digits.chars() {
        out.push(digit);
        left = left.saturating_sub(1);
        if left > 0 && left.is_multiple_of(3) {
            out.push(',');
        }
    }
    out
}

/// Hours within which an approval was decided that was asked for so many milliseconds before.
pub fn decided_within(millis: i64) -> u32 {
    let within = |hours: &u32| millis <= i64::from(*hours).saturating_mul(HOUR_MILLIS);
    WITHIN.into_iter().find(within).unwrap_or(LONGER)
}

/// How soon approvals were decided: so many within so many hours each.
pub fn approvals_in_words(decided: &[(u32, i64)]) -> String {
    let mut decided = decided.to_vec();
    decided.sort_unstable();
    let all = decided.iter().fold(0_i64, |sum, (_, approvals)| sum.saturating_add(*approvals));
    if all <= 0 {
        return String::new();
    }
    let (mut sum, mut half) = (0_i64, LONGER);
    for (hours, approvals) in decided {
        sum = sum.saturating_add(approvals);
        if sum.saturating_mul(2) >= all {
            half = hours;
            break;
        }
    }
    let within = match half {
        1 => "within an hour".to_owned(),
        24 => "within a day".to_owned(),
        LONGER => "later than 7 days".to_owned(),
        hours if hours > 24 => ["within ", &(hours / 24).to_string(), " days"].concat(),
        hours => ["within ", &hours.to_string(), " hours"].concat(),
    };
    let share = if all == 1 { " decided, " } else { " decided, half of them " };
    [&counted(all, "approval"), share, &within, "."].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cents(cents: i64) -> Cents {
        Cents::new(cents).unwrap()
    }

    fn row(key: &str, net: i64) -> SalesRowView {
        let figures = SalesFigures { orders: 1, pieces: 2, net: cents(net), ..SalesFigures::default() };
        SalesRowView { key: key.to_owned(), name: key.to_owned(), figures, before: cents(10), share: String::new() }
    }

    #[test]
    fn a_difference_is_told_in_words() {
        for (now, before, told) in [
            (11_250, 10_000, "$12.50 (12.5%) more than in the same weekdays a year before"),
            (5_000, 10_000, "$50.00 (50.0%) less than in the same weekdays a year before"),
            (-100, 10_000, "$101.00 (101.0%) less than in the same weekdays a year before"),
            (70, 70, "as much as in the same weekdays a year before"),
            (0, 0, "as much as in the same weekdays a year before"),
            (70, 0, "with $0.00 in the same weekdays a year before"),
            (20_000_000, 100, "$199,999.00 (19,999,900.0%) more than in the same weekdays a year before"),
        ] {
            assert_eq!(difference(cents(now), cents(before)), told);
        }
    }

    #[test]
    fn shares_are_rounded_to_tenths_of_a_percent() {
        for (part, whole, told) in [
            (1, 3, "33.3%"),
            (2, 3, "66.7%"),
            (1, 2_000, "0.1%"),
            (3, 3, "100.0%"),
            (0, 3, ""),
            (-1, 3, ""),
            (1, 0, ""),
        ] {
            assert_eq!(share(cents(part), cents(whole)), told, "{part} of {whole}");
        }
    }

    #[test]
    fn rows_that_are_not_listed_stand_together_so_that_rows_add_up() {
        let rows: Vec<_> =
            ["a", "b", "c", "d"].into_iter().zip([100, 400, 300, 200]).map(|(key, net)| row(key, net)).collect();
        let total = sum_row("All", &rows);
        let told = sales_rows(rows.clone(), (SalesBy::Style, &total.figures), 2);
        let keys: Vec<_> = told.iter().map(|row| (row.name.as_str(), row.share.as_str())).collect();
        assert_eq!(keys, [("b", "40.0%"), ("c", "30.0%"), ("All others (2)", "30.0%")]);
        assert_eq!(sum_row("All", &told).figures, total.figures);
        assert_eq!(sum_row("All", &told).before, total.before);
        let days = sales_rows(rows, (SalesBy::Day, &total.figures), 2);
        assert_eq!(
            days.iter().map(|row| row.key.as_str()).collect::<String>(),
            "abcd",
            "days as they come, all of them"
        );
    }

    #[test]
    fn a_brand_has_a_line_a_person_can_read() {
        let today = SalesFigures { orders: 1, net: cents(123_400), ..SalesFigures::default() };
        let week = SalesFigures { orders: 1_021, net: cents(220_000), pieces: 2_000, ..SalesFigures::default() };
        assert_eq!(
            sales_line("usgames", today, week, cents(200_000)).text,
            "Today $1,234.00 in 1 order. Last 7 days $2,200.00 in 1,021 orders, $200.00 (10.0%) more than in the same weekdays a year before."
        );
        assert_eq!(
            sales_summary(&week, cents(220_000), true),
            "$2,200.00 net in 1,021 orders of 2,000 pieces, as much as in the same weekdays a year before."
        );
        assert_eq!(
            sales_summary(&week, cents(220_000), false),
            "$2,200.00 net in 2,000 pieces, as much as in the same weekdays a year before."
        );
    }

    #[test]
    fn a_chart_says_its_best_day() {
        let point = |day: &str, net| SalesPointView {
            day: day.to_owned(),
            name: ["Day ", day].concat(),
            net: cents(net),
            before: Cents::ZERO,
        };
        let told = sales_caption(&[point("1", 5), point("2", 900), point("3", 900)]);
        assert_eq!(
            told,
            "Net sales day by day. Most on Day 2: $9.00. The dashed line is the same weekday a year before."
        );
        assert_eq!(
            sales_caption(&[point("1", 0)]),
            "Net sales day by day. The dashed line is the same weekday a year before."
        );
    }

    #[test]
    fn half_of_the_approvals_came_within_some_hours() {
        let hour = HOUR_MILLIS;
        assert_eq!(
            [0, hour, hour + 1, 24 * hour, 168 * hour, 168 * hour + 1].map(decided_within),
            [1, 1, 4, 24, 168, LONGER]
        );
        assert_eq!(approvals_in_words(&[]), "");
        assert_eq!(approvals_in_words(&[(48, 1)]), "1 approval decided, within 2 days.");
        assert_eq!(
            approvals_in_words(&[(24, 1), (1, 2), (LONGER, 1)]),
            "4 approvals decided, half of them within an hour."
        );
        assert_eq!(approvals_in_words(&[(8, 1), (LONGER, 3)]), "4 approvals decided, half of them later than 7 days.");
    }
}

//! A table of figures as a CSV file. Names are guarded as in every file (`roster/export`): no spreadsheet runs them. Figures
//! are the store's own, and stay numbers also below zero.

use crate::{money::Cents, roster::export::is_formula};

use super::{SalesFigures, report::SalesRowView};

const HEAD: [&str; 7] = ["Key", "Name", "Pieces", "Sold", "Canceled", "Net", "Net a year before"];
/// What nobody counts by article.
const OF_ORDERS: [&str; 2] = ["Orders", "Credited"];

/// The rows of a report and their sum; orders and credits where they are counted.
pub fn csv_of_sales(of_orders: bool, rows: &[SalesRowView], total: &SalesRowView) -> String {
    let mut csv = String::from("\u{feff}");
    let head = HEAD.iter().chain(OF_ORDERS.iter().filter(|_| of_orders));
    for (place, name) in head.enumerate() {
        push(&mut csv, place, name);
    }
    csv.push_str("\r\n");
    for row in rows.iter().chain([total]) {
        for (place, text) in [&row.key, &row.name].into_iter().enumerate() {
            push(&mut csv, place, &guarded(text));
        }
        let SalesFigures { orders, pieces, sold, canceled, net, credited } = row.figures;
        let amounts = [sold, canceled, net, row.before].map(Cents::dollars);
        let with_orders = [orders.to_string(), credited.dollars()];
        let figures = [pieces.to_string()].into_iter().chain(amounts);
        for figure in figures.chain(with_orders.into_iter().filter(|_| of_orders)) {
            push(&mut csv, 1, &figure);
        }
        csv.push_str("\r\n");
    }
    csv
}

/// A name that no spreadsheet runs.
pub(super) fn guarded(text: &str) -> String {
    if is_formula(text) { ["'", text].concat() } else { text.to_owned() }
}

pub(super) fn push(csv: &mut String, place: usize, cell: &str) {
    if place > 0 {
        csv.push(',');
    }
    // Always in quotes: any cell may hold a separator of some spreadsheet.
    csv.push('"');
    csv.push_str(&cell.replace('"', "\"\""));
    csv.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_never_run_and_figures_stay_numbers() {
        let figures = SalesFigures { orders: -1, net: Cents::new(-1_250).unwrap(), ..SalesFigures::default() };
        let row = |key: &str, name: &str| SalesRowView {
            key: key.to_owned(),
            name: name.to_owned(),
            figures,
            before: Cents::new(5).unwrap(),
            share: String::new(),
        };
        let csv = csv_of_sales(true, &[row("=1+1", "@O\"Neil, Pat")], &row("", "All"));
        let lines: Vec<&str> = csv.trim_start_matches('\u{feff}').lines().collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(
            lines[1],
            "\"'=1+1\",\"'@O\"\"Neil, Pat\",\"0\",\"0.00\",\"0.00\",\"-12.50\",\"0.05\",\"-1\",\"0.00\""
        );
        assert!(lines[2].starts_with("\"\",\"All\","));
        let of_pieces = csv_of_sales(false, &[], &row("", "All"));
        assert!(
            !of_pieces.contains("Orders") && !of_pieces.contains("Credited") && of_pieces.ends_with("\"0.05\"\r\n")
        );
    }
}

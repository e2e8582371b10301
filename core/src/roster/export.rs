//! Rows as a CSV file that no spreadsheet takes for formulas (requirement R61).

use super::RosterRow;

/// Whether a spreadsheet would run a cell: it begins as a formula does, blanks aside.
pub(crate) fn is_formula(cell: &str) -> bool {
    cell.starts_with(['\t', '\r', '\n'])
        || cell.trim_start().starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'])
}

/// The rows as CSV: with a byte order mark, so that spreadsheets read it as UTF-8, CRLF between rows,
/// and a leading quote where a cell would be run.
pub fn export_csv(rows: &[RosterRow]) -> String {
    let mut csv = String::from("\u{feff}");
    for row in rows {
        for (column, cell) in row.cells.iter().enumerate() {
            if column > 0 {
                csv.push(',');
            }
            // Always in quotes: any cell may hold a separator of some spreadsheet.
            csv.push('"');
            if is_formula(cell) {
                csv.push('\'');
            }
            csv.push_str(&cell.replace('"', "\"\""));
            csv.push('"');
        }
        csv.push_str("\r\n");
    }
    csv
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r61_formulas_are_exported_as_text() {
        let cells = ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(1)", "\t=1", " =1", "O\"Neil, Pat", "12", "\u{ff1d}1"];
        let row = RosterRow { cells: cells.map(str::to_owned).to_vec() };
        assert_eq!(
            export_csv(&[row]),
            "\u{feff}\"'=cmd|' /C calc'!A0\",\"'+1\",\"'-1\",\"'@SUM(1)\",\"'\t=1\",\"' =1\",\"O\"\"Neil, Pat\",\"12\",\"'\u{ff1d}1\"\r\n"
        );
    }
}

//! Files row by row: CSV and JSON lines, read as a stream. What makes a file broken as a whole (cut
//! off, open quotes, NUL, not UTF-8) is told here; what a cell means is not known here.

use std::{
    cell::Cell,
    collections::{BTreeSet, HashMap, HashSet},
    fs::File,
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
    rc::Rc,
};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Deserialize;
use serde_json::Value;

use super::{Errors, ImportError};

/// Bytes of one row: more is not a row but a file with an open quote.
const LONGEST_ROW: usize = 1024 * 1024;
/// Rows of a file.
const MOST_ROWS: u64 = 2_000_000;

/// How a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Comma-separated values with a header.
    Csv,
    /// A JSON object a line; cells of nested objects are named with points: `price.amount`.
    JsonLines,
}

/// The format a file's name tells.
pub fn format_of(file: &Path) -> Option<Format> {
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        Some("csv") => Some(Format::Csv),
        Some("jsonl" | "ndjson") => Some(Format::JsonLines),
        _ => None,
    }
}

/// Where rows come from.
#[derive(Debug, Clone)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// A text that ships with the store, as CSV.
    Shipped(&'static str),
}

impl Source {
    /// Opens it; with its length in bytes.
    fn open(&self) -> Result<(Box<dyn Read>, u64), ImportError> {
        match self {
            Self::File(path) => {
                let unreadable = |error: std::io::Error| {
                    ImportError::Unreadable(format!("{} cannot be read: {error}", path.display()))
                };
                let file = File::open(path).map_err(unreadable)?;
                let length = file.metadata().map_err(unreadable)?.len();
                Ok((Box::new(file), length))
            }
            Self::Shipped(text) => Ok((Box::new(text.as_bytes()), u64::try_from(text.len()).unwrap_or(u64::MAX))),
        }
    }
}

/// One row: texts by column, and where it stands.
#[derive(Debug, Clone)]
pub struct Row {
    /// As a spreadsheet counts: the header of a CSV file is row 1.
    pub number: u64,
    cells: Vec<String>,
    columns: Rc<HashMap<String, usize>>,
    /// What another row says in this one's stead: a column and its text.
    told: Option<(String, String)>,
}

impl Row {
    /// The same row, with another row's text in a column.
    #[must_use]
    pub fn with(self, column: &str, text: &str) -> Self {
        Self { told: Some((column.to_owned(), text.to_owned())), ..self }
    }

    /// The text of a column without blanks around; empty when there is none.
    pub fn text(&self, column: &str) -> &str {
        if let Some((_, text)) = self.told.as_ref().filter(|(told, _)| told == column) {
            return text.trim();
        }
        self.columns.get(column).and_then(|at| self.cells.get(*at)).map_or("", |text| text.trim())
    }
}

/// What only the end of the file tells.
#[derive(Debug, Default)]
struct Seen {
    odd_quotes: Cell<bool>,
    last: Cell<u8>,
}

/// Passes bytes on and keeps count.
struct Watched<R> {
    inner: R,
    seen: Rc<Seen>,
    bar: ProgressBar,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.inner.read(buffer)?;
        if let Some(read) = buffer.get(..count) {
            for _ in read.iter().filter(|byte| **byte == b'"') {
                self.seen.odd_quotes.set(!self.seen.odd_quotes.get());
            }
            self.seen.last.set(read.last().copied().unwrap_or_else(|| self.seen.last.get()));
        }
        self.bar.inc(u64::try_from(count).unwrap_or(u64::MAX));
        Ok(count)
    }
}

/// What a file is expected to look like.
#[derive(Debug, Clone, Copy)]
pub struct Shape<'a> {
    /// How it is written.
    pub format: Format,
    /// Between the cells of a CSV file.
    pub delimiter: char,
    /// Columns it must have.
    pub wanted: &'a BTreeSet<String>,
    /// Columns it may have.
    pub optional: &'a BTreeSet<String>,
}

/// Reads a file and hands each row to `take`. Errors of rows are collected; what makes the whole file
/// unreadable ends it.
pub fn read(
    source: &Source,
    shape: Shape<'_>,
    errors: &mut Errors,
    mut take: impl FnMut(Row, &mut Errors),
) -> Result<u64, ImportError> {
    let Shape { format, delimiter, wanted, optional } = shape;
    let (file, length) = source.open()?;
    if length == 0 {
        return Err(ImportError::Unreadable("the file is empty".to_owned()));
    }
    // Hidden by itself when the error output is not a terminal.
    let bar = ProgressBar::new(length).with_style(
        ProgressStyle::with_template("{bar:40} {bytes}/{total_bytes} {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let seen = Rc::new(Seen::default());
    let mut reader = BufReader::new(Watched { inner: file, seen: Rc::clone(&seen), bar: bar.clone() });
    let failed = |error: std::io::Error| ImportError::Unreadable(format!("the file cannot be read: {error}"));
    let start = reader.fill_buf().map_err(failed)?;
    if start.starts_with(&[0xff, 0xfe]) || start.starts_with(&[0xfe, 0xff]) {
        return Err(ImportError::Unreadable("the file is written in UTF-16; save it as UTF-8".to_owned()));
    }
    if start.starts_with(&[0xef, 0xbb, 0xbf]) {
        reader.consume(3);
    }
    let rows = match format {
        Format::Csv => read_csv(reader, delimiter, wanted, errors, &mut take)?,
        Format::JsonLines => read_json_lines(reader, wanted, optional, errors, &mut take)?,
    };
    bar.finish_and_clear();
    if format == Format::Csv && seen.odd_quotes.get() {
        errors.record(
            rows,
            "",
            "file_cut_off",
            "a quote is opened and never closed in this file; it looks broken or cut off",
        );
    } else if seen.last.get() != b'\n' {
        // Many programs write none. Quotes are closed and the last row has all its cells, or an error says so.
        errors.warn(
            rows,
            "",
            "file_cut_off",
            "the file does not end with a line break; look whether its last row is whole",
        );
    }
    Ok(rows)
}

fn read_csv(
    reader: impl Read,
    delimiter: char,
    wanted: &BTreeSet<String>,
    errors: &mut Errors,
    take: &mut impl FnMut(Row, &mut Errors),
) -> Result<u64, ImportError> {
    let mut csv = csv::ReaderBuilder::new()
        .delimiter(u8::try_from(delimiter).unwrap_or(b','))
        .has_headers(false)
        .flexible(true)
        .from_reader(reader);
    let mut record = csv::ByteRecord::new();
    let failed = |error: csv::Error| ImportError::Unreadable(format!("the file cannot be read: {error}"));
    if !csv.read_byte_record(&mut record).map_err(failed)? {
        return Err(ImportError::Unreadable("the file is empty".to_owned()));
    }
    let header = texts(&record).map_err(|()| ImportError::Unreadable("the header is not UTF-8 text".to_owned()))?;
    let mut columns = HashMap::new();
    for (at, name) in header.iter().enumerate() {
        if columns.insert(name.trim().to_owned(), at).is_some() && !name.trim().is_empty() {
            return Err(ImportError::Unreadable(format!("the header has the column '{}' twice", name.trim())));
        }
    }
    let missing: Vec<&str> = wanted.iter().filter(|name| !columns.contains_key(*name)).map(String::as_str).collect();
    if !missing.is_empty() {
        return Err(unknown_columns(&missing));
    }
    let columns = Rc::new(columns);
    let mut number = 1_u64;
    while csv.read_byte_record(&mut record).map_err(failed)? {
        number = number.saturating_add(1);
        if number > MOST_ROWS {
            return Err(ImportError::Unreadable(format!("the file has more than {MOST_ROWS} rows")));
        }
        if record.as_slice().len() > LONGEST_ROW {
            errors.record(number, "", "row_too_long", "the row is longer than 1 MB; probably a quote is not closed");
        } else if record.len() != header.len() {
            let message = format!("the row has {} cells, the header {}", record.len(), header.len());
            errors.record(number, "", "row_cells", &message);
        } else if record.as_slice().contains(&0) {
            errors.record(number, "", "row_nul", "the row holds a NUL character");
        } else if let Ok(cells) = texts(&record) {
            take(Row { number, cells, columns: Rc::clone(&columns), told: None }, errors);
        } else {
            errors.record(number, "", "row_not_utf8", "the row is not UTF-8 text");
        }
    }
    Ok(number)
}

fn texts(record: &csv::ByteRecord) -> Result<Vec<String>, ()> {
    record.iter().map(|cell| std::str::from_utf8(cell).map(str::to_owned).map_err(|_| ())).collect()
}

fn unknown_columns(missing: &[&str]) -> ImportError {
    ImportError::Columns(missing.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", "))
}

fn read_json_lines(
    mut reader: impl BufRead,
    wanted: &BTreeSet<String>,
    optional: &BTreeSet<String>,
    errors: &mut Errors,
    take: &mut impl FnMut(Row, &mut Errors),
) -> Result<u64, ImportError> {
    let columns: Rc<HashMap<String, usize>> =
        Rc::new(wanted.iter().chain(optional).enumerate().map(|(at, name)| (name.clone(), at)).collect());
    let mut occurring: HashSet<&str> = HashSet::new();
    let mut number = 0_u64;
    let mut line = Vec::new();
    loop {
        line.clear();
        let limit = u64::try_from(LONGEST_ROW).unwrap_or(u64::MAX).saturating_add(1);
        let read = reader.by_ref().take(limit).read_until(b'\n', &mut line);
        let read = read.map_err(|error| ImportError::Unreadable(format!("the file cannot be read: {error}")))?;
        if read == 0 {
            break;
        }
        number = number.saturating_add(1);
        if number > MOST_ROWS {
            return Err(ImportError::Unreadable(format!("the file has more than {MOST_ROWS} rows")));
        }
        if read > LONGEST_ROW {
            return Err(ImportError::Unreadable(format!("row {number} is longer than 1 MB")));
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let object = match serde_json::from_slice::<Value>(&line) {
            Ok(object @ Value::Object(_)) => object,
            Ok(_) => {
                errors.record(number, "", "row_not_json", "the row is not a JSON object");
                continue;
            }
            Err(error) => {
                errors.record(number, "", "row_not_json", &format!("the row is not JSON: {error}"));
                continue;
            }
        };
        let mut cells = Vec::with_capacity(columns.len());
        let mut readable = true;
        for name in wanted.iter().chain(optional) {
            let value = name.split('.').try_fold(&object, |value, key| value.get(key)).or_else(|| object.get(name));
            if value.is_some() {
                occurring.insert(name);
            }
            match value.map_or(Some(String::new()), text_of) {
                Some(text) if !text.contains('\0') => cells.push(text),
                Some(_) => {
                    errors.record(number, name, "row_nul", "it holds a NUL character");
                    readable = false;
                }
                None => {
                    errors.record(
                        number,
                        name,
                        "cell_not_text",
                        "it is neither a text nor a number nor a list of them",
                    );
                    readable = false;
                }
            }
        }
        if readable {
            take(Row { number, cells, columns: Rc::clone(&columns), told: None }, errors);
        }
    }
    let missing: Vec<&str> = wanted.iter().map(String::as_str).filter(|name| !occurring.contains(name)).collect();
    if number > 0 && !missing.is_empty() && errors.is_empty() {
        return Err(unknown_columns(&missing));
    }
    Ok(number)
}

/// A JSON value as a cell's text; a list's parts are parted by line breaks.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(String::new()),
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(yes) => Some(yes.to_string()),
        Value::Array(parts) if parts.iter().all(|part| !part.is_array()) => {
            parts.iter().map(text_of).collect::<Option<Vec<_>>>().map(|parts| parts.join("\n"))
        }
        Value::Array(_) | Value::Object(_) => None,
    }
}

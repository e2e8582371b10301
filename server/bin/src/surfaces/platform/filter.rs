//! `where` and `sort` of lists, in the subset of docs/decisions/0015: conditions on named fields joined by `and`, one
//! order. What is beyond it is refused with its name, never left out.

use std::cmp::Ordering;

use fieldhouse_kernel::{failure::Failure, http::extract::QueryPairs};

use super::values::{Page, PageAsk};

/// Parentheses inside each other.
const DEEPEST: usize = 4;
/// Conditions of a query, and values of one.
const MOST: usize = 100;

/// What a list may be asked for: its fields, each with the path clients write.
pub type Fields = &'static [&'static str];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Test {
    Equal,
    Other,
    Less,
    AtMost,
    More,
    AtLeast,
    In,
}

impl Test {
    fn holds(self, found: &str, values: &[String]) -> bool {
        let against =
            |wanted: fn(Ordering) -> bool| values.first().is_some_and(|value| wanted(found.cmp(value.as_str())));
        match self {
            Self::Equal => against(Ordering::is_eq),
            Self::Other => against(Ordering::is_ne),
            Self::Less => against(Ordering::is_lt),
            Self::AtMost => against(Ordering::is_le),
            Self::More => against(Ordering::is_gt),
            Self::AtLeast => against(Ordering::is_ge),
            Self::In => values.iter().any(|value| value == found),
        }
    }
}

#[derive(Debug)]
struct Condition {
    field: &'static str,
    test: Test,
    values: Vec<String>,
}

/// Which entries of a list are asked for, in which order.
#[derive(Debug, Default)]
pub struct Filter {
    conditions: Vec<Condition>,
    sort: Vec<(&'static str, bool)>,
}

fn refused(name: &str, message: &str) -> Failure {
    Failure::malformed(format!("\u{2018}{name}\u{2019} {message}"))
}

impl Filter {
    /// Reads every `where` and `sort` of a query; `:name` in a condition is the parameter `var.name`.
    pub fn read(query: &QueryPairs, fields: Fields) -> Result<Self, Failure> {
        let mut filter = Self::default();
        for text in query.all("where") {
            let mut reader = Reader { rest: text, query, fields };
            reader.conditions("", 0, &mut filter.conditions)?;
            if !reader.rest.trim_start().is_empty() {
                return Err(reader.unknown());
            }
        }
        for text in query.all("sort") {
            let mut words = text.split_whitespace();
            let field = words.next().and_then(|word| fields.iter().copied().find(|field| *field == word));
            let down = match words.next() {
                None | Some("asc") => Some(false),
                Some("desc") => Some(true),
                Some(_) => None,
            };
            match (field, down, words.next()) {
                (Some(field), Some(down), None) => filter.sort.push((field, down)),
                _ => return Err(refused("sort", &format!("is one of {}, then asc or desc.", fields.join(", ")))),
            }
        }
        Ok(filter)
    }

    /// True when the list is asked for as it is.
    pub const fn is_plain(&self) -> bool {
        self.conditions.is_empty() && self.sort.is_empty()
    }

    /// What is asked for of a list that is here whole; `value` tells a field of an entry, nothing where it has none.
    pub fn pick<T>(&self, all: Vec<T>, value: impl Fn(&T, &str) -> Option<String>) -> Vec<T> {
        let fits = |entry: &T| {
            self.conditions.iter().all(|condition| {
                value(entry, condition.field).is_some_and(|found| condition.test.holds(&found, &condition.values))
            })
        };
        let mut found: Vec<T> = all.into_iter().filter(fits).collect();
        // The last order first: each sorting keeps what the one before it left alike.
        for (field, down) in self.sort.iter().rev() {
            found.sort_by(|one, other| {
                let order = value(one, field).cmp(&value(other, field));
                if *down { order.reverse() } else { order }
            });
        }
        found
    }

    /// The part of it that is asked for.
    pub fn page<T>(&self, ask: PageAsk, all: Vec<T>, value: impl Fn(&T, &str) -> Option<String>) -> Page<T> {
        ask.cut(self.pick(all, value))
    }
}

struct Reader<'a> {
    rest: &'a str,
    query: &'a QueryPairs,
    fields: Fields,
}

impl Reader<'_> {
    fn unknown(&self) -> Failure {
        let fields = self.fields.join(", ");
        refused(
            "where",
            &format!("joins conditions on {fields} by and: =, !=, <, <=, >, >= or in (…), texts in quotes."),
        )
    }

    fn takes(&mut self, sign: &str) -> bool {
        self.rest = self.rest.trim_start();
        let after = self.rest.strip_prefix(sign);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn word(&mut self) -> String {
        self.rest = self.rest.trim_start();
        let end =
            self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        word.to_owned()
    }

    /// `orderNumber = "FH-1" and paymentMethodInfo(method = "VISA")`.
    fn conditions(&mut self, above: &str, depth: usize, into: &mut Vec<Condition>) -> Result<(), Failure> {
        loop {
            if into.len() >= MOST || depth > DEEPEST {
                return Err(self.unknown());
            }
            let path = [above, &self.word()].concat();
            if self.takes("(") {
                self.conditions(&[&path, "."].concat(), depth.saturating_add(1), into)?;
                if !self.takes(")") {
                    return Err(self.unknown());
                }
            } else {
                let field = self.fields.iter().copied().find(|field| *field == path).ok_or_else(|| self.unknown())?;
                into.push(self.condition(field)?);
            }
            let before = self.rest;
            if !self.word().eq_ignore_ascii_case("and") {
                self.rest = before;
                return Ok(());
            }
        }
    }

    fn condition(&mut self, field: &'static str) -> Result<Condition, Failure> {
        let signs = [
            ("!=", Test::Other),
            ("<>", Test::Other),
            ("<=", Test::AtMost),
            (">=", Test::AtLeast),
            ("=", Test::Equal),
            ("<", Test::Less),
            (">", Test::More),
        ];
        for (sign, test) in signs {
            if self.takes(sign) {
                return Ok(Condition { field, test, values: vec![self.value()?] });
            }
        }
        if !self.word().eq_ignore_ascii_case("in") || !self.takes("(") {
            return Err(self.unknown());
        }
        let mut values = Vec::new();
        loop {
            values.push(self.value()?);
            if self.takes(")") {
                return Ok(Condition { field, test: Test::In, values });
            }
            if !self.takes(",") || values.len() >= MOST {
                return Err(self.unknown());
            }
        }
    }

    /// A text in quotes, or the parameter it names.
    fn value(&mut self) -> Result<String, Failure> {
        if self.takes(":") {
            let name = ["var.", &self.word()].concat();
            return Ok(self.query.one(&name)?.ok_or_else(|| self.unknown())?.to_owned());
        }
        if !self.takes("\"") {
            return Err(self.unknown());
        }
        let mut text = String::new();
        let mut signs = self.rest.char_indices();
        while let Some((at, sign)) = signs.next() {
            match sign {
                '"' => {
                    self.rest = self.rest.get(at.saturating_add(1)..).unwrap_or_default();
                    return Ok(text);
                }
                '\\' => text.extend(signs.next().map(|(_, escaped)| escaped)),
                sign => text.push(sign),
            }
        }
        Err(self.unknown())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELDS: Fields = &["id", "createdAt", "info.method"];

    fn query(pairs: &str) -> QueryPairs {
        QueryPairs::parse(pairs).unwrap()
    }

    fn ids(asked: &str) -> Result<String, &'static str> {
        let rows =
            [("1", "2026-01-02", Some("VISA")), ("2", "2026-01-01", Some("SAP \"x\"")), ("3", "2026-01-03", None)];
        let filter = Filter::read(&query(asked), FIELDS).map_err(|failure| failure.code)?;
        let found = filter.pick(rows.to_vec(), |row, field| match field {
            "id" => Some(row.0.to_owned()),
            "createdAt" => Some(row.1.to_owned()),
            _ => row.2.map(str::to_owned),
        });
        Ok(found.into_iter().map(|row| row.0).collect())
    }

    #[test]
    fn lists_are_narrowed_and_ordered() {
        for (asked, expected) in [
            ("", "123"),
            ("where=id = \"2\"", "2"),
            ("where=id in (\"3\", \"1\")", "13"),
            ("where=id != \"2\" and createdAt>\"2026-01-02\"", "3"),
            ("where=createdAt <= \"2026-01-02\"&where=id<\"2\"", "1"),
            ("where=info(method=\"VISA\")", "1"),
            ("where=info(method=\"SAP \\\"x\\\"\" and method >= \"A\") AND id=:which&var.which=2", "2"),
            ("sort=createdAt", "213"),
            ("sort=createdAt desc", "312"),
            ("where=id>\"1\"&sort=createdAt asc&sort=id desc", "23"),
        ] {
            assert_eq!(ids(&asked.replace(' ', "%20")), Ok(expected.to_owned()), "{asked}");
        }
    }

    #[test]
    fn what_is_beyond_the_subset_is_refused() {
        for asked in [
            "where=",
            "where=other = \"1\"",
            "where=id = 1",
            "where=id = \"1",
            "where=id = \"1\" or id = \"2\"",
            "where=not(id = \"1\")",
            "where=id in ()",
            "where=id in \"1\"",
            "where=id = :which",
            "where=info(method = \"x\"",
            "where=id = \"1\")",
            "where=1=1;--",
            "where=info(info(info(info(info(info(id",
            "sort=other",
            "sort=id up",
            "sort=id asc asc",
            "sort=",
        ] {
            assert_eq!(ids(&asked.replace(' ', "%20")), Err("malformed"), "{asked}");
        }
    }
}

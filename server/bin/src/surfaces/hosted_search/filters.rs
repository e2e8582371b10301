//! The grammar of filters: `filters`, `facetFilters` and `numericFilters` become one list of clauses of which each
//! must hold, each a list of conditions of which one must. Not here: what an attribute holds.

use std::str::FromStr;

use fieldhouse_kernel::failure::Failure;
use rust_decimal::Decimal;
use serde_json::Value;

use super::{errors::invalid, params::Params};

/// Conditions in all.
const MOST_CONDITIONS: usize = 500;
/// Tokens of a text of so many conditions: `a:1 TO 2` with a keyword and two parentheses has eight.
const MOST_TOKENS: usize = MOST_CONDITIONS * 8;
/// Parentheses in parentheses.
const DEEPEST: usize = 20;

/// One condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// Attribute.
    pub attribute: String,
    /// What it must be.
    pub test: Test,
    /// It must not.
    pub negated: bool,
}

/// What an attribute must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Test {
    /// This value.
    Is(String),
    /// A number at least as large as the first and at most as large as the second.
    Within(Option<Decimal>, Option<Decimal>),
    /// A number above.
    Above(Decimal),
    /// A number below.
    Below(Decimal),
    /// Another number.
    Not(Decimal),
}

/// Clauses that must all hold; each holds when one of its conditions does.
pub type Clauses = Vec<Vec<Condition>>;

/// All filters of a search.
pub fn read(params: &Params) -> Result<Clauses, Failure> {
    // Counted before they are read: what is refused costs next to nothing.
    if listed(params) > MOST_CONDITIONS {
        return Err(too_many());
    }
    let mut clauses = Clauses::new();
    if !params.filters.trim().is_empty() {
        clauses = Reader::new(&params.filters)?.all()?;
    }
    clauses.extend(read_list("facetFilters", &params.facet_filters, facet_filter)?);
    clauses.extend(read_list("numericFilters", &params.numeric_filters, numeric_filter)?);
    if clauses.iter().map(Vec::len).sum::<usize>() > MOST_CONDITIONS {
        return Err(too_many());
    }
    Ok(clauses)
}

fn too_many() -> Failure {
    invalid("There are too many filters")
}

/// How many conditions a search has at most, without reading them: each has a sign of its own.
pub fn count(params: &Params) -> usize {
    let signs = params.filters.bytes().filter(|byte| b":<>=".contains(byte)).count();
    signs.saturating_add(listed(params))
}

/// How many texts the lists of filters hold.
fn listed(params: &Params) -> usize {
    texts(&params.facet_filters).saturating_add(texts(&params.numeric_filters))
}

fn texts(value: &Value) -> usize {
    match value {
        Value::String(text) => text.bytes().filter(|byte| *byte == b',').count().saturating_add(1),
        Value::Array(items) => items.iter().map(|item| item.as_array().map_or(1, |texts| texts.len().max(1))).sum(),
        _ => 0,
    }
}

/// `"a"`, `["a", "b"]`, `["a", ["b", "c"]]`: lists within the list are alternatives.
fn read_list(
    parameter: &str,
    value: &Value,
    read: impl Fn(&str) -> Result<Condition, Failure>,
) -> Result<Clauses, Failure> {
    let wrong = || invalid(format!("{parameter} must be a list of texts, or of lists of texts"));
    match value {
        Value::Null => Ok(Clauses::new()),
        Value::String(text) if text.is_empty() => Ok(Clauses::new()),
        // In an address several are parted by commas.
        Value::String(text) => text.split(',').map(|text| Ok(vec![read(text)?])).collect(),
        Value::Array(items) => {
            let clause = |item: &Value| match item {
                Value::String(text) => Ok(vec![read(text)?]),
                Value::Array(texts) => {
                    texts.iter().map(|text| read(text.as_str().ok_or_else(wrong)?)).collect::<Result<Vec<_>, _>>()
                }
                _ => Err(wrong()),
            };
            let clauses = items.iter().map(clause).collect::<Result<Clauses, _>>()?;
            // An empty list of alternatives asks for nothing.
            Ok(clauses.into_iter().filter(|clause| !clause.is_empty()).collect())
        }
        _ => Err(wrong()),
    }
}

/// `color:Red`, `color:-Red`, `color:\-Red`.
fn facet_filter(text: &str) -> Result<Condition, Failure> {
    let (attribute, value) = text.split_once(':').ok_or_else(|| invalid(format!("Filter {text} has no value")))?;
    let (negated, value) = match value.strip_prefix('-') {
        Some(value) => (true, value),
        None => (false, value.strip_prefix('\\').filter(|rest| rest.starts_with('-')).unwrap_or(value)),
    };
    Ok(Condition { attribute: attribute.trim().to_owned(), test: Test::Is(value.to_owned()), negated })
}

/// `price>=1000`, `price:1000 TO 2000`.
fn numeric_filter(text: &str) -> Result<Condition, Failure> {
    let mut reader = Reader::new(text)?;
    let condition = reader.condition()?;
    let numeric = !matches!(condition.test, Test::Is(_));
    let equal = match &condition.test {
        Test::Is(value) => Decimal::from_str(value).ok(),
        _ => None,
    };
    match (reader.peek(), numeric, equal) {
        (None, true, _) => Ok(condition),
        (None, false, Some(number)) => Ok(Condition { test: Test::Within(Some(number), Some(number)), ..condition }),
        _ => Err(invalid(format!("Numeric filter {text} cannot be read"))),
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Word(String),
    /// In quotes: never a keyword.
    Quoted(String),
    Colon,
    Compare(&'static str),
    Open,
    Close,
}

struct Reader {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl Reader {
    fn new(text: &str) -> Result<Self, Failure> {
        Ok(Self { tokens: tokens(text)?, at: 0, depth: 0 })
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn next(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.at).cloned();
        self.at = self.at.saturating_add(1);
        token
    }

    fn keyword(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Word(known)) if known == word);
        if found {
            self.at = self.at.saturating_add(1);
        }
        found
    }

    fn all(mut self) -> Result<Clauses, Failure> {
        let clauses = self.conjunction()?;
        match self.peek() {
            None => Ok(clauses),
            Some(_) => Err(invalid("The filters cannot be read to their end")),
        }
    }

    fn conjunction(&mut self) -> Result<Clauses, Failure> {
        let mut clauses = self.disjunction()?;
        while self.keyword("AND") {
            clauses.extend(self.disjunction()?);
        }
        Ok(clauses)
    }

    /// OR binds closer than AND, and joins conditions only.
    fn disjunction(&mut self) -> Result<Clauses, Failure> {
        let mut clauses = self.term()?;
        while self.keyword("OR") {
            let more = self.term()?;
            match (clauses.as_mut_slice(), more.as_slice()) {
                ([clause], [more]) => clause.extend(more.iter().cloned()),
                _ => return Err(invalid("(X AND Y) OR Z is not allowed, only (X OR Y) AND Z is allowed")),
            }
        }
        Ok(clauses)
    }

    fn term(&mut self) -> Result<Clauses, Failure> {
        let negated = self.keyword("NOT");
        if self.peek() != Some(&Token::Open) {
            let condition = self.condition()?;
            return Ok(vec![vec![Condition { negated: condition.negated != negated, ..condition }]]);
        }
        self.depth = self.depth.saturating_add(1);
        if negated || self.depth > DEEPEST {
            return Err(invalid("NOT stands before one condition, and parentheses are at most 20 deep"));
        }
        self.next();
        let clauses = self.conjunction()?;
        self.depth = self.depth.saturating_sub(1);
        match self.next() {
            Some(Token::Close) => Ok(clauses),
            _ => Err(invalid("A parenthesis is not closed")),
        }
    }

    fn condition(&mut self) -> Result<Condition, Failure> {
        let attribute = match self.next() {
            Some(Token::Word(word)) if !["AND", "OR", "NOT", "TO"].contains(&word.as_str()) => word,
            Some(Token::Quoted(word)) => word,
            _ => return Err(invalid("An attribute is expected in the filters")),
        };
        let test = match self.next() {
            Some(Token::Colon) => {
                let Some(Token::Word(value) | Token::Quoted(value)) = self.next() else {
                    return Err(invalid(format!("Filter on {attribute} has no value")));
                };
                if self.keyword("TO") {
                    Test::Within(Some(number(&value)?), Some(self.number()?))
                } else {
                    Test::Is(value)
                }
            }
            Some(Token::Compare(sign)) => {
                let number = self.number()?;
                match sign {
                    "<" => Test::Below(number),
                    "<=" => Test::Within(None, Some(number)),
                    ">" => Test::Above(number),
                    ">=" => Test::Within(Some(number), None),
                    "!=" => Test::Not(number),
                    _ => Test::Within(Some(number), Some(number)),
                }
            }
            _ => return Err(invalid(format!("Filter on {attribute} has no value"))),
        };
        Ok(Condition { attribute, test, negated: false })
    }

    fn number(&mut self) -> Result<Decimal, Failure> {
        match self.next() {
            Some(Token::Word(word) | Token::Quoted(word)) => number(&word),
            _ => Err(invalid("A number is expected in the filters")),
        }
    }
}

fn number(text: &str) -> Result<Decimal, Failure> {
    Decimal::from_str(text).map_err(|_| invalid(format!("{text} is no number")))
}

fn tokens(text: &str) -> Result<Vec<Token>, Failure> {
    let mut tokens = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let followed = letters.peek() == Some(&'=');
        let token = match letter {
            letter if letter.is_whitespace() => continue,
            ':' => Token::Colon,
            '(' => Token::Open,
            ')' => Token::Close,
            '<' | '>' | '!' if followed => {
                letters.next();
                Token::Compare(match letter {
                    '<' => "<=",
                    '>' => ">=",
                    _ => "!=",
                })
            }
            '<' => Token::Compare("<"),
            '>' => Token::Compare(">"),
            '=' => Token::Compare("="),
            quote @ ('"' | '\'') => {
                let mut word = String::new();
                loop {
                    match letters.next() {
                        Some('\\') => word.extend(letters.next()),
                        Some(letter) if letter == quote => break,
                        Some(letter) => word.push(letter),
                        None => return Err(invalid("A quote is not closed in the filters")),
                    }
                }
                Token::Quoted(word)
            }
            letter => {
                let mut word = String::from(letter);
                while let Some(next) = letters.next_if(|next| !next.is_whitespace() && !":()<>=!".contains(*next)) {
                    word.push(next);
                }
                Token::Word(word)
            }
        };
        tokens.push(token);
        if tokens.len() > MOST_TOKENS {
            return Err(too_many());
        }
    }
    Ok(tokens)
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::*;

    fn clauses(parameter: &str, value: Value) -> Result<Clauses, Failure> {
        read(&Params::from_fields(Map::from_iter([(parameter.to_owned(), value)])).unwrap())
    }

    fn shown(clauses: &Clauses) -> String {
        let condition = |it: &Condition| {
            let test = match &it.test {
                Test::Is(value) => format!("={value}"),
                Test::Within(low, high) => {
                    let bound = |bound: &Option<Decimal>| bound.map_or_else(String::new, |bound| bound.to_string());
                    format!("[{},{}]", bound(low), bound(high))
                }
                Test::Above(bound) => format!(">{bound}"),
                Test::Below(bound) => format!("<{bound}"),
                Test::Not(bound) => format!("#{bound}"),
            };
            format!("{}{}{test}", if it.negated { "!" } else { "" }, it.attribute)
        };
        let clause = |it: &Vec<Condition>| it.iter().map(condition).collect::<Vec<_>>().join("|");
        clauses.iter().map(clause).collect::<Vec<_>>().join(" & ")
    }

    fn filters(text: &str) -> String {
        clauses("filters", json!(text)).map_or_else(|failure| format!("400 {}", failure.title), |it| shown(&it))
    }

    #[test]
    fn filters_are_clauses_of_alternatives() {
        for (text, read) in [
            ("", ""),
            ("color:Red", "color=Red"),
            ("color:\"Navy Blue\" AND brand:'Iron''side'", "400 The filters cannot be read to their end"),
            ("color:\"Navy \\\"Blue\\\"\"", "color=Navy \"Blue\""),
            ("color:Red OR color:Navy AND size:S", "color=Red|color=Navy & size=S"),
            ("(color:Red OR color:Navy) AND (size:S)", "color=Red|color=Navy & size=S"),
            ("((color:Red AND size:S)) AND price<5000", "color=Red & size=S & price<5000"),
            ("NOT color:Red", "!color=Red"),
            ("price>=10.5 AND price <= 20 AND price != 15", "price[10.5,] & price[,20] & price#15"),
            ("price:10 TO 20 OR price=30", "price[10,20]|price[30,30]"),
            ("\"AND\":OR", "AND=OR"),
            ("hierarchicalCategories.lvl0:Balls", "hierarchicalCategories.lvl0=Balls"),
            ("(color:Red AND size:S) OR brand:A", "400 (X AND Y) OR Z is not allowed, only (X OR Y) AND Z is allowed"),
            ("NOT (color:Red)", "400 NOT stands before one condition, and parentheses are at most 20 deep"),
            ("color", "400 Filter on color has no value"),
            ("color:", "400 Filter on color has no value"),
            ("AND", "400 An attribute is expected in the filters"),
            ("color:Red AND", "400 An attribute is expected in the filters"),
            ("(color:Red", "400 A parenthesis is not closed"),
            ("color:\"Red", "400 A quote is not closed in the filters"),
            ("color:Red color:Navy", "400 The filters cannot be read to their end"),
            ("price<cheap", "400 cheap is no number"),
        ] {
            assert_eq!(filters(text), read, "{text}");
        }
        assert!(filters(&"(".repeat(100_000)).starts_with("400"));
        assert!(filters(&["a:b OR "; 501].concat()).starts_with("400"));
    }

    #[test]
    fn r81_too_many_are_counted_before_one_is_read() {
        let told = |parameter, value| clauses(parameter, value).map_or_else(|failure| failure.title, |it| shown(&it));
        // Each of them cannot be read; what is told is how many there are.
        let unreadable = vec!["brand"; 501];
        assert_eq!(told("facetFilters", json!(unreadable)), "There are too many filters");
        assert_eq!(told("facetFilters", json!([unreadable])), "There are too many filters");
        assert_eq!(told("numericFilters", json!(unreadable.join(","))), "There are too many filters");
        assert_eq!(filters(&"( ".repeat(100_000)), "400 There are too many filters");
        // All lists of a search together.
        let half: Vec<String> = (0..300).map(|n| format!("brand:{n}")).collect();
        let both = json!({"facetFilters": half, "numericFilters": vec!["price"; 300]});
        let Value::Object(fields) = both else { panic!("an object") };
        assert_eq!(read(&Params::from_fields(fields).unwrap()).unwrap_err().title, "There are too many filters");
    }

    #[test]
    fn lists_within_a_list_are_alternatives() {
        let facet = |value| clauses("facetFilters", value).map(|clauses| shown(&clauses));
        assert_eq!(facet(json!(["brand:A", ["color:Red", "color:-Navy"]])).unwrap(), "brand=A & color=Red|!color=Navy");
        assert_eq!(facet(json!("brand:A")).unwrap(), "brand=A");
        assert_eq!(facet(json!(["size:\\-5", []])).unwrap(), "size=-5");
        assert!(facet(json!([1])).is_err() && facet(json!(["brand"])).is_err() && facet(json!({})).is_err());
        assert!(facet(json!([[["brand:A"]]])).is_err());
        let numeric = |value| clauses("numericFilters", value).map(|clauses| shown(&clauses));
        assert_eq!(
            numeric(json!(["price>=1000", ["price<5", "price:7 TO 9"]])).unwrap(),
            "price[1000,] & price<5|price[7,9]"
        );
        assert_eq!(numeric(json!(["price:7", "price = 8"])).unwrap(), "price[7,7] & price[8,8]");
        assert!(numeric(json!(["price:cheap"])).is_err() && numeric(json!(["price>1 2"])).is_err());
    }
}

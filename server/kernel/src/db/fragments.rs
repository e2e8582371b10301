//! What somebody typed as fragments that an index of three letters finds: FTS5 in SQLite, `pg_trgm` in
//! PostgreSQL.

/// Letters a fragment has at least: what the index is made of.
const SHORTEST: usize = 3;
/// Fragments that are looked for together.
const FRAGMENTS: usize = 4;

/// Words of three letters and more; of many the longest count. Nothing when there is none.
pub fn fragments(typed: &str) -> Option<Vec<String>> {
    let mut words: Vec<String> =
        typed.split_whitespace().filter(|word| word.chars().count() >= SHORTEST).map(str::to_owned).collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
    words.truncate(FRAGMENTS);
    Some(words).filter(|words| !words.is_empty())
}

/// A fragment as a pattern: what patterns mean something by is what it is.
pub fn pattern(fragment: &str) -> String {
    let mut pattern = "%".to_owned();
    for letter in fragment.chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

/// Fragments as a question that takes each one by the letter.
pub fn phrases(fragments: &[String]) -> String {
    let quoted: Vec<String> =
        fragments.iter().map(|fragment| ["\"", &fragment.replace('"', "\"\""), "\""].concat()).collect();
    quoted.join(" AND ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fragments_are_the_longest_words_of_what_was_typed() {
        assert_eq!(fragments("  FH 100001 Ann Lee ").unwrap(), ["100001", "Ann", "Lee"]);
        assert_eq!(fragments("one two three four five").unwrap(), ["three", "four", "five", "one"]);
        assert_eq!(fragments(" 12 M "), None);
    }

    #[test]
    fn what_was_typed_means_nothing_to_the_database() {
        assert_eq!(pattern(r"10%_\a"), r"%10\%\_\\a%");
        assert_eq!(phrases(&["a\" OR \"b".to_owned(), "NEAR(".to_owned()]), "\"a\"\" OR \"\"b\" AND \"NEAR(\"");
    }
}

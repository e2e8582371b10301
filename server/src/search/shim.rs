pub fn clean_query(raw: &str) -> String {
    let kept: String = raw
        .chars()
        .filter(|c| !matches!(c, '\\' | '*' | '<' | '>'))
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let words: Vec<&str> = kept.split_whitespace().collect();
    words.join(" ").chars().take(200).collect::<String>().trim_end().to_owned()
}
pub fn is_searchable(query: &str) -> bool {
    query.chars().count() >= 3
}

//! Where in a JSON text an offset lies, as the path of its field: `lines.3.quantity`.
//! serde tells a line and a column; people need the field.

/// A container on the way to the offset.
enum Inside {
    Object { key: String, key_next: bool },
    Array { index: usize },
}

/// The path of the value at a line and column as `serde_json` counts them. Empty at the top.
pub fn field_at(text: &str, line: usize, column: usize) -> String {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let bytes = text.as_bytes();
    let end = before.saturating_add(column).min(bytes.len());
    let bytes = bytes.get(..end).unwrap_or(bytes);
    let mut stack: Vec<Inside> = Vec::new();
    let mut rest = bytes.iter().enumerate();
    while let Some((at, byte)) = rest.next() {
        match byte {
            b'"' => {
                let mut close = at;
                let mut escaped = false;
                for (next, byte) in rest.by_ref() {
                    close = next;
                    match (escaped, byte) {
                        (false, b'"') => break,
                        (false, b'\\') => escaped = true,
                        _ => escaped = false,
                    }
                }
                if let Some(Inside::Object { key, key_next: key_next @ true }) = stack.last_mut() {
                    *key_next = false;
                    *key = String::from_utf8_lossy(bytes.get(at.saturating_add(1)..close).unwrap_or_default()).into();
                }
            }
            b'{' => stack.push(Inside::Object { key: String::new(), key_next: true }),
            b'[' => stack.push(Inside::Array { index: 0 }),
            b'}' | b']' => drop(stack.pop()),
            b',' => match stack.last_mut() {
                Some(Inside::Object { key, key_next }) => {
                    key.clear();
                    *key_next = true;
                }
                Some(Inside::Array { index }) => *index = index.saturating_add(1),
                None => {}
            },
            _ => {}
        }
    }
    let steps = stack.iter().filter_map(|inside| match inside {
        Inside::Object { key, .. } if key.is_empty() => None,
        Inside::Object { key, .. } => Some(key.chars().take(80).collect::<String>()),
        Inside::Array { index } => Some(index.to_string()),
    });
    steps.collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use fieldhouse_core::cart::AddLinesDraft;

    use super::*;

    #[test]
    fn names_the_field_serde_stumbled_over() {
        for (text, field) in [
            (r#"{"lines":[{"sku":"a","quantity":1},{"sku":"b","quantity":"2"}]}"#, "lines.1.quantity"),
            (r#"{"lines":[{"sku":"a","quantity":1e400}]}"#, "lines.0.quantity"),
            (r#"{"lines":[{"sku":"a","quantity":1,"price":5}]}"#, "lines.0.price"),
            (r#"{"lines":[{"sku":"a","quantity":1,"sku":"b"}]}"#, "lines.0.sku"),
            (r#"{"lines":[{"sku":"a"}]}"#, "lines.0"),
            ("{\n \"lines\": [\n  {\"sku\": 5, \"quantity\": 1}]}", "lines.0.sku"),
            (r#"{"lines":[{"sku":"a \" ] }","quantity":null}]}"#, "lines.0.quantity"),
            (r#"{"lines":7}"#, "lines"),
            ("[]", ""),
        ] {
            let error = serde_json::from_str::<AddLinesDraft>(text).unwrap_err();
            assert_eq!(field_at(text, error.line(), error.column()), field, "{text}: {error}");
        }
    }
}

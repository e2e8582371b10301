//! JSON read strictly: a name given twice, endless nesting and what is no JSON are told by their place,
//! all of them at once.

use std::fmt;

use fieldhouse_core::rule::FieldError;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::faults::DocumentError;

/// Objects and lists inside each other; navigation, the deepest of all, needs less than half.
const DEEPEST: usize = 32;

/// A value, and what was wrong on the way.
struct Reading<'a> {
    path: String,
    depth: usize,
    errors: &'a mut Vec<FieldError>,
}

/// Reads a text.
pub fn read(text: &str) -> Result<Value, Vec<FieldError>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut errors = Vec::new();
    let mut reader = serde_json::Deserializer::from_str(text);
    let read = Reading { path: String::new(), depth: 0, errors: &mut errors }.deserialize(&mut reader);
    match read.and_then(|value| reader.end().map(|()| value)) {
        Ok(value) if errors.is_empty() => Ok(value),
        Ok(_) => Err(errors),
        Err(error) if error.to_string().starts_with("recursion limit") => {
            errors.push(too_deep(""));
            Err(errors)
        }
        Err(error) => {
            let place = format!("This is not valid JSON (line {}, column {})", error.line(), error.column());
            errors.push(DocumentError::NotJson.at("", place));
            Err(errors)
        }
    }
}

fn too_deep(path: &str) -> FieldError {
    DocumentError::TooDeep.at(path, format!("This is nested deeper than {DEEPEST} levels"))
}

/// A path with one name more.
pub fn below(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { [path, ".", name].concat() }
}

impl<'de> DeserializeSeed<'de> for Reading<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reading<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let Self { path, depth, errors } = self;
        if depth >= DEEPEST {
            errors.push(too_deep(&path));
            while items.next_element::<IgnoredAny>()?.is_some() {}
            return Ok(Value::Null);
        }
        let mut all = Vec::new();
        loop {
            let path = below(&path, &all.len().to_string());
            let item = Reading { path, depth: depth.saturating_add(1), errors: &mut *errors };
            match items.next_element_seed(item)? {
                Some(item) => all.push(item),
                None => return Ok(Value::Array(all)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let Self { path, depth, errors } = self;
        if depth >= DEEPEST {
            errors.push(too_deep(&path));
            while fields.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            return Ok(Value::Null);
        }
        let mut all = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            let path = below(&path, &name);
            if all.contains_key(&name) {
                errors.push(DocumentError::NameTwice.at(&path, "This name is given twice"));
            }
            let value = Reading { path, depth: depth.saturating_add(1), errors: &mut *errors };
            let value = fields.next_value_seed(value)?;
            all.insert(name, value);
        }
        Ok(Value::Object(all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<(String, String)> {
        read(text).unwrap_err().into_iter().map(|error| (error.code, error.field)).collect()
    }

    #[test]
    fn what_is_wrong_is_told_by_its_place() {
        let twice = r#"{"pages":[{"slug":"a","slug":"b"},{"slug":"c"}],"shell":{"help":[],"help":[]}}"#;
        let name = |path: &str| ("name_twice".to_owned(), path.to_owned());
        assert_eq!(told(twice), [name("pages.0.slug"), name("shell.help")]);
        for broken in ["", "{", "{\"a\":1} x", "{\"a\":NaN}", "\u{0}", "{'a':1}", "[1,]", "{\"a\":\"\\ud800\"}"] {
            assert_eq!(told(broken), [("not_json".to_owned(), String::new())], "{broken}");
        }
        assert_eq!(read("{\n\"a\": x}").unwrap_err()[0].message, "This is not valid JSON (line 2, column 6)");
        assert_eq!(read("\u{feff}{\"a\":[1,-2,0.5,null,true]}").unwrap()["a"][2], 0.5);
    }

    #[test]
    fn endless_nesting_is_told_and_costs_nothing() {
        for deep in [40, 100, 1_000, 500_000] {
            let text = ["[".repeat(deep), "]".repeat(deep)].concat();
            assert_eq!(read(&text).unwrap_err()[0].code, "too_deep", "{deep}");
            assert_eq!(
                read(&["{\"a\":".repeat(deep), "0".to_owned(), "}".repeat(deep)].concat()).unwrap_err()[0].code,
                "too_deep"
            );
        }
        assert!(read(&"[".repeat(500_000)).is_err());
    }
}

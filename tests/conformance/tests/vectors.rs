//! Every vector holds natively, every call has a vector, and every error code too.

use std::collections::BTreeSet;

use fieldhouse_conformance::{answer, codes::declared_codes, load_vectors};
use fieldhouse_core::dispatch;
use serde_json::Value;

#[test]
fn every_vector_holds() {
    let mut broken = Vec::new();
    let mut run = 0;
    for file in load_vectors().unwrap() {
        assert!(!file.vectors.is_empty(), "{}.json is empty", file.name);
        for vector in file.vectors {
            run += 1;
            match answer(&vector.call, &vector.given) {
                Ok(found) if found == vector.expect => {}
                found => broken.push(format!(
                    "{}: {} ({})\n  expected {}\n  found    {}",
                    file.name,
                    vector.description,
                    vector.call,
                    vector.expect,
                    found.map_or_else(|error| error.to_string(), |value| value.to_string()),
                )),
            }
        }
    }
    println!("{run} vectors");
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn descriptions_tell_vectors_of_a_call_apart() {
    for file in load_vectors().unwrap() {
        let mut seen = BTreeSet::new();
        for vector in &file.vectors {
            assert!(seen.insert((&vector.call, &vector.description)), "{}: {} twice", file.name, vector.description);
        }
    }
}

#[test]
fn every_call_has_a_vector() {
    let called: BTreeSet<String> =
        load_vectors().unwrap().into_iter().flat_map(|file| file.vectors).map(|vector| vector.call).collect();
    let browser = dispatch::NAMES.iter().chain(dispatch::ACCOUNT_NAMES).chain(dispatch::ROSTER_NAMES);
    let browser = browser.chain(dispatch::DESK_NAMES).chain(dispatch::EDIT_NAMES).chain(dispatch::SEASON_NAMES);
    let browser = browser.chain(dispatch::STOCK_NAMES);
    let names = browser.chain(dispatch::SERVER_ONLY_NAMES);
    let silent: Vec<&&str> = names.filter(|name| !called.contains(**name)).collect();
    assert!(silent.is_empty(), "calls without a vector: {silent:?}");
}

fn codes_in(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            if let (Some(Value::String(code)), Some(_)) = (fields.get("code"), fields.get("message")) {
                found.insert(code.clone());
            }
            fields.values().for_each(|field| codes_in(field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| codes_in(item, found)),
        _ => {}
    }
}

#[test]
fn every_error_code_has_a_vector() {
    let mut shown = BTreeSet::new();
    for vector in load_vectors().unwrap().iter().flat_map(|file| &file.vectors) {
        codes_in(&vector.expect, &mut shown);
    }
    let declared = declared_codes().unwrap();
    assert!(declared.contains("quantity_below_minimum") && declared.contains("sku_unknown"), "{declared:?}");
    let silent: Vec<&String> = declared.iter().filter(|code| !shown.contains(*code)).collect();
    assert!(silent.is_empty(), "codes without a vector: {silent:?}");
    let unknown: Vec<&String> = shown.iter().filter(|code| !declared.contains(*code)).collect();
    assert!(unknown.is_empty(), "codes nobody declares: {unknown:?}");
}

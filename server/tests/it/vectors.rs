//! The vectors of `tests/vectors`, asked of the page renderer's engine: the same file, the same answers.

use std::path::Path;

use fieldhouse_server::render::engine::Engine;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Vector {
    description: String,
    call: String,
    given: Vec<Value>,
    expect: Value,
}

/// As the storefront's own wrapper does it: arguments as JSON into the host's function, the answer read back.
const ASK: &str = "globalThis.__fieldhouseRender = (vector) => {
    const { call, given } = JSON.parse(vector);
    return JSON.stringify(JSON.parse(__fieldhouseRule(call, JSON.stringify(given))));
}";

#[test]
fn every_vector_holds_in_the_page_renderer() {
    let mut engine = Engine::start(ASK).unwrap();
    let mut broken = Vec::new();
    let mut asked = 0;
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let vectors: Vec<Vector> = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        for Vector { description, call, given, expect } in vectors {
            asked += 1;
            let request = serde_json::json!({"call": call, "given": given}).to_string();
            let answer = engine.render(&request).map(|text| serde_json::from_str::<Value>(&text).unwrap());
            if answer.as_ref().ok() != Some(&expect) {
                broken.push(format!("{}: {description} ({call})\n  {expect}\n  {answer:?}", path.display()));
            }
        }
    }
    assert!(asked > 100, "only {asked} vectors were found");
    assert!(broken.is_empty(), "{} of {asked}:\n{}", broken.len(), broken.join("\n"));
}

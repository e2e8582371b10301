//! Reads `tests/vectors`, makes their calls on the native rules, and grows random inputs from them
//! for the differential run. Not here: what the rules are (core), and the runs through wasm (pkg).

pub mod codes;
pub mod corpus;

use std::{fs, io, path::PathBuf};

use fieldhouse_core::dispatch;
use serde::Deserialize;
use serde_json::Value;

/// One vector: a call, what it is given and what must come back.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vector {
    /// What it shows.
    pub description: String,
    /// Name of the call.
    pub call: String,
    /// Arguments.
    pub given: Vec<Value>,
    /// The answer.
    pub expect: Value,
}

/// A file of vectors.
#[derive(Debug, Clone)]
pub struct VectorFile {
    /// File name without `.json`.
    pub name: String,
    /// Its vectors.
    pub vectors: Vec<Vector>,
}

/// The folder of vectors.
pub fn vectors_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../vectors")
}

/// All files of vectors, by name.
pub fn load_vectors() -> io::Result<Vec<VectorFile>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(vectors_folder())? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let told = |cause| io::Error::other(format!("{name}.json: {cause}"));
            let vectors = serde_json::from_slice(&fs::read(&path)?).map_err(told)?;
            files.push(VectorFile { name, vectors });
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}

/// The native answer to a call.
pub fn answer(call: &str, given: &[Value]) -> Result<Value, dispatch::CallError> {
    let args = Value::Array(given.to_vec()).to_string();
    let text = dispatch::call(call, &args)?;
    serde_json::from_str(&text).map_err(dispatch::CallError::Malformed)
}

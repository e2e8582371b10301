//! Writes the differential corpus: distinct random inputs with their native answers, one JSON object a line,
//! for the run through wasm. `differential [count] [seed] > corpus.jsonl`

use std::{
    collections::BTreeSet,
    env,
    io::{self, BufWriter, Write},
    process::ExitCode,
};

use fieldhouse_conformance::{
    Vector,
    corpus::{Dice, Garden},
    load_vectors,
};
use serde_json::{Value, json};

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let count = args.next().map_or(Ok(100_000), |text| text.parse::<usize>());
    let seed = args.next().map_or(Ok(1), |text| text.parse::<u64>());
    let (Ok(count), Ok(seed)) = (count, seed) else {
        eprintln!("usage: differential [count] [seed]");
        return ExitCode::FAILURE;
    };
    match write_corpus(count, seed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(cause) => {
            eprintln!("{cause}");
            ExitCode::FAILURE
        }
    }
}

fn write_corpus(count: usize, seed: u64) -> io::Result<()> {
    let vectors: Vec<Vector> = load_vectors()?
        .into_iter()
        .flat_map(|file| file.vectors)
        // The rules only the server decides by are not in the browser's modules.
        .filter(|vector| !fieldhouse_core::dispatch::SERVER_ONLY_NAMES.contains(&vector.call.as_str()))
        .collect();
    let garden = Garden::new(&vectors);
    let mut dice = Dice::new(seed);
    let mut out = BufWriter::new(io::stdout().lock());
    // Each input once: a call with few inputs leaves its share to the others.
    let mut inputs = BTreeSet::new();
    let mut written = 0_usize;
    while written < count {
        let before = written;
        for call in garden.calls() {
            if let Some((given, expect)) = garden.grow(call, &mut dice)
                && written < count
                && inputs.insert(format!("{call}{}", Value::from(given.clone())))
            {
                writeln!(out, "{}", json!({ "call": call, "given": given, "expect": expect }))?;
                written = written.saturating_add(1);
            }
        }
        if written == before {
            return Err(io::Error::other("no call accepts any input"));
        }
    }
    out.flush()
}

//! Every error code of the rules, read from their declarations so that none can be forgotten.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

/// Where codes are declared: how the block begins, and how it ends in the column it began in.
const BLOCKS: [(&str, &str); 2] = [("\nbroken_rules! {", "\n}"), ("    fn code(&self) -> &'static str {", "\n    }")];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            sources(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    Ok(())
}

/// The codes declared anywhere in the rules crate.
pub fn declared_codes() -> io::Result<BTreeSet<String>> {
    let mut files = Vec::new();
    sources(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../core/src"), &mut files)?;
    let mut codes = BTreeSet::new();
    for file in files {
        let text = fs::read_to_string(&file)?;
        for (begins, ends) in BLOCKS {
            let blocks = text.split(begins).skip(1).filter_map(|rest| rest.split(ends).next());
            for after in blocks.flat_map(|block| block.split("=> \"").skip(1)) {
                codes.extend(after.split('"').next().map(str::to_owned));
            }
        }
    }
    Ok(codes)
}

//! Whether the files of a folder are those that were written: a line a file as `sha256sum` writes and checks them.

use std::{
    collections::BTreeMap,
    fmt::Write,
    fs::{self, File},
    io,
    path::Path,
};

use anyhow::Context;
use sha2::{Digest, Sha256};

/// The file with the lines.
pub const NAME: &str = "SHA256SUMS";

/// What each file of a folder comes to, by its path within.
pub type Sums = BTreeMap<String, String>;

/// Writes what each file comes to into one more file, and waits until all of them are on the disk.
pub fn write(folder: &Path) -> anyhow::Result<()> {
    let mut text = String::new();
    for (name, sum) in of_files(folder)? {
        File::open(folder.join(&name))?.sync_all()?;
        text.extend([sum.as_str(), "  ", &name, "\n"]);
    }
    let file = folder.join(NAME);
    fs::write(&file, text)?;
    File::open(file)?.sync_all()?;
    for below in folders(folder)? {
        File::open(below)?.sync_all()?;
    }
    Ok(())
}

/// The sums that were written; an error in words when this is no folder of them.
pub fn read(folder: &Path) -> anyhow::Result<Sums> {
    let file = folder.join(NAME);
    let text = fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    anyhow::ensure!(text.ends_with('\n'), "{NAME} is cut off");
    let mut sums = Sums::new();
    for line in text.lines() {
        let (sum, name) = line.split_once("  ").with_context(|| format!("{NAME} has a line that is none: {line:?}"))?;
        sums.insert(name.to_owned(), sum.to_owned());
    }
    Ok(sums)
}

/// Looks whether a folder has the files of these sums and no other one, each as it was written; `bytes` says how long one was.
pub fn check(folder: &Path, written: &Sums, bytes: impl Fn(&str) -> Option<u64>) -> anyhow::Result<()> {
    let found = of_files(folder)?;
    for (name, sum) in written {
        let Some(now) = found.get(name) else { anyhow::bail!("{name} is missing") };
        if now == sum {
            continue;
        }
        let length = fs::metadata(folder.join(name))?.len();
        match bytes(name) {
            Some(whole) if length < whole => anyhow::bail!("{name} is cut off after {length} of {whole} bytes"),
            _ => anyhow::bail!("{name} is not what was written: its checksum is another one"),
        }
    }
    let strange = found.keys().find(|name| !written.contains_key(*name));
    anyhow::ensure!(strange.is_none(), "{NAME} says nothing of {}", strange.map_or("", String::as_str));
    Ok(())
}

/// What one file comes to.
pub fn of(file: &Path) -> anyhow::Result<String> {
    let mut digest = Sha256::new();
    let mut file = File::open(file).with_context(|| format!("{} cannot be read", file.display()))?;
    io::copy(&mut file, &mut Writer(&mut digest))?;
    let mut sum = String::new();
    for byte in digest.finalize() {
        write!(sum, "{byte:02x}")?;
    }
    Ok(sum)
}

/// `io::copy` writes into it.
struct Writer<'a>(&'a mut Sha256);

impl io::Write for Writer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Those of all files but the one with the lines.
fn of_files(folder: &Path) -> anyhow::Result<Sums> {
    let mut sums = Sums::new();
    for below in folders(folder)? {
        for entry in fs::read_dir(&below)? {
            let entry = entry?;
            let (path, kind) = (entry.path(), entry.file_type()?);
            let name = path.strip_prefix(folder)?.to_str().context("a file's name cannot be read")?.to_owned();
            if kind.is_dir() || name == NAME {
                continue;
            }
            anyhow::ensure!(kind.is_file(), "{name} is no file");
            sums.insert(name, of(&path)?);
        }
    }
    Ok(sums)
}

/// The folder itself and those in it.
fn folders(folder: &Path) -> io::Result<Vec<std::path::PathBuf>> {
    let mut all = vec![folder.to_owned()];
    let mut place = 0;
    while let Some(next) = all.get(place).cloned() {
        for entry in fs::read_dir(next)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                all.push(entry.path());
            }
        }
        place = place.saturating_add(1);
    }
    Ok(all)
}

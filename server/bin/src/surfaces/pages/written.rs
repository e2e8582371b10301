//! The most visited pages in a file beside the catalogue's (docs/decisions/0076): a store that is started again has them before
//! its engines have read their script. They count for the very program and build that made them; whatever cannot be read is as
//! if it were not there.

use std::{
    fs::File,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use fieldhouse_kernel::files::open_file;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use super::assets::Assets;

/// Pages written down: the brands' homes, and what is visited most beside them. Others are made in milliseconds, and a store
/// that nobody visits yet would keep them in memory.
pub const MOST: usize = 8;
/// A brand's first page.
pub const HOME: &str = "/";
/// A file longer than this was not written here.
const LONGEST: u64 = 32 * 1024 * 1024;
/// Bytes at the beginning of a program: how long each of its parts is, and the name that the linker gave the whole.
const HEAD: u64 = 4096;

type Sum = [u8; 32];

/// A page as it was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenPage {
    /// The brand's key.
    pub site: String,
    /// `https://host`, as its links name it.
    pub origin: String,
    /// Its path, with what it asks for.
    pub url: String,
    /// Of what it was made from.
    pub tag: String,
    /// How often it was asked for, of late.
    pub visits: u32,
    /// What browsers show.
    pub document: Vec<u8>,
    /// What it was made from, as browsers ask for it.
    pub data: Vec<u8>,
}

impl WrittenPage {
    /// A brand's first page.
    pub fn is_home(&self) -> bool {
        self.url == HOME
    }
}

/// Where pages are written down, and what makes them.
pub struct Place {
    path: PathBuf,
    maker: Sum,
}

impl Place {
    /// A file for pages of this program and this build.
    pub fn of(path: PathBuf, assets: &Assets) -> io::Result<Self> {
        let mut maker = Sha256::new();
        let program = File::open(std::env::current_exe()?)?;
        maker.update(program.metadata()?.len().to_le_bytes());
        let mut head = Vec::new();
        program.take(HEAD).read_to_end(&mut head)?;
        maker.update(head);
        // A build that lies in a folder, and brands of the operator's own, are no part of the program.
        assets.sum_up(&mut maker);
        Ok(Self { path, maker: maker.finalize().into() })
    }

    /// The pages that were written down: homes, and what was visited most.
    pub fn read(&self) -> Vec<WrittenPage> {
        self.read_strictly().unwrap_or_else(|error| {
            tracing::debug!(%error, path = %self.path.display(), "no page is known of an earlier start");
            Vec::new()
        })
    }

    fn read_strictly(&self) -> io::Result<Vec<WrittenPage>> {
        let mut bytes = Vec::new();
        open_file(&self.path)?.take(LONGEST).read_to_end(&mut bytes)?;
        let (sum, pages) = bytes.split_at_checked(size_of::<Sum>()).ok_or(io::ErrorKind::UnexpectedEof)?;
        if sum != self.sum_of(pages) {
            return Err(io::ErrorKind::InvalidData.into());
        }
        postcard::from_bytes(pages).map_err(io::Error::other)
    }

    /// Writes pages in the place of those that were written before: whoever reads meanwhile has one or the other.
    pub fn write(&self, pages: &[WrittenPage]) -> io::Result<()> {
        let pages = postcard::to_allocvec(pages).map_err(io::Error::other)?;
        let folder =
            self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
        let mut file = NamedTempFile::new_in(folder)?;
        file.write_all(&self.sum_of(&pages))?;
        file.write_all(&pages)?;
        // Not synced: what a machine that fell left half written does not sum up.
        file.persist(&self.path)?;
        Ok(())
    }

    fn sum_of(&self, pages: &[u8]) -> Sum {
        Sha256::new_with_prefix(self.maker).chain_update(pages).finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_that_was_bent_and_an_end_that_is_missing_are_noticed_wherever_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.pages");
        let place = Place::of(path.clone(), &Assets::default()).unwrap();
        let text = |what: &str| what.to_owned();
        let page = WrittenPage {
            site: text("fieldhouse"),
            origin: text("https://fieldhouse.example"),
            url: text("/"),
            tag: text("tag"),
            visits: 7,
            document: b"<p>".to_vec(),
            data: b"{}".to_vec(),
        };
        place.write(std::slice::from_ref(&page)).unwrap();
        assert_eq!(place.read(), [page]);
        let whole = std::fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut bent = whole.clone();
            bent[at] ^= 0x11;
            std::fs::write(&path, &bent).unwrap();
            assert_eq!(place.read(), [], "byte {at}");
            std::fs::write(&path, &whole[..at]).unwrap();
            assert_eq!(place.read(), [], "cut at {at}");
        }
        std::fs::write(&path, [whole.as_slice(), b"more"].concat()).unwrap();
        assert_eq!(place.read(), []);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(place.read(), []);
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        assert_eq!(place.read(), [], "nobody waits for who writes into it");
        std::fs::remove_file(&path).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing lies beside it");
    }
}

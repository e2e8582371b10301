//! The folder of pictures beside an import: what a file's cell names there, and nothing outside of it. Nothing is ever
//! fetched (R36).

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    io::Read,
    path::{Component, Path, PathBuf},
};

use fieldhouse_core::catalog::ImageView;

use super::{Picture, Refused, Want, decode::MOST_BYTES};

/// What a cell's text comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PictureFile {
    /// A picture of this site.
    Picture(ImageView),
    /// An address elsewhere whose file is not in the folder.
    Elsewhere,
    /// The folder does not have it.
    Missing,
    /// It is there and cannot be taken.
    Refused(Refused),
}

/// The folder and what was found in it.
#[derive(Debug, Default)]
pub struct Folder {
    /// Real path, links resolved.
    root: Option<PathBuf>,
    found: HashMap<String, PictureFile>,
    /// Pictures to be kept, by key.
    pub wanted: BTreeMap<String, Want>,
}

impl Folder {
    /// The folder of an import; without one nothing is found.
    pub fn open(path: Option<&Path>) -> Result<Self, Refused> {
        let root = path.map(fs::canonicalize).transpose();
        let root = root.map_err(|error| Refused::Unreadable(error.to_string()))?;
        Ok(Self { root, ..Self::default() })
    }

    /// The picture a text names: a path in the folder, or an address whose last part is the name of a file there.
    /// `place` is the row and column of the text, for a refusal that comes later.
    pub fn find(&mut self, text: &str, place: (u64, &str)) -> PictureFile {
        if let Some(found) = self.found.get(text) {
            return found.clone();
        }
        let found = self.look(text, place);
        self.found.insert(text.to_owned(), found.clone());
        found
    }

    fn look(&mut self, text: &str, (row, column): (u64, &str)) -> PictureFile {
        let address = text.split_once("://").map(|(_, rest)| rest);
        let elsewhere = address.is_some() || text.starts_with('/');
        let Some(root) = &self.root else { return PictureFile::Elsewhere };
        let name = address.map_or(text, |rest| {
            let path = rest.split(['?', '#']).next().unwrap_or_default();
            path.rsplit('/').next().unwrap_or_default()
        });
        let inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
        if name.is_empty() || !inside {
            return if elsewhere { PictureFile::Elsewhere } else { PictureFile::Missing };
        }
        // A link may not lead out of the folder.
        let path = match fs::canonicalize(root.join(name)) {
            Ok(path) if path.starts_with(root) && path.is_file() => path,
            _ => return if elsewhere { PictureFile::Elsewhere } else { PictureFile::Missing },
        };
        match bytes(&path).and_then(|bytes| Picture::of(&bytes)) {
            Ok(picture) => {
                let view = picture.view();
                let want = Want { picture, path, row, column: column.to_owned(), text: text.to_owned() };
                self.wanted.entry(want.picture.key.clone()).or_insert(want);
                PictureFile::Picture(view)
            }
            Err(refused) => PictureFile::Refused(refused),
        }
    }
}

/// The bytes of a file, unless they are too many.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Refused> {
    let unreadable = |error: std::io::Error| Refused::Unreadable(error.to_string());
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(unreadable)?;
    file.take(MOST_BYTES.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
    let fits = u64::try_from(bytes.len()).is_ok_and(|length| length <= MOST_BYTES);
    if fits { Ok(bytes) } else { Err(Refused::TooLarge) }
}

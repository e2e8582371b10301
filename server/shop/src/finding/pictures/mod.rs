//! Raster pictures of imported catalogues: read with limits, kept as WebP in a few widths, sent under addresses that
//! never change their bytes. Drawn pictures are in `images`.

mod decode;
pub mod folder;
mod store;
mod webp;

use std::{
    path::PathBuf,
    sync::{Arc, LazyLock, mpsc},
    time::Duration,
};

use axum::http::HeaderValue;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use fieldhouse_core::catalog::ImageView;
use fieldhouse_kernel::{
    db::Db,
    failure::Failure,
    http::{
        cached::{Cached, IMMUTABLE},
        prepared::bytes_kept,
    },
};
use indicatif::ProgressBar;
use moka::sync::Cache;
use sea_orm::DbErr;
use sha2::{Digest, Sha256};

pub use decode::Refused;

/// Widths kept, as far as a picture has them; a narrower picture keeps its own.
const WIDTHS: [u32; 5] = [160, 320, 640, 960, 1600];
/// The one for who does not choose by `srcset`: link previews, structured data.
const USUAL_WIDTH: u32 = 960;
/// Part of each key: another way to make the files gives them other addresses.
const RECIPE: &[u8] = b"webp 78 v1";
/// How long one picture may take to be read and encoded.
const PATIENCE: Duration = Duration::from_mins(1);
/// Read and encoded at once: each may hold a whole picture in memory.
const AT_ONCE: usize = 4;
/// Files kept in memory: a few list pages.
const KEPT_BYTES: u64 = 8 * 1024 * 1024;

/// The address tells the content, so one cache for the process.
static FILES: LazyLock<Cache<String, Arc<Cached>>> = LazyLock::new(|| {
    Cache::builder()
        .weigher(|_, file: &Arc<Cached>| u32::try_from(file.weight()).unwrap_or(u32::MAX))
        .max_capacity(KEPT_BYTES)
        .build()
});

/// What the files kept in memory take, in bytes.
pub fn kept_bytes() -> u64 {
    bytes_kept(&FILES)
}

/// A picture on disk that was looked at: what it is called and how large it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Of its bytes.
    key: String,
    /// Upright.
    width: u32,
    height: u32,
}

/// One file of a picture.
#[derive(Debug)]
struct File {
    name: String,
    bytes: Vec<u8>,
}

impl Picture {
    /// Looks at a file's bytes: only its head is read.
    pub fn of(bytes: &[u8]) -> Result<Self, Refused> {
        let (width, height) = decode::size(bytes)?;
        let digest = Sha256::new().chain_update(RECIPE).chain_update(bytes).finalize();
        Ok(Self { key: BASE64_URL_SAFE_NO_PAD.encode(digest.get(..18).unwrap_or_default()), width, height })
    }

    /// What catalogues hold. The text beside a picture says what it shows.
    pub fn view(&self) -> ImageView {
        let widths = self.widths();
        let usual = widths.iter().rev().find(|width| **width <= USUAL_WIDTH).or(widths.first());
        let width = usual.copied().unwrap_or(self.width);
        let sources: Vec<String> = widths.iter().map(|width| format!("{} {width}w", self.address(*width))).collect();
        ImageView {
            href: self.address(width),
            alt: String::new(),
            width,
            height: self.height_at(width),
            srcset: sources.join(", "),
        }
    }

    fn widths(&self) -> Vec<u32> {
        let mut widths: Vec<u32> = WIDTHS.into_iter().filter(|width| *width <= self.width).collect();
        if widths.last().is_none_or(|widest| *widest < self.width) && self.width < 1600 {
            widths.push(self.width);
        }
        widths
    }

    fn widest(&self) -> u32 {
        self.widths().last().copied().unwrap_or(self.width)
    }

    fn height_at(&self, width: u32) -> u32 {
        let height = (u64::from(self.height) * u64::from(width)).div_ceil(u64::from(self.width.max(1)));
        u32::try_from(height).unwrap_or(u32::MAX).max(1)
    }

    fn name(&self, width: u32) -> String {
        format!("{}-{width}", self.key)
    }

    fn address(&self, width: u32) -> String {
        format!("/images/{}.webp", self.name(width))
    }

    /// All its files.
    fn files(&self, bytes: &[u8]) -> Result<Vec<File>, Refused> {
        let mut picture = decode::read(bytes)?;
        let mut files = Vec::new();
        // From the widest down: each is made of the one before, which is much less work and looks the same.
        for width in self.widths().into_iter().rev() {
            if width != picture.width() {
                let height = self.height_at(width);
                picture = picture.resize_exact(width, height, image::imageops::FilterType::Lanczos3);
            }
            files.push(File { name: self.name(width), bytes: webp::encode(&picture)? });
        }
        Ok(files)
    }
}

/// A picture an import wants.
#[derive(Debug, Clone)]
pub struct Want {
    picture: Picture,
    path: PathBuf,
    /// Where the import's file names it first.
    pub row: u64,
    /// The column there.
    pub column: String,
    /// What stands there.
    pub text: String,
}

/// Reads and keeps what is not kept yet; tells what is refused. With `dry_run` everything is read and nothing kept.
pub async fn take(db: &Db, wanted: Vec<Want>, dry_run: bool) -> Result<Vec<(Want, Refused)>, DbErr> {
    let first_file = |want: &Want| want.picture.name(want.picture.widest());
    let known = store::known(db.read(), wanted.iter().map(first_file)).await?;
    let mut new: Vec<Want> = wanted.into_iter().filter(|want| !known.contains(&first_file(want))).collect();
    let mut refusals = Vec::new();
    let bar = ProgressBar::new(u64::try_from(new.len()).unwrap_or(u64::MAX));
    while !new.is_empty() {
        let some: Vec<Want> = new.drain(..AT_ONCE.min(new.len())).collect();
        bar.inc(u64::try_from(some.len()).unwrap_or_default());
        let made = tokio::task::spawn_blocking(move || make(some)).await;
        let made = made.map_err(|error| DbErr::Custom(format!("pictures could not be read: {error}")))?;
        let mut files = Vec::new();
        for (want, result) in made {
            match result {
                Ok(some) => files.extend(some),
                Err(refused) => refusals.push((want, refused)),
            }
        }
        if !dry_run && refusals.is_empty() {
            let tx = db.write().await?;
            store::insert(&*tx, files).await?;
            tx.commit().await?;
        }
    }
    bar.finish_and_clear();
    Ok(refusals)
}

/// Each in a thread of its own.
fn make(some: Vec<Want>) -> Vec<(Want, Result<Vec<File>, Refused>)> {
    let threads: Vec<_> = some
        .into_iter()
        .map(|want| {
            let (picture, path) = (want.picture.clone(), want.path.clone());
            (want, within(move || picture.files(&folder::bytes(&path)?)))
        })
        .collect();
    let ends = threads.into_iter();
    ends.map(|(want, end)| (want, end.recv_timeout(PATIENCE).unwrap_or(Err(Refused::TooSlow)))).collect()
}

/// Work whose answer somebody waits for only so long: what reads a hostile picture cannot be stopped from outside.
fn within<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> mpsc::Receiver<T> {
    let (sender, receiver) = mpsc::channel();
    // Nobody listens any more when it took too long.
    std::thread::spawn(move || drop(sender.send(work())));
    receiver
}

/// The file of `/images/{name}.webp`.
pub async fn find(db: &Db, name: &str) -> Result<Arc<Cached>, Failure> {
    let right = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if name.len() > 40 || !name.bytes().all(right) {
        return Err(Failure::not_found());
    }
    if let Some(file) = FILES.get(name) {
        return Ok(file);
    }
    let bytes = store::find(db.read(), name).await?.ok_or_else(Failure::not_found)?;
    let file = Arc::new(Cached::plain(bytes.into(), HeaderValue::from_static("image/webp"), IMMUTABLE));
    FILES.insert(name.to_owned(), Arc::clone(&file));
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32, height: u32) -> Picture {
        Picture { key: "k".to_owned(), width, height }
    }

    #[test]
    fn a_picture_is_kept_in_the_widths_it_has_and_told_in_its_usual_one() {
        let view = picture(2400, 1200).view();
        assert_eq!((view.href.as_str(), view.width, view.height), ("/images/k-960.webp", 960, 480));
        assert_eq!(view.srcset.matches("w,").count(), 4);
        assert!(view.srcset.ends_with("/images/k-1600.webp 1600w"), "{}", view.srcset);
        let small = picture(500, 251).view();
        assert_eq!((small.href.as_str(), small.width, small.height), ("/images/k-500.webp", 500, 251));
        assert_eq!(small.srcset, "/images/k-160.webp 160w, /images/k-320.webp 320w, /images/k-500.webp 500w");
        let dot = picture(1, 1).view();
        assert_eq!((dot.href.as_str(), dot.srcset.as_str()), ("/images/k-1.webp", "/images/k-1.webp 1w"));
    }

    #[test]
    fn nobody_waits_for_a_picture_that_never_ends() {
        let (end_it, held) = mpsc::channel::<()>();
        let end = within(move || held.recv().is_ok());
        assert!(end.recv_timeout(Duration::from_millis(1)).is_err());
        drop(end_it);
        assert_eq!(end.recv(), Ok(false));
    }
}

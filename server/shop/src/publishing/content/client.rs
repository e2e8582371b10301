//! A content service over HTTP: `GET {base}/{site}.json` is a site's file, as `fieldhouse export content`
//! writes it, so that any web server with exported files is one. What is wrong with it is taken nowhere.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{
    clock::Clock,
    upstream::{Limits, Question, Reply, Upstream, UpstreamError, check_status},
};

use super::{
    check::Allowed,
    document::{DocumentKind, HOME},
    faults::{DocumentError, Faults},
    files::Documents,
};

/// Bytes of a site's content; what a brand needs is a hundredth of it.
const LARGEST: usize = 8 * 1024 * 1024;
/// Nobody waits for it.
const PATIENCE: Duration = Duration::from_secs(5);
/// Characters of a tag that is kept.
const LONGEST_TAG: usize = 200;

/// The content service.
#[derive(Debug)]
pub struct ContentService {
    /// The guard.
    pub upstream: Upstream,
    /// Tags of what was taken over last.
    tags: Mutex<BTreeMap<Site, String>>,
}

/// What is new at a site, and the tag it is known by.
#[derive(Debug)]
pub struct News {
    /// The site's documents, all of them.
    pub documents: Documents,
    tag: String,
}

impl ContentService {
    /// A client of the service at a base address.
    pub fn new(base: &str, token: &str) -> anyhow::Result<Self> {
        Self::with_patience(base, token, PATIENCE)
    }

    /// The same with a patience of its own.
    pub fn with_patience(base: &str, token: &str, patience: Duration) -> anyhow::Result<Self> {
        let limits = Limits { patience, at_once: 8, body: LARGEST };
        Ok(Self { upstream: Upstream::new("content", base, token, limits)?, tags: Mutex::default() })
    }

    /// A site's content when it is another than the last one that was taken over.
    pub async fn news(&self, clock: &Clock, site: Site, frames: &[String]) -> Result<Option<News>, UpstreamError> {
        let path = [site.key(), ".json"].concat();
        let known = self.tags.lock().unwrap_or_else(PoisonError::into_inner).get(&site).cloned();
        let question = Question { known: known.as_deref(), ..Question::get(&path, &[]) };
        self.upstream.ask_whole(clock, question, |reply| read(site, frames, known.is_some(), reply)).await
    }

    /// Remembers that news were taken over.
    pub fn taken(&self, site: Site, tag: String) {
        let mut tags = self.tags.lock().unwrap_or_else(PoisonError::into_inner);
        if tag.is_empty() {
            tags.remove(&site);
        } else {
            tags.insert(site, tag);
        }
    }
}

impl News {
    /// The documents, and the tag they are known by.
    pub fn into_parts(self) -> (Documents, String) {
        (self.documents, self.tag)
    }
}

/// The whole content of a site, or an outage: half a site is none.
fn read(site: Site, frames: &[String], asked_by_tag: bool, reply: &Reply) -> Result<Option<News>, UpstreamError> {
    if reply.status == 304 && asked_by_tag {
        return Ok(None);
    }
    check_status(reply.status)?;
    if reply.status != 200 {
        return Err(UpstreamError::Status(reply.status));
    }
    let text = std::str::from_utf8(&reply.body).map_err(|_| UpstreamError::Unreadable)?;
    let mut documents = Documents::default();
    documents.take(site.key(), text, Some(site), Some(site), Allowed { frames });
    let documents = documents.finish().and_then(|documents| whole(site, documents)).map_err(|faults| {
        tracing::warn!(site = site.key(), "the content service's answer is refused: {faults}");
        UpstreamError::Unreadable
    })?;
    let tag = reply.tag.clone().filter(|tag| tag.len() <= LONGEST_TAG).unwrap_or_default();
    Ok(Some(News { documents, tag }))
}

/// What has neither navigation nor a home page is no store's content, whatever else it is.
fn whole(site: Site, documents: Documents) -> Result<Documents, Faults> {
    let has = |kind: DocumentKind, slug: &str| {
        documents.documents.iter().any(|document| document.address.kind == kind && document.address.slug == slug)
    };
    if has(DocumentKind::Shell, "") && has(DocumentKind::Page, HOME) {
        return Ok(documents);
    }
    let missing = DocumentError::FieldMissing.at("", "A site needs its shell and a page 'home'");
    Err(Faults::one(site.key(), missing))
}

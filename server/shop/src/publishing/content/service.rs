//! The alternative source: a content service is asked at start and again and again; what it says becomes
//! the documents of the database. Down or talking rubbish, it changes nothing: the last good content stays,
//! also over a restart.

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::upstream::UpstreamError;

use super::{
    change::{self, Author, Taking},
    client::ContentService,
    files::Documents,
};
use crate::env::Env;

/// Asks for one site's content and takes it over; true when that changed something.
async fn take(env: &Env, service: &ContentService, site: Site) -> anyhow::Result<bool> {
    let Some(news) = service.news(&env.clock, site, &env.config.frames).await? else { return Ok(false) };
    let (Documents { documents, removed, cleaned, .. }, tag) = news.into_parts();
    for place in cleaned {
        tracing::warn!(place, "HTML of the content service was cleaned");
    }
    let author = Author { by: "content service".to_owned(), act: "fetch".to_owned(), now: env.clock.millis() };
    let versions = Some(env.config.content_versions);
    let how = Taking { replace: vec![site], remove: removed, versions, dry_run: false };
    let report = change::apply(&env.db, documents, how, author).await?;
    // Only now: content that could not be written is asked for again.
    service.taken(site, tag);
    Ok(report.change > 0)
}

/// Asks for all sites once. True when every site answered, and how many changes there were.
pub async fn take_all(env: &Env, service: &ContentService) -> (bool, usize) {
    let (mut well, mut changes) = (true, 0_usize);
    for site in Site::all() {
        match take(env, service, site).await {
            Ok(is_new) => changes = changes.saturating_add(usize::from(is_new)),
            // A site it has nothing for keeps what it has.
            Err(error) if matches!(error.downcast_ref(), Some(UpstreamError::Refused(_))) => {}
            Err(error) => {
                well = false;
                tracing::warn!(site = site.key(), %error, "no content from the content service; the last good one stays");
                if matches!(
                    error.downcast_ref(),
                    Some(UpstreamError::Open | UpstreamError::Unreachable | UpstreamError::Late)
                ) {
                    break;
                }
            }
        }
    }
    (well, changes)
}

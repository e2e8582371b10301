//! The alternative source: a content service is asked at start and again and again; what it says becomes
//! the documents of the database. Down or talking rubbish, it changes nothing: the last good content stays,
//! also over a restart.

use std::time::Duration;

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::upstream::UpstreamError;

use super::{
    change::{self, Author, Taking},
    client::ContentService,
    files::Documents,
};
use crate::state::AppState;

/// How often the service is asked; a tag makes it cheap.
const POLL: Duration = Duration::from_millis(500);
/// How often while it does not answer well.
const PATIENT_POLL: Duration = Duration::from_secs(5);

/// Asks for one site's content and takes it over; true when that changed something.
async fn take(state: &AppState, service: &ContentService, site: Site) -> anyhow::Result<bool> {
    let Some(news) = service.news(&state.clock, site, &state.config.frames).await? else { return Ok(false) };
    let (Documents { documents, removed, cleaned, .. }, tag) = news.into_parts();
    for place in cleaned {
        tracing::warn!(place, "HTML of the content service was cleaned");
    }
    let author = Author { by: "content service".to_owned(), act: "fetch".to_owned(), now: state.clock.millis() };
    let versions = Some(state.config.content_versions);
    let how = Taking { replace: vec![site], remove: removed, versions, dry_run: false };
    let report = change::apply(&state.db, documents, how, author).await?;
    // Only now: content that could not be written is asked for again.
    service.taken(site, tag);
    Ok(report.change > 0)
}

/// Asks for all sites once. True when every site answered, and how many changes there were.
pub async fn take_all(state: &AppState, service: &ContentService) -> (bool, usize) {
    let (mut well, mut changes) = (true, 0_usize);
    for site in Site::ALL {
        match take(state, service, site).await {
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

/// Keeps asking until the task is dropped; without a service it ends at once.
pub async fn keep_asking(state: AppState) {
    let Some(service) = &state.content_service else { return };
    loop {
        let (well, changes) = take_all(&state, service).await;
        if changes > 0 {
            tracing::info!(changes, "content of the content service was taken over");
        }
        tokio::time::sleep(if well { POLL } else { PATIENT_POLL }).await;
    }
}

//! Tasks that run for as long as the service does, in one supervised set: one that ends by itself, by a panic or because
//! its work came to an end that it should not have, is told, and whoever asks for readiness hears of it.

use std::sync::{Mutex, OnceLock, PoisonError};

use tokio::task::{AbortHandle, JoinError};

/// The set.
#[derive(Debug, Default)]
pub struct Background {
    running: Mutex<Vec<AbortHandle>>,
    fallen: OnceLock<&'static str>,
}

/// What became of a task that ended by itself.
fn end_of(ended: &Result<(), JoinError>) -> Option<String> {
    match ended {
        Ok(()) => Some("it came to an end".to_owned()),
        Err(error) if error.is_cancelled() => None,
        Err(error) => Some(error.to_string()),
    }
}

impl Background {
    /// Runs `task` until [`Self::stop`]. `set` is what keeps the set: it is told when the task falls.
    pub fn watch<S>(set: S, name: &'static str, task: impl Future<Output = ()> + Send + 'static)
    where
        S: AsRef<Self> + Send + 'static,
    {
        let running = tokio::spawn(task);
        let handle = running.abort_handle();
        let mut all = set.as_ref().running.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(handle);
        drop(all);
        tokio::spawn(async move {
            if let Some(how) = end_of(&running.await) {
                tracing::error!(task = name, how, "a background task fell: this process is not ready any more");
                // Of several the first is named: the others are in the log.
                let _named = set.as_ref().fallen.set(name);
            }
        });
    }

    /// The first task that fell.
    pub fn fallen(&self) -> Option<&'static str> {
        self.fallen.get().copied()
    }

    /// Ends all tasks; that none of them runs on is no fall.
    pub fn stop(&self) {
        for handle in self.running.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            handle.abort();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, time::Duration};

    use super::*;

    async fn fallen(set: &Background) -> Option<&'static str> {
        for _ in 0..1_000 {
            if set.fallen().is_some() {
                break;
            }
            tokio::task::yield_now().await;
        }
        set.fallen()
    }

    #[tokio::test]
    async fn a_task_that_panics_or_ends_is_told_by_name() {
        let set = Arc::new(Background::default());
        Background::watch(Arc::clone(&set), "sweeper", async { panic!("seen in this test on purpose") });
        assert_eq!(fallen(&set).await, Some("sweeper"));
        let set = Arc::new(Background::default());
        Background::watch(Arc::clone(&set), "counter", async {});
        assert_eq!(fallen(&set).await, Some("counter"));
    }

    #[tokio::test]
    async fn what_was_stopped_did_not_fall() {
        let set = Arc::new(Background::default());
        Background::watch(Arc::clone(&set), "sweeper", tokio::time::sleep(Duration::from_hours(1)));
        tokio::task::yield_now().await;
        set.stop();
        assert_eq!(fallen(&set).await, None);
    }
}

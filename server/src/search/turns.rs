//! Turns for what was never asked before (R81). A search takes a processor for some milliseconds: without a bound, few who
//! ask for ever new combinations would take all of them, and what is answered from memory would wait behind. So such
//! work runs beside the tasks that answer, on half of the processors at most, and a long queue is told to come back.

use std::sync::{Arc, LazyLock};

use fieldhouse_kernel::failure::Failure;
use tokio::sync::Semaphore;

/// Who waits or works at once; more are told to come back.
const WAITING: usize = 128;

static TURNS: LazyLock<Turns> = LazyLock::new(|| {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    Turns::new((processors / 2).max(1), WAITING)
});

struct Turns {
    queue: Arc<Semaphore>,
    working: Arc<Semaphore>,
}

impl Turns {
    fn new(at_once: usize, waiting: usize) -> Self {
        Self { queue: Arc::new(Semaphore::new(waiting)), working: Arc::new(Semaphore::new(at_once)) }
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let full = |_| Failure::unavailable(anyhow::anyhow!("too many searches at once"));
        let place = Arc::clone(&self.queue).try_acquire_owned().map_err(full)?;
        let turn = Arc::clone(&self.working).acquire_owned().await.map_err(Failure::internal)?;
        // The turn goes along: who is gone does not free it before the work is done.
        let done = tokio::task::spawn_blocking(move || {
            let _held = (place, turn);
            work()
        });
        done.await.map_err(Failure::internal)?
    }
}

/// Does work that nothing is kept of, when its turn comes.
pub async fn uncached<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    TURNS.run(work).await
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use fieldhouse_kernel::failure::FailureKind;

    #[tokio::test]
    async fn r81_new_work_waits_for_its_turn_and_a_long_queue_is_told_to_come_back() {
        let turns = Arc::new(Turns::new(2, 4));
        let (started, starts) = mpsc::channel();
        let (release, released) = mpsc::channel::<()>();
        let released = Arc::new(std::sync::Mutex::new(released));
        let work = || {
            let (turns, started, released) = (Arc::clone(&turns), started.clone(), Arc::clone(&released));
            tokio::spawn(async move {
                turns
                    .run(move || {
                        started.send(()).unwrap();
                        released.lock().unwrap().recv().unwrap();
                        Ok(())
                    })
                    .await
            })
        };
        let asked: Vec<_> = (0..4).map(|_| work()).collect();
        while turns.queue.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(turns.working.available_permits(), 0);
        let refused = turns.run(|| Ok(())).await.unwrap_err();
        assert_eq!((refused.kind, refused.retry_after), (FailureKind::Unavailable, Some(2)));
        // Two work, two wait.
        starts.recv().unwrap();
        starts.recv().unwrap();
        assert!(starts.try_recv().is_err());
        for _ in 0..4 {
            release.send(()).unwrap();
        }
        for done in asked {
            done.await.unwrap().unwrap();
        }
        assert!(turns.run(|| Ok(())).await.is_ok());
    }
}

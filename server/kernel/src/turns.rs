//! Turns for what was never asked before (R81). A search or a page takes a processor for some milliseconds: without a bound,
//! few who ask for ever new combinations would take all of them, and what is answered from memory would wait behind. So
//! such work runs beside the tasks that answer, first come first served, all kinds together on half of the processors
//! at most, and a long queue is told to come back. What takes no longer than to hand it to a thread is done at once.

use std::{
    collections::HashMap,
    hash::Hash,
    io,
    num::NonZeroUsize,
    sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::failure::Failure;

/// Who waits or works at once; more are told to come back.
const WAITING: usize = 128;

static PROCESSORS: LazyLock<Arc<Turns>> = LazyLock::new(|| Arc::new(Turns::new((at_once() / 2).max(1), WAITING)));

/// How much can be done at once: as many as there are processors for this process.
pub fn at_once() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Something that few may use at once, and the queue before it.
pub struct Turns {
    at_once: usize,
    most: usize,
    queue: Arc<Semaphore>,
    working: Arc<Semaphore>,
}

/// Whose turn it is; dropping it is the next one's turn.
pub struct Turn {
    _place: OwnedSemaphorePermit,
    _working: OwnedSemaphorePermit,
}

/// The queue is too long.
#[derive(Debug, thiserror::Error)]
#[error("too much is asked for at once that was never asked before")]
pub struct Full;

impl Turns {
    /// Turns for `at_once`, with `waiting` in the queue, those who work among them.
    pub fn new(at_once: usize, waiting: usize) -> Self {
        let (queue, working) = (Arc::new(Semaphore::new(waiting)), Arc::new(Semaphore::new(at_once)));
        Self { at_once, most: waiting, queue, working }
    }

    /// Waits for a turn, behind those who came before.
    pub async fn turn(&self) -> Result<Turn, Full> {
        let place = Arc::clone(&self.queue).try_acquire_owned().map_err(|_| Full)?;
        let working = Arc::clone(&self.working).acquire_owned().await.map_err(|_| Full)?;
        Ok(Turn { _place: place, _working: working })
    }

    /// How many work now, and how many wait.
    pub fn standing(&self) -> (usize, usize) {
        let working = self.at_once.saturating_sub(self.working.available_permits());
        let came = self.most.saturating_sub(self.queue.available_permits());
        (working, came.saturating_sub(working))
    }

    /// Does work beside the tasks that answer, when its turn comes.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
        let turn = self.turn().await.map_err(Failure::unavailable)?;
        // The turn goes along: who is gone does not free it before the work is done.
        let done = tokio::task::spawn_blocking(move || {
            let _held = turn;
            work()
        });
        done.await.map_err(Failure::internal)
    }

    /// The same on a thread of its own that gives way: where there is not enough for all, whoever answers a shopper has ten
    /// times as much of a processor. The work may ask whether anybody still waits for it.
    pub async fn run_giving_way<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Wanted<'_>) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let turn = self.turn().await.map_err(Failure::unavailable)?;
        let (done, told) = oneshot::channel();
        beside(move || {
            // When the work panics, the later of the two goes first: as below, the turn is free before anybody is told.
            let done = done;
            let turn = turn;
            let made = work(&|| !done.is_closed());
            // Before anybody is told: whoever comes because of it has the next turn.
            drop(turn);
            drop(done.send(made));
        })
        .map_err(Failure::internal)?;
        told.await.map_err(Failure::internal)
    }
}

/// Work that nobody waits for yet, at once, on a thread of its own that gives way.
pub fn beside(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let thread = thread::Builder::new().name("beside".to_owned()).stack_size(STACK);
    let begun = thread.spawn(move || {
        give_way();
        work();
    });
    begun.map(drop)
}

/// How many places of a queue somebody has at once: whoever asks for many leaves the others theirs.
pub struct Shares<K> {
    most: usize,
    taken: Mutex<HashMap<K, usize>>,
}

/// A place that somebody has; dropping it gives it back.
pub struct Share<'a, K: Eq + Hash> {
    shares: &'a Shares<K>,
    whose: K,
}

impl<K: Clone + Eq + Hash> Shares<K> {
    /// So many for each.
    pub fn new(most: usize) -> Self {
        Self { most, taken: Mutex::default() }
    }

    /// A place, unless somebody has as many as they may: then they come back, as with a long queue.
    pub fn take(&self, whose: K) -> Result<Share<'_, K>, Full> {
        let mut taken = self.taken();
        let has = taken.get(&whose).copied().unwrap_or_default();
        if has >= self.most {
            return Err(Full);
        }
        taken.insert(whose.clone(), has.saturating_add(1));
        drop(taken);
        Ok(Share { shares: self, whose })
    }
}

impl<K> Shares<K> {
    fn taken(&self) -> MutexGuard<'_, HashMap<K, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash> Drop for Share<'_, K> {
    fn drop(&mut self) {
        let mut taken = self.shares.taken();
        if let Some(has) = taken.get_mut(&self.whose) {
            *has = has.saturating_sub(1);
            // Whoever has none is forgotten.
            if *has == 0 {
                taken.remove(&self.whose);
            }
        }
    }
}

/// Whether anybody still waits for what is done.
pub type Wanted<'a> = dyn Fn() -> bool + 'a;

/// The pace of long work on a thread of its own: it rests as long as it worked, so that a processor that answers shoppers is
/// busy with it half of the time at most, and a little at a time.
#[derive(Debug)]
pub struct Pace {
    since: Instant,
}

impl Pace {
    /// Work begins.
    pub fn begin() -> Self {
        Self { since: Instant::now() }
    }

    /// A step is done: rests as long as it took. How long that was.
    pub fn rest(&mut self) -> Duration {
        let worked = self.since.elapsed();
        thread::sleep(worked);
        self.since = Instant::now();
        worked
    }
}

/// As much as the threads that such work ran on before.
const STACK: usize = 2 * 1024 * 1024;

/// Lets this thread, and those it begins from now on, be nicer than all others. Where the system knows no threads' niceness, it
/// stays as it is.
#[cfg(target_os = "linux")]
pub fn give_way() {
    const NICE: i32 = 10;
    if let Err(error) = rustix::process::setpriority_process(None, NICE) {
        tracing::debug!(%error, "a thread keeps its niceness");
    }
}

/// No thread is nicer than others here.
#[cfg(not(target_os = "linux"))]
pub const fn give_way() {}

/// The turns at a processor.
pub fn processors() -> Arc<Turns> {
    Arc::clone(&PROCESSORS)
}

/// How long work that nothing is kept of takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// About as long as to hand it to a thread and to be told of its end: a fraction of a millisecond.
    Short,
    /// Longer.
    Long,
}

/// Does work that nothing is kept of: when its turn comes, or at once what is short.
pub async fn uncached<T: Send + 'static>(
    length: Length,
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    match length {
        Length::Short => work(),
        Length::Long => PROCESSORS.run(work).await?,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;
    use crate::failure::FailureKind;

    #[tokio::test]
    async fn r81_new_work_waits_for_its_turn_and_a_long_queue_is_told_to_come_back() {
        let turns = Arc::new(Turns::new(2, 4));
        let (started, starts) = channel();
        let (release, released) = channel::<()>();
        let released = Arc::new(Mutex::new(released));
        let work = || {
            let (turns, started, released) = (Arc::clone(&turns), started.clone(), Arc::clone(&released));
            tokio::spawn(async move {
                turns
                    .run(move || {
                        started.send(()).unwrap();
                        released.lock().unwrap().recv().unwrap();
                    })
                    .await
            })
        };
        let asked: Vec<_> = (0..4).map(|_| work()).collect();
        while turns.queue.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(turns.working.available_permits(), 0);
        let refused = turns.run(|| ()).await.unwrap_err();
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
        assert!(turns.run(|| ()).await.is_ok());
    }

    #[test]
    fn whoever_has_all_their_places_comes_back_and_nobody_else_does() {
        let shares = Shares::new(2);
        let (one, two) = (shares.take("a").unwrap(), shares.take("a").unwrap());
        assert!(shares.take("a").is_err());
        let other = shares.take("b").unwrap();
        drop(one);
        let again = shares.take("a").unwrap();
        assert!(shares.take("a").is_err(), "one came free, and no more");
        drop((two, other, again));
        assert!(shares.taken().is_empty(), "nobody is remembered");
    }

    #[test]
    fn long_work_rests_as_long_as_it_worked() {
        let (began, mut pace) = (Instant::now(), Pace::begin());
        let first = (0..200_000_u64).map(std::hint::black_box).sum::<u64>();
        let worked = pace.rest();
        assert!(first > 0 && worked > Duration::ZERO && began.elapsed() >= worked * 2);
        assert!(pace.since.elapsed() < began.elapsed(), "the next step is its own");
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn work_that_gives_way_is_nicer_than_who_asked_for_it_and_takes_turns_as_well() {
        let nice = || rustix::process::getpriority_process(None).unwrap();
        let turns = Turns::new(1, 1);
        let before = nice();
        assert_eq!(turns.run_giving_way(move |_| nice()).await.unwrap(), 10);
        assert_eq!(nice(), before, "who asked stays as they were");
        let _held = turns.turn().await.unwrap();
        let refused = turns.run_giving_way(|_| ()).await.unwrap_err();
        assert_eq!(refused.kind, FailureKind::Unavailable);
    }

    #[tokio::test]
    async fn work_that_gives_way_and_fails_is_told_and_frees_its_turn() {
        let turns = Turns::new(1, 1);
        assert!(turns.run_giving_way(|_| std::panic::panic_any("as it may")).await.is_err());
        assert!(turns.run_giving_way(|_| ()).await.is_ok());
    }

    #[tokio::test]
    async fn what_is_short_waits_for_nobody() {
        let all = processors();
        let _held = all.working.acquire_many(u32::try_from(all.at_once).unwrap()).await.unwrap();
        assert_eq!(uncached(Length::Short, || Ok(1)).await.unwrap(), 1);
    }
}

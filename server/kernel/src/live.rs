//! A snapshot in memory that is read without waiting and swapped whole by its change number: what a node shows is what the
//! database had at one number.

use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use arc_swap::{ArcSwap, Guard};
use tokio::sync::Mutex;

/// What can be held live.
pub trait Snapshot: Send + Sync {
    /// The change number of the database it was built from; nothing has changed yet at 0.
    fn change(&self) -> i64;
}

/// The snapshot of the moment.
#[derive(Debug)]
pub struct Live<T> {
    held: ArcSwap<T>,
    /// One build at a time: a slow one never takes the place of what was read after it.
    building: Mutex<()>,
    began: Instant,
    /// Milliseconds from `began` to the last swap.
    swapped: AtomicU64,
    /// Microseconds of the last build.
    built_in: AtomicU64,
}

/// How a snapshot stands, for those who watch the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Its change number.
    pub change: i64,
    /// How long it has been held.
    pub age: Duration,
    /// What reading and building it took.
    pub built_in: Duration,
}

impl<T: Snapshot> Live<T> {
    /// Holds `first` until something else is read.
    pub fn new(first: impl Into<Arc<T>>) -> Self {
        Self {
            held: ArcSwap::new(first.into()),
            building: Mutex::default(),
            began: Instant::now(),
            swapped: AtomicU64::default(),
            built_in: AtomicU64::default(),
        }
    }

    /// The snapshot, for a moment.
    pub fn load(&self) -> Guard<Arc<T>> {
        self.held.load()
    }

    /// The snapshot, for as long as somebody keeps it.
    pub fn load_full(&self) -> Arc<T> {
        self.held.load_full()
    }

    /// Puts another in its place.
    pub fn store(&self, snapshot: Arc<T>) {
        self.held.store(snapshot);
        self.swapped.store(u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Builds it anew if the database has another change number; true when it did. The old one stays when that fails.
    pub async fn refresh<E>(
        &self,
        change: impl Future<Output = Result<i64, E>>,
        build: impl Future<Output = Result<T, E>>,
    ) -> Result<bool, E> {
        let _one = self.building.lock().await;
        if change.await? == self.load().change() {
            return Ok(false);
        }
        self.build(build).await?;
        Ok(true)
    }

    /// Builds it anew, whatever its number.
    pub async fn replace<E>(&self, build: impl Future<Output = Result<T, E>>) -> Result<(), E> {
        let _one = self.building.lock().await;
        self.build(build).await
    }

    /// Puts in its place what is made of the one that is held, when something is: cheaper than a build, and never beside
    /// one. Its time is none of a build.
    pub async fn amend<E>(&self, made: impl Future<Output = Result<Option<T>, E>>) -> Result<bool, E> {
        let _one = self.building.lock().await;
        let Some(snapshot) = made.await? else { return Ok(false) };
        self.store(Arc::new(snapshot));
        Ok(true)
    }

    async fn build<E>(&self, build: impl Future<Output = Result<T, E>>) -> Result<(), E> {
        let begun = Instant::now();
        let snapshot = build.await?;
        self.built_in.store(u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
        self.store(Arc::new(snapshot));
        Ok(())
    }

    /// How it stands.
    pub fn standing(&self) -> Standing {
        let swapped = Duration::from_millis(self.swapped.load(Ordering::Relaxed));
        Standing {
            change: self.load().change(),
            age: self.began.elapsed().saturating_sub(swapped),
            built_in: Duration::from_micros(self.built_in.load(Ordering::Relaxed)),
        }
    }
}

impl<T: Snapshot + Default> Default for Live<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

#[cfg(test)]
mod tests {
    use std::future::{Ready, ready};

    use super::*;

    #[derive(Debug, Default, PartialEq)]
    struct Shelf(i64, &'static str);

    impl Snapshot for Shelf {
        fn change(&self) -> i64 {
            self.0
        }
    }

    fn shelf(change: i64, with: &'static str) -> Ready<Result<Shelf, &'static str>> {
        ready(Ok(Shelf(change, with)))
    }

    #[tokio::test]
    async fn a_snapshot_is_swapped_by_its_number_alone_and_stays_when_it_cannot_be_built() {
        let live = Live::<Shelf>::default();
        assert_eq!(live.refresh(async { Ok(0) }, shelf(0, "never built")).await, Ok(false));
        assert_eq!(live.refresh(async { Ok(2) }, shelf(2, "balls")).await, Ok(true));
        let seen = live.load_full();
        assert_eq!(live.refresh(async { Ok(2) }, shelf(2, "others")).await, Ok(false));
        assert_eq!(live.refresh(async { Ok(3) }, async { Err("away") }).await, Err("away"));
        assert_eq!(live.refresh(async { Err("away") }, shelf(3, "never built")).await, Err("away"));
        assert_eq!(**live.load(), Shelf(2, "balls"));
        // A database that was put back counts from an earlier number.
        assert_eq!(live.refresh(async { Ok(1) }, shelf(1, "put back")).await, Ok(true));
        assert_eq!(*seen, Shelf(2, "balls"), "who has it keeps it");
        assert_eq!(live.replace(shelf(1, "anew")).await, Ok(()));
        assert_eq!(live.load().1, "anew");
    }

    #[tokio::test]
    async fn a_slow_build_does_not_take_the_place_of_what_was_read_after_it() {
        let live = Arc::new(Live::<Shelf>::default());
        let (reads, read) = tokio::sync::oneshot::channel();
        let (go, gone) = tokio::sync::oneshot::channel();
        let slow = tokio::spawn({
            let live = Arc::clone(&live);
            let build = async {
                reads.send(()).unwrap();
                gone.await.unwrap();
                shelf(1, "read before").await
            };
            async move { live.refresh(async { Ok(1) }, build).await }
        });
        read.await.unwrap();
        let after = tokio::spawn({
            let live = Arc::clone(&live);
            async move { live.refresh(async { Ok(2) }, shelf(2, "read after")).await }
        });
        tokio::task::yield_now().await;
        assert_eq!(live.load().change(), 0, "who reads later waits");
        go.send(()).unwrap();
        assert_eq!((slow.await.unwrap(), after.await.unwrap()), (Ok(true), Ok(true)));
        assert_eq!(live.load().1, "read after");
    }

    #[tokio::test]
    async fn what_is_held_is_amended_whatever_its_number_and_stays_when_nothing_is_made_of_it() {
        let live = Live::new(Shelf(2, "balls"));
        assert_eq!(live.amend(async { Ok::<_, &str>(None) }).await, Ok(false));
        assert_eq!(live.amend(async { Err("away") }).await, Err("away"));
        assert_eq!(**live.load(), Shelf(2, "balls"));
        let fewer = async { Ok::<_, &str>(Some(Shelf(live.load().0, "fewer balls"))) };
        assert_eq!(live.amend(fewer).await, Ok(true));
        assert_eq!(**live.load(), Shelf(2, "fewer balls"));
        assert_eq!(live.refresh(async { Ok(2) }, shelf(2, "never built")).await, Ok(false));
    }

    #[tokio::test]
    async fn tells_number_age_and_how_long_it_was_built() {
        let live = Live::<Shelf>::default();
        assert_eq!((live.standing().change, live.standing().built_in), (0, Duration::ZERO));
        let build = async {
            tokio::time::sleep(Duration::from_millis(20)).await;
            shelf(7, "balls").await
        };
        assert_eq!(live.replace(build).await, Ok(()));
        let standing = live.standing();
        assert_eq!(standing.change, 7);
        assert!(standing.built_in >= Duration::from_millis(20), "{standing:?}");
        assert!(standing.age < standing.built_in + Duration::from_secs(5), "{standing:?}");
    }
}

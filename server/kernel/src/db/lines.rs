//! Lines before what several may want to write at once (R77): whoever waits for a cart, a certificate or an account that
//! somebody else is writing waits here, in memory, and takes no connection that others need.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use sea_orm::DbErr;
use tokio::sync::{Mutex as Line, OwnedMutexGuard};

use super::ACQUIRE_TIMEOUT;

type Open = HashMap<String, Weak<Line<()>>>;

/// The lines somebody stands in, by the name of what they wait for.
#[derive(Clone, Default)]
pub struct Lines(Arc<Mutex<Open>>);

/// The first place of a line; dropping it is the next one's.
pub struct LinePlace {
    lines: Lines,
    name: String,
    held: Option<OwnedMutexGuard<()>>,
}

impl Lines {
    /// Waits to be the first in the lines of these names. Everybody takes them in the same order: nobody waits in a ring.
    pub async fn first_in(&self, mut names: Vec<String>) -> Result<Vec<LinePlace>, DbErr> {
        names.sort_unstable();
        names.dedup();
        let all = async {
            let mut places = Vec::with_capacity(names.len());
            for name in names {
                let line = self.line(&name);
                // Made before waiting: who goes away while waiting leaves no line behind either.
                let mut place = LinePlace { lines: self.clone(), name, held: None };
                place.held = Some(line.lock_owned().await);
                places.push(place);
            }
            places
        };
        tokio::time::timeout(ACQUIRE_TIMEOUT, all)
            .await
            .map_err(|_| DbErr::Custom("too many wait for the same".to_owned()))
    }

    fn line(&self, name: &str) -> Arc<Line<()>> {
        let mut open = self.open();
        if let Some(line) = open.get(name).and_then(Weak::upgrade) {
            return line;
        }
        let line = Arc::new(Line::new(()));
        open.insert(name.to_owned(), Arc::downgrade(&line));
        line
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for LinePlace {
    fn drop(&mut self) {
        self.held = None;
        let mut open = self.lines.open();
        if open.get(&self.name).is_some_and(|line| line.strong_count() == 0) {
            open.remove(&self.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::task::Poll;

    use futures_util::poll;

    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[tokio::test]
    async fn r77_who_waits_for_the_same_waits_in_memory_and_nobody_else_does() {
        let lines = Lines::default();
        let first = lines.first_in(names(&["cart", "certificate"])).await.unwrap();
        let mut second = std::pin::pin!(lines.first_in(names(&["certificate"])));
        assert!(poll!(&mut second).is_pending());
        drop(lines.first_in(names(&["another cart", "another certificate"])).await.unwrap());
        drop(first);
        let Poll::Ready(Ok(second)) = poll!(&mut second) else { panic!("the first has gone") };
        assert_eq!(lines.open().len(), 1);
        drop(second);
        assert!(lines.open().is_empty(), "a line nobody stands in is forgotten");
    }

    #[tokio::test]
    async fn r77_who_leaves_a_line_leaves_none_behind() {
        let lines = Lines::default();
        let first = lines.first_in(names(&["cart"])).await.unwrap();
        let mut second = Box::pin(lines.first_in(names(&["cart"])));
        assert!(poll!(&mut second).is_pending());
        drop(first);
        drop(second);
        assert!(lines.open().is_empty());
    }
}

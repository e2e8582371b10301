//! Answers kept for a while: bounded in number, and as old as our own clock says.

use moka::sync::Cache;

/// Answers by what was asked. The key must name everything the answer depends on, the buyer too.
#[derive(Debug)]
pub struct CachedAnswers<T: Clone + Send + Sync + 'static> {
    kept: Cache<String, (i64, T)>,
    max_age_millis: i64,
}

impl<T: Clone + Send + Sync + 'static> CachedAnswers<T> {
    /// At most `most` answers, none older than `max_age_millis`.
    pub fn new(most: u64, max_age_millis: i64) -> Self {
        Self { kept: Cache::new(most), max_age_millis }
    }

    /// The answer, when it is fresh; with the time it is from.
    pub fn get(&self, key: &str, now: i64) -> Option<(i64, T)> {
        let (at, answer) = self.kept.get(key)?;
        // Neither too old nor from a future that a clock set back left behind.
        (0..=self.max_age_millis).contains(&now.saturating_sub(at)).then_some((at, answer))
    }

    /// Keeps an answer.
    pub fn put(&self, key: String, now: i64, answer: T) {
        self.kept.insert(key, (now, answer));
    }

    /// How many are kept.
    pub fn len(&self) -> u64 {
        self.kept.run_pending_tasks();
        self.kept.entry_count()
    }

    /// True when none is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_kept_for_its_time_and_by_its_whole_key() {
        let answers = CachedAnswers::new(10, 1_000);
        answers.put("buyer one".to_owned(), 0, 7);
        assert_eq!(answers.get("buyer one", 1_000), Some((0, 7)));
        assert_eq!(answers.get("buyer one", 1_001), None);
        assert_eq!(answers.get("buyer one", -1), None);
        assert_eq!(answers.get("buyer two", 0), None);
    }

    #[test]
    fn r33_memory_stays_bounded() {
        let answers = CachedAnswers::new(100, 1_000);
        for number in 0..10_000 {
            answers.put(number.to_string(), 0, number);
        }
        assert!(answers.len() <= 100);
    }
}

//! The log: one line an event to standard error, written in batches so that a busy store does not
//! pay a system call a request. Nothing here decides what is logged.

use std::{
    io::Write,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tracing_subscriber::{EnvFilter, fmt::MakeWriter};

/// How long a line may wait.
const FLUSH_EVERY: Duration = Duration::from_millis(200);
/// Above this, the writer does not wait any longer.
const HIGH_WATER: usize = 64 * 1024;
/// Above this, lines are dropped and counted: a terminal that is held up must not hold up the store.
const FULL: usize = 4 * 1024 * 1024;

#[derive(Debug, Default)]
struct Waiting {
    lines: Vec<u8>,
    dropped: u64,
}

/// Collects lines; cloned into every event.
#[derive(Debug, Clone, Default)]
pub struct Batch(Arc<(Mutex<Waiting>, Condvar)>);

impl Batch {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes what has been collected.
    pub fn take(&self) -> Vec<u8> {
        let mut waiting = self.waiting();
        let mut lines = std::mem::take(&mut waiting.lines);
        let dropped = std::mem::take(&mut waiting.dropped);
        drop(waiting);
        if dropped > 0 {
            lines.extend_from_slice(format!("{dropped} lines of the log were dropped\n").as_bytes());
        }
        lines
    }

    fn flush(&self) {
        // Standard error gone: there is nobody left to tell.
        drop(std::io::stderr().write_all(&self.take()));
    }

    fn wait(&self) {
        let waiting = self.waiting();
        if waiting.lines.len() < HIGH_WATER {
            drop(self.0.1.wait_timeout(waiting, FLUSH_EVERY).unwrap_or_else(PoisonError::into_inner));
        }
    }
}

impl Write for Batch {
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        let mut waiting = self.waiting();
        if waiting.lines.len() >= FULL {
            waiting.dropped = waiting.dropped.saturating_add(1);
        } else {
            waiting.lines.extend_from_slice(line);
        }
        let hurry = waiting.lines.len() >= HIGH_WATER;
        drop(waiting);
        if hurry {
            self.0.1.notify_one();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Batch {
    type Writer = Self;
    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

impl Drop for LogGuard {
    fn drop(&mut self) {
        Batch::flush(&self.0);
    }
}

/// Keeps the log alive; what is still waiting is written when it goes.
#[derive(Debug)]
pub struct LogGuard(Batch);

/// Starts the log of this process. `format` is `text` or `json`.
pub fn start(filter: &str, format: &str) -> anyhow::Result<LogGuard> {
    let filter =
        EnvFilter::try_new(filter).map_err(|error| anyhow::anyhow!("{filter:?} is not a log filter: {error}"))?;
    let batch = Batch::default();
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(batch.clone()).with_ansi(false);
    // A second start in one process (tests) keeps the first.
    drop(if format == "json" {
        builder.json().flatten_event(true).with_current_span(false).with_span_list(false).try_init()
    } else {
        builder.try_init()
    });
    let flusher = batch.clone();
    std::thread::Builder::new().name("log".to_owned()).spawn(move || {
        loop {
            flusher.wait();
            Batch::flush(&flusher);
        }
    })?;
    Ok(LogGuard(batch))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_nobody_reads_is_bounded_and_says_so() {
        let mut batch = Batch::default();
        let line = [b'x'; 1024];
        for _ in 0..5000 {
            batch.write_all(&line).unwrap();
        }
        let taken = batch.take();
        assert!(taken.len() < FULL + 2048);
        assert!(String::from_utf8(taken).unwrap().ends_with("904 lines of the log were dropped\n"));
        assert!(batch.take().is_empty());
    }
}

//! The log: one line an event to standard error, written in batches so that a busy store does not
//! pay a system call a request. Nothing here decides what is logged.

use std::{
    io::Write,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tracing_subscriber::{EnvFilter, fmt::MakeWriter};

/// How long a line may wait.
const FLUSH_EVERY: Duration = Duration::from_millis(200);
/// Above this, lines are written at once by whoever logs.
const HIGH_WATER: usize = 64 * 1024;

/// Collects lines; cloned into every event.
#[derive(Debug, Clone, Default)]
pub struct Batch(Arc<Mutex<Vec<u8>>>);

impl Batch {
    /// Writes out what has been collected.
    pub fn flush(&self) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Standard error gone: there is nobody left to tell.
        drop(std::io::stderr().write_all(&lines));
        lines.clear();
        lines.shrink_to(HIGH_WATER * 2);
    }
}

impl Write for Batch {
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.extend_from_slice(line);
        let full = lines.len() >= HIGH_WATER;
        drop(lines);
        if full {
            Self::flush(self);
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
        self.0.flush();
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
            std::thread::sleep(FLUSH_EVERY);
            flusher.flush();
        }
    })?;
    Ok(LogGuard(batch))
}

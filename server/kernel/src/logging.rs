//! The log: one line an event to standard error, written beside the requests by tracing-appender. Nothing here decides what
//! is logged.

use std::{
    io::{BufWriter, Result, Stderr, Write, stderr},
    sync::{Arc, OnceLock},
    thread,
    time::Duration,
};

use tracing_appender::non_blocking::{ErrorCounter, NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::{EnvFilter, Layer, Registry, fmt, layer::SubscriberExt, reload, util::SubscriberInitExt};

/// How long lines gather after some were written: a busy store does not pay a system call a request.
const GATHER: Duration = Duration::from_millis(50);
/// Bytes written at once.
const AT_ONCE: usize = 64 * 1024;
/// Above this, lines are dropped and counted: a terminal that is held up must not hold up the store. Six times what a store
/// answers in [`GATHER`], a line each; their places take 32 bytes each from the start on.
const MOST_LINES: usize = 8 * 1024;

/// Lines dropped since this process began; nothing before the log began.
static DROPPED: OnceLock<ErrorCounter> = OnceLock::new();

/// What decides what is logged; nothing before the log began.
static FILTER: OnceLock<reload::Handle<EnvFilter, Registry>> = OnceLock::new();

/// A filter as it is configured.
pub fn filter(text: &str) -> anyhow::Result<EnvFilter> {
    EnvFilter::try_new(text).map_err(|error| anyhow::anyhow!("{text:?} is not a log filter: {error}"))
}

/// Logs what another filter lets through from now on.
pub fn replace_filter(filter: EnvFilter) -> anyhow::Result<()> {
    FILTER.get().map_or(Ok(()), |kept| kept.reload(filter)).map_err(Into::into)
}

/// How many lines of the log of this process were dropped.
pub fn dropped_lines() -> usize {
    DROPPED.get().map_or(0, ErrorCounter::dropped_lines)
}

/// Whole batches, each followed by how many lines were dropped meanwhile.
struct Batches<W: Write> {
    to: BufWriter<W>,
    dropped: Arc<OnceLock<ErrorCounter>>,
    told: usize,
}

impl<W: Write> Write for Batches<W> {
    fn write(&mut self, line: &[u8]) -> Result<usize> {
        self.to.write(line)
    }

    /// Asked for whenever nothing waits any more.
    fn flush(&mut self) -> Result<()> {
        let dropped = self.dropped.get().map_or(0, ErrorCounter::dropped_lines);
        if dropped > self.told {
            writeln!(self.to, "{} lines of the log were dropped", dropped.saturating_sub(self.told))?;
            self.told = dropped;
        }
        if self.to.buffer().is_empty() {
            return Ok(());
        }
        self.to.flush()?;
        thread::sleep(GATHER);
        Ok(())
    }
}

/// Lines to `writer`, from a thread of their own; what waits is written when the guard goes.
fn beside<W: Write + Send + 'static>(writer: W, most: usize) -> (NonBlocking, WorkerGuard) {
    let dropped = Arc::new(OnceLock::new());
    let batches = Batches { to: BufWriter::with_capacity(AT_ONCE, writer), dropped: Arc::clone(&dropped), told: 0 };
    let builder = NonBlockingBuilder::default().lossy(true).buffered_lines_limit(most).thread_name("log");
    let (lines, guard) = builder.finish(batches);
    drop(dropped.set(lines.error_counter()));
    (lines, guard)
}

/// Keeps the log alive; what is still waiting is written when it goes, also when a panic ends the process.
#[derive(Debug)]
pub struct LogGuard(#[expect(dead_code, reason = "kept for what it does when it goes")] WorkerGuard);

/// Starts the log of this process. `format` is `text` or `json`.
pub fn start(configured: &str, format: &str) -> anyhow::Result<LogGuard> {
    let (filter, kept) = reload::Layer::new(filter(configured)?);
    let (lines, guard) = beside::<Stderr>(stderr(), MOST_LINES);
    drop(DROPPED.set(lines.error_counter()));
    let written = fmt::layer().with_writer(lines).with_ansi(false);
    let written = if format == "json" {
        written.json().flatten_event(true).with_current_span(false).with_span_list(false).boxed()
    } else {
        written.boxed()
    };
    // A second start in one process (tests) keeps the first.
    if tracing_subscriber::registry().with(filter).with(written).try_init().is_ok() {
        drop(FILTER.set(kept));
    }
    Ok(LogGuard(guard))
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, mpsc};

    use super::*;

    /// Somebody who reads nothing until told to.
    struct Slow {
        read: Arc<Mutex<Vec<u8>>>,
        go: mpsc::Receiver<()>,
    }

    impl Write for Slow {
        fn write(&mut self, lines: &[u8]) -> Result<usize> {
            // Gone: reads on.
            let _ = self.go.recv();
            self.read.lock().unwrap().extend_from_slice(lines);
            Ok(lines.len())
        }

        fn flush(&mut self) -> Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_log_nobody_reads_is_bounded_and_says_how_many_lines_it_dropped() {
        let (read, (go, told)) = (Arc::new(Mutex::new(Vec::new())), mpsc::channel());
        let (mut lines, guard) = beside(Slow { read: Arc::clone(&read), go: told }, 100);
        // More than one batch: the thread of the log is held up while it writes the first.
        let line = [vec![b'x'; 1023], vec![b'\n']].concat();
        for _ in 0..5000 {
            lines.write_all(&line).unwrap();
        }
        let dropped = lines.error_counter().dropped_lines();
        assert!(dropped > 5000 - 100 - 2 * AT_ONCE / 1024, "{dropped}");
        drop(go);
        drop(guard);
        let read = String::from_utf8(read.lock().unwrap().clone()).unwrap();
        assert!(read.ends_with(&format!("x\n{dropped} lines of the log were dropped\n")), "{dropped}");
        assert_eq!(read.lines().count(), 5000 - dropped + 1);
    }

    #[test]
    fn the_last_lines_are_written_when_a_panic_ends_the_process() {
        let (read, (go, told)) = (Arc::new(Mutex::new(Vec::new())), mpsc::channel());
        drop(go);
        let slow = Slow { read: Arc::clone(&read), go: told };
        let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || {
            let (mut lines, _guard) = beside(slow, 100);
            lines.write_all(b"the last line\n").unwrap();
            panic!("the end");
        }));
        assert!(ended.is_err());
        assert_eq!(*read.lock().unwrap(), b"the last line\n");
    }
}

//! Figures in the text form that monitoring systems read: kept by `metrics` and told by its exporter for Prometheus. What
//! they are of is said where they are taken.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use metrics::{IntoF64, Key, KeyName, Label, Level, Metadata, Recorder};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle, PrometheusRecorder};

/// Upper ends in seconds: from a cached page to the longest that an answer may take.
const SECONDS: [f64; 13] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];
/// Measurements between two rounds of sorting them into their buckets: memory is bounded also when nobody looks.
const ROUND: u64 = 4096;
const METADATA: Metadata<'static> = Metadata::new("fieldhouse", Level::INFO, None);

/// Names of a figure's values, and the values.
pub type Labels<'a> = &'a [(&'static str, &'a str)];

/// The figures of one store.
pub struct Metrics {
    recorder: PrometheusRecorder,
    handle: PrometheusHandle,
    measured: AtomicU64,
}

impl Default for Metrics {
    fn default() -> Self {
        let recorder = PrometheusBuilder::new().set_buckets(&SECONDS).unwrap_or_default().build_recorder();
        Self { handle: recorder.handle(), recorder, measured: AtomicU64::default() }
    }
}

impl Metrics {
    /// Says what a figure is.
    pub fn describe(&self, (kind, name, what): (MetricKind, &'static str, &'static str)) {
        let name = KeyName::from_const_str(name);
        match kind {
            MetricKind::Counter => self.recorder.describe_counter(name, None, what.into()),
            MetricKind::Gauge => self.recorder.describe_gauge(name, None, what.into()),
            MetricKind::Histogram => self.recorder.describe_histogram(name, None, what.into()),
        }
    }

    /// Counts how long something took.
    pub fn measure(&self, name: &'static str, labels: Labels<'_>, took: Duration) {
        self.recorder.register_histogram(&key(name, labels), &METADATA).record(took);
        if self.ends_round() {
            self.handle.run_upkeep();
        }
    }

    fn ends_round(&self) -> bool {
        self.measured.fetch_add(1, Ordering::Relaxed) % ROUND == ROUND - 1
    }

    /// What something is now.
    pub fn set(&self, name: &'static str, labels: Labels<'_>, value: impl IntoF64) {
        self.recorder.register_gauge(&key(name, labels), &METADATA).set(value);
    }

    /// Something happened once more.
    pub fn count(&self, name: &'static str, labels: Labels<'_>) {
        self.recorder.register_counter(&key(name, labels), &METADATA).increment(1);
    }

    /// How often something has happened so far, counted elsewhere.
    pub fn counted(&self, name: &'static str, labels: Labels<'_>, times: u64) {
        self.recorder.register_counter(&key(name, labels), &METADATA).absolute(times);
    }

    /// All of them.
    pub fn text(&self) -> String {
        self.handle.render()
    }
}

/// What a figure is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MetricKind {
    /// Only grows.
    Counter,
    /// Goes up and down.
    Gauge,
    /// How often it was at most so long.
    Histogram,
}

fn key(name: &'static str, labels: Labels<'_>) -> Key {
    let labels: Vec<Label> = labels.iter().map(|(name, value)| Label::new(*name, (*value).to_owned())).collect();
    Key::from_parts(name, labels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_told_as_monitoring_reads_them_and_each_store_has_its_own() {
        let (ours, others) = (Metrics::default(), Metrics::default());
        ours.describe((MetricKind::Gauge, "shelves", "Shelves in use."));
        ours.set("shelves", &[("room", "front")], 3);
        ours.counted("sold_total", &[], 6);
        ours.count("sold_total", &[]);
        ours.measure("sale_seconds", &[("by", "hand")], Duration::from_millis(3));
        ours.measure("sale_seconds", &[("by", "hand")], Duration::from_secs(1));
        let text = ours.text();
        for line in [
            "# HELP shelves Shelves in use.",
            "shelves{room=\"front\"} 3",
            "# TYPE sold_total counter",
            "sold_total 7",
            "sale_seconds_bucket{by=\"hand\",le=\"0.0025\"} 0",
            "sale_seconds_bucket{by=\"hand\",le=\"0.005\"} 1",
            "sale_seconds_bucket{by=\"hand\",le=\"1\"} 2",
            "sale_seconds_count{by=\"hand\"} 2",
        ] {
            assert!(text.lines().any(|told| told == line), "{line} in {text}");
        }
        assert_eq!(others.text(), "");
    }

    #[test]
    fn what_nobody_looks_at_is_sorted_by_the_round() {
        let metrics = Metrics::default();
        let rounds = (0..3 * ROUND).filter(|_| metrics.ends_round()).count();
        assert_eq!(rounds, 3);
        for _ in 0..2 * ROUND {
            metrics.measure("seconds", &[], Duration::from_secs(1));
        }
        let counted = format!("seconds_count {}", 2 * ROUND);
        assert!(metrics.text().lines().any(|line| line == counted), "none is lost: {}", metrics.text());
    }
}

//! `/metrics` in the text form monitoring systems read: how long answers take, how pools, snapshots and systems upstream
//! stand, and what was given up on its way out (R80). Off unless configured (R67).

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    extract::State,
    http::{StatusCode, header},
    response::IntoResponse,
    routing::get,
};
use fieldhouse_kernel::{
    db::late::AS_OLD_AS,
    jobs,
    live::Standing as Held,
    logging,
    metrics::{
        Labels,
        MetricKind::{Counter, Gauge, Histogram},
        Metrics,
    },
    turns::processors,
    upstream::{Upstream, breaker::Standing},
};

use crate::surfaces::pages::fallback::Pages;
use fieldhouse_shop::{
    buying::{
        certificates::source::Certificates,
        offers::friendly::FriendlyCodes,
        orders::export::{ORDERS, REDEMPTIONS},
        pricing::PriceService,
    },
    finding::pictures,
    mail::LETTERS,
    people::addresses::Verifier,
    state::AppState,
};

const ANSWERS: &str = "fieldhouse_http_request_duration_seconds";
const CONNECTIONS_MOST: &str = "fieldhouse_database_connections_max";
const CONNECTIONS: &str = "fieldhouse_database_connections";
const CONNECTIONS_IN_USE: &str = "fieldhouse_database_connections_in_use";
const TRANSACTIONS: &str = "fieldhouse_database_transactions_total";
const WAITED: &str = "fieldhouse_database_wait_microseconds_total";
const FOLLOWER_USED: &str = "fieldhouse_database_follower_used";
const FOLLOWER_AGE: &str = "fieldhouse_database_follower_age_seconds";
const FOLLOWER_READS: &str = "fieldhouse_database_follower_reads_total";
const WATCHED: &str = "fieldhouse_watched_requests_total";
const RENDERED: &str = "fieldhouse_pages_rendered_total";
const RENDERING: &str = "fieldhouse_page_render_microseconds_total";
const ENGINES: &str = "fieldhouse_page_engines";
const ENGINES_IN_USE: &str = "fieldhouse_page_engines_in_use";
const PAGES_WAITING: &str = "fieldhouse_pages_waiting";
const PROCESSORS_IN_USE: &str = "fieldhouse_uncached_in_use";
const UNCACHED_WAITING: &str = "fieldhouse_uncached_waiting";
const JOBS: &str = "fieldhouse_jobs";
const JOBS_OLDEST: &str = "fieldhouse_jobs_oldest_seconds";
const CHANGE: &str = "fieldhouse_snapshot_change";
const AGE: &str = "fieldhouse_snapshot_age_seconds";
const BUILD: &str = "fieldhouse_snapshot_build_seconds";
const BREAKER: &str = "fieldhouse_upstream_breaker";
const ANSWERED: &str = "fieldhouse_upstream_answered_total";
const FAILED: &str = "fieldhouse_upstream_failed_total";
const KEPT: &str = "fieldhouse_kept_bytes";
const DROPPED: &str = "fieldhouse_log_dropped_lines_total";

/// Every figure: what kind it is, its name and what it says. docs/OPERATING.md has the same names.
pub const FIGURES: [(fieldhouse_kernel::metrics::MetricKind, &str, &str); 27] = [
    (Histogram, ANSWERS, "How long answers took, by surface, route and class of status."),
    (Gauge, CONNECTIONS_MOST, "Connections a database pool may have."),
    (Gauge, CONNECTIONS, "Connections a database pool has open."),
    (Gauge, CONNECTIONS_IN_USE, "Connections of a database pool that somebody holds."),
    (Counter, TRANSACTIONS, "Transactions of a database pool that were begun."),
    (Counter, WAITED, "How long they were waited for in all: for a connection, the writer's turn, the server."),
    (Gauge, FOLLOWER_USED, "Whether lists are read from a server that follows: 1 yes, 0 it is away or too late."),
    (Gauge, FOLLOWER_AGE, "How late it is at most."),
    (Counter, FOLLOWER_READS, "Questions that it answered."),
    (Counter, WATCHED, "Sign-ins, and requests that were refused or limited, by how they ended."),
    (Counter, RENDERED, "Pages that were rendered."),
    (Counter, RENDERING, "How long rendering them took in all."),
    (Gauge, ENGINES, "Engines of the page renderer."),
    (Gauge, ENGINES_IN_USE, "Engines that render a page."),
    (Gauge, PAGES_WAITING, "Pages that wait for an engine."),
    (Gauge, PROCESSORS_IN_USE, "Searches and pages never asked for before that are worked on."),
    (Gauge, UNCACHED_WAITING, "Searches and pages never asked for before that wait for a processor."),
    (Gauge, JOBS, "Letters and messages that are not done, by queue and how they stand: waiting, parked, held."),
    (Gauge, JOBS_OLDEST, "How long ago the oldest of them was left."),
    (Gauge, CHANGE, "Change number of the snapshot that is shown."),
    (Gauge, AGE, "How long ago the snapshot took its place."),
    (Gauge, BUILD, "How long it took to read and build the snapshot."),
    (Gauge, BREAKER, "Whether a system upstream is asked: 0 yes, 1 tried, 2 no."),
    (Counter, ANSWERED, "Questions that a system upstream answered."),
    (Counter, FAILED, "Questions that a system upstream did not answer."),
    (Gauge, KEPT, "What is kept in memory so that it need not be made again: bytes, by what."),
    (Counter, DROPPED, "Lines of the log that were dropped because nobody read it."),
];

/// The figures of a store, each with what it says.
pub fn start() -> Arc<Metrics> {
    let metrics = Metrics::default();
    for figure in FIGURES {
        metrics.describe(figure);
    }
    Arc::new(metrics)
}

/// The one route.
pub fn router(metrics: Arc<Metrics>, pages: Arc<Pages>) -> Router<AppState> {
    let show = async move |State(state): State<AppState>| {
        databases(&metrics, &state);
        processing(&metrics, &pages);
        jobs(&metrics, &state).await;
        snapshots(&metrics, &state);
        kept(&metrics, &state, &pages);
        outside(&metrics, &state);
        metrics.counted(DROPPED, &[], u64::try_from(logging::dropped_lines()).unwrap_or(u64::MAX));
        ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], metrics.text()).into_response()
    };
    Router::new().route("/metrics", get(show))
}

/// Keeps how long an answer took.
pub fn measure(metrics: &Metrics, (surface, route): (&str, &str), status: StatusCode, took: Duration) {
    let class = match status.as_u16() {
        ..200 => "1xx",
        200..300 => "2xx",
        300..400 => "3xx",
        400..500 => "4xx",
        500.. => "5xx",
    };
    metrics.measure(ANSWERS, &[("surface", surface), ("route", route), ("status", class)], took);
}

/// Counts what the log's trail told of a request.
pub fn count(metrics: &Metrics, recorded: Option<(&'static str, &'static str)>) {
    if let Some((event, outcome)) = recorded {
        metrics.count(WATCHED, &[("event", event), ("outcome", outcome)]);
    }
}

/// A count as far as figures go.
fn set(metrics: &Metrics, name: &'static str, labels: Labels<'_>, count: impl TryInto<u32>) {
    metrics.set(name, labels, count.try_into().unwrap_or(u32::MAX));
}

fn databases(metrics: &Metrics, state: &AppState) {
    for (pool, connections) in state.db.pools() {
        let of = &[("pool", pool)];
        set(metrics, CONNECTIONS_MOST, of, connections.most);
        set(metrics, CONNECTIONS, of, connections.open);
        set(metrics, CONNECTIONS_IN_USE, of, connections.in_use);
    }
    if let Some((age, reads, connections)) = state.db.late().standing() {
        let of = &[("pool", "follower")];
        set(metrics, CONNECTIONS_MOST, of, connections.most);
        set(metrics, CONNECTIONS, of, connections.open);
        set(metrics, CONNECTIONS_IN_USE, of, connections.in_use);
        set(metrics, FOLLOWER_USED, &[], u8::from(age.is_some_and(|age| age <= AS_OLD_AS)));
        if let Some(age) = age {
            metrics.set(FOLLOWER_AGE, &[], age);
        }
        metrics.counted(FOLLOWER_READS, &[], reads);
    }
    for (pool, (begun, micros)) in state.db.waits() {
        metrics.counted(TRANSACTIONS, &[("pool", pool)], begun);
        metrics.counted(WAITED, &[("pool", pool)], micros);
    }
}

fn processing(metrics: &Metrics, pages: &Pages) {
    let (engines, rendering, waiting) = pages.pool.standing();
    set(metrics, ENGINES, &[], engines);
    set(metrics, ENGINES_IN_USE, &[], rendering);
    set(metrics, PAGES_WAITING, &[], waiting);
    let (rendered, micros) = pages.pool.rendered.told();
    metrics.counted(RENDERED, &[], rendered);
    metrics.counted(RENDERING, &[], micros);
    let (working, waiting) = processors().standing();
    set(metrics, PROCESSORS_IN_USE, &[], working);
    set(metrics, UNCACHED_WAITING, &[], waiting);
}

/// While the database is away nobody knows: what was known before stays.
async fn jobs(metrics: &Metrics, state: &AppState) {
    let Ok(counts) = jobs::counts(state.db.read()).await else { return };
    let now = state.clock.millis();
    for queue in [&LETTERS, &ORDERS, &REDEMPTIONS].map(|queue| queue.name) {
        for standing in [jobs::State::Waiting, jobs::State::Parked, jobs::State::Held] {
            let of = &[("queue", queue), ("state", standing.key())];
            // What nobody counted is none.
            let count = counts.iter().find(|count| count.queue == queue && count.state == standing);
            let age = count.map_or(0, |count| now.saturating_sub(count.oldest).max(0));
            set(metrics, JOBS, of, count.map_or(0, |count| count.jobs));
            metrics.set(JOBS_OLDEST, of, Duration::from_millis(age.unsigned_abs()));
        }
    }
}

fn snapshots(metrics: &Metrics, state: &AppState) {
    let prices = match &state.prices {
        PriceService::Embedded(table) => Some(("prices", table.standing())),
        PriceService::Erp(_) => None,
    };
    let own = [("catalog", state.catalog.standing()), ("content", state.contents.standing())];
    for (what, Held { change, age, built_in }) in own.into_iter().chain(prices) {
        let of = &[("what", what)];
        set(metrics, CHANGE, of, change);
        metrics.set(AGE, of, age);
        metrics.set(BUILD, of, built_in);
    }
}

fn kept(metrics: &Metrics, state: &AppState, pages: &Pages) {
    let catalog = state.catalog.load_full();
    let [lists, suggestions, found] = catalog.search.bytes();
    let own = [
        ("carts", state.kept_carts.bytes()),
        ("cart_lines", state.kept_lines.bytes()),
        ("products", catalog.answer_bytes()),
        ("lists", lists),
        ("suggestions", suggestions),
        ("found", found),
        ("pictures", pictures::kept_bytes()),
    ];
    for (what, bytes) in own.into_iter().chain(pages.bytes()) {
        set(metrics, KEPT, &[("what", what)], bytes);
    }
}

fn outside(metrics: &Metrics, state: &AppState) {
    let prices = match &state.prices {
        PriceService::Erp(erp) => Some(&erp.upstream),
        PriceService::Embedded(_) => None,
    };
    let (certificates, redemptions) = match &state.certificates {
        Certificates::Service(service) => (Some(&service.upstream), Some(&service.redemptions)),
        Certificates::Embedded => (None, None),
    };
    let codes = match &state.friendly_codes {
        FriendlyCodes::Service(service) => Some(&service.upstream),
        FriendlyCodes::Embedded => None,
    };
    let content = state.content_service.as_ref().map(|service| &service.upstream);
    let sign_on = state.sso_issuer.as_ref();
    let verifier = match &state.verifier {
        Verifier::Hosted(service) => Some(&service.upstream),
        Verifier::Offline(_) => None,
    };
    let systems: [Option<&Upstream>; 8] =
        [prices, state.erp_orders.as_ref(), certificates, redemptions, codes, content, sign_on, verifier];
    for system in systems.into_iter().flatten() {
        let of = &[("system", system.name)];
        let standing: u8 = match system.breaker.standing(state.clock.millis()) {
            Standing::Closed => 0,
            Standing::HalfOpen => 1,
            Standing::Open => 2,
        };
        metrics.set(BREAKER, of, standing);
        let (answered, failed) = system.counts();
        metrics.counted(ANSWERED, of, answered);
        metrics.counted(FAILED, of, failed);
    }
}

//! An open-loop load for `make bench`: `steady PLAN RATE SECONDS`. Acts of shoppers begin at a constant rate, whatever became of
//! those before, and each is timed from when it should have begun: a store that stalls is not spared the acts that would have
//! come meanwhile. With rate 0 so many clients as the plan names go on one after the other: how much the store can do. On
//! stdout, as JSON, times in milliseconds by kind of act.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use anyhow::Context;
use hdrhistogram::Histogram;
use reqwest::{Client, Method};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::{sync::mpsc, time::Instant};

/// What is done, and by whom.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Plan {
    base: String,
    host: String,
    /// For rate 0.
    clients: usize,
    /// Kinds of acts in the order in which they come, over and over.
    acts: Vec<Kind>,
    /// Addresses of pages and of answers of the API.
    pages: Vec<String>,
    /// Searches, as they stand in an address.
    queries: Vec<String>,
    skus: Vec<String>,
    shipping: Value,
    /// E-mails of accounts, and their password.
    accounts: Vec<String>,
    password: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Browse,
    Search,
    Cart,
    Checkout,
    SignIn,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Browse => "browse",
            Self::Search => "search",
            Self::Cart => "cart",
            Self::Checkout => "checkout",
            Self::SignIn => "sign-in",
        }
    }
}

/// Carts that shoppers fill; each begins anew once it has so many lines put into it.
const CARTS: usize = 200;
const FILLED: usize = 30;

/// A cookie of a shopper, and how often they put something into their cart.
#[derive(Default)]
struct Shopper {
    cookie: String,
    filled: usize,
}

struct Stage {
    plan: Plan,
    client: Client,
    shoppers: Vec<Mutex<Shopper>>,
    /// How many of each kind began, by its place.
    begun: [AtomicUsize; 5],
}

/// Of guests who order.
const MAILBOXES: usize = 10_000;

fn nth<T>(list: &[T], number: usize) -> anyhow::Result<&T> {
    number.checked_rem(list.len()).and_then(|at| list.get(at)).context("the plan has an empty list")
}

impl Stage {
    async fn send(
        &self,
        method: Method,
        path: &str,
        cookie: &mut String,
        body: Option<&Value>,
    ) -> anyhow::Result<Vec<u8>> {
        let mut request = self.client.request(method, [&self.plan.base, path].concat()).header("host", &self.plan.host);
        if !cookie.is_empty() {
            request = request.header("cookie", cookie.as_str());
        }
        if let Some(key) = body.and_then(|body| body.get("cartId")).and_then(Value::as_str) {
            request = request.header("idempotency-key", key);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = request.send().await?;
        let status = answer.status();
        if let Some(set) = answer.headers().get("set-cookie").and_then(|set| set.to_str().ok()) {
            set.split(';').next().unwrap_or_default().clone_into(cookie);
        }
        let bytes = answer.bytes().await?;
        anyhow::ensure!(status.is_success(), "{path}: {status} {}", String::from_utf8_lossy(&bytes));
        Ok(bytes.into())
    }

    async fn act(&self, kind: Kind) -> anyhow::Result<()> {
        let begun = self.begun.get(usize::from(kind.place())).context("a kind has a place")?;
        let number = begun.fetch_add(1, Ordering::Relaxed);
        let nobody = &mut String::new();
        match kind {
            Kind::Browse => self.send(Method::GET, nth(&self.plan.pages, number)?, nobody, None).await.map(drop),
            Kind::Search => {
                let path = ["/api/search?query=", nth(&self.plan.queries, number)?].concat();
                self.send(Method::GET, &path, nobody, None).await.map(drop)
            }
            Kind::Cart => self.fill(number).await,
            Kind::Checkout => self.check_out(number).await,
            Kind::SignIn => {
                let body = json!({"email": nth(&self.plan.accounts, number)?, "password": self.plan.password});
                self.send(Method::POST, "/api/auth/signin", nobody, Some(&body)).await.map(drop)
            }
        }
    }

    /// One line more, and every other time a look at the cart.
    async fn fill(&self, number: usize) -> anyhow::Result<()> {
        let shopper = nth(&self.shoppers, number)?;
        let mut cookie = {
            let mut shopper = shopper.lock().unwrap_or_else(PoisonError::into_inner);
            if shopper.filled >= FILLED {
                *shopper = Shopper::default();
            }
            shopper.filled = shopper.filled.saturating_add(1);
            shopper.cookie.clone()
        };
        if number.is_multiple_of(2) && !cookie.is_empty() {
            return self.send(Method::GET, "/api/cart/active", &mut cookie, None).await.map(drop);
        }
        let line = json!({"lines": [{"sku": nth(&self.plan.skus, number.div_euclid(2))?, "quantity": 1}]});
        self.send(Method::POST, "/api/cart/lines", &mut cookie, Some(&line)).await?;
        let mut shopper = shopper.lock().unwrap_or_else(PoisonError::into_inner);
        if shopper.cookie.is_empty() {
            shopper.cookie = cookie;
        }
        Ok(())
    }

    /// A guest's whole order: a cart of three lines, both steps, the sale.
    async fn check_out(&self, number: usize) -> anyhow::Result<()> {
        let cookie = &mut String::new();
        let mut lines = Vec::new();
        for more in 0..3 {
            lines.push(json!({"sku": nth(&self.plan.skus, number.wrapping_add(more))?, "quantity": 2}));
        }
        self.send(Method::POST, "/api/cart/lines", cookie, Some(&json!({"lines": lines}))).await?;
        // Guests have mailboxes of their own, to which few letters go in an hour.
        let mut shipping = self.plan.shipping.clone();
        if let Some(email) = shipping.get_mut("email") {
            *email = json!(format!("guest-{}@bench.example", number.checked_rem(MAILBOXES).unwrap_or_default()));
        }
        self.send(Method::PUT, "/api/checkout/shipping", cookie, Some(&shipping)).await?;
        let paid = json!({"poNumber": format!("PO-{number}")});
        let review = self.send(Method::PUT, "/api/checkout/payment", cookie, Some(&paid)).await?;
        let review: Value = serde_json::from_slice(&review)?;
        let of = |name: &str| review.get(name).cloned().unwrap_or_default();
        let marks: Vec<Value> = match review.get("reviewed").and_then(Value::as_array) {
            Some(parts) => parts.iter().filter_map(|part| part.get("mark").cloned()).collect(),
            None => Vec::new(),
        };
        let order = json!({
            "cartId": of("cartId"), "cartVersion": of("cartVersion"), "totalCents": of("totalCents"), "reviewed": marks,
        });
        self.send(Method::POST, "/api/orders", cookie, Some(&order)).await.map(drop)
    }
}

impl Kind {
    const fn place(self) -> u8 {
        match self {
            Self::Browse => 0,
            Self::Search => 1,
            Self::Cart => 2,
            Self::Checkout => 3,
            Self::SignIn => 4,
        }
    }
}

/// An act that ended, how long after it should have begun, and whether it went wrong.
struct Ended {
    kind: Kind,
    time: Duration,
    error: Option<anyhow::Error>,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    drop(rustls::crypto::ring::default_provider().install_default());
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().context("steady PLAN RATE SECONDS");
    let (plan, rate, seconds) = (next()?, next()?.parse::<u32>()?, next()?.parse::<u64>()?);
    let plan: Plan = serde_json::from_slice(&std::fs::read(plan)?)?;
    let client = Client::builder().pool_max_idle_per_host(512).timeout(Duration::from_secs(30)).build()?;
    let shoppers = (0..CARTS).map(|_| Mutex::default()).collect();
    let stage = Arc::new(Stage { plan, client, shoppers, begun: Default::default() });
    let (ended, mut results) = mpsc::unbounded_channel();
    let loads = tokio::spawn(load(stage, rate, Duration::from_secs(seconds), ended));
    let mut by_kind: BTreeMap<Kind, Histogram<u64>> = BTreeMap::new();
    let (mut failed, mut first_error) = (0_u64, String::new());
    while let Some(Ended { kind, time, error }) = results.recv().await {
        let times = match by_kind.entry(kind) {
            std::collections::btree_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::btree_map::Entry::Vacant(free) => free.insert(histogram()?),
        };
        times.saturating_record(u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
        if let Some(error) = error {
            failed = failed.saturating_add(1);
            if first_error.is_empty() {
                first_error = format!("{error:#}");
            }
        }
    }
    let took = loads.await??;
    let mut all = histogram()?;
    let mut kinds = serde_json::Map::new();
    for (kind, times) in &by_kind {
        all.add(times)?;
        kinds.insert(kind.name().to_owned(), told(times));
    }
    let told = json!({
        "seconds": took.as_secs_f64(), "failed": failed, "firstError": first_error, "all": told(&all), "kinds": kinds,
    });
    println!("{told}");
    Ok(())
}

/// Of microseconds, to three digits, up to two minutes: what takes longer counts as that.
fn histogram() -> anyhow::Result<Histogram<u64>> {
    Ok(Histogram::new_with_bounds(1, 120_000_000, 3)?)
}

fn told(times: &Histogram<u64>) -> Value {
    let at = |share: f64| millis(times.value_at_quantile(share));
    json!({
        "acts": times.len(), "p50": at(0.5), "p75": at(0.75), "p90": at(0.9), "p95": at(0.95), "p99": at(0.99),
        "p999": at(0.999), "p9999": at(0.9999), "max": millis(times.max()),
    })
}

fn millis(micros: u64) -> f64 {
    Duration::from_micros(micros).as_secs_f64() * 1000.0
}

/// Lets acts begin until the time is over, and waits for them. How long that took.
async fn load(
    stage: Arc<Stage>,
    rate: u32,
    lasting: Duration,
    ended: mpsc::UnboundedSender<Ended>,
) -> anyhow::Result<Duration> {
    let began = Instant::now();
    let mut tasks = tokio::task::JoinSet::new();
    if rate == 0 {
        let turn = Arc::new(AtomicUsize::new(0));
        for _ in 0..stage.plan.clients {
            let (stage, turn, ended) = (Arc::clone(&stage), Arc::clone(&turn), ended.clone());
            tasks.spawn(async move {
                while began.elapsed() < lasting {
                    let Ok(kind) = nth(&stage.plan.acts, turn.fetch_add(1, Ordering::Relaxed)).copied() else { return };
                    let started = Instant::now();
                    let error = stage.act(kind).await.err();
                    drop(ended.send(Ended { kind, time: started.elapsed(), error }));
                }
            });
        }
    } else {
        let between = Duration::from_secs(1).checked_div(rate).context("a rate")?;
        let mut due = began;
        for number in 0.. {
            if due.duration_since(began) >= lasting {
                break;
            }
            tokio::time::sleep_until(due).await;
            let (stage, ended, kind) = (Arc::clone(&stage), ended.clone(), *nth(&stage.plan.acts, number)?);
            tasks.spawn(async move {
                let error = stage.act(kind).await.err();
                drop(ended.send(Ended { kind, time: due.elapsed(), error }));
            });
            due += between;
        }
    }
    while tasks.join_next().await.is_some() {}
    Ok(began.elapsed())
}

//! An ERP on loopback that answers well, or misbehaves in one of many ways. It speaks HTTP by hand: a
//! server that is correct by construction cannot be wrong in these ways.

use std::{
    fmt::Write as _,
    io::Write as _,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::{Notify, mpsc},
};

/// How it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    Good,
    Html,
    CutJson,
    NotANumber,
    Negative,
    Zero,
    Astronomic,
    OtherCurrency,
    NoCurrency,
    MissingSku,
    ExtraSku,
    DoubleSku,
    FiftyMegabytes,
    LyingLength,
    GzipBomb,
    WrongType,
    PriceIsAnObject,
    MarkupInMessage,
    NoContent,
    Redirect,
    ServerError,
    TooMany,
    Forbidden,
    /// Says why it does not take something.
    Refuses,
    Empty,
    DeepNesting,
    NotUtf8,
    NotHttp,
    EndlessHead,
    BrokenChunk,
    HangsUp,
    Silent,
    Drips,
}

impl Manner {
    /// All ways to misbehave.
    pub const BAD: [Self; 31] = [
        Self::Html,
        Self::CutJson,
        Self::NotANumber,
        Self::Negative,
        Self::Zero,
        Self::Astronomic,
        Self::OtherCurrency,
        Self::NoCurrency,
        Self::MissingSku,
        Self::ExtraSku,
        Self::DoubleSku,
        Self::FiftyMegabytes,
        Self::LyingLength,
        Self::GzipBomb,
        Self::WrongType,
        Self::PriceIsAnObject,
        Self::MarkupInMessage,
        Self::NoContent,
        Self::Redirect,
        Self::ServerError,
        Self::TooMany,
        Self::Forbidden,
        Self::Empty,
        Self::DeepNesting,
        Self::NotUtf8,
        Self::NotHttp,
        Self::EndlessHead,
        Self::BrokenChunk,
        Self::HangsUp,
        Self::Silent,
        Self::Drips,
    ];

    /// Whoever waits for the end of such an answer waits for ever.
    pub fn never_ends(self) -> bool {
        matches!(self, Self::LyingLength | Self::Silent | Self::Drips)
    }
}

/// A question as it arrived.
#[derive(Debug, Clone)]
pub struct Asked {
    pub path: String,
    pub head: String,
    pub body: Value,
}

/// The stub: its address, and what happened to it.
pub struct Stub {
    pub address: String,
    shared: Arc<Shared>,
    task: tokio::task::JoinHandle<()>,
}

struct Shared {
    manner: Mutex<Manner>,
    /// Price of everything, in cents.
    cents: Mutex<i64>,
    asked: Mutex<Vec<Asked>>,
    /// Orders it has, by their keys.
    taken: Mutex<Vec<String>>,
    /// Bytes it got rid of.
    sent: AtomicUsize,
    arrived: Notify,
    canary: String,
}

impl Stub {
    /// Listens; a redirect would lead to `canary`.
    pub async fn start(manner: Manner, canary: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        let shared = Arc::new(Shared {
            manner: Mutex::new(manner),
            cents: Mutex::new(1_000),
            asked: Mutex::default(),
            taken: Mutex::default(),
            sent: AtomicUsize::new(0),
            arrived: Notify::new(),
            canary: canary.to_owned(),
        });
        let of_task = Arc::clone(&shared);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let shared = Arc::clone(&of_task);
                tokio::spawn(async move {
                    // Whoever asks may hang up whenever it has seen enough.
                    drop(shared.serve(stream).await);
                });
            }
        });
        Self { address, shared, task }
    }

    pub fn behave(&self, manner: Manner) {
        *self.shared.manner.lock().unwrap() = manner;
    }

    /// What everything costs from now on.
    pub fn charge(&self, cents: i64) {
        *self.shared.cents.lock().unwrap() = cents;
    }

    pub fn asked(&self) -> Vec<Asked> {
        self.shared.asked.lock().unwrap().clone()
    }

    /// Keys of the orders it has, in the order they came.
    pub fn taken(&self) -> Vec<String> {
        self.shared.taken.lock().unwrap().clone()
    }

    pub fn sent(&self) -> usize {
        self.shared.sent.load(Ordering::SeqCst)
    }

    /// Returns once so many questions have arrived.
    pub async fn arrivals(&self, count: usize) {
        loop {
            let arrived = self.shared.arrived.notified();
            if self.shared.asked.lock().unwrap().len() >= count {
                return;
            }
            arrived.await;
        }
    }
}

impl Drop for Stub {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A listener nobody may ever ask: what arrives is told.
pub async fn canary() -> (String, mpsc::UnboundedReceiver<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    let (hit, hits) = mpsc::unbounded_channel();
    tokio::spawn(async move { while listener.accept().await.is_ok() && hit.send(()).is_ok() {} });
    (address, hits)
}

impl Shared {
    async fn serve(&self, mut stream: TcpStream) -> std::io::Result<()> {
        loop {
            let Some(asked) = read(&mut stream).await? else { return Ok(()) };
            let manner = *self.manner.lock().unwrap();
            self.asked.lock().unwrap().push(asked.clone());
            self.arrived.notify_waiters();
            if asked.path == "/orders/" && !matches!(manner, Manner::ServerError | Manner::Forbidden) {
                self.take(&asked);
            }
            if !self.answer(&mut stream, &asked, manner).await? {
                return Ok(());
            }
        }
    }

    /// Takes an order: a key it knows already is the same order.
    fn take(&self, asked: &Asked) {
        let key = asked.head.split("idempotency-key: ").nth(1).unwrap().split("\r\n").next().unwrap().to_owned();
        let mut taken = self.taken.lock().unwrap();
        if !taken.contains(&key) {
            taken.push(key);
        }
    }

    async fn send(&self, stream: &mut TcpStream, bytes: &[u8]) -> std::io::Result<()> {
        for part in bytes.chunks(64 * 1024) {
            stream.write_all(part).await?;
            self.sent.fetch_add(part.len(), Ordering::SeqCst);
        }
        Ok(())
    }

    /// Answers; true when the connection goes on.
    async fn answer(&self, stream: &mut TcpStream, asked: &Asked, manner: Manner) -> std::io::Result<bool> {
        let json = |value: &Value| whole("200 OK", "content-type: application/json\r\n", value.to_string().as_bytes());
        let cents = *self.cents.lock().unwrap();
        let good = || good(asked, cents);
        let bytes = match manner {
            Manner::Good => json(&good()),
            Manner::Html => whole("200 OK", "content-type: text/html\r\n", b"<html><body>Maintenance</body></html>"),
            Manner::CutJson => {
                let text = good().to_string();
                let half = &text.as_bytes()[..text.len() / 2];
                whole("200 OK", "content-type: application/json\r\n", half)
            }
            Manner::NotANumber => {
                let text = good().to_string().replacen("\"10.00\"", "NaN", 1);
                whole("200 OK", "content-type: application/json\r\n", text.as_bytes())
            }
            Manner::Negative => json(&with(good(), "unitPrice", json!("-1"))),
            Manner::Zero => json(&with(good(), "unitPrice", json!(0))),
            Manner::Astronomic => json(&with(good(), "unitPrice", json!(1e30))),
            Manner::OtherCurrency => json(&with(good(), "currencyCode", json!("EUR"))),
            Manner::NoCurrency => json(&with(good(), "currencyCode", Value::Null)),
            Manner::WrongType => json(&with(good(), "unitPrice", json!(true))),
            Manner::PriceIsAnObject => json(&with(good(), "unitPrice", json!({"centAmount": 1}))),
            Manner::MarkupInMessage => {
                json(&with(good(), "metadata", json!({"messageCode": "<script>alert(1)</script>"})))
            }
            Manner::MissingSku => json(&lines(good(), |lines| {
                lines.pop();
            })),
            Manner::ExtraSku => json(&lines(good(), |lines| {
                let mut extra = lines[0].clone();
                extra["sku"] = json!("NOT-ASKED");
                lines.push(extra);
            })),
            Manner::DoubleSku => json(&lines(good(), |lines| {
                let twice = lines[0].clone();
                lines.push(twice);
            })),
            Manner::FiftyMegabytes => whole("200 OK", "content-type: application/json\r\n", &vec![b' '; 50 << 20]),
            Manner::LyingLength => {
                let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n";
                let mut bytes = head.as_bytes().to_vec();
                bytes.extend_from_slice(good().to_string().as_bytes());
                bytes
            }
            Manner::GzipBomb => {
                let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
                packed.write_all(&vec![b'0'; 20 << 20])?;
                let head = "content-type: application/json\r\ncontent-encoding: gzip\r\n";
                whole("200 OK", head, &packed.finish()?)
            }
            Manner::NoContent => b"HTTP/1.1 204 No Content\r\n\r\n".to_vec(),
            Manner::Redirect => whole("302 Found", &format!("location: {}\r\n", self.canary), b""),
            Manner::ServerError => whole("500 Internal Server Error", "", good().to_string().as_bytes()),
            Manner::TooMany => whole("429 Too Many Requests", "retry-after: 0\r\n", b"{}"),
            Manner::Forbidden => whole("403 Forbidden", "", b"{}"),
            Manner::Refuses => whole("422 Unprocessable", "", br#"{"reason":"Only 5 on hand","kind":"stock"}"#),
            Manner::Empty => whole("200 OK", "content-type: application/json\r\n", b""),
            Manner::DeepNesting => {
                whole("200 OK", "content-type: application/json\r\n", "[".repeat(500_000).as_bytes())
            }
            Manner::NotUtf8 => whole("200 OK", "content-type: application/json\r\n", b"{\"data\":\"\xff\xfe\"}"),
            Manner::NotHttp => b"220 erp.example ESMTP ready\r\n".to_vec(),
            Manner::EndlessHead => {
                let mut head = "HTTP/1.1 200 OK\r\n".to_owned();
                for number in 0..20_000 {
                    write!(head, "x-filler-{number}: {}\r\n", "x".repeat(60)).unwrap();
                }
                head.into_bytes()
            }
            Manner::BrokenChunk => b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nZZZ\r\n{\"data\"".to_vec(),
            Manner::HangsUp => return Ok(false),
            Manner::Silent => {
                stream.read_to_end(&mut Vec::new()).await?;
                return Ok(false);
            }
            Manner::Drips => {
                // A byte for every byte of patience: it ends when the other side hangs up.
                stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n").await?;
                loop {
                    stream.write_all(b" ").await?;
                    tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                }
            }
        };
        self.send(stream, &bytes).await?;
        Ok(manner == Manner::Good)
    }
}

fn whole(status: &str, head: &str, body: &[u8]) -> Vec<u8> {
    let mut bytes = format!("HTTP/1.1 {status}\r\n{head}content-length: {}\r\n\r\n", body.len()).into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

/// Everything asked, at the same price, except what a code is said not to price. A certificate is worth
/// as much.
fn good(asked: &Asked, cents: i64) -> Value {
    if asked.path == "/features/CertificateInput" {
        return json!({
            "certificateNumber": asked.body["certificateNumber"], "isValid": true, "status": "",
            "expireDate": "12/31/2026", "redemptionValue": format!("{}.{:02}", cents / 100, cents % 100),
            "name1": "Lincoln Eagles", "name2": "J. Smith", "flyer": "AB",
        });
    }
    let products = asked.body["products"].as_array().cloned().unwrap_or_default();
    let results: Vec<Value> = products
        .iter()
        .map(|product| {
            let price = format!("{}.{:02}", cents / 100, cents % 100);
            json!({"sku": product["sku"], "unitPrice": price, "currencyCode": "USD", "metadata": {"messageCode": ""}})
        })
        .collect();
    json!({"data": {"results": results}})
}

fn lines(mut answer: Value, change: impl FnOnce(&mut Vec<Value>)) -> Value {
    change(answer["data"]["results"].as_array_mut().unwrap());
    answer
}

/// The first line with another value: one wrong line makes the whole answer worthless. A certificate has
/// its amount spoilt.
fn with(mut answer: Value, field: &str, value: Value) -> Value {
    if field == "unitPrice" && answer["redemptionValue"].is_string() {
        answer["redemptionValue"] = value;
        return answer;
    }
    lines(answer, |lines| lines[0][field] = value)
}

async fn read(stream: &mut TcpStream) -> std::io::Result<Option<Asked>> {
    let mut bytes = Vec::new();
    let mut byte = [0];
    while !bytes.ends_with(b"\r\n\r\n") {
        if stream.read(&mut byte).await? == 0 {
            return Ok(None);
        }
        bytes.push(byte[0]);
    }
    let head = String::from_utf8(bytes).unwrap();
    let length = head
        .to_ascii_lowercase()
        .split("content-length: ")
        .nth(1)
        .map_or(0, |rest| rest.split("\r\n").next().unwrap().parse::<usize>().unwrap());
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    Ok(Some(Asked { path, head, body: serde_json::from_slice(&body).unwrap_or(Value::Null) }))
}

//! Real sockets through the store's own accept loop: slow and silent clients, limits, the stop.

use std::time::Duration;

use axum::{Router, body::Body, routing::get};
use fieldhouse_kernel::http::accept::{self, Limits};
use futures_util::{StreamExt, stream};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::{mpsc, oneshot},
    task::JoinHandle,
};

/// Short enough for a test, in the proportions of the store's own.
const LIMITS: Limits = Limits {
    connections: 64,
    head: Duration::from_millis(400),
    stall: Duration::from_millis(400),
    grace: Duration::from_secs(5),
};
/// Far more than any limit above, for a machine under load.
const LATE: Duration = Duration::from_secs(15);

struct Server {
    address: std::net::SocketAddr,
    stop: oneshot::Sender<()>,
    done: JoinHandle<()>,
}

async fn serve(router: Router, limits: Limits) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let done = tokio::spawn(accept::serve(listener, router, limits, async { drop(stopped.await) }));
    Server { address, stop, done }
}

fn hello() -> Router {
    Router::new().route("/", get(async || "hello"))
}

async fn connect(server: &Server) -> TcpStream {
    TcpStream::connect(server.address).await.unwrap()
}

/// Reads until the server closes; what it said before.
async fn until_closed(stream: &mut TcpStream) -> Vec<u8> {
    let mut said = Vec::new();
    // A reset is a way of closing too.
    drop(tokio::time::timeout(LATE, stream.read_to_end(&mut said)).await.expect("the connection was left open"));
    said
}

#[tokio::test]
async fn r60_silent_half_and_dripping_heads_are_cut() {
    let server = serve(hello(), LIMITS).await;
    let mut silent = connect(&server).await;
    let mut half = connect(&server).await;
    half.write_all(b"GET / HTTP/1.1\r\nHost: x").await.unwrap();
    let mut kept = connect(&server).await;
    kept.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    let dripping = connect(&server).await;
    let (mut reader, mut writer) = dripping.into_split();
    let drip = tokio::spawn(async move {
        for byte in b"GET / HTTP/1.1\r\nHost: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
            .iter()
            .cycle()
        {
            tokio::time::sleep(Duration::from_millis(50)).await;
            if writer.write_all(&[*byte]).await.is_err() {
                break;
            }
        }
    });
    let mut said = Vec::new();
    drop(tokio::time::timeout(LATE, reader.read_to_end(&mut said)).await.expect("a dripping head was left open"));
    until_closed(&mut silent).await;
    until_closed(&mut half).await;
    assert!(until_closed(&mut kept).await.ends_with(b"hello"), "answered, then cut while idle");
    drip.abort();
    let own = Limits::for_connections(8192);
    assert!(own.head <= Duration::from_secs(15) && own.stall * 2 <= Duration::from_secs(15));
}

#[tokio::test]
async fn r60_a_reader_who_takes_nothing_is_cut() {
    const PIECES: usize = 64;
    let (given_up, mut ends) = mpsc::unbounded_channel();
    // 64 pieces of a megabyte; whoever holds the answer has not given up yet.
    let big = async move || {
        let held = GivenUp(given_up);
        Body::from_stream(stream::iter(0..PIECES).map(move |_| {
            let _held = &held;
            Ok::<_, std::io::Error>(vec![b'x'; 1024 * 1024])
        }))
    };
    let server = serve(Router::new().route("/big", get(big)), LIMITS).await;
    let mut lazy = connect(&server).await;
    lazy.write_all(b"GET /big HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    // Nothing is read until the server has given up; then what was on its way is less than the whole.
    let mut first = [0; 1];
    lazy.read_exact(&mut first).await.unwrap();
    tokio::time::timeout(LATE, ends.recv()).await.expect("the answer is still held").unwrap();
    assert!(until_closed(&mut lazy).await.len() < PIECES * 1024 * 1024);
}

/// Tells when it is let go.
struct GivenUp(mpsc::UnboundedSender<()>);

impl Drop for GivenUp {
    fn drop(&mut self) {
        let _told = self.0.send(());
    }
}

#[tokio::test]
async fn r60_others_are_served_while_slow_ones_hold_every_place() {
    let limits = Limits { connections: 4, ..LIMITS };
    let server = serve(hello(), limits).await;
    let mut slow = Vec::new();
    for _ in 0..12 {
        slow.push(connect(&server).await);
    }
    let mut quick = connect(&server).await;
    quick.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
    assert!(until_closed(&mut quick).await.ends_with(b"hello"));
}

/// Opens a connection, says nothing, half a head or a byte of one now and then, and waits to be cut.
async fn dawdle(address: std::net::SocketAddr, kind: usize) {
    let (mut reader, mut writer) = TcpStream::connect(address).await.unwrap().into_split();
    let drip = async {
        if kind > 0 {
            drop(writer.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ").await);
        }
        while kind == 2 && writer.write_all(b"a").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        std::future::pending::<()>().await;
    };
    let mut said = Vec::new();
    tokio::select! {
        () = drip => {}
        cut = tokio::time::timeout(LATE, reader.read_to_end(&mut said)) => drop(cut.unwrap_or_else(|_| panic!("kind {kind} was left open"))),
    }
}

#[tokio::test]
async fn r60_three_hundred_slow_ones_are_cut_while_others_are_served() {
    let limits = Limits { connections: 1024, head: Duration::from_secs(2), ..LIMITS };
    let server = serve(hello(), limits).await;
    let mut slow: tokio::task::JoinSet<()> = (0..300).map(|turn| dawdle(server.address, turn % 3)).collect();
    let mut beside = 0;
    while !slow.is_empty() {
        let mut quick = connect(&server).await;
        quick.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
        assert!(until_closed(&mut quick).await.ends_with(b"hello"));
        beside += 1;
        while let Some(cut) = slow.try_join_next() {
            cut.unwrap();
        }
    }
    assert!(beside > 0, "nobody was served beside them");
}

#[tokio::test]
async fn r59_a_head_no_buffer_holds_is_refused() {
    let server = serve(hello(), LIMITS).await;
    let mut huge = connect(&server).await;
    let head = format!("GET / HTTP/1.1\r\nHost: x\r\nX-Big: {}", "x".repeat(512 * 1024));
    drop(huge.write_all(head.as_bytes()).await);
    let said = until_closed(&mut huge).await;
    assert!(said.is_empty() || said.starts_with(b"HTTP/1.1 431"), "{}", String::from_utf8_lossy(&said));
}

#[tokio::test]
async fn an_act_whose_client_left_is_done_to_its_end() {
    let (started, mut starts) = mpsc::unbounded_channel();
    let (ended, mut ends) = mpsc::unbounded_channel();
    let (release, released) = tokio::sync::watch::channel(false);
    let act = move || {
        let (started, ended, mut released) = (started.clone(), ended.clone(), released.clone());
        async move {
            started.send(()).unwrap();
            released.wait_for(|go| *go).await.unwrap();
            ended.send(()).unwrap();
        }
    };
    let router = hello().route("/act", axum::routing::post(act));
    let server = serve(router, Limits { connections: 1, ..LIMITS }).await;
    let mut leaving = connect(&server).await;
    leaving.write_all(b"POST /act HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n").await.unwrap();
    starts.recv().await.unwrap();
    drop(leaving);
    // The one place is free again: the server knows that nobody waits for the act.
    let mut next = connect(&server).await;
    next.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
    assert!(until_closed(&mut next).await.ends_with(b"hello"));
    release.send(true).unwrap();
    assert_eq!(tokio::time::timeout(LATE, ends.recv()).await.expect("the act was given up"), Some(()));
}

/// Reads one answer whose length is told; its head and body.
async fn answer(stream: &mut TcpStream) -> String {
    let mut said = Vec::new();
    let whole = |said: &[u8]| {
        let text = String::from_utf8_lossy(said).into_owned();
        let (head, body) = text.split_once("\r\n\r\n")?;
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "))?.parse::<usize>().unwrap();
        (body.len() == length).then(|| text.clone())
    };
    loop {
        if let Some(text) = whole(&said) {
            return text;
        }
        let read = tokio::time::timeout(LATE, stream.read_buf(&mut said)).await.expect("no answer").unwrap();
        assert!(read > 0, "closed after {:?}", String::from_utf8_lossy(&said));
    }
}

/// Refuses whoever posts without reading what is posted, and reads what is put.
fn refusing() -> Router {
    let refuse = axum::routing::post(async || (axum::http::StatusCode::FORBIDDEN, "refused"));
    hello().route("/refuse", refuse.put(async |body: bytes::Bytes| body))
}

#[tokio::test]
async fn r76_an_answer_before_the_body_says_close_and_is_read_whole() {
    let server = serve(refusing(), LIMITS).await;
    for head in ["Content-Length: 300000", "Transfer-Encoding: chunked"] {
        let mut stream = connect(&server).await;
        let begin = format!("POST /refuse HTTP/1.1\r\nHost: x\r\n{head}\r\n\r\n");
        stream.write_all(begin.as_bytes()).await.unwrap();
        // The body is sent when the answer is here: later than any pause.
        let said = answer(&mut stream).await;
        assert!(said.starts_with("HTTP/1.1 403") && said.contains("connection: close"), "{said}");
        // Whoever is in the middle of sending can end it, and sees a close, not a reset.
        stream.write_all(&vec![b'x'; 300_000]).await.unwrap();
        let mut rest = Vec::new();
        assert_eq!(stream.read_to_end(&mut rest).await.expect("a reset"), 0);
    }
}

#[tokio::test]
async fn r76_a_thousand_requests_after_early_refusals_are_answered() {
    let server = serve(refusing(), LIMITS).await;
    let mut stream = connect(&server).await;
    let (mut opened, mut asked) = (1, 0);
    while asked < 1000 {
        // A body that is here with its head costs no connection; one that is not here yet is told to cost one.
        let late = asked % 10 == 9;
        let head = b"POST /refuse HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n";
        if late {
            stream.write_all(head).await.unwrap();
        } else {
            stream.write_all(&[&head[..], b"some body"].concat()).await.unwrap();
        }
        let said = answer(&mut stream).await;
        assert!(said.starts_with("HTTP/1.1 403"), "{said}");
        assert_eq!(said.contains("connection: close"), late, "{said}");
        if late {
            stream.write_all(b"some body").await.unwrap();
            stream = connect(&server).await;
            opened += 1;
        }
        stream.write_all(b"PUT /refuse HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nkept").await.unwrap();
        let said = answer(&mut stream).await;
        assert!(said.starts_with("HTTP/1.1 200") && said.ends_with("kept"), "{said}");
        assert!(!said.contains("connection: close"), "{said}");
        asked += 1;
    }
    assert_eq!(opened, 101, "the others went on with the connection they had");
}

#[tokio::test]
async fn r28_what_runs_is_finished_and_nothing_new_is_taken() {
    let (started, mut starts) = mpsc::unbounded_channel();
    let (release, released) = tokio::sync::watch::channel(false);
    let slow = move || {
        let (started, mut released) = (started.clone(), released.clone());
        async move {
            started.send(()).unwrap();
            released.wait_for(|go| *go).await.unwrap();
            "finished"
        }
    };
    let server = serve(hello().route("/slow", get(slow)), LIMITS).await;
    let mut running = Vec::new();
    for _ in 0..8 {
        let mut stream = connect(&server).await;
        stream.write_all(b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
        starts.recv().await.unwrap();
        running.push(stream);
    }
    let mut idle = connect(&server).await;
    server.stop.send(()).unwrap();
    // Once the listener is gone, connecting is refused.
    let refused = async {
        while TcpStream::connect(server.address).await.is_ok() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(LATE, refused).await.expect("still taking connections");
    release.send(true).unwrap();
    for mut stream in running {
        let said = until_closed(&mut stream).await;
        let text = String::from_utf8_lossy(&said);
        assert!(text.starts_with("HTTP/1.1 200") && text.ends_with("finished"), "{text}");
        assert!(text.contains("connection: close"), "{text}");
    }
    until_closed(&mut idle).await;
    tokio::time::timeout(LATE, server.done).await.expect("still serving").unwrap();
}

#[tokio::test]
async fn r28_an_answer_that_never_ends_does_not_keep_the_server() {
    let (started, mut starts) = mpsc::unbounded_channel();
    let never = move || {
        started.send(()).unwrap();
        std::future::pending::<&'static str>()
    };
    let limits = Limits { grace: Duration::from_millis(1500), ..LIMITS };
    let server = serve(Router::new().route("/", get(async move || never().await)), limits).await;
    let mut stream = connect(&server).await;
    stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    starts.recv().await.unwrap();
    server.stop.send(()).unwrap();
    tokio::time::timeout(LATE, server.done).await.expect("still serving").unwrap();
}

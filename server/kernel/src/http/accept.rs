//! The accept loop: how many connections there may be, how long one may take to ask and to listen,
//! and how the server stops without breaking an answer. `axum::serve` guards against none of these.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    Router,
    http::{HeaderValue, Request, Response, header},
    response::IntoResponse,
};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    runtime::Handle,
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, Sleep},
};
use tower::Service;

use super::{address::ClientAddress, tls::Tls, unread};
use crate::failure::Failure;

/// What a connection may take.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Connections at once; more wait in the system's queue.
    pub connections: usize,
    /// For a whole request head, and for the next one on an open connection (R60: cut within 15 s).
    pub head: Duration,
    /// A reader must take 1 KiB a second on average over each stretch of this length.
    pub stall: Duration,
    /// For running answers after a stop was asked (R28).
    pub grace: Duration,
}

impl Limits {
    /// The store's limits, with as many connections as asked for and as the system allows to be open.
    pub fn for_connections(asked: usize) -> Self {
        Self {
            connections: asked.min(open_files_allowed().saturating_sub(FILES_OF_OUR_OWN).max(16)),
            head: Duration::from_secs(10),
            stall: Duration::from_secs(7),
            grace: Duration::from_secs(10),
        }
    }
}

/// Database, search index, log and the like.
const FILES_OF_OUR_OWN: usize = 128;
/// Request heads above this are refused by the middleware with a readable answer; hyper refuses above twice that.
const HEAD_BUFFER: usize = 128 * 1024;
/// Connections the system holds until they are accepted. The 128 of the standard library overflow in
/// a burst, and who is dropped there waits for a retry of the network, or for ever when it says nothing.
const QUEUE: i32 = 4096;
/// A second, 8 kbit: slower than any telephone line.
const SLOWEST: u64 = 1024;
/// How long open connections are answered with `Connection: close` before idle ones are cut.
const LAST_CALL: Duration = Duration::from_secs(1);

/// Connections at once whose senders are heard out after their answer; beyond these they are cut.
const HEARD_OUT: usize = 512;
/// How long and how much of what nobody reads any more.
const HEARING: Duration = Duration::from_secs(2);
const HEARD: usize = 2 * 1024 * 1024;

/// Where connections come from.
#[derive(Debug)]
pub struct Port {
    listener: TcpListener,
    /// Somebody else has it too, and keeps who comes for the next process.
    kept: bool,
    tls: Option<Arc<Tls>>,
}

impl From<TcpListener> for Port {
    /// Nobody else has it: it is gone with this process.
    fn from(listener: TcpListener) -> Self {
        Self { listener, kept: false, tls: None }
    }
}

impl Port {
    /// One that was handed over, as by systemd: who comes while no process serves it waits in its queue, which stays as
    /// long as it was made.
    pub const fn kept(listener: TcpListener) -> Self {
        Self { listener, kept: true, tls: None }
    }

    /// Encrypted here, and not by somebody in front.
    #[must_use]
    pub fn encrypted(self, tls: Option<Arc<Tls>>) -> Self {
        Self { tls, ..self }
    }
}

/// Serves `router` until `stop` resolves, then lets running answers finish.
pub async fn serve(port: impl Into<Port>, router: Router, limits: Limits, stop: impl Future<Output = ()>) {
    let Port { listener, kept, tls } = port.into();
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.head).max_buf_size(HEAD_BUFFER);
    let accept_loop = AcceptLoop {
        http: Arc::new(http),
        router,
        closing: Arc::new(AtomicBool::new(false)),
        connections: GracefulShutdown::new(),
        permits: Arc::new(Semaphore::new(limits.connections)),
        limits,
        tls,
        hearing: Arc::new(Semaphore::new(HEARD_OUT)),
    };
    if !kept && let Err(error) = socket2::SockRef::from(&listener).listen(QUEUE) {
        tracing::warn!(%error, "the queue of connections stays short");
    }
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut stop => break,
            accepted = accept_loop.accept(&listener) => accepted,
        };
        if let Err(error) = accepted {
            // Out of descriptors, or a connection that died in the queue: neither ends the server.
            tracing::warn!(%error, "cannot accept a connection");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    accept_loop.closing.store(true, Ordering::Relaxed);
    if !kept {
        accept_loop.close(listener);
    }
    accept_loop.finish(limits.grace).await;
}

struct AcceptLoop {
    http: Arc<http1::Builder>,
    router: Router,
    closing: Arc<AtomicBool>,
    connections: GracefulShutdown,
    permits: Arc<Semaphore>,
    limits: Limits,
    tls: Option<Arc<Tls>>,
    hearing: Arc<Semaphore>,
}

impl AcceptLoop {
    async fn accept(&self, listener: &TcpListener) -> io::Result<()> {
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(io::Error::other)?;
        let (stream, _) = listener.accept().await?;
        self.serve(stream, Some(permit))
    }

    /// Whoever is in the system's queue already has a connection, and would see it break when the
    /// listener goes. So the queue is shut first, then emptied, then left, without a pause between.
    fn close(&self, listener: TcpListener) {
        // Where this is not possible a few microseconds of arrivals are refused the harder way.
        drop(socket2::SockRef::from(&listener).listen(0));
        let Ok(listener) = listener.into_std() else { return };
        while let Ok((stream, _)) = listener.accept() {
            let served = stream.set_nonblocking(true).and_then(|()| TcpStream::from_std(stream));
            if let Err(error) = served.and_then(|stream| self.serve(stream, None)) {
                tracing::warn!(%error, "a last connection could not be served");
            }
        }
    }

    fn serve(&self, stream: TcpStream, permit: Option<OwnedSemaphorePermit>) -> io::Result<()> {
        stream.set_nodelay(true)?;
        let from = stream.peer_addr().ok().map(|address| ClientAddress(address.ip()));
        let router = self.router.clone();
        let closing = Arc::clone(&self.closing);
        let unheard = Arc::new(AtomicBool::new(false));
        let stream = SlowReaderGuard::new(
            stream,
            self.limits.stall,
            Ending { unheard: Arc::clone(&unheard), turns: Arc::clone(&self.hearing) },
        );
        let service = service_fn(move |request: Request<Incoming>| {
            let (mut head, body) = request.into_parts();
            if let Some(from) = from {
                head.extensions.insert(from);
            }
            let (body, rest) = unread::watch(body);
            // In a task of its own: a client who leaves does not stop an act in the middle, with a transaction open.
            let answer = tokio::spawn(router.clone().call(Request::from_parts(head, body)));
            let (closing, unheard) = (Arc::clone(&closing), Arc::clone(&unheard));
            async move {
                // The middleware answers panics; whatever else ends a task has no answer.
                let mut response: Response<_> = match answer.await {
                    Ok(Ok(response)) => response,
                    Err(ended) => Failure::internal(ended).into_response(),
                };
                // Whoever still sends a body is told that nothing comes after it, and is heard out (R76).
                let left = !rest.is_here().await;
                if left {
                    unheard.store(true, Ordering::Relaxed);
                }
                if left || closing.load(Ordering::Relaxed) {
                    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                }
                Ok::<_, std::convert::Infallible>(response)
            }
        });
        let (http, open) = (Arc::clone(&self.http), self.connections.watcher());
        let (tls, head) = (self.tls.as_ref().map(|tls| tls.acceptor()), self.limits.head);
        tokio::spawn(async move {
            // Broken by the other side, timed out or finished: nothing is left to be done.
            match tls {
                None => drop(open.watch(http.serve_connection(TokioIo::new(stream), service)).await),
                // Whoever greets slowly is cut as one who asks slowly.
                Some(tls) => {
                    if let Ok(Ok(stream)) = tokio::time::timeout(head, tls.accept(stream)).await {
                        drop(open.watch(http.serve_connection(TokioIo::new(stream), service)).await);
                    }
                }
            }
            drop(permit);
        });
        Ok(())
    }

    async fn finish(self, grace: Duration) {
        let deadline = Instant::now() + grace;
        let last_call = Instant::now() + LAST_CALL;
        while self.connections.count() > 0 && Instant::now() < last_call {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        if tokio::time::timeout_at(deadline, self.connections.shutdown()).await.is_err() {
            tracing::warn!("some answers did not finish in time");
        }
    }
}

/// The soft limit of open files; generous where it cannot be read.
fn open_files_allowed() -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(65_536)
}

/// What is done when a connection ends.
struct Ending {
    /// Set when the answer went out before all of its question had come.
    unheard: Arc<AtomicBool>,
    turns: Arc<Semaphore>,
}

/// Takes what is still being sent and throws it away: closing on it would reset the connection, and with it an answer
/// that the other side has not read yet.
async fn hear_out(mut stream: TcpStream, turn: OwnedSemaphorePermit) {
    let heard = async {
        let (mut buffer, mut taken) = (vec![0; 16 * 1024], 0_usize);
        while taken < HEARD {
            match stream.read(&mut buffer).await {
                Ok(0) | Err(_) => return,
                Ok(count) => taken = taken.saturating_add(count),
            }
        }
    };
    drop(tokio::time::timeout(HEARING, heard).await);
    drop(turn);
}

/// A stream that gives up on a reader who takes next to nothing (R60, read mode), and hears its writer out at the end.
struct SlowReaderGuard {
    /// There until the end.
    stream: Option<TcpStream>,
    ending: Ending,
    window: Duration,
    stall: Option<Pin<Box<Sleep>>>,
    taken: u64,
}

impl Drop for SlowReaderGuard {
    fn drop(&mut self) {
        if !self.ending.unheard.load(Ordering::Relaxed) {
            return;
        }
        let turn = Arc::clone(&self.ending.turns).try_acquire_owned();
        if let (Some(stream), Ok(turn), Ok(runtime)) = (self.stream.take(), turn, Handle::try_current()) {
            drop(runtime.spawn(hear_out(stream, turn)));
        }
    }
}

impl SlowReaderGuard {
    const fn new(stream: TcpStream, window: Duration, ending: Ending) -> Self {
        Self { stream: Some(stream), ending, window, stall: None, taken: 0 }
    }

    /// Does something with the stream, which is there until the end.
    fn with<T>(&mut self, act: impl FnOnce(Pin<&mut TcpStream>) -> Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        match &mut self.stream {
            Some(stream) => act(Pin::new(stream)),
            None => Poll::Ready(Err(io::ErrorKind::NotConnected.into())),
        }
    }

    fn watched(&mut self, cx: &mut Context<'_>, wrote: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match wrote {
            Poll::Ready(Ok(count)) => {
                self.taken = self.taken.saturating_add(count.try_into().unwrap_or(u64::MAX));
                Poll::Ready(Ok(count))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => {
                let window = self.window;
                let least = SLOWEST.saturating_mul(window.as_secs().max(1));
                let stall = self.stall.get_or_insert_with(|| {
                    self.taken = 0;
                    Box::pin(tokio::time::sleep(window))
                });
                while stall.as_mut().poll(cx).is_ready() {
                    if self.taken < least {
                        return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
                    }
                    self.taken = 0;
                    stall.as_mut().reset(Instant::now() + window);
                }
                Poll::Pending
            }
        }
    }
}

impl AsyncRead for SlowReaderGuard {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        self.with(|stream| stream.poll_read(cx, buffer))
    }
}

impl AsyncWrite for SlowReaderGuard {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let wrote = self.with(|stream| stream.poll_write(cx, bytes));
        self.watched(cx, wrote)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = self.with(|stream| stream.poll_write_vectored(cx, slices));
        self.watched(cx, wrote)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.as_ref().is_some_and(AsyncWrite::is_write_vectored)
    }

    /// Called once everything was taken: patience starts anew.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stall = None;
        self.with(|stream| stream.poll_flush(cx))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.with(|stream| stream.poll_shutdown(cx))
    }
}

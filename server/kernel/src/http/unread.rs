//! What is left of a request's body once it is answered. An answer may be given before the body has come: then the
//! connection cannot take another request, and the answer has to say so (R76).

use std::{
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
};

use axum::body::Body;
use bytes::Bytes;
use futures_util::FutureExt;
use http_body_util::BodyExt;
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};

/// Looks whether more of a body lies here; between two the connection may read.
const LOOKS: usize = 8;

/// A body that comes back when nobody reads on.
struct Lent {
    body: Option<Incoming>,
    back: Arc<Back>,
}

#[derive(Default)]
struct Back {
    body: Mutex<Option<Incoming>>,
    ended: AtomicBool,
}

impl HttpBody for Lent {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        let found = Pin::new(body).poll_frame(cx);
        if matches!(found, Poll::Ready(None)) {
            self.back.ended.store(true, Ordering::Relaxed);
        }
        found
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map(HttpBody::size_hint).unwrap_or_default()
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        *self.back.body.lock().unwrap_or_else(PoisonError::into_inner) = self.body.take();
    }
}

/// What will be known of a body after the answer.
pub struct Rest(Option<Arc<Back>>);

/// The body for the routes, and what tells afterwards whether it was read.
pub fn watch(body: Incoming) -> (Body, Rest) {
    if body.is_end_stream() {
        return (Body::empty(), Rest(None));
    }
    let back = Arc::new(Back::default());
    (Body::new(Lent { body: Some(body), back: Arc::clone(&back) }), Rest(Some(back)))
}

impl Rest {
    /// True when all of the body is here: read by a route, or taken off the wire now because it has come already.
    pub async fn is_here(self) -> bool {
        let Some(back) = self.0 else { return true };
        if back.ended.load(Ordering::Relaxed) {
            return true;
        }
        let left = back.body.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut body) = left else { return false };
        let mut looks = 0;
        while !body.is_end_stream() {
            match body.frame().now_or_never() {
                Some(Some(Ok(_))) => {}
                Some(None) => return true,
                None if looks < LOOKS => {
                    looks = looks.saturating_add(1);
                    tokio::task::yield_now().await;
                }
                None | Some(Some(Err(_))) => return false,
            }
        }
        true
    }
}

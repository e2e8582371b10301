//! The yardstick of `make bench`: a bare axum route that answers every request with the bytes of a
//! file. `bare PORT FILE CONTENT-TYPE`.

use axum::{Router, http::header, routing::get};
use bytes::Bytes;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().ok_or_else(|| anyhow::anyhow!("bare PORT FILE CONTENT-TYPE"));
    let (port, file, kind) = (next()?.parse::<u16>()?, next()?, next()?);
    let body = Bytes::from(std::fs::read(file)?);
    let answer = move || {
        let (body, kind) = (body.clone(), kind.clone());
        async move { ([(header::CONTENT_TYPE, kind)], body) }
    };
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    axum::serve(listener, Router::new().fallback(get(answer))).await?;
    Ok(())
}

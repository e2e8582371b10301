//! A relay before PostgreSQL that can fall silent: connections stay open, and nothing goes through them any more.

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
};

pub struct Relay {
    /// The same database by way of the relay.
    pub url: String,
    /// True: nothing goes through, and nothing is lost either.
    pub silent: watch::Sender<bool>,
}

impl Relay {
    pub async fn before(url: &str) -> Self {
        // postgres://who@host:port/name
        let (rest, name) = url.rsplit_once('/').unwrap();
        let (who, server) = rest.rsplit_once('@').unwrap();
        let server = server.to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let through = format!("{who}@{}/{name}", listener.local_addr().unwrap());
        let (silent, heard) = watch::channel(false);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let Ok(server) = TcpStream::connect(&server).await else { continue };
                let (from_client, to_client) = client.into_split();
                let (from_server, to_server) = server.into_split();
                tokio::spawn(pass(from_client, to_server, heard.clone()));
                tokio::spawn(pass(from_server, to_client, heard.clone()));
            }
        });
        Self { url: through, silent }
    }
}

async fn pass(
    mut from: impl AsyncReadExt + Unpin,
    mut to: impl AsyncWriteExt + Unpin,
    mut silent: watch::Receiver<bool>,
) -> Option<()> {
    let mut bytes = vec![0; 16 * 1024];
    loop {
        let read = from.read(&mut bytes).await.ok().filter(|read| *read > 0)?;
        silent.wait_for(|silent| !silent).await.ok()?;
        to.write_all(bytes.get(..read)?).await.ok()?;
    }
}

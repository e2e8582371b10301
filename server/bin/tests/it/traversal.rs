//! R56: addresses that climb out of a folder, sent over a socket byte for byte as no client would, to everything that
//! serves files. What lies outside of the folder never comes back, nor does what a link in it leads to.

use std::{path::Path, sync::Arc};

use fieldhouse_kernel::http::accept::{self, Limits};
use fieldhouse_server::surfaces::{self, pages::fallback::Pages};
use fieldhouse_shop::config::Config;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

use crate::support::TestApp;

/// Nobody else writes it.
const CANARY: &str = "canary-7f3a-outside";

/// One step up, as somebody along the way may read it.
const UP: [&str; 26] = [
    "../",
    "..//",
    "./../",
    "..;/",
    "..%2f",
    "..%5c",
    "%2e%2e/",
    "%2e%2e%2f",
    "%2E%2E%5C",
    ".%2e/",
    "%2e./",
    "..%252f",
    "%252e%252e%252f",
    "%25%32%65%25%32%65%2f",
    "..%c0%af",
    "%c0%ae%c0%ae/",
    "%c0%ae%c0%ae%c0%af",
    "..%c1%9c",
    "%e0%80%ae%e0%80%ae/",
    "%u002e%u002e/",
    "..%ef%bc%8f",
    "%ef%bc%8e%ef%bc%8e/",
    "....//",
    "..././",
    "..\\",
    "..%00/",
];
/// What is looked for up there.
const WANTED: [&str; 4] = ["canary.txt", "web/canary.txt", "etc/passwd", "canary.txt%00.svg"];
/// Places that serve files, or could.
const BELOW: [&str; 9] = [
    "/",
    "/assets/",
    "/assets/fonts/",
    "/images/",
    "/p/",
    "/reports/",
    "/preview/",
    "/newsletter/confirm/",
    "/nested/",
];

/// Addresses that name a place outright, or climb in another way.
const OTHERS: [&str; 16] = [
    "//etc/passwd",
    "///etc/passwd",
    "/%2fetc%2fpasswd",
    "/assets//etc/passwd",
    "/assets/%2fetc%2fpasswd",
    "/assets/%5cetc%5cpasswd",
    "/assets/file:///etc/passwd",
    "/images/file:%2f%2f%2fetc%2fpasswd.svg",
    "/images/..%2f..%2fcanary.txt.webp",
    "/images/../canary.svg",
    "/assets/C:%5cwindows%5cwin.ini",
    "/proc/self/environ",
    "/.vite/manifest.json",
    "/assets/~root/canary.txt",
    "/assets/app-1.js/../../../canary.txt",
    "/assets/app-1.js%00.txt",
];

/// A storefront's build with something of its own, and with links that lead out of it.
fn build(folder: &Path) {
    let dist = folder.join("web/dist");
    std::fs::create_dir_all(dist.join("assets/fonts")).unwrap();
    std::fs::create_dir_all(dist.join("nested")).unwrap();
    for outside in ["canary.txt", "canary.svg", "web/canary.txt"] {
        std::fs::write(folder.join(outside), CANARY).unwrap();
    }
    for (file, text) in
        [("assets/app-1.js", "own script"), ("assets/fonts/inter.woff2", "own font"), ("nested/a.txt", "own")]
    {
        std::fs::write(dist.join(file), text).unwrap();
    }
    std::os::unix::fs::symlink(folder.join("canary.txt"), dist.join("assets/link.txt")).unwrap();
    std::os::unix::fs::symlink("../../canary.txt", dist.join("near.txt")).unwrap();
    std::os::unix::fs::symlink(folder, dist.join("up")).unwrap();
    std::os::unix::fs::symlink("/etc/passwd", dist.join("assets/passwd")).unwrap();
}

/// The head and body of what comes back for a request line, sent as it is.
async fn ask(address: std::net::SocketAddr, target: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!("GET {target} HTTP/1.1\r\nHost: fieldhouse.localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut said = Vec::new();
    stream.read_to_end(&mut said).await.unwrap();
    let said = String::from_utf8_lossy(&said).into_owned();
    let status = said.split(' ').nth(1).unwrap_or_else(|| panic!("{target}: {said:?}")).parse().unwrap();
    (status, said)
}

/// Where a redirect leads.
fn location(said: &str) -> &str {
    let head = said.split("\r\n\r\n").next().unwrap();
    let line = head.split("\r\n").find_map(|line| line.strip_prefix("location: "));
    line.unwrap_or_else(|| panic!("no place: {head}"))
}

/// Nothing is there, by this address and by the one it leads to.
async fn refuse(address: std::net::SocketAddr, target: &str) {
    let (mut status, mut said) = ask(address, target).await;
    if status == 301 {
        // Slashes in a row are one: the address that is left has to be as good as any other.
        let tidy = location(&said).to_owned();
        assert!(tidy.starts_with('/') && !tidy.contains("//"), "{target} leads to {tidy}");
        (status, said) = ask(address, &tidy).await;
    }
    assert!([400, 404].contains(&status), "{target}: {said}");
    assert!(!said.contains(CANARY) && !said.contains("root:x:") && !said.contains("PATH="), "{target}: {said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn r56_no_address_leads_out_of_what_is_served() {
    let app = TestApp::stocked().await;
    let folder = tempfile::tempdir().unwrap();
    build(folder.path());
    let state = app.again(Config { web: Some(folder.path().join("web")), ..app.state.config.clone() });
    let pages = Arc::new(Pages::new(state.clone()).unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = surfaces::router(state, pages);
    let server = tokio::spawn(accept::serve(listener, router, Limits::for_connections(64), std::future::pending()));
    for (own, text) in
        [("/assets/app-1.js", "own script"), ("/assets/fonts/inter.woff2", "own font"), ("/nested/a.txt", "own")]
    {
        let (status, said) = ask(address, own).await;
        assert!(status == 200 && said.ends_with(text), "{own}: {said}");
    }
    for link in ["/assets/link.txt", "/near.txt", "/up/canary.txt", "/up/web/canary.txt", "/up", "/assets/passwd"] {
        refuse(address, link).await;
    }
    for other in OTHERS {
        refuse(address, other).await;
    }
    for below in BELOW {
        for up in UP {
            for (steps, wanted) in [1, 2, 3, 9].into_iter().zip(WANTED) {
                refuse(address, &[below, &up.repeat(steps), wanted].concat()).await;
                // From inside of a file's own name, too.
                refuse(address, &[below, "x/", &up.repeat(steps + 1), wanted].concat()).await;
            }
        }
    }
    server.abort();
}

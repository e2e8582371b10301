//! Bytes kept ready in every encoding a browser may ask for: assets, pictures and pages.

use std::io::Write;

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use sha2::{Digest, Sha256};

/// Never changes under its address.
pub const IMMUTABLE: &str = "public, max-age=31536000, immutable";
/// May be kept, but must be asked for again.
pub const REVALIDATED: &str = "public, no-cache";
/// Below this, compressing costs more than it saves.
const WORTH_COMPRESSING: usize = 512;
/// Good and quick: for what is compressed while a shopper waits.
const QUICK_BROTLI: u32 = 5;

/// One answer in up to three encodings.
#[derive(Debug, Clone)]
pub struct Cached {
    /// As it is.
    pub identity: Bytes,
    /// Smaller, for everyone.
    pub gzip: Option<Bytes>,
    /// Smallest.
    pub brotli: Option<Bytes>,
    /// Weak: the same for all encodings.
    pub etag: HeaderValue,
    /// Kind of content.
    pub content_type: HeaderValue,
    /// How long it may be kept.
    pub cache_control: &'static str,
    /// 200, or 404 for a page that says so.
    pub status: StatusCode,
}

impl Cached {
    /// As it is, without smaller encodings.
    pub fn plain(identity: Bytes, content_type: HeaderValue, cache_control: &'static str) -> Self {
        let etag = etag(&identity);
        Self { identity, gzip: None, brotli: None, etag, content_type, cache_control, status: StatusCode::OK }
    }

    /// With quickly made smaller encodings. Takes a few milliseconds for a page.
    pub fn compressed(identity: Bytes, content_type: HeaderValue, cache_control: &'static str) -> Self {
        let plain = Self::plain(identity, content_type, cache_control);
        if plain.identity.len() < WORTH_COMPRESSING {
            return plain;
        }
        Self { gzip: gzip(&plain.identity).ok(), brotli: brotli(&plain.identity).ok(), ..plain }
    }

    /// Bytes it takes in memory.
    pub fn weight(&self) -> usize {
        let size = |bytes: &Option<Bytes>| bytes.as_ref().map_or(0, Bytes::len);
        self.identity.len().saturating_add(size(&self.gzip)).saturating_add(size(&self.brotli))
    }

    /// What goes out: 304 when the browser has it, else the smallest encoding it takes.
    pub fn answer(&self, asked: &HeaderMap) -> Response {
        let known = asked.get(header::IF_NONE_MATCH).is_some_and(|tags| self.is_among(tags));
        let mut response = if known && self.status == StatusCode::OK {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let (bytes, encoding) = self.encoded(asked.get(header::ACCEPT_ENCODING));
            let mut response = Response::new(Body::from(bytes));
            *response.status_mut() = self.status;
            let headers = response.headers_mut();
            headers.insert(header::CONTENT_TYPE, self.content_type.clone());
            if let Some(encoding) = encoding {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
            }
            response
        };
        let headers = response.headers_mut();
        headers.insert(header::ETAG, self.etag.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(self.cache_control));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        response
    }

    fn is_among(&self, tags: &HeaderValue) -> bool {
        let own = self.etag.to_str().unwrap_or_default().trim_start_matches("W/");
        let tags = tags.to_str().unwrap_or_default();
        tags.split(',').map(str::trim).any(|tag| tag == "*" || tag.trim_start_matches("W/") == own)
    }

    fn encoded(&self, accepted: Option<&HeaderValue>) -> (Bytes, Option<&'static str>) {
        let accepted = accepted.and_then(|value| value.to_str().ok()).unwrap_or_default();
        let takes = |name: &str| {
            accepted.split(',').any(|part| {
                let mut part = part.split(';').map(str::trim);
                part.next() == Some(name) && part.all(|q| !["q=0", "q=0.0", "q=0.00", "q=0.000"].contains(&q))
            })
        };
        match self {
            Self { brotli: Some(bytes), .. } if takes("br") => (bytes.clone(), Some("br")),
            Self { gzip: Some(bytes), .. } if takes("gzip") => (bytes.clone(), Some("gzip")),
            Self { identity, .. } => (identity.clone(), None),
        }
    }
}

fn etag(bytes: &[u8]) -> HeaderValue {
    let digest = Sha256::digest(bytes);
    let text = digest.iter().take(12).fold(String::from("W/\""), |text, byte| text + &format!("{byte:02x}")) + "\"";
    HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("W/\"\""))
}

fn gzip(bytes: &[u8]) -> std::io::Result<Bytes> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    encoder.write_all(bytes)?;
    encoder.finish().map(Bytes::from)
}

fn brotli(bytes: &[u8]) -> std::io::Result<Bytes> {
    let mut out = Vec::new();
    let mut encoder = brotli::CompressorWriter::new(&mut out, 16 * 1024, QUICK_BROTLI, 20);
    encoder.write_all(bytes)?;
    encoder.flush()?;
    drop(encoder);
    Ok(Bytes::from(out))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(name: header::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn the_smallest_encoding_a_browser_takes_goes_out() {
        let text = Bytes::from("jersey ".repeat(500));
        let cached = Cached::compressed(text, HeaderValue::from_static("text/html"), REVALIDATED);
        let encoding = |accept| {
            let response = cached.answer(&asked(header::ACCEPT_ENCODING, accept));
            response.headers().get(header::CONTENT_ENCODING).map(|value| value.to_str().unwrap().to_owned())
        };
        assert_eq!(encoding("gzip, deflate, br").as_deref(), Some("br"));
        assert_eq!(encoding("gzip, br;q=0").as_deref(), Some("gzip"));
        assert_eq!(encoding("identity"), None);
        assert!(cached.brotli.as_ref().unwrap().len() < cached.identity.len() / 10);
    }

    #[test]
    fn what_the_browser_has_is_not_sent_again() {
        let cached = Cached::plain(Bytes::from_static(b"x"), HeaderValue::from_static("text/html"), REVALIDATED);
        let tag = HeaderMap::from_iter([(header::IF_NONE_MATCH, cached.etag.clone())]);
        assert_eq!(cached.answer(&tag).status(), StatusCode::NOT_MODIFIED);
        assert_eq!(cached.answer(&asked(header::IF_NONE_MATCH, "\"other\"")).status(), StatusCode::OK);
    }
}

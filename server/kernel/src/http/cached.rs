//! Bytes kept ready in every encoding a browser may ask for: assets, pictures and pages.

use std::{io::Write, sync::OnceLock};

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
    /// Smaller, for everyone; empty until it is made, nothing where it is not worth it.
    gzip: OnceLock<Option<Bytes>>,
    /// Smallest; the same.
    brotli: OnceLock<Option<Bytes>>,
    /// Weak: the same for all encodings.
    pub etag: HeaderValue,
    /// Kind of content.
    pub content_type: HeaderValue,
    /// How long it may be kept.
    pub cache_control: &'static str,
    /// 200, or 404 for a page that says so.
    pub status: StatusCode,
}

/// A smaller form of the same bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Smaller, for everyone.
    Gzip,
    /// Smallest.
    Brotli,
}

impl Encoding {
    const fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Brotli => "br",
        }
    }
}

impl Cached {
    /// As it is, without smaller encodings.
    pub fn plain(identity: Bytes, content_type: HeaderValue, cache_control: &'static str) -> Self {
        let digest = Sha256::digest(&identity).into();
        Self::digested(identity, digest, content_type, cache_control)
    }

    /// The same of bytes whose SHA-256 is known: nobody reads them before they are asked for.
    pub fn digested(identity: Bytes, digest: [u8; 32], content_type: HeaderValue, cache_control: &'static str) -> Self {
        let (gzip, brotli, etag) = (None.into(), None.into(), etag(digest));
        Self { identity, gzip, brotli, etag, content_type, cache_control, status: StatusCode::OK }
    }

    /// Of another status than 200.
    #[must_use]
    pub fn with_status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }

    /// With smaller encodings that are there already.
    #[must_use]
    pub fn with(self, gzip: Option<Bytes>, brotli: Option<Bytes>) -> Self {
        Self { gzip: gzip.into(), brotli: brotli.into(), ..self }
    }

    /// With smaller encodings that are made when somebody takes them ([`Self::unmade`]).
    pub fn compressible(identity: Bytes, content_type: HeaderValue, cache_control: &'static str) -> Self {
        let plain = Self::plain(identity, content_type, cache_control);
        if plain.identity.len() < WORTH_COMPRESSING {
            return plain;
        }
        Self { gzip: OnceLock::new(), brotli: OnceLock::new(), ..plain }
    }

    /// With quickly made smaller encodings. Takes a few milliseconds for what is as long as a page.
    pub fn compressed(identity: Bytes, content_type: HeaderValue, cache_control: &'static str) -> Self {
        let cached = Self::compressible(identity, content_type, cache_control);
        cached.make(Encoding::Gzip);
        cached.make(Encoding::Brotli);
        cached
    }

    /// The encoding whoever asks would be sent, were it made.
    pub fn unmade(&self, asked: &HeaderMap) -> Option<Encoding> {
        if self.is_known(asked) {
            return None;
        }
        let (encoding, made) = self.chosen(asked.get(header::ACCEPT_ENCODING))?;
        made.is_none().then_some(encoding)
    }

    /// Makes an encoding, once: some milliseconds for a page.
    pub fn make(&self, encoding: Encoding) {
        match encoding {
            Encoding::Gzip => self.gzip.get_or_init(|| gzip(&self.identity).ok()),
            Encoding::Brotli => self.brotli.get_or_init(|| brotli(&self.identity).ok()),
        };
    }

    /// Bytes it takes in memory, or will: text that is compressed is a fifth of itself at most.
    pub fn weight(&self) -> usize {
        let length = self.identity.len();
        let size = |made: &OnceLock<Option<Bytes>>| match made.get() {
            Some(bytes) => bytes.as_ref().map_or(0, Bytes::len),
            None => length / 5,
        };
        length.saturating_add(size(&self.gzip)).saturating_add(size(&self.brotli))
    }

    /// What goes out: 304 when the browser has it, else the smallest encoding it takes.
    pub fn answer(&self, asked: &HeaderMap) -> Response {
        let mut response = if self.is_known(asked) {
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

    fn is_known(&self, asked: &HeaderMap) -> bool {
        self.status == StatusCode::OK && has(asked, &self.etag)
    }

    fn encoded(&self, accepted: Option<&HeaderValue>) -> (Bytes, Option<&'static str>) {
        match self.chosen(accepted) {
            Some((encoding, Some(bytes))) => (bytes.clone(), Some(encoding.name())),
            _ => (self.identity.clone(), None),
        }
    }

    /// The smallest encoding that is accepted and worth it, and its bytes where it is made.
    fn chosen(&self, accepted: Option<&HeaderValue>) -> Option<(Encoding, Option<&Bytes>)> {
        let accepted = accepted.and_then(|value| value.to_str().ok()).unwrap_or_default();
        let as_it_is = wish(accepted, "identity");
        // Of two that are wished for alike, the last: it is the smaller one.
        let (_, encoding, made) = [(Encoding::Gzip, &self.gzip), (Encoding::Brotli, &self.brotli)]
            .into_iter()
            .filter(|(_, made)| made.get().is_none_or(Option::is_some))
            .map(|(encoding, made)| (wish(accepted, encoding.name()), encoding, made))
            .filter(|(wish, ..)| *wish > 0.0 && *wish >= as_it_is)
            .max_by(|(one, ..), (other, ..)| one.total_cmp(other))?;
        Some((encoding, made.get().and_then(Option::as_ref)))
    }
}

/// How much a browser wishes for an encoding, 0 to 1, by its `Accept-Encoding`; 0: not at all.
fn wish(accepted: &str, name: &str) -> f32 {
    let wish_of = |named: &str| {
        accepted.split(',').find_map(|part| {
            let mut part = part.split(';').map(str::trim);
            let value = |parameter: &str| {
                let (key, value) = parameter.split_once('=')?;
                key.trim().eq_ignore_ascii_case("q").then(|| value.trim().parse::<f32>().unwrap_or_default())
            };
            part.next()?.eq_ignore_ascii_case(named).then(|| part.find_map(value).unwrap_or(1.0))
        })
    };
    wish_of(name).or_else(|| wish_of("*")).unwrap_or_default()
}

/// Whether who asks has what a tag stands for: one of those named is the tag, as strong or as weak, or any will do.
pub fn has(asked: &HeaderMap, tag: &HeaderValue) -> bool {
    let own = tag.to_str().unwrap_or_default().trim_start_matches("W/");
    let named = asked.get_all(header::IF_NONE_MATCH).iter().filter_map(|tags| tags.to_str().ok());
    named.flat_map(|tags| tags.split(',')).map(str::trim).any(|tag| tag == "*" || tag.trim_start_matches("W/") == own)
}

fn etag(digest: [u8; 32]) -> HeaderValue {
    let text = digest.iter().take(12).fold(String::from("W/\""), |text, byte| text + &format!("{byte:02x}")) + "\"";
    HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("W/\"\""))
}

fn gzip(bytes: &[u8]) -> std::io::Result<Bytes> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    encoder.write_all(bytes)?;
    encoder.finish().map(kept)
}

fn brotli(bytes: &[u8]) -> std::io::Result<Bytes> {
    let mut out = Vec::new();
    let mut encoder = brotli::CompressorWriter::new(&mut out, 16 * 1024, QUICK_BROTLI, 20);
    encoder.write_all(bytes)?;
    encoder.flush()?;
    drop(encoder);
    Ok(kept(out))
}

/// Bytes to be kept: what was made larger while they were written is given back, as it would count for nothing where they are weighed.
pub fn kept(written: Vec<u8>) -> Bytes {
    written.into_boxed_slice().into()
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
        assert_eq!(encoding("BR; Q=0, gzip").as_deref(), Some("gzip"));
        assert_eq!(encoding("br;q=0.2, GZIP;q=0.5").as_deref(), Some("gzip"));
        assert_eq!(encoding("br;q=0.5, gzip;q=0.5").as_deref(), Some("br"));
        assert_eq!(encoding("*").as_deref(), Some("br"));
        assert_eq!(encoding("br;q=0, *").as_deref(), Some("gzip"));
        assert_eq!(encoding("*;q=0"), None);
        assert_eq!(encoding("br;q=much"), None);
        assert_eq!(encoding("identity, gzip;q=0.5"), None);
        assert_eq!(encoding("identity;q=0.5, gzip").as_deref(), Some("gzip"));
        assert!(cached.weight() < cached.identity.len() / 10 * 12);
    }

    #[test]
    fn an_encoding_is_made_when_it_is_asked_for_and_until_then_goes_out_as_it_is() {
        let kind = HeaderValue::from_static("text/html");
        let page = Cached::compressible(Bytes::from("jersey ".repeat(500)), kind.clone(), REVALIDATED);
        let browser = asked(header::ACCEPT_ENCODING, "gzip, deflate, br");
        assert_eq!(page.unmade(&browser), Some(Encoding::Brotli));
        assert!(!page.answer(&browser).headers().contains_key(header::CONTENT_ENCODING));
        page.make(Encoding::Brotli);
        assert_eq!(page.unmade(&browser), None);
        assert_eq!(page.answer(&browser).headers()[header::CONTENT_ENCODING], "br");
        assert_eq!(page.unmade(&asked(header::ACCEPT_ENCODING, "gzip")), Some(Encoding::Gzip));
        assert_eq!(page.unmade(&HeaderMap::new()), None);
        let mut known = asked(header::ACCEPT_ENCODING, "gzip");
        known.insert(header::IF_NONE_MATCH, page.etag.clone());
        assert_eq!(page.unmade(&known), None);
        let short = Cached::compressible(Bytes::from_static(b"short"), kind, REVALIDATED);
        assert_eq!(short.unmade(&browser), None);
    }

    #[test]
    fn bytes_that_are_kept_take_no_more_room_than_they_need() {
        let mut written = Vec::with_capacity(16 * 1024);
        written.extend_from_slice(b"short");
        assert_eq!(kept(written).try_into_mut().unwrap().capacity(), 5);
    }

    #[test]
    fn what_the_browser_has_is_not_sent_again() {
        let cached = Cached::plain(Bytes::from_static(b"x"), HeaderValue::from_static("text/html"), REVALIDATED);
        let tag = HeaderMap::from_iter([(header::IF_NONE_MATCH, cached.etag.clone())]);
        assert_eq!(cached.answer(&tag).status(), StatusCode::NOT_MODIFIED);
        assert_eq!(cached.answer(&asked(header::IF_NONE_MATCH, "\"other\"")).status(), StatusCode::OK);
        let strong = HeaderValue::from_static("\"a\"");
        for named in ["\"a\"", "W/\"a\"", "\"b\", W/\"a\"", "*"] {
            assert!(has(&asked(header::IF_NONE_MATCH, named), &strong), "{named}");
        }
        assert!(!has(&asked(header::IF_NONE_MATCH, "\"b\", a"), &strong));
    }
}

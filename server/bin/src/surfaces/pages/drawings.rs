//! `GET /images/{name}.svg?c=12335B&c2=FFFFFF&s=1364&v=back`: a drawing of the demo in the colours asked for, in the design
//! of a style, from another side (`back`, `detail`, `worn`).

use std::sync::{Arc, LazyLock};

use axum::{
    http::{HeaderMap, HeaderValue},
    response::Response,
};
use fieldhouse_demo::images::{Design, Hex, View, show};
use fieldhouse_kernel::{
    failure::Failure,
    http::{cached::Cached, extract::QueryPairs, prepared::bytes_kept},
};
use moka::sync::Cache;

use super::images::A_WEEK;

/// Drawn and compressed pictures kept: a few list pages of every site.
const KEPT_BYTES: u64 = 6 * 1024 * 1024;

/// The same for everyone, so one cache for the process.
static PICTURES: LazyLock<Cache<String, Arc<Cached>>> = LazyLock::new(|| {
    Cache::builder()
        .weigher(|_, picture: &Arc<Cached>| u32::try_from(picture.weight()).unwrap_or(u32::MAX))
        .max_capacity(KEPT_BYTES)
        .build()
});

/// What the drawn pictures that are kept take, in bytes.
pub(super) fn kept_bytes() -> u64 {
    bytes_kept(&PICTURES)
}

/// A drawing by its name.
pub fn answer(name: &str, query: &QueryPairs, headers: &HeaderMap) -> Result<Response, Failure> {
    let colour = |parameter: &str| -> Result<Option<Hex>, Failure> {
        let Some(text) = query.one(parameter)? else { return Ok(None) };
        let refused = || Failure::malformed(format!("\u{2018}{parameter}\u{2019} is not a color of six hex digits."));
        Hex::parse(text).map(Some).ok_or_else(refused)
    };
    let colours: Vec<Hex> = match (colour("c")?, colour("c2")?) {
        (Some(main), trim) => std::iter::once(main).chain(trim).collect(),
        (None, Some(_)) => {
            return Err(Failure::malformed("\u{2018}c2\u{2019} is the trim: \u{2018}c\u{2019} is missing."));
        }
        (None, None) => Vec::new(),
    };
    let design =
        match query.one("s")? {
            Some(text) => Some(Design::parse(text).ok_or_else(|| {
                Failure::malformed("\u{2018}s\u{2019} is not a style number of four digits.".to_owned())
            })?),
            None => None,
        };
    let view = match query.one("v")? {
        Some(word) => View::parse(word).ok_or_else(Failure::not_found)?,
        None => View::Front,
    };
    let styled =
        format!("{name} {} {}", view.word(), design.map(|design| design.number().to_string()).unwrap_or_default());
    let key = colours.iter().fold(styled, |key, colour| format!("{key} {colour}"));
    if let Some(picture) = PICTURES.get(&key) {
        return Ok(picture.answer(headers));
    }
    let markup = show(name, &colours, view, design).ok_or_else(Failure::not_found)?;
    let picture = Arc::new(Cached::compressed(markup.into(), HeaderValue::from_static("image/svg+xml"), A_WEEK));
    PICTURES.insert(key, Arc::clone(&picture));
    Ok(picture.answer(headers))
}

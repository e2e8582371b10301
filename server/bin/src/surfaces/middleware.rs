//! The one layer around every route: who may ask, how much, in what name, what every answer carries
//! and what the log says of it. Kept to one function because it runs for every request.

use std::{
    panic::AssertUnwindSafe,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{
    Router,
    extract::{MatchedPath, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
};
use fieldhouse_kernel::{
    db::Db,
    failure::{Failure, FailureKind},
    http::{
        address::host_of,
        audit,
        extract::{BODY_LIMIT, is_form, is_json},
        problem::{self, Cause},
        request_id::RequestId,
    },
    metrics::Metrics,
    traces,
};
use futures_util::FutureExt;

use fieldhouse_shop::state::AppState;

use super::{
    desk, hosted_search,
    late::Late,
    ops, shop_as,
    table::{Bodies, Keeping, Origins, Referrer, Say, Surface, logged_path, route_of, surface_of},
};

/// Names and values of all headers of a request (R59).
const HEADER_LIMIT: usize = 16 * 1024;
/// Just under what hyper itself refuses, and above 10,000 short query keys, which get their own answer.
const URL_LIMIT: usize = 60 * 1024;
/// Names in a query.
const QUERY_KEYS: usize = 400;
/// For one answer; every wait inside is shorter.
pub const ANSWER_TIME: Duration = Duration::from_secs(10);
/// After which it is asked whether the database still answers; what waits for one that does not is over at once (R77).
pub const SUSPICIOUS: Duration = Duration::from_millis(1100);

/// No inline script or style anywhere, so no nonce is needed: docs/decisions/0004-no-inline-scripts.md.
/// A content service may name pages for frames, a chat service serves a script and what belongs to it (R51, R54).
fn content_security_policy(frames: &[String], chat: &[String]) -> HeaderValue {
    let with = |own: &str, others: &[&[String]]| {
        others.iter().copied().flatten().fold(own.to_owned(), |sources, origin| format!("{sources} {origin}"))
    };
    let [scripts, images] = [with("'self' 'wasm-unsafe-eval'", &[chat]), with("'self' data:", &[chat])];
    let [rest, shown] = [with("'self'", &[chat]), with("'self'", &[chat, frames])];
    let policy = format!(
        "default-src 'self'; script-src {scripts}; style-src {rest}; img-src {images}; font-src {rest}; \
         connect-src {rest}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
         frame-src {shown}"
    );
    // The configuration takes origins only; a policy that allows nothing is the safe other way.
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}
/// The desk takes nothing from elsewhere, whatever content the store's pages show.
const CONTENT_SECURITY_POLICY_OF_THE_DESK: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
     style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; \
     frame-src 'self'; frame-ancestors 'none'";
/// A letter in a frame of the desk: it looks as in a mail program, loads nothing and runs nothing, and has no origin.
const CONTENT_SECURITY_POLICY_OF_LETTERS: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'self'; sandbox";
/// Reports are shown in frames of the same site.
const CONTENT_SECURITY_POLICY_OF_REPORTS: &str = "default-src 'none'; style-src 'self'; img-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

struct Layer {
    state: AppState,
    /// The policy of all pages: frames of this store, and of the hosts that the configuration names (R51, R54).
    policy: HeaderValue,
    /// Start of all request ids of this process.
    prefix: u32,
    next: AtomicU64,
    /// Where it is kept how long answers take, when somebody looks.
    metrics: Option<Arc<Metrics>>,
}

/// Puts the layer around all routes.
pub fn under(router: Router, state: AppState, metrics: Option<Arc<Metrics>>) -> Router {
    let (prefix, ..) = state.ids.random().as_fields();
    let policy = content_security_policy(&state.config.frames, &state.config.chat.origins());
    let layer = Layer { state, policy, prefix, next: AtomicU64::new(1), metrics };
    router.layer(from_fn_with_state(Arc::new(layer), around))
}

async fn around(State(layer): State<Arc<Layer>>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = format!("{:08x}{:08x}", layer.prefix, layer.next.fetch_add(1, Ordering::Relaxed));
    let method = request.method().clone();
    let uri = request.uri().clone();
    let surface = surface_of(&uri);
    let span = traces::answering(request.headers());
    let is_measured = layer.metrics.is_some() || span.is_made();
    let route = if is_measured { request.extensions().get::<MatchedPath>().cloned() } else { None };
    if surface.desk {
        request.extensions_mut().insert(RequestId(id.as_str().into()));
    }
    let foreign = surface.origins == Origins::Configured;
    let preflight = foreign && method == Method::OPTIONS;
    let site = match surface.say {
        Say::Page(_) => layer.state.hosts.site(host_of(request.headers(), &uri)),
        Say::Plain(_) => None,
    };
    let mut shop_as = None;
    let late = Late::of(&layer.state, surface, &request);
    let origin = if foreign { request.headers().get(header::ORIGIN).cloned() } else { None };
    let answer = async {
        if preflight {
            return hosted_search::cors::preflight();
        }
        if let Some(home) = to_the_desk(&layer.state, &request) {
            return home;
        }
        if let Err(refusal) = admit(&layer.state, surface, &request) {
            return refusal.into_response();
        }
        if let Some(redirect) = tidy(request.method(), request.uri()) {
            return redirect;
        }
        if let Some(held) = shop_as::held(&layer.state, surface, request.headers()) {
            shop_as = match Box::pin(shop_as::admit(&layer.state, (&held, &id), &mut request)).await {
                Ok(found) => found,
                Err(refusal) => return refusal.into_response(),
            };
        }
        let answer = AssertUnwindSafe(late.run(next, request)).catch_unwind();
        match within_reason(&layer.state.db, answer).await {
            Ok(Ok(response)) => response,
            Ok(Err(panic)) => Failure::internal(anyhow::anyhow!("panic: {}", panic_text(&*panic))).into_response(),
            Err(late) => Failure::unavailable(late).into_response(),
        }
    };
    let (mut response, seen) = span.of(audit::watch(answer)).await;
    response = problem::say(response, |failure| match surface.say {
        Say::Plain(say) => say(failure, &id),
        Say::Page(say) => say(failure, &id, site),
    });
    if foreign {
        let config = &layer.state.config.hosted_search;
        hosted_search::cors::finish(config, origin.as_ref(), preflight, response.headers_mut());
    }
    if let Some(shop_as) = shop_as.as_ref().filter(|_| !surface.framed && !shop_as::is_end(uri.path())) {
        response = Box::pin(shop_as::tell(&layer.state, shop_as, response)).await;
    }
    late.mark(layer.state.config.secure, response.status(), response.headers_mut());
    finish(&layer, surface, &id, response.headers_mut());
    if shop_as.is_some() && surface.referrer == Referrer::Nothing {
        // Its banner has a form, which has to tell where it comes from.
        let own = HeaderValue::from_static("same-origin");
        response.headers_mut().insert(header::REFERRER_POLICY, own);
    }
    log(&method, &uri, &id, &response, started);
    let recorded = audit::record(seen, &method, logged_path(uri.path()), response.status(), &id);
    if !is_measured {
        return response;
    }
    let route = route.as_ref().map_or_else(|| route_of(uri.path()), MatchedPath::as_str);
    span.answered((method.as_str(), route), surface.name, response.status(), &id);
    if let Some(metrics) = &layer.metrics {
        ops::metrics::measure(metrics, (surface.name, route), response.status(), started.elapsed());
        ops::metrics::count(metrics, recorded);
    }
    response
}

/// An answer while there is hope for one: for as long as answers may take, and once it is slow only while the database
/// answers at all.
async fn within_reason<T>(db: &Db, answer: impl Future<Output = T>) -> Result<T, anyhow::Error> {
    let hopeless = async {
        loop {
            tokio::time::sleep(SUSPICIOUS).await;
            if !db.answers().await {
                return anyhow::anyhow!("the database does not answer");
            }
        }
    };
    tokio::select! {
        biased;
        answered = tokio::time::timeout(ANSWER_TIME, answer) => answered.map_err(Into::into),
        why = hopeless => Err(why),
    }
}

/// What a panic said.
fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without words")
}

/// Everything that is refused before any route is asked.
fn admit(state: &AppState, surface: &Surface, request: &Request) -> Result<(), Failure> {
    let (uri, headers) = (request.uri(), request.headers());
    let method = request.method();
    let safe = *method == Method::GET || *method == Method::HEAD;
    if !safe && ![Method::POST, Method::PUT, Method::PATCH, Method::DELETE].contains(method) {
        return Err(problem::method_not_allowed());
    }
    check_address(uri)?;
    let head: usize = headers.iter().map(|(name, value)| name.as_str().len().saturating_add(value.len())).sum();
    if head > HEADER_LIMIT {
        return Err(problem::headers_too_large());
    }
    check_host(state, surface, uri, headers)?;
    if !safe {
        match surface.origins {
            Origins::Own => check_origin(state.config.secure, host_of(headers, uri), headers)?,
            Origins::Configured => {
                hosted_search::cors::check(&state.config.hosted_search, host_of(headers, uri), headers)?;
            }
        }
        check_body(surface.bodies, headers)?;
    }
    Ok(())
}

fn check_address(uri: &Uri) -> Result<(), Failure> {
    let query = uri.query().unwrap_or_default();
    if uri.path().len().saturating_add(query.len()) > URL_LIMIT {
        return Err(problem::address_too_long());
    }
    if !query.is_empty() && query.bytes().filter(|byte| *byte == b'&').count() >= QUERY_KEYS {
        return Err(Failure::malformed("The query has too many names."));
    }
    for part in [uri.path(), query] {
        if part.contains('%') {
            let text = percent_encoding::percent_decode_str(part).decode_utf8();
            if text.is_ok_and(|text| !text.contains('\0')) {
                continue;
            }
            return Err(Failure::malformed("The address is not readable text."));
        }
    }
    Ok(())
}

/// Health is asked by machines that know no brand. A desk that has a host of its own is nowhere else, and nothing else is
/// there.
fn check_host(state: &AppState, surface: &Surface, uri: &Uri, headers: &HeaderMap) -> Result<(), Failure> {
    if headers.get_all(header::HOST).iter().nth(1).is_some() {
        return Err(Failure::malformed("There are two hosts."));
    }
    let own = state.config.desk_host.as_str();
    if !own.is_empty() && !["/healthz", "/readyz"].contains(&uri.path()) {
        let is_own = host_of(headers, uri).eq_ignore_ascii_case(own);
        if is_own != surface.desk {
            return Err(Failure::not_found());
        }
        if is_own {
            return Ok(());
        }
    }
    if state.hosts.site(host_of(headers, uri)).is_none() && !["/healthz", "/readyz"].contains(&uri.path()) {
        return Err(problem::misdirected());
    }
    Ok(())
}

/// Who opens the desk's own host wants the desk.
fn to_the_desk(state: &AppState, request: &Request) -> Option<Response> {
    let own = state.config.desk_host.as_str();
    let opens = request.uri().path() == "/" && request.method() == Method::GET && !own.is_empty();
    let leads = opens && host_of(request.headers(), request.uri()).eq_ignore_ascii_case(own);
    leads.then(|| (StatusCode::SEE_OTHER, [(header::LOCATION, HeaderValue::from_static(desk::HOME))]).into_response())
}

/// A browser tells where a request comes from; a change must come from our own pages (R49). Other
/// clients send neither header, and carry no cookie a stranger could make them send.
fn check_origin(secure: bool, host: &str, headers: &HeaderMap) -> Result<(), Failure> {
    let refused = || {
        Failure::new(FailureKind::Forbidden, "origin_refused", "Changes are only accepted from this store's own pages.")
    };
    if headers.get("sec-fetch-site").is_some_and(|site| site != "same-origin") {
        return Err(refused());
    }
    if let Some(origin) = headers.get(header::ORIGIN) {
        let origin = origin.as_bytes();
        let own = origin.strip_prefix(b"https://").or_else(|| origin.strip_prefix(b"http://").filter(|_| !secure));
        if !own.is_some_and(|own| own.eq_ignore_ascii_case(host.as_bytes())) {
            return Err(refused());
        }
    }
    Ok(())
}

fn check_body(bodies: Bodies, headers: &HeaderMap) -> Result<(), Failure> {
    let kind = headers.get(header::CONTENT_TYPE);
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    let empty = match length {
        Some(length) => length == 0,
        None => !headers.contains_key(header::TRANSFER_ENCODING),
    };
    if kind.is_some() || !empty {
        let readable = match bodies {
            Bodies::Json => is_json(kind),
            Bodies::JsonOrForm => is_json(kind) || is_form(kind),
            Bodies::Named => true,
        };
        if !readable {
            return Err(problem::not_json());
        }
        if headers.get(header::CONTENT_ENCODING).is_some_and(|encoding| encoding != "identity") {
            return Err(problem::compressed_body());
        }
    }
    if length.is_some_and(|length| length > BODY_LIMIT) { Err(problem::too_large()) } else { Ok(()) }
}

/// `//p///x` is `/p/x`: one address a page, and no path that a browser reads as a host.
fn tidy(method: &Method, uri: &Uri) -> Option<Response> {
    if !uri.path().contains("//") || !(*method == Method::GET || *method == Method::HEAD) {
        return None;
    }
    let mut target = String::with_capacity(uri.path().len());
    for character in uri.path().chars() {
        if character != '/' || !target.ends_with('/') {
            target.push(character);
        }
    }
    if let Some(query) = uri.query() {
        target.push('?');
        target.push_str(query);
    }
    let location = HeaderValue::try_from(target).ok()?;
    Some((StatusCode::MOVED_PERMANENTLY, [(header::LOCATION, location)]).into_response())
}

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// What every answer carries (R51).
fn finish(layer: &Layer, surface: &Surface, id: &str, headers: &mut HeaderMap) {
    let policy = match surface {
        Surface { framed: true, desk: true, .. } => HeaderValue::from_static(CONTENT_SECURITY_POLICY_OF_LETTERS),
        Surface { framed: true, .. } => HeaderValue::from_static(CONTENT_SECURITY_POLICY_OF_REPORTS),
        Surface { desk: true, .. } => HeaderValue::from_static(CONTENT_SECURITY_POLICY_OF_THE_DESK),
        _ => layer.policy.clone(),
    };
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let referrer = match surface.referrer {
        Referrer::Origin => "strict-origin-when-cross-origin",
        Referrer::Nothing => "no-referrer",
        Referrer::OwnStore => "same-origin",
    };
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static(referrer));
    let nothing = HeaderValue::from_static("no-store");
    match surface.keeping {
        Keeping::Said => {}
        Keeping::NothingUnlessSaid => {
            headers.entry(header::CACHE_CONTROL).or_insert(nothing);
        }
        Keeping::Nothing => {
            headers.insert(header::CACHE_CONTROL, nothing);
            headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
        }
    }
    headers.insert(HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin"));
    if layer.state.config.secure {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    if let Ok(id) = HeaderValue::try_from(id) {
        headers.insert(REQUEST_ID, id);
    }
}

/// One line an answer, with the cause of a failure. Queries, bodies and cookies never reach the log.
fn log(method: &Method, uri: &Uri, id: &str, response: &Response, started: Instant) {
    let status = response.status().as_u16();
    let micros = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
    let path = logged_path(uri.path());
    if let Some(cause) = Cause::of(response) {
        tracing::error!(target: "access", %method, path, status, micros, id, cause);
    } else {
        tracing::info!(target: "access", %method, path, status, micros, id);
    }
}

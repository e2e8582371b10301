//! Shopping as a customer on the brand's host: the address that begins it, whether a request is part of it and may do what it
//! asks, the banner on every page, and its end. Not here: what it is (`staff::shop_as`) and what is open (the rules).

use std::borrow::Cow;

use askama::filters;
use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Extension, MatchedPath, Path, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    response::{Html, IntoResponse, Response},
    routing::{get, post},
};
use fieldhouse_core::{
    account::device::network_of,
    staff::shop_as::{is_open, left_text, minutes_left},
};
use fieldhouse_kernel::{
    failure::{Failure, FailureKind},
    http::{
        address::{ClientAddress, host_of},
        audit as trail, problem,
    },
};
use fieldhouse_shop::{
    env::SiteOf,
    session::shop_as::ShopAs,
    staff::{
        audit::Origin,
        invitations::home,
        shop_as::{self, END, LEFT},
    },
    state::AppState,
};
use uuid::Uuid;

use super::{pages::html::Document, table::Surface};

/// A page at most, with room to spare.
const LARGEST_PAGE: usize = 16 * 1024 * 1024;
/// How the banner looks, and what keeps it true; files of the storefront's build that no other page asks for.
const FILES: &str = "<link rel=\"stylesheet\" href=\"/assets/shop-as.v1.css\">\
                     <script defer src=\"/assets/shop-as.v1.js\"></script></head>";

/// The address that begins it, how long it lasts, its end: pages, not calls.
pub fn router() -> Router<AppState> {
    Router::new().route(END, post(end)).route(LEFT, get(show_left)).route("/shop-as/{signed}", get(take))
}

/// What a request holds that may be part of it; most hold nothing.
pub fn held(state: &AppState, surface: &Surface, headers: &HeaderMap) -> Option<String> {
    if surface.shoppers { shop_as::read(headers, state.config.secure) } else { None }
}

/// Who shops as whom with a request that holds this: left in its extensions for all that ask who the visitor is. What is closed
/// meanwhile is refused here, before any operation.
pub async fn admit(
    state: &AppState,
    (token_hash, id): (&str, &str),
    request: &mut Request,
) -> Result<Option<ShopAs>, Failure> {
    let Some(site) = state.hosts.site(host_of(request.headers(), request.uri())) else { return Ok(None) };
    let from = ClientAddress::of(request.headers(), request.extensions(), state.config.proxies);
    let origin = Origin { network: network_of(from.0), request_id: id.to_owned() };
    let Some(found) = shop_as::find(state, site, (token_hash, &origin)).await? else { return Ok(None) };
    trail::asks(Uuid::parse_str(&found.staff_id).ok());
    if !may_ask(request) {
        return Err(closed());
    }
    request.extensions_mut().insert(found.clone());
    // A page with a banner is this browser's alone, and is made of the whole page.
    for name in [header::ACCEPT_ENCODING, header::IF_NONE_MATCH, header::IF_MODIFIED_SINCE] {
        if is_page(request.uri().path()) {
            request.headers_mut().remove(name);
        }
    }
    Ok(Some(found))
}

/// Whether an address ends it: what it answers is no page of it any more.
pub fn is_end(path: &str) -> bool {
    path == END
}

fn is_page(path: &str) -> bool {
    !path.starts_with("/api/") || path == "/api/auth/signin"
}

/// Whether the rules leave an operation open. The storefront's pages, which have no route of their own, are shown; a page that
/// has one may show what is the customer's alone, and what pages post without a script is no exception.
fn may_ask(request: &Request) -> bool {
    let (method, path) = (request.method(), request.uri().path());
    let reads = *method == Method::GET || *method == Method::HEAD;
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    if is_end(path) || reads && is_page(path) && route.is_none() {
        return true;
    }
    let route = route.unwrap_or(path);
    let method = if reads { Cow::Borrowed("get") } else { Cow::Owned(method.as_str().to_lowercase()) };
    is_open(&[&method, " ", route].concat())
}

fn closed() -> Failure {
    let title = "This is closed while somebody from the store shops for a customer. It is the customer's own.";
    Failure::new(FailureKind::Forbidden, "shop_as_closed", title)
}

/// The same page with the banner, kept nowhere; anything else as it is.
pub async fn tell(state: &AppState, shop_as: &ShopAs, response: Response) -> Response {
    let is_html = response
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .is_some_and(|kind| kind.starts_with("text/html"));
    if !is_html || response.headers().contains_key(header::CONTENT_ENCODING) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, LARGEST_PAGE).await else {
        return Failure::internal(anyhow::anyhow!("a page could not be read")).into_response();
    };
    for name in [header::ETAG, header::LAST_MODIFIED, header::CONTENT_LENGTH] {
        parts.headers.remove(name);
    }
    parts.headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    parts.headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    let page = String::from_utf8_lossy(&bytes);
    let banner = ["<body>", &banner(state, shop_as)].concat();
    let page = page.replacen("</head>", FILES, 1).replacen("<body>", &banner, 1);
    Response::from_parts(parts, Body::from(page))
}

fn banner(state: &AppState, shop_as: &ShopAs) -> String {
    let left = left(state, shop_as);
    [
        "<aside id=\"shop-as\" aria-label=\"Shopping as a customer\"><p>You are shopping as <strong>",
        &text(&shop_as.customer_name),
        "</strong> (",
        &text(&shop_as.reason),
        ") – <span id=\"shop-as-left\">",
        &left,
        "</span></p><form method=\"post\" action=\"",
        END,
        "\"><button type=\"submit\">End</button></form></aside>",
    ]
    .concat()
}

fn left(state: &AppState, shop_as: &ShopAs) -> String {
    left_text(minutes_left(shop_as.ends_at, state.clock.millis()))
}

fn text(text: &str) -> String {
    filters::escape(text, filters::Html).map(|text| text.to_string()).unwrap_or_default()
}

/// Begins it in the browser that comes from the desk.
async fn take(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    headers: HeaderMap,
    Path(signed): Path<String>,
) -> Result<Response, Failure> {
    let said = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    match shop_as::take(&state, site, (&signed, said)).await {
        Ok(token) => {
            let home = [(header::LOCATION, HeaderValue::from_static("/"))];
            Ok((StatusCode::SEE_OTHER, shop_as::cookie(&token, state.config.secure), home).into_response())
        }
        Err(failure) if failure.kind == FailureKind::NotFound => {
            let mut page = Document::new(site, "This address is over");
            page.text(
                "It opens once, within a minute, in the browser that asked for it. Please begin again at the desk.",
            );
            page.link(&[&home(&state.config), "/desk/customers"].concat(), "To the desk");
            Ok(problem::as_page(failure, page.finish()))
        }
        Err(failure) => Err(failure),
    }
}

/// How long it still lasts, in words; nothing once it is over.
async fn show_left(State(state): State<AppState>, shop_as: Option<Extension<ShopAs>>) -> Response {
    match shop_as {
        Some(Extension(shop_as)) => left(&state, &shop_as).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    }
}

/// Ends it, and leads back to the customer at the desk. A page that goes on, not a redirect: what a form of this host leads to
/// stays on this host.
async fn end(
    State(state): State<AppState>,
    SiteOf(site): SiteOf,
    shop_as: Option<Extension<ShopAs>>,
) -> Result<Response, Failure> {
    let mut back = [&home(&state.config), "/desk/customers"].concat();
    let scheme = if state.config.secure { "https://" } else { "http://" };
    let mut page = Document::new(site, "You are not shopping for a customer any more");
    if let Some(Extension(shop_as)) = shop_as {
        shop_as::end(&state, &shop_as).await?;
        back = [scheme, &shop_as.desk_host, "/desk/customers/", &shop_as.customer.to_string()].concat();
        page.text(&format!("The cart stays in the account of {}.", shop_as.customer_name));
    }
    page.link(&back, "Back to the desk");
    page.link("/", "Stay in the store");
    let goes_on = format!("<meta http-equiv=\"refresh\" content=\"0;url={}\"></head>", text(&back));
    let html = page.finish().replacen("</head>", &goes_on, 1);
    Ok((shop_as::removal(state.config.secure), Html(html)).into_response())
}

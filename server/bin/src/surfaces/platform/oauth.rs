//! The token endpoints, as the platform's clients call them: forms in, RFC 6749 out.

use axum::{
    Json,
    extract::{FromRequest, FromRequestParts, Path, Request, State},
    http::{HeaderMap, StatusCode, header, request::Parts},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use fieldhouse_core::{account::SignInDraft, brand::Site, text::SecretText};
use fieldhouse_kernel::{
    failure::{Failure, FailureKind},
    http::{
        address::ClientAddress,
        extract::{QueryPairs, is_form, read_body},
    },
};
use sha2::{Digest, Sha256};

use super::{
    errors::{ErrorResponse, refused},
    tokens::{self, Introspection, Speaker, TokenAnswer},
};
use fieldhouse_shop::{
    env::SiteOf,
    limits::rate::Rated,
    lockout::{self, device::Asker},
    people::sign_in,
    state::AppState,
};

/// Longest name a client may give an anonymous session.
const LONGEST_ANONYMOUS_ID: usize = 128;

/// A form from the configured client, and the address it came from, which asks for no more tokens than it may (R62).
pub struct TokenForm(QueryPairs, ClientAddress);

impl FromRequest<AppState> for TokenForm {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, Failure> {
        let (mut parts, body) = request.into_parts();
        let Ok(address) = ClientAddress::from_request_parts(&mut parts, state).await;
        state.admit(Rated::Token, address).await?;
        let request = Request::from_parts(parts, body);
        check_client(state, request.headers())?;
        if !is_form(request.headers().get(header::CONTENT_TYPE)) {
            return Err(invalid_request("A form is expected."));
        }
        let body = read_body(request).await?;
        let text = std::str::from_utf8(&body).map_err(|_| invalid_request("The form is not UTF-8."))?;
        let pairs = QueryPairs::parse(text).map_err(|_| invalid_request("The form is not readable text."))?;
        Ok(Self(pairs, address))
    }
}

impl TokenForm {
    fn find<'a>(&'a self, name: &'a str) -> Result<Option<&'a str>, Failure> {
        self.0.one(name).map_err(|_| invalid_request(format!("\u{2018}{name}\u{2019} is given twice.")))
    }

    fn load<'a>(&'a self, name: &'a str) -> Result<&'a str, Failure> {
        self.find(name)?.ok_or_else(|| invalid_request(format!("\u{2018}{name}\u{2019} is missing.")))
    }
}

fn invalid_request(message: impl Into<String>) -> Failure {
    refused(FailureKind::Malformed, "invalid_request", message)
}

fn unsupported() -> Failure {
    refused(FailureKind::Malformed, "unsupported_grant_type", "This grant type is not given here.")
}

fn check_client(state: &AppState, headers: &HeaderMap) -> Result<(), Failure> {
    let known = &state.config.platform;
    let sent = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let sent = sent.and_then(|value| {
        let (scheme, encoded) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("basic").then(|| STANDARD.decode(encoded.trim()).ok())?
    });
    // Digests are compared: how long it takes tells nothing about the secret.
    let expected = Sha256::digest([&known.client_id, ":", &known.client_secret].concat());
    if sent.is_some_and(|sent| Sha256::digest(sent) == expected) {
        return Ok(());
    }
    let message = "Please provide valid client credentials using HTTP Basic Authentication.";
    Err(refused(FailureKind::Unauthenticated, "invalid_client", message))
}

/// The store a token is asked for: the one of the path, else the host's. Another project does not exist.
pub struct TokenStore(Site);

impl FromRequestParts<AppState> for TokenStore {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        let path: Path<Vec<(String, String)>> =
            Path::from_request_parts(parts, state).await.map_err(|_| Failure::not_found())?;
        let SiteOf(mut site) = SiteOf::from_request_parts(parts, state).await?;
        for (name, value) in &path.0 {
            match name.as_str() {
                "projectKey" if *value != state.config.platform.project_key => return Err(Failure::not_found()),
                "store" => site = value.strip_prefix("key=").and_then(Site::parse).ok_or_else(Failure::not_found)?,
                _ => {}
            }
        }
        Ok(Self(site))
    }
}

/// A token for the client itself, or new tokens for a refresh token
#[utoipa::path(
    post, path = "/oauth/token", tag = "platform",
    request_body(content = String, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, body = TokenAnswer), (status = 400, body = ErrorResponse), (status = 401, body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
pub async fn token(
    State(state): State<AppState>,
    TokenStore(site): TokenStore,
    form: TokenForm,
) -> Result<Json<TokenAnswer>, Failure> {
    match form.load("grant_type")? {
        "refresh_token" => renew(&state, &form).await,
        "client_credentials" => speak(&state, site, &form, Speaker::Client).await,
        _ => Err(unsupported()),
    }
}

/// Ends a token and all that came with it
#[utoipa::path(
    post, path = "/oauth/token/revoke", tag = "platform",
    request_body(content = String, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200), (status = 400, body = ErrorResponse), (status = 401, body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
pub async fn revoke(State(state): State<AppState>, form: TokenForm) -> Result<StatusCode, Failure> {
    tokens::revoke(&state, form.load("token")?).await?;
    Ok(StatusCode::OK)
}

/// Whether a token counts, and for what (RFC 7662)
#[utoipa::path(
    post, path = "/oauth/introspect", tag = "platform",
    request_body(content = String, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, body = Introspection), (status = 400, body = ErrorResponse), (status = 401, body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
pub async fn introspect(State(state): State<AppState>, form: TokenForm) -> Result<Json<Introspection>, Failure> {
    Ok(Json(tokens::introspect(&state, form.load("token")?).await?))
}

/// A token for somebody new
#[utoipa::path(
    post, path = "/oauth/{projectKey}/anonymous/token", tag = "platform",
    params(("projectKey" = String, Path, description = "Configured project key")),
    request_body(content = String, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, body = TokenAnswer), (status = 400, body = ErrorResponse), (status = 401, body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
pub async fn anonymous_token(
    State(state): State<AppState>,
    TokenStore(site): TokenStore,
    form: TokenForm,
) -> Result<Json<TokenAnswer>, Failure> {
    anonymous(&state, site, &form).await
}

/// A token for somebody new at a store
#[utoipa::path(
    post, path = "/oauth/{projectKey}/in-store/{store}/anonymous/token", tag = "platform",
    params(("projectKey" = String, Path, description = "Configured project key"), ("store" = String, Path, description = "key={storeKey}")),
    request_body(content = String, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, body = TokenAnswer), (status = 400, body = ErrorResponse), (status = 401, body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
pub async fn anonymous_token_in_store(
    State(state): State<AppState>,
    TokenStore(site): TokenStore,
    form: TokenForm,
) -> Result<Json<TokenAnswer>, Failure> {
    anonymous(&state, site, &form).await
}

/// A token for a customer, by e-mail and password
#[utoipa::path(
    post, path = "/oauth/{projectKey}/customers/token", tag = "platform",
    params(("projectKey" = String, Path, description = "Configured project key")),
    request_body(content = String, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, body = TokenAnswer), (status = 400, body = ErrorResponse), (status = 401, body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
pub async fn customer_token(
    State(state): State<AppState>,
    TokenStore(site): TokenStore,
    form: TokenForm,
) -> Result<Json<TokenAnswer>, Failure> {
    customer(&state, site, &form).await
}

/// A token for a customer of a store, by e-mail and password
#[utoipa::path(
    post, path = "/oauth/{projectKey}/in-store/{store}/customers/token", tag = "platform",
    params(("projectKey" = String, Path, description = "Configured project key"), ("store" = String, Path, description = "key={storeKey}")),
    request_body(content = String, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, body = TokenAnswer), (status = 400, body = ErrorResponse), (status = 401, body = ErrorResponse),
        (status = 429, body = ErrorResponse),
    )
)]
pub async fn customer_token_in_store(
    State(state): State<AppState>,
    TokenStore(site): TokenStore,
    form: TokenForm,
) -> Result<Json<TokenAnswer>, Failure> {
    customer(&state, site, &form).await
}

/// New tokens for a refresh token, whichever endpoint gave it.
async fn renew(state: &AppState, form: &TokenForm) -> Result<Json<TokenAnswer>, Failure> {
    tokens::refresh(state, form.load("refresh_token")?).await.map(Json)
}

async fn anonymous(state: &AppState, site: Site, form: &TokenForm) -> Result<Json<TokenAnswer>, Failure> {
    match form.load("grant_type")? {
        // The platform's client renews an anonymous token where it got it.
        "refresh_token" => renew(state, form).await,
        "client_credentials" => {
            let name = form.find("anonymous_id")?.filter(|name| !name.is_empty());
            let fits = |name: &str| {
                name.len() <= LONGEST_ANONYMOUS_ID
                    && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
            };
            if !name.is_none_or(fits) {
                return Err(invalid_request("The anonymousId may hold letters, digits, - _ and . only."));
            }
            speak(state, site, form, Speaker::Anonymous(name.map(str::to_owned))).await
        }
        _ => Err(unsupported()),
    }
}

async fn customer(state: &AppState, site: Site, form: &TokenForm) -> Result<Json<TokenAnswer>, Failure> {
    match form.load("grant_type")? {
        "refresh_token" => return renew(state, form).await,
        "password" => {}
        _ => return Err(unsupported()),
    }
    let scopes = tokens::read_scopes(form.find("scope")?, &state.config.platform.project_key, site)?;
    let draft = SignInDraft {
        email: form.load("username")?.to_owned(),
        password: SecretText(form.load("password")?.to_owned()),
    };
    let asker = Asker::at(form.1);
    let (customer, subject) = sign_in::authenticate(state, site, &asker, &draft).await.map_err(no_account)?;
    let tx = state.db.write_durable().await?;
    let customer = sign_in::still(&tx, &customer).await.map_err(no_account)?;
    let answer = tokens::grant(state, &tx, site, scopes, Speaker::Customer(customer.customer_id()?)).await?;
    lockout::forget(&tx, &subject).await?;
    tx.commit().await?;
    Ok(Json(answer))
}

/// A refused sign-in as the platform says it. Whoever knows a legacy password is told the `token:…` to set
/// a new one with (R39).
fn no_account(failure: Failure) -> Failure {
    match failure.code {
        "login_error" | "rule_broken" => {
            let message = "Customer account with the given credentials not found.";
            refused(FailureKind::Malformed, "invalid_customer_account_credentials", message)
        }
        "token" => {
            let message = failure.error.map(String::from).unwrap_or_default();
            refused(FailureKind::Malformed, "invalid_customer_account_credentials", message)
        }
        _ => failure,
    }
}

async fn speak(state: &AppState, site: Site, form: &TokenForm, speaker: Speaker) -> Result<Json<TokenAnswer>, Failure> {
    let scopes = tokens::read_scopes(form.find("scope")?, &state.config.platform.project_key, site)?;
    let tx = state.db.write_soon().await?;
    let answer = tokens::grant(state, &tx, site, scopes, speaker).await?;
    tx.commit().await?;
    Ok(Json(answer))
}

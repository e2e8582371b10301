//! Single sign-on (`OpenID` Connect): the code flow with PKCE, a nonce, and a state that is bound to the browser it began in.
//! Groups give roles where the configuration says so; nobody is made staff unless their domain is allowed.

use std::{collections::BTreeSet, time::Duration};

use fieldhouse_core::{
    account::email::Email,
    brand::Site,
    staff::{Grant, Grants, Scope},
};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::{Failure, FailureKind},
    http::address::ClientAddress,
    upstream::{Limits, Upstream, UpstreamError},
};
use futures_util::future::BoxFuture;
use openidconnect::{
    AdditionalClaims, AuthenticationFlow, AuthorizationCode, Client, ClientId, ClientSecret, CsrfToken, DiscoveryError,
    EmptyExtraTokenFields, EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest, HttpResponse, IdTokenFields,
    IssuerUrl, Nonce, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope as Asked, StandardErrorResponse,
    StandardTokenResponse, TokenResponse,
    core::{
        CoreAuthDisplay, CoreAuthPrompt, CoreErrorResponseType, CoreGenderClaim, CoreJsonWebKey,
        CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm, CoreProviderMetadata, CoreResponseType,
        CoreRevocableToken, CoreRevocationErrorResponse, CoreTokenIntrospectionResponse, CoreTokenType,
    },
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{
    ACTIVE, SUSPENDED,
    audit::{self, Actor, Entry},
    factors::{self, Ceremony},
    invitations, members, not_permitted,
    session::SignedInBy,
    sign_in::{self, Newcomer},
    store::{self, StaffRow},
};
use crate::{config::Config, env::Env, limits::rate::Rated, state::AppState};

/// Below the desk: where the issuer sends people back to.
pub const CALLBACK: &str = "/desk/api/sign-in/sso/callback";
/// Somebody waits for it: five seconds for a question, ten of them at once.
const LIMITS: Limits = Limits { patience: Duration::from_secs(5), at_once: 10, body: 1024 * 1024 };

/// Claims beyond the standard's: the groups lie among them, under the configured name.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
struct Claims(Map<String, Value>);

impl AdditionalClaims for Claims {}

type Tokens = StandardTokenResponse<
    IdTokenFields<
        Claims,
        EmptyExtraTokenFields,
        CoreGenderClaim,
        CoreJweContentEncryptionAlgorithm,
        CoreJwsSigningAlgorithm,
    >,
    CoreTokenType,
>;

type Desk = Client<
    Claims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    Tokens,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// What has to be known when somebody comes back.
#[derive(Serialize, Deserialize)]
struct Leaving {
    state: String,
    nonce: String,
    verifier: String,
}

/// What the issuer sends people back with.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Returned {
    /// To be exchanged for who it is.
    pub code: String,
    /// As it was sent along.
    pub state: String,
}

/// Who somebody is, as the issuer says.
struct Known {
    subject: String,
    email: Email,
    name: String,
    groups: BTreeSet<String>,
}

fn refused() -> Failure {
    let title = "Your sign-in could not be completed. Please try again, or ask who manages the staff.";
    Failure::new(FailureKind::Unauthenticated, "sso_refused", title)
}

/// The issuer that the configuration names, behind the guard that every system upstream has; nothing where there is none.
pub fn issuer(config: &Config) -> anyhow::Result<Option<Upstream>> {
    if config.sso_issuer.is_empty() {
        return Ok(None);
    }
    Upstream::new("single-sign-on", &config.sso_issuer, "", LIMITS).map(Some)
}

/// Asks the issuer whether it is what the configuration says; what is wrong in words.
pub async fn look(state: &AppState) -> Result<(), String> {
    if state.config.sso_client_id.is_empty() {
        return Err("FIELDHOUSE_SSO_CLIENT_ID is missing".to_owned());
    }
    describe(state).await.map(|_| ()).map_err(|error| match error {
        DiscoveryError::Request(outage) => outage.to_string(),
        DiscoveryError::Validation(why) => format!("is another one than it says: {why}"),
        _ => "answers what is no description of an issuer".to_owned(),
    })
}

async fn describe(state: &AppState) -> Result<CoreProviderMetadata, DiscoveryError<UpstreamError>> {
    let url = IssuerUrl::new(state.config.sso_issuer.clone()).map_err(DiscoveryError::UrlParse)?;
    CoreProviderMetadata::discover_async(url, &asking(state)).await
}

/// How the library asks: it owns what it needs, as its requests outlive every borrow.
fn asking(state: &AppState) -> impl Fn(HttpRequest) -> BoxFuture<'static, Result<HttpResponse, UpstreamError>> + use<> {
    let state = state.clone();
    move |request| {
        let state = state.clone();
        Box::pin(async move {
            let issuer = state.sso_issuer.as_ref().ok_or(UpstreamError::Unreachable)?;
            issuer.ask_named(&state.clock, request).await
        })
    }
}

/// The issuer as it describes itself, and the desk as it knows it.
async fn client(state: &AppState) -> Result<Desk, Failure> {
    let config = &state.config;
    if state.sso_issuer.is_none() {
        return Err(Failure::not_found());
    }
    let about = describe(state).await;
    let about = about.map_err(|error| Failure::unavailable(anyhow::anyhow!("single sign-on: {error}")))?;
    let back = RedirectUrl::new([&invitations::home(config), CALLBACK].concat());
    let back = back.map_err(|_| Failure::unavailable(anyhow::anyhow!("single sign-on: the desk has no address")))?;
    let secret = Some(ClientSecret::new(config.sso_client_secret.clone())).filter(|secret| !secret.secret().is_empty());
    Ok(Client::from_provider_metadata(about, ClientId::new(config.sso_client_id.clone()), secret)
        .set_redirect_uri(back))
}

/// Where the browser is to go, and what its cookie is to hold until it comes back.
pub async fn leave(state: &AppState, from: ClientAddress, hint: &str) -> Result<(String, String), Failure> {
    state.admit(Rated::SignIn, from).await?;
    let client = client(state).await?;
    let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
    let flow = AuthenticationFlow::<CoreResponseType>::AuthorizationCode;
    let mut request = client
        .authorize_url(flow, CsrfToken::new_random, Nonce::new_random)
        .add_scope(Asked::new("email".to_owned()))
        .add_scope(Asked::new("profile".to_owned()))
        .set_pkce_challenge(challenge);
    if !state.config.sso_roles.is_empty() {
        request = request.add_scope(Asked::new(state.config.sso_groups.clone()));
    }
    if !hint.is_empty() {
        request = request.add_extra_param("login_hint", hint.to_owned());
    }
    let (address, sent, nonce) = request.url();
    let leaving =
        Leaving { state: sent.secret().clone(), nonce: nonce.secret().clone(), verifier: verifier.secret().clone() };
    let tx = state.db.write().await?;
    let held = factors::begin(state, &tx, Ceremony::Sso, &leaving).await?;
    tx.commit().await?;
    Ok((address.to_string(), held))
}

/// Signs in who came back; what the session's cookie is to hold. `held` is what the browser's cookie held.
pub async fn come_back(
    state: &AppState,
    who: &Newcomer,
    (held, returned): (&str, &Returned),
) -> Result<String, Failure> {
    state.admit(Rated::SignIn, who.address).await?;
    // Taken out whatever comes of it: a code is tried once.
    let tx = state.db.write().await?;
    let leaving = factors::take::<Leaving>(state, &tx, Ceremony::Sso, held).await?;
    tx.commit().await?;
    let leaving = leaving.filter(|leaving| leaving.state == returned.state).ok_or_else(refused)?;
    let known = identify(state, returned, leaving).await?;
    let tx = state.db.write_durable().await?;
    tx.wait_for("staff").await?;
    let person = admit(state, &tx, &known).await?;
    let token = sign_in::enter(state, &tx, who, &person, SignedInBy::Sso).await?;
    tx.commit().await?;
    Ok(token)
}

/// Exchanges the code; who it is, by a token that the issuer signed for us, now, and for this browser.
async fn identify(state: &AppState, returned: &Returned, leaving: Leaving) -> Result<Known, Failure> {
    let client = client(state).await?;
    let request = client
        .exchange_code(AuthorizationCode::new(returned.code.clone()))
        .map_err(|_| Failure::unavailable(anyhow::anyhow!("the issuer has no token endpoint")))?
        .set_pkce_verifier(PkceCodeVerifier::new(leaving.verifier));
    let tokens = request.request_async(&asking(state)).await.map_err(|_| refused())?;
    let token = tokens.id_token().ok_or_else(refused)?;
    let claims = token.claims(&client.id_token_verifier(), &Nonce::new(leaving.nonce)).map_err(|_| refused())?;
    // An e-mail that the issuer has not seen confirmed is anybody's.
    if claims.email_verified() != Some(true) {
        return Err(refused());
    }
    let email = claims.email().and_then(|email| Email::parse(email.as_str()).ok()).ok_or_else(refused)?;
    let name = claims.name().and_then(|names| names.get(None)).map(|name| name.as_str().to_owned());
    let groups = claims.additional_claims().0.get(&state.config.sso_groups).and_then(Value::as_array);
    let groups = groups.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
    Ok(Known {
        subject: [claims.issuer().as_str(), " ", claims.subject().as_str()].concat(),
        name: name.and_then(|name| invitations::check_name(&name).ok()).unwrap_or_else(|| email.as_str().to_owned()),
        email,
        groups,
    })
}

/// The roles that groups give, by the configuration's rows; nothing where it has none.
async fn roles_of(env: &Env, tx: &WriteTx, groups: &BTreeSet<String>) -> Result<Option<Grants>, Failure> {
    if env.config.sso_roles.is_empty() {
        return Ok(None);
    }
    let roles = store::list_roles(&**tx).await?;
    let mut given: Vec<Grant> = Vec::new();
    for row in &env.config.sso_roles {
        let Some((group, given_role)) = row.split_once('=') else { continue };
        if !groups.contains(group.trim()) {
            continue;
        }
        let (key, sites) = given_role.split_once('@').map_or((given_role, None), |(key, sites)| (key, Some(sites)));
        let Some(role) = roles.iter().find(|role| role.key == key.trim()) else {
            tracing::warn!(key, "single sign-on names a role that there is not");
            continue;
        };
        let scope = sites.map_or(Scope::All, |sites| Scope::Some(sites.split('+').filter_map(Site::parse).collect()));
        // Two groups that give the same role: the wider place counts, and places of several are one.
        let known = given.iter_mut().find(|grant| grant.role.key == role.key);
        match (known, scope) {
            (Some(known), scope) => known.scope = known.scope.clone().with(&scope),
            (None, scope) => given.push(Grant { role: role.role(), scope }),
        }
    }
    Ok(Some(Grants::new(given)))
}

/// Who of the staff it is, with the roles of their groups; made now where the domain is allowed.
async fn admit(env: &Env, tx: &WriteTx, known: &Known) -> Result<StaffRow, Failure> {
    let mapped = roles_of(env, tx, &known.groups).await?;
    let found = match store::find_by_subject(&**tx, &known.subject).await? {
        Some(found) => Some(found),
        // Somebody's e-mail is linked once; another subject that claims it later is somebody else.
        None => match store::find_by_email(&**tx, known.email.as_str()).await? {
            Some(row) if row.sso_subject.is_some() => return Err(refused()),
            found => found,
        },
    };
    let actor = Actor::system("single sign-on");
    let (before, had) = match found {
        Some(row) if row.state == SUSPENDED => return Err(refused()),
        Some(row) => {
            let had = store::load_grants(&**tx, &row.id).await?;
            (row, had)
        }
        None => {
            let domain = known.email.as_str().rsplit('@').next().unwrap_or_default();
            let allowed = env.config.sso_domains.iter().any(|allowed| allowed.eq_ignore_ascii_case(domain));
            let has_role = mapped.as_ref().is_some_and(|grants| grants.iter().next().is_some());
            if !allowed || !has_role {
                return Err(refused());
            }
            let (row, _) = members::prepare(env, tx, &known.email, &known.name).await?;
            let entry = Entry::new(&actor, "staff.made", ("staff", &row.id));
            let told = json!({"email": row.email, "name": row.name});
            audit::append(env, tx, &entry.changed(Value::Null, told)).await?;
            (row, Grants::default())
        }
    };
    let after = StaffRow { state: ACTIVE.to_owned(), sso_subject: Some(known.subject.clone()), ..before.clone() };
    if (&after.state, &after.sso_subject) != (&before.state, &before.sso_subject)
        && !store::update_staff(tx, &after).await?
    {
        return Err(Failure::unavailable(anyhow::anyhow!("changed while it was held")));
    }
    let after = store::find_staff(&**tx, &after.id).await?.ok_or_else(refused)?;
    if let Some(mapped) = mapped.filter(|mapped| members::given(mapped) != members::given(&had)) {
        // The store keeps an owner, whatever the groups say.
        if members::keep_an_owner(tx, &after, &had, mapped.are_an_owners()).await.is_ok() {
            store::replace_grants(tx, &after.id, &mapped).await?;
            let entry = Entry::new(&actor, "staff.roles_changed", ("staff", &after.id));
            audit::append(env, tx, &entry.changed(members::told(&before, &had), members::told(&after, &mapped)))
                .await?;
        }
    }
    if store::load_grants(&**tx, &after.id).await?.iter().next().is_none() {
        return Err(not_permitted());
    }
    Ok(after)
}

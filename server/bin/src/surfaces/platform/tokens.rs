//! Opaque bearer tokens (R45): handed out once, only their hash is stored. A refresh token is good for one
//! exchange; used again later it ends everything that came of it.

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{
    db::WriteTx,
    failure::{Failure, FailureKind},
    token,
};
use serde::Serialize;

use super::errors::refused;
use fieldhouse_shop::{
    owner::CustomerId,
    session::{
        end,
        grants::store::{self as grants, GrantRow, TokenRow},
    },
    state::AppState,
};

/// An access token is good for an hour.
const ACCESS_SECONDS: i64 = 3600;
/// The platform's client asks once for each of several calls under way: a refresh token counts this long
/// after its exchange.
const TWINS_MILLIS: i64 = 30_000;

/// What a token may do: the parts of the customer API that are somebody's own.
pub const SCOPES: [&str; 4] =
    ["manage_my_profile", "manage_my_orders", "manage_my_payments", "manage_my_business_units"];
/// Asked for by storefronts, and good for nothing here.
const WITHOUT_USE: [&str; 3] = ["create_anonymous_token", "view_published_products", "manage_my_shopping_lists"];

/// Answer of a token endpoint (RFC 6749 §5.1).
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TokenAnswer {
    /// Opaque.
    pub access_token: String,
    /// Seconds.
    pub expires_in: i64,
    /// What it may do, and for whom.
    pub scope: String,
    /// Opaque; missing where the client speaks for nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refresh_token: Option<String>,
    /// Always `Bearer`.
    pub token_type: &'static str,
}

/// The scopes of ours among those asked for; all when none is. Anything beyond a shopper's own is refused.
pub fn read_scopes(asked: Option<&str>, project: &str, site: Site) -> Result<String, Failure> {
    let refusal = || {
        let message = "Only the scopes manage_my_… of this project are granted here.";
        refused(FailureKind::Malformed, "invalid_scope", message)
    };
    let asked = asked.unwrap_or_default();
    let mut granted: Vec<&str> = Vec::new();
    for scope in asked.split(' ').filter(|scope| !scope.is_empty()) {
        let mut parts = scope.split(':');
        let name = parts.next().unwrap_or_default();
        if parts.next() != Some(project)
            || parts.next().is_some_and(|store| store != site.key())
            || parts.next().is_some()
        {
            return Err(refusal());
        }
        match SCOPES.into_iter().find(|known| *known == name) {
            Some(known) if !granted.contains(&known) => granted.push(known),
            Some(_) => {}
            None if WITHOUT_USE.contains(&name) => {}
            None => return Err(refusal()),
        }
    }
    if asked.trim().is_empty() {
        granted.extend(SCOPES);
    }
    if granted.is_empty() {
        return Err(refusal());
    }
    Ok(granted.join(" "))
}

/// Whom new tokens speak for.
pub enum Speaker {
    /// Nobody: the client itself.
    Client,
    /// Somebody new, by the name the client gave.
    Anonymous(Option<String>),
    /// A customer who gave the password.
    Customer(CustomerId),
}

/// Hands out the first tokens of a new grant.
pub async fn grant(
    state: &AppState,
    tx: &WriteTx,
    site: Site,
    scopes: String,
    speaker: Speaker,
) -> Result<TokenAnswer, Failure> {
    let now = state.clock.millis();
    let visitor = state.ids.random().to_string();
    let (visitor, customer_id, anonymous_id, password_at) = match speaker {
        Speaker::Client => (String::new(), None, None, 0),
        Speaker::Anonymous(name) => (visitor.clone(), None, Some(name.unwrap_or(visitor)), 0),
        Speaker::Customer(customer) => (customer.to_string(), Some(customer.to_string()), None, now),
    };
    let expires_at = end(now, now, customer_id.is_some());
    let row = GrantRow {
        id: state.ids.random().to_string(),
        site: site.key().to_owned(),
        visitor,
        customer_id,
        anonymous_id,
        scopes,
        password_at,
        created_at: now,
        expires_at,
    };
    if !grants::insert_grant(tx, row.clone()).await? {
        let message = "The anonymousId is already in use.";
        return Err(refused(FailureKind::Malformed, "invalid_request", message));
    }
    hand_out(state, tx, &row).await
}

async fn hand_out(state: &AppState, tx: &WriteTx, grant: &GrantRow) -> Result<TokenAnswer, Failure> {
    let now = state.clock.millis();
    let new = async |refresh: bool, expires_at: i64| {
        let token = token::issue(&state.ids);
        let row = TokenRow {
            token_hash: token::hash(&token),
            grant_id: grant.id.clone(),
            refresh,
            expires_at,
            used_at: None,
        };
        grants::insert_token(tx, row).await.map(|()| token)
    };
    // A refresh token is good for as long as a silent session, and neither outlives the grant (R46).
    let last = end(grant.created_at, now, grant.customer_id.is_some());
    let expires_at = last.min(now.saturating_add(ACCESS_SECONDS.saturating_mul(1000)));
    let access_token = new(false, expires_at).await?;
    let refresh_token = match grant.visitor.as_str() {
        "" => None,
        _ => Some(new(true, last).await?),
    };
    Ok(TokenAnswer {
        access_token,
        expires_in: expires_at.saturating_sub(now) / 1000,
        scope: told_scopes(state, grant),
        refresh_token,
        token_type: "Bearer",
    })
}

/// As the platform tells them: each with the project, and whose the token is.
fn told_scopes(state: &AppState, grant: &GrantRow) -> String {
    let project = &state.config.platform.project_key;
    let mut told: Vec<String> = grant.scopes.split(' ').map(|scope| format!("{scope}:{project}")).collect();
    told.extend(grant.customer_id.iter().map(|id| format!("customer_id:{id}")));
    told.extend(grant.anonymous_id.iter().map(|id| format!("anonymous_id:{id}")));
    told.join(" ")
}

/// Exchanges a refresh token for new tokens of the same grant.
pub async fn refresh(state: &AppState, token: &str) -> Result<TokenAnswer, Failure> {
    let refusal =
        || refused(FailureKind::Malformed, "invalid_grant", "The refresh token was not found. It may have expired.");
    let (now, token_hash) = (state.clock.millis(), token::hash(token));
    let tx = state.db.write().await?;
    let (found, grant) = grants::find_token(&*tx, &token_hash, true, now).await?.ok_or_else(refusal)?;
    let first = grants::use_token(&tx, &token_hash, now).await?;
    if !first && found.used_at.is_none_or(|used| now.saturating_sub(used) > TWINS_MILLIS) {
        // Somebody has a copy: neither of the two is heard any more.
        grants::delete_grant(&tx, &grant.id).await?;
        tx.commit().await?;
        tracing::warn!(grant = grant.id, "a refresh token was used twice");
        return Err(refusal());
    }
    grants::prolong_grant(&tx, &grant.id, end(grant.created_at, now, grant.customer_id.is_some())).await?;
    let answer = hand_out(state, &tx, &grant).await?;
    tx.commit().await?;
    Ok(answer)
}

/// What is told of a token (RFC 7662 §2.2): of one that does not count, nothing but that.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
pub struct Introspection {
    /// It counts.
    active: bool,
    /// What it may do, and for whom.
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<String>,
    /// Seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    exp: Option<i64>,
    /// The client it was given to.
    #[serde(skip_serializing_if = "Option::is_none")]
    client_id: Option<String>,
}

/// Tells whether an access or a refresh token counts, without using it.
pub async fn introspect(state: &AppState, token: &str) -> Result<Introspection, Failure> {
    let (now, token_hash) = (state.clock.millis(), token::hash(token));
    for refresh in [false, true] {
        let found = grants::find_token(state.db.read(), &token_hash, refresh, now).await?;
        let Some((token, grant)) = found.filter(|(token, grant)| token.used_at.is_none() && grant.expires_at > now)
        else {
            continue;
        };
        return Ok(Introspection {
            active: true,
            scope: Some(told_scopes(state, &grant)),
            exp: Some(token.expires_at.min(grant.expires_at) / 1000),
            client_id: Some(state.config.platform.client_id.clone()),
        });
    }
    Ok(Introspection::default())
}

/// Ends the grant of a token, whichever of the two it is; an unknown one is as good as ended (RFC 7009).
pub async fn revoke(state: &AppState, token: &str) -> Result<(), Failure> {
    let (now, token_hash) = (state.clock.millis(), token::hash(token));
    let tx = state.db.write().await?;
    for refresh in [false, true] {
        if let Some((_, grant)) = grants::find_token(&*tx, &token_hash, refresh, now).await? {
            grants::delete_grant(&tx, &grant.id).await?;
        }
    }
    Ok(tx.commit().await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(asked: &str) -> Option<String> {
        read_scopes(Some(asked), "shop", Site::US_GAMES).ok()
    }

    #[test]
    fn only_a_shoppers_own_scopes_are_granted() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(read("manage_my_orders:shop"), some("manage_my_orders"));
        assert_eq!(read("manage_my_orders:shop:usgames manage_my_orders:shop"), some("manage_my_orders"));
        assert_eq!(read("view_published_products:shop  manage_my_profile:shop"), some("manage_my_profile"));
        assert_eq!(read_scopes(None, "shop", Site::US_GAMES).ok(), Some(SCOPES.join(" ")));
        for refused in [
            "manage_project:shop",
            "manage_customers:shop manage_my_orders:shop",
            "manage_my_orders",
            "manage_my_orders:other",
            "manage_my_orders:shop:fieldhouse",
            "manage_my_orders:shop:usgames:x",
            "create_anonymous_token:shop",
            "manage_my_secrets:shop",
        ] {
            assert_eq!(read(refused), None, "{refused}");
        }
    }
}

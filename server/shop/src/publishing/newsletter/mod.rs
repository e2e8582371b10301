//! Newsletter subscriptions: an address is stored once at a site and asked by letter once; it is subscribed
//! when the page that the link of that letter leads to is told so (shell §2, §7, §9 'confirm your email and
//! subscription'): what opens every link of a letter, as scanners of mail do, consents to nothing.

pub mod letters;
pub mod store;

use fieldhouse_core::{account::email::Email, brand::Site, rule::Broken};
use fieldhouse_kernel::failure::Failure;

use crate::{
    env::Env,
    limits::quota::OF_SUBSCRIBER,
    mail::{self, LetterKind},
    signing::Purpose,
    state::AppState,
};

/// Paths of confirmations; what follows confirms one.
pub const BELOW: &str = "/newsletter/confirm/";
/// Where the signup band posts to without scripts.
pub const JOIN: &str = "/newsletter/join";
/// Where whoever subscribed without scripts is sent.
pub const JOINED: &str = "/newsletter/joined";
/// For which a letter's link works; whoever subscribes again after it gets another letter.
const LINK_MILLIS: i64 = 7 * 86_400_000;

/// Subscribes an address. The answer tells nobody whether it was subscribed before.
pub async fn subscribe(state: &AppState, site: Site, typed: &str) -> Result<(), Failure> {
    let email = Email::parse(typed).map_err(|error| Failure::broken(vec![error.at("email")]))?;
    let now = state.clock.millis();
    state.quota.admit(&state.db, (site, "newsletter"), email.as_str(), OF_SUBSCRIBER, now).await?;
    let id = state.ids.random().to_string();
    let tx = state.db.write().await?;
    let fresh = store::insert_subscription(&tx, site.key(), email.as_str(), &id, now).await?;
    let asked =
        fresh || store::ask_again(&tx, site.key(), email.as_str(), &id, now, now.saturating_sub(LINK_MILLIS)).await?;
    if asked {
        mail::admit(state, &tx, email.as_str()).await?;
        mail::leave(state, &tx, site, LetterKind::NewsletterJoined, email.as_str(), &id).await?;
    }
    tx.commit().await?;
    if asked {
        state.bell.ring();
    }
    Ok(())
}

/// The link of a subscription's letter, made when the letter is written.
pub async fn link(env: &Env, home: &str, id: &str) -> anyhow::Result<String> {
    let ends = env.clock.now().as_second().saturating_add(LINK_MILLIS / 1000);
    Ok([home, BELOW, &env.sign(Purpose::Newsletter, id, ends).await?].concat())
}

/// The subscription of a link; a link that was tampered with or is over is not there.
async fn open(env: &Env, link: &str) -> Result<String, Failure> {
    let opened = env.open_signed(Purpose::Newsletter, link).await.map_err(Failure::internal)?;
    opened.map(|(id, _)| id).ok_or_else(Failure::not_found)
}

/// Whether the subscription of a link is confirmed. Nothing changes by it.
pub async fn is_confirmed(env: &Env, site: Site, link: &str) -> Result<bool, Failure> {
    let id = open(env, link).await?;
    let found = store::find_subscription(env.db.read(), site.key(), &id).await?.ok_or_else(Failure::not_found)?;
    Ok(found.confirmed_at.is_some())
}

/// Confirms the subscription of a link, however often it is asked to.
pub async fn confirm(env: &Env, site: Site, link: &str) -> Result<(), Failure> {
    let id = open(env, link).await?;
    let tx = env.db.write().await?;
    let known = store::confirm_subscription(&tx, site.key(), &id, env.clock.millis()).await?;
    if let Some(subscription) = store::find_subscription(&*tx, site.key(), &id).await? {
        mail::confirm(env, &tx, &subscription.email).await?;
    }
    tx.commit().await?;
    if known { Ok(()) } else { Err(Failure::not_found()) }
}

//! Newsletter subscriptions: an address is stored once at a site, and told so by letter once (shell §2, §7).

pub mod routes;
pub mod store;

use fieldhouse_core::{account::email::Email, brand::Site, rule::Broken};

use crate::{
    forms::quota::OF_SUBSCRIBER,
    http::problem::Problem,
    mail::{self, Kind},
    state::AppState,
};

/// Subscribes an address. The answer tells nobody whether it was subscribed before.
pub async fn subscribe(state: &AppState, site: Site, typed: &str) -> Result<(), Problem> {
    let email = Email::parse(typed).map_err(|error| Problem::broken(vec![error.at("email")]))?;
    let now = state.clock.millis();
    state.quota.admit(site, "newsletter", email.as_str(), OF_SUBSCRIBER, now)?;
    let tx = state.db.write().await?;
    let fresh = store::insert_subscription(&tx, site.key(), email.as_str(), now).await?;
    if fresh {
        mail::leave(state, &tx, site, Kind::NewsletterJoined, email.as_str(), "").await?;
    }
    tx.commit().await?;
    if fresh {
        state.post.notify_one();
    }
    Ok(())
}

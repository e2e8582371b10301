//! E-mails are confirmed by a link in a letter (R74): whoever registers somebody's address has an account, and may shop,
//! but what a file or an invitation gives to that address waits for its owner. The link leads to a page with a button:
//! what opens every link of a letter, as scanners of mail do, confirms nothing.

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{db::WriteTx, failure::Failure, token};

use super::{
    store::{self, CustomerRow},
    tokens,
};
use crate::{env::Env, mail, owner::CustomerId, session, signing::Purpose};

/// Paths of confirmations; what follows confirms one.
pub const BELOW: &str = "/account/confirm/";
/// For which a letter's link works. A link to set a password confirms as well, and can be asked for at any time.
const LINK_SECONDS: i64 = 7 * 86_400;

/// The link of a letter, made when the letter is written; nothing for an e-mail that is confirmed.
pub async fn link(env: &Env, home: &str, customer: &CustomerRow) -> anyhow::Result<Option<String>> {
    if customer.confirmed_at.is_some() {
        return Ok(None);
    }
    // Of this e-mail alone: once there is another one the link confirms nothing.
    let subject = [&customer.id, ":", &token::hash(&customer.email)].concat();
    let ends = env.clock.now().as_second().saturating_add(LINK_SECONDS);
    Ok(Some([home, BELOW, &env.sign(Purpose::Email, &subject, ends).await?].concat()))
}

/// The customer of a link; a link that was tampered with, is over or of another e-mail is not there.
pub async fn open(env: &Env, site: Site, link: &str) -> Result<CustomerRow, Failure> {
    let opened = env.open_signed(Purpose::Email, link).await.map_err(Failure::internal)?;
    let (subject, _) = opened.ok_or_else(Failure::not_found)?;
    let (id, email) = subject.split_once(':').ok_or_else(Failure::not_found)?;
    let id = uuid::Uuid::parse_str(id).map(CustomerId).map_err(Failure::internal)?;
    let found = store::find_customer(env.db.read(), id).await?.ok_or_else(Failure::not_found)?;
    let same = *found.site == site && token::hash(&found.email) == email;
    if same { Ok(found) } else { Err(Failure::not_found()) }
}

/// Confirms the e-mail of the customer that [`open`] found. Whoever is signed in with it goes on: nothing is answered.
/// For anybody else the account starts anew, and the token answered sets a password.
pub async fn confirm(env: &Env, seen: &CustomerRow, own: bool) -> Result<Option<String>, Failure> {
    let id = seen.customer_id()?;
    let tx = env.db.write_durable().await?;
    let now = env.clock.millis();
    let customer = store::step_customer(&tx, id, now).await?.filter(|current| current.email == seen.email);
    let customer = customer.ok_or_else(Failure::not_found)?;
    if customer.confirmed_at.is_some() {
        return Ok(None);
    }
    mail::confirm(env, &tx, &seen.email).await?;
    let token = if own {
        store::update_customer(&tx, &CustomerRow { confirmed_at: Some(now), ..customer }).await?;
        None
    } else {
        Some(claim(env, &tx, customer, now).await?)
    };
    tx.commit().await?;
    Ok(token)
}

/// Gives an account to the owner of its e-mail: neither the sessions nor the password of whoever made it survive. The
/// token sets a password.
async fn claim(env: &Env, tx: &WriteTx, customer: CustomerRow, now: i64) -> Result<String, Failure> {
    let id = customer.customer_id()?;
    let claimed =
        CustomerRow { password_hash: String::new(), legacy_hash: String::new(), confirmed_at: Some(now), ..customer };
    store::update_customer(tx, &claimed).await?;
    session::store::delete_of_customer(tx, id).await?;
    tokens::issue(env, tx, &claimed).await
}

//! Letters about an account.

use anyhow::Context;
use fieldhouse_core::brand::Site;
use uuid::Uuid;

use super::{
    confirmation,
    store::{self, CustomerRow},
    tokens,
};
use crate::{
    env::Env,
    mail::layout::{Addressee, Letter},
    owner::CustomerId,
};

const CONFIRM: &str = "Confirm your email";

/// The customer a letter is about; nothing when the account is gone.
async fn customer_of(env: &Env, to: &Addressee<'_>) -> anyhow::Result<Option<CustomerRow>> {
    Ok(store::find_customer(env.db.read(), CustomerId(Uuid::parse_str(to.subject)?)).await?)
}

/// To who made an account; or whose e-mail somebody made one with.
pub async fn welcome(env: &Env, to: &Addressee<'_>) -> anyhow::Result<Option<Letter>> {
    let Some(customer) = customer_of(env, to).await? else { return Ok(None) };
    let confirm = confirmation::link(env, &to.home, &customer).await?;
    Ok(Some(write_welcome(to, &customer.first_name, confirm)))
}

/// With what confirms the e-mail, when it has to be.
pub fn write_welcome(to: &Addressee<'_>, first_name: &str, confirm: Option<String>) -> Letter {
    let name = &to.brand.name;
    let ready = format!("Your {name} account is ready. Sign in to see your team prices and to keep your addresses.");
    let sign_in = to.sign_in();
    let links = vec![sign_in.1.clone()];
    let mut paragraphs = vec![format!("Hello {first_name},"), ready];
    let button = match confirm {
        None => sign_in,
        Some(link) => {
            paragraphs.push(format!("Sign in: {}", sign_in.1));
            paragraphs.push("Please confirm within seven days that this is your email.".to_owned());
            paragraphs.push("If you did not make this account, do the same: it becomes yours alone.".to_owned());
            (CONFIRM, link)
        }
    };
    Letter { subject: format!("Welcome to {name}"), paragraphs, links, button: Some(button), ..Letter::default() }
}

/// To whoever gave an account this e-mail: nothing once it is confirmed, or another one again.
pub async fn confirm_email(env: &Env, to: &Addressee<'_>) -> anyhow::Result<Option<Letter>> {
    let customer = customer_of(env, to).await?.filter(|customer| customer.email == to.recipient);
    let Some(customer) = customer else { return Ok(None) };
    let link = confirmation::link(env, &to.home, &customer).await?;
    Ok(link.map(|link| write_confirm_email(to, &customer.first_name, link)))
}

/// With what confirms it.
pub fn write_confirm_email(to: &Addressee<'_>, first_name: &str, link: String) -> Letter {
    let name = &to.brand.name;
    Letter {
        subject: format!("Please confirm your email at {name}"),
        paragraphs: vec![
            format!("Hello {first_name},"),
            format!("Your {name} account has this email from now on. Please confirm it within seven days."),
            "If you do not know of such an account, do the same: it becomes yours, and nobody else's.".to_owned(),
        ],
        button: Some((CONFIRM, link)),
        ..Letter::default()
    }
}

/// A link to set a password, to whom it was asked for; nothing where there is no account. The token is made here and now:
/// nothing that opens an account waits in a table.
pub async fn reset(env: &Env, site: Site, to: &Addressee<'_>) -> anyhow::Result<Option<Letter>> {
    let Some(customer) = store::find_by_email(env.db.read(), site, to.recipient).await? else { return Ok(None) };
    let tx = env.db.write_durable().await?;
    let issued = tokens::issue(env, &tx, &customer).await;
    let token = issued.map_err(|failure| anyhow::anyhow!("{failure:?}")).context("no token")?;
    tx.commit().await?;
    Ok(Some(write_reset(to, &customer.first_name, &token)))
}

/// With the token that goes into the link.
pub fn write_reset(to: &Addressee<'_>, first_name: &str, token: &str) -> Letter {
    Letter {
        subject: format!("Set a new password for {}", to.brand.name),
        paragraphs: vec![
            format!("Hello {first_name},"),
            "Somebody asked to set a new password for your account. The link works once, for 30 minutes.".to_owned(),
            "If you did not ask for it, nothing changes and you can put this letter away.".to_owned(),
        ],
        button: Some(("Set a new password", format!("{}/account/create-password?token={token}", to.home))),
        ..Letter::default()
    }
}

/// Whom to call when an account was changed by somebody else.
fn help(to: &Addressee<'_>) -> String {
    format!("If this was not you, please call us at {} at once.", to.brand.call_to_order_phone)
}

/// To the owner of an account whose password was changed.
pub async fn password_changed(env: &Env, to: &Addressee<'_>) -> anyhow::Result<Option<Letter>> {
    Ok(customer_of(env, to).await?.map(|customer| write_password_changed(to, &customer.first_name)))
}

/// The same for a first name.
pub fn write_password_changed(to: &Addressee<'_>, first_name: &str) -> Letter {
    Letter {
        subject: format!("Your {} password was changed", to.brand.name),
        paragraphs: vec![
            format!("Hello {first_name},"),
            "The password of your account was changed, and every other device was signed out.".to_owned(),
            help(to),
        ],
        button: Some(to.sign_in()),
        ..Letter::default()
    }
}

/// To the e-mail an account no longer has.
pub async fn email_changed(env: &Env, to: &Addressee<'_>) -> anyhow::Result<Option<Letter>> {
    Ok(customer_of(env, to).await?.map(|customer| write_email_changed(to, &customer.first_name)))
}

/// The same for a first name.
pub fn write_email_changed(to: &Addressee<'_>, first_name: &str) -> Letter {
    Letter {
        subject: format!("The email of your {} account was changed", to.brand.name),
        paragraphs: vec![
            format!("Hello {first_name},"),
            "Your account has another email address from now on. This one no longer signs in.".to_owned(),
            help(to),
        ],
        ..Letter::default()
    }
}

#[cfg(test)]
mod tests {
    use fieldhouse_core::brand::brand;

    use super::*;

    #[test]
    fn a_welcome_leads_to_the_sign_in_page_and_to_the_confirmation_where_there_is_one() {
        for site in Site::all() {
            let brand = brand(site);
            let to = Addressee { brand, home: "http://x.test".to_owned(), recipient: "pat@x.test", subject: "" };
            let text = |confirm| {
                let letter = write_welcome(&to, "Pat", confirm);
                assert_eq!(letter.subject, format!("Welcome to {}", to.brand.name));
                letter.text(to.brand)
            };
            assert!(text(None).contains("Sign in: http://x.test/api/auth/signin"));
            let both = text(Some("http://x.test/account/confirm/a".to_owned()));
            assert!(both.contains("Sign in: http://x.test/api/auth/signin"));
            assert!(both.contains("Confirm your email: http://x.test/account/confirm/a"));
        }
    }
}

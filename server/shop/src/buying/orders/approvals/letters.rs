//! Letters about orders that wait for approval.

use fieldhouse_core::people::approval::Decision;

use super::{Asked, letter};
use crate::{
    buying::orders::letters::{look_up, opened},
    env::Env,
    mail::layout::{Addressee, Letter},
};

/// To the buyer of an order that waits.
pub async fn waiting(env: &Env, to: &Addressee<'_>) -> anyhow::Result<Option<Letter>> {
    Ok(letter(env, to.subject, to.recipient).await?.map(|asked| write_waiting(to, asked)))
}

/// The same of what is known of it.
pub fn write_waiting(to: &Addressee<'_>, Asked { link, number, unit, total, ordered, .. }: Asked) -> Letter {
    Letter {
        subject: format!("Your {} order {number} waits for approval", to.brand.name),
        paragraphs: vec![
            format!("Thank you for your order {number}, {total} in total."),
            format!("Somebody of {unit} has to approve it first. Nothing is charged and nothing is sent before."),
        ],
        ordered: Some(ordered),
        last: look_up(to, &number),
        button: opened(to, link.as_ref().map(|link| link.path.as_str())),
        ..Letter::default()
    }
}

/// To who may decide about an order that waits.
pub async fn asked(env: &Env, to: &Addressee<'_>) -> anyhow::Result<Option<Letter>> {
    Ok(letter(env, to.subject, to.recipient).await?.map(|asked| write_asked(to, asked)))
}

/// The same of what is known of it.
pub fn write_asked(to: &Addressee<'_>, Asked { number, unit, buyer, total, ordered, .. }: Asked) -> Letter {
    Letter {
        subject: format!("Order {number} at {} waits for your approval", to.brand.name),
        paragraphs: vec![format!(
            "{buyer} ordered for {unit}: order {number}, {total} in total. Please approve or decline it."
        )],
        ordered: Some(ordered),
        button: Some(("See the order", format!("{}/my-account/approvals/", to.home))),
        ..Letter::default()
    }
}

/// To both, once it was decided.
pub async fn decided(env: &Env, to: &Addressee<'_>) -> anyhow::Result<Option<Letter>> {
    // An edit may have asked again before this was written: then another letter says what is decided.
    let decided = letter(env, to.subject, to.recipient).await?.filter(|asked| asked.decision != Decision::Waiting);
    Ok(decided.map(|asked| write_decided(to, asked)))
}

/// The same of what is known of it.
pub fn write_decided(to: &Addressee<'_>, Asked { link, number, decision, decider, note, frees, .. }: Asked) -> Letter {
    let declined = decision == Decision::Declined;
    let done = if declined { "declined" } else { "approved" };
    let mut paragraphs = vec![format!("Order {number} was {done} by {decider}.")];
    if !note.is_empty() {
        paragraphs.push(format!("\u{201c}{note}\u{201d}"));
    }
    let what_comes = match (declined, frees) {
        (true, true) => "Nothing is charged, and its gift certificates can be used again.",
        (true, false) => "Nothing is charged.",
        (false, _) => "The order is now placed, and we are preparing it.",
    };
    paragraphs.push(what_comes.to_owned());
    if declined && link.is_some() {
        paragraphs.push("You can put it into your cart again and change it there.".to_owned());
    }
    // By way of signing in: only its buyer puts it into the cart again.
    let signed_in = |id| format!("{}/api/auth/signin?callbackUrl=%2Forder%3Fid%3D{id}", to.home);
    let button = link.map(|link| ("See your order", signed_in(link.id)));
    Letter { subject: format!("{} order {number} was {done}", to.brand.name), paragraphs, button, ..Letter::default() }
}

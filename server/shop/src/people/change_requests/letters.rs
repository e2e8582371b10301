//! Letters about requests to change sold to, bill to or payer.

use fieldhouse_core::inbox::RequestStatus;

use crate::{
    env::Env,
    mail::layout::{Addressee, Letter},
};

/// To the store: what a customer asks to have changed.
pub async fn requested(env: &Env, to: &Addressee<'_>) -> anyhow::Result<Option<Letter>> {
    Ok(super::letter(env, to.subject).await?.map(|(label, answers)| write_requested(to, label, &answers)))
}

/// With labels and values.
pub fn write_requested(to: &Addressee<'_>, label: &str, answers: &[(&str, String)]) -> Letter {
    Letter {
        subject: format!("{}: change of {label}", to.brand.name),
        paragraphs: answers.iter().map(|(label, value)| format!("{label}: {value}")).collect(),
        ..Letter::default()
    }
}

/// To the customer: what the store answers.
pub async fn closed(env: &Env, to: &Addressee<'_>) -> anyhow::Result<Option<Letter>> {
    Ok(super::answered(env, to.subject).await?.map(|(request, customer, label)| {
        let done = *request.status == RequestStatus::Done;
        write_closed(to, &customer.first_name, (label, done, &request.note))
    }))
}

/// With what was asked for, whether it was done, and the store's note.
pub fn write_closed(to: &Addressee<'_>, first_name: &str, (label, done, note): (&str, bool, &str)) -> Letter {
    let name = &to.brand.name;
    let answer = if done { "Your request is done." } else { "Your request was declined." };
    let mut paragraphs =
        vec![format!("Hello {first_name},"), format!("You asked {name} to change your {label} information. {answer}")];
    paragraphs.extend((!note.is_empty()).then(|| note.to_owned()));
    let book = ("Address book", format!("{}/my-account/address-book/", to.home));
    Letter { subject: format!("Your {name} change request"), paragraphs, button: Some(book), ..Letter::default() }
}

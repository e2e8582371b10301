//! Letters about requests to change sold to, bill to or payer.

use fieldhouse_core::business_units::ChangeRequestStatus;

use crate::{
    env::Env,
    mail::layout::{Addressee, Letter},
};

/// To the store: what a customer asks to have changed.
pub async fn requested(env: &Env, to: &Addressee<'_>) -> anyhow::Result<Option<Letter>> {
    Ok(super::letter(env, to.subject).await?.map(|(label, answers)| Letter {
        subject: format!("{}: change of {label}", to.brand.name),
        paragraphs: answers.iter().map(|(label, value)| format!("{label}: {value}")).collect(),
        ..Letter::default()
    }))
}

/// To the customer: what the store answers.
pub async fn closed(env: &Env, to: &Addressee<'_>) -> anyhow::Result<Option<Letter>> {
    let name = &to.brand.name;
    Ok(super::answered(env, to.subject).await?.map(|(request, customer, label)| {
        let done = request.status == ChangeRequestStatus::Done.key();
        let answer = if done { "Your request is done." } else { "Your request was declined." };
        let mut paragraphs = vec![
            format!("Hello {},", customer.first_name),
            format!("You asked {name} to change your {label} information. {answer}"),
        ];
        paragraphs.extend(Some(request.note).filter(|note| !note.is_empty()));
        let book = ("Address book", format!("{}/my-account/address-book/", to.home));
        let subject = format!("Your {name} change request");
        Letter { subject, paragraphs, button: Some(book), ..Letter::default() }
    }))
}

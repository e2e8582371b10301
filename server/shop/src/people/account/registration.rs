//! Registration (account §2, §4): one commit with the customer, the first ship-to address and the
//! welcome letter.

use fieldhouse_core::{
    account::{RegistrationDraft, registration::parse_registration},
    brand::Site,
};
use fieldhouse_kernel::{
    failure::{Failure, FailureKind},
    http::address::ClientAddress,
    pauses::PausePoint,
};

use super::{
    COMMON,
    common::is_listed,
    refused,
    store::{self, AddressRow, CustomerRow},
};
use crate::{
    limits::rate::Rated,
    lockout::{self, Act, Subject},
    mail::{self, LetterKind},
    state::AppState,
};

/// Type of the addresses customers add themselves (account §9).
pub const SHIP_TO: &str = "ship-to";

/// Makes an account.
pub async fn register(
    state: &AppState,
    site: Site,
    from: ClientAddress,
    draft: &RegistrationDraft,
) -> Result<(), Failure> {
    let registration = parse_registration(draft).map_err(broken)?;
    let address = registration.address.draft();
    let personal = [registration.email.as_str(), &address.first_name, &address.last_name, &address.company];
    if is_listed(registration.password.expose(), &personal).await? {
        return Err(refused(FailureKind::Broken, "password_common", COMMON));
    }
    let now = state.clock.millis();
    // Before it is told that there is such an account (R62).
    state.admit(Rated::Registration, from).await?;
    lockout::admit(state, &Subject::new(Act::Registration, site, registration.email.as_str())).await?;
    let password_hash = state.passwords.hash(&state.ids, registration.password.expose()).await?;
    let (id, address_id) = (state.ids.random().to_string(), state.ids.random().to_string());
    let customer = CustomerRow {
        password_hash,
        first_name: address.first_name.clone(),
        last_name: address.last_name.clone(),
        title: registration.title,
        classification: registration.classification,
        newsletter: registration.subscribe_newsletter,
        default_shipping_address_id: Some(address_id.clone()),
        ..CustomerRow::new(id.clone(), site, registration.email.as_str(), now)
    };
    let address = AddressRow {
        id: address_id,
        customer_id: id.clone(),
        position: 1,
        address_type: SHIP_TO.to_owned(),
        address: serde_json::to_string(address).map_err(Failure::internal)?,
        key: None,
    };
    state.pauses.reach(PausePoint::Register).await;
    let tx = state.db.write_durable().await?;
    if !store::insert_customer(&tx, customer).await? {
        let error = "[0] There is already an existing customer with the provided email.";
        return Err(refused(FailureKind::Conflict, "email_exists", error));
    }
    store::write_address(&tx, address).await?;
    mail::leave(state, &tx, site, LetterKind::Welcome, registration.email.as_str(), &id).await?;
    tx.commit().await?;
    state.bell.ring();
    Ok(())
}

/// Broken rules of the form. An easily guessed password alone is told as the specification does.
fn broken(errors: Vec<fieldhouse_core::rule::FieldError>) -> Failure {
    let common = errors.iter().all(|error| error.code == "password_common");
    let failure = Failure::broken(errors);
    let error = if common { COMMON.to_owned() } else { failure.title.clone() };
    Failure { error: Some(error.into()), ..failure }
}

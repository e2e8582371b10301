//! Account information (account §2, §4): read, and changed at the version that was seen.

use fieldhouse_core::{
    account::{
        AccountChangeView, AccountInformationDraft, CustomerView, PasswordDraft, information::parse_account_information,
    },
    brand::Site,
    checkout::exemption::Exemption,
    rule::FieldError,
    text::SecretText,
};
use fieldhouse_kernel::{db::WriteTx, failure::Failure};
use serde::Deserialize;

use super::{
    Customer, reset,
    store::{self, CustomerRow},
};
use crate::{
    env::Env,
    lockout::device::Asker,
    mail::{self, LetterKind},
    people::business_units::store::list_units_of,
    session,
    state::AppState,
};

/// `PUT /api/account`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AccountDraft {
    /// The version that was seen.
    version: i64,
    /// First name.
    first_name: String,
    /// Last name.
    last_name: String,
    /// Title.
    title: String,
    /// E-mail; a new one needs the current password and signs out.
    email: String,
    /// Kind of customer.
    classification: String,
    /// Only with a new e-mail.
    #[serde(default)]
    current_password: SecretText,
}

/// What the account information screen shows.
pub async fn view(env: &Env, customer: &CustomerRow) -> Result<CustomerView, Failure> {
    let today = env.today();
    let mut tax_exemptions: Vec<String> = Exemption::parse(&customer.tax_exempt).sentence(&today).into_iter().collect();
    for unit in list_units_of(env.db.read(), &customer.id).await? {
        let sentence = Exemption::parse(&unit.tax_exempt).sentence(&today);
        tax_exemptions.extend(sentence.map(|sentence| [&unit.name, ": ", &sentence].concat()));
    }
    Ok(CustomerView {
        first_name: customer.first_name.clone(),
        last_name: customer.last_name.clone(),
        title: customer.title.clone(),
        email: customer.email.clone(),
        classification: customer.classification.clone(),
        tax_exemptions,
        version: customer.version,
    })
}

/// Changes account information. A new e-mail ends all sessions and tells the old address (R47).
pub async fn change(
    state: &AppState,
    Customer { visitor, row: customer }: &mut Customer,
    asker: &Asker,
    draft: AccountDraft,
) -> Result<AccountChangeView, Failure> {
    let typed = AccountInformationDraft {
        first_name: draft.first_name,
        last_name: draft.last_name,
        title: draft.title,
        email: draft.email,
        classification: draft.classification,
        password: PasswordDraft { current: draft.current_password.clone(), ..PasswordDraft::default() },
    };
    let information = parse_account_information(&typed, &customer.email).map_err(Failure::broken)?;
    let typed = &draft.current_password;
    if information.email_changed && !reset::is_present(state, visitor, asker, customer, typed).await? {
        let message = "The given current password does not match.";
        return Err(Failure::broken(vec![at("password.current", "current_password_wrong", message)]));
    }
    let id = customer.customer_id()?;
    let tx = state.db.write_durable().await?;
    let stepped = store::step_customer(&tx, id, state.clock.millis()).await?.ok_or_else(Failure::sign_in_first)?;
    let current = stepped.version.saturating_sub(1);
    if current != draft.version {
        let title = "Your account was changed meanwhile. Please look at it again.";
        return Err(Failure::conflict("account_changed", title, current));
    }
    let old_email = stepped.email.clone();
    let changed = CustomerRow {
        first_name: information.first_name,
        last_name: information.last_name,
        title: information.title,
        email: information.email.as_str().to_owned(),
        classification: information.classification,
        ..stepped
    };
    let changed = write_email(state, &tx, visitor.site, &old_email, changed).await?;
    store::update_customer(&tx, &changed).await?;
    if information.email_changed {
        visitor.leave(&tx).await?;
    }
    tx.commit().await?;
    state.bell.ring();
    Ok(AccountChangeView { customer: view(state, &changed).await?, signed_out: information.email_changed })
}

/// What a new e-mail brings along: it must be nobody else's, every session and token ends, the old address is told
/// (R47) and the new one asked. Nothing when it is the old one.
pub async fn write_email(
    env: &Env,
    tx: &WriteTx,
    site: Site,
    old: &str,
    changed: CustomerRow,
) -> Result<CustomerRow, Failure> {
    if changed.email == old {
        return Ok(changed);
    }
    if store::find_by_email(&**tx, site, &changed.email).await?.is_some() {
        return Err(Failure::broken(vec![at("email", "email_exists", "There is already an account with this email.")]));
    }
    store::delete_tokens(tx, &changed.id).await?;
    session::store::delete_of_customer(tx, changed.customer_id()?).await?;
    mail::leave(env, tx, site, LetterKind::EmailChanged, old, &changed.id).await?;
    // The new one has yet to be shown to be theirs (R74).
    mail::leave(env, tx, site, LetterKind::ConfirmEmail, &changed.email, &changed.id).await?;
    Ok(CustomerRow { confirmed_at: None, ..changed })
}

fn at(field: &str, code: &str, message: &str) -> FieldError {
    FieldError {
        field: field.to_owned(),
        code: code.to_owned(),
        params: std::collections::BTreeMap::new(),
        message: message.to_owned(),
    }
}

//! Account information (account §2, §4): read, and changed at the version that was seen.

use fieldhouse_core::{
    account::{
        AccountChangeView, AccountInformationDraft, CustomerView, PasswordDraft, information::parse_account_information,
    },
    rule::FieldError,
    text::SecretText,
};
use serde::Deserialize;

use super::{reset, store, store::CustomerRow};
use crate::{
    http::problem::Problem,
    mail::{self, Kind},
    session::{self, Visitor},
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
pub fn view(customer: &CustomerRow) -> CustomerView {
    CustomerView {
        first_name: customer.first_name.clone(),
        last_name: customer.last_name.clone(),
        title: customer.title.clone(),
        email: customer.email.clone(),
        classification: customer.classification.clone(),
        version: customer.version,
    }
}

/// Changes account information. A new e-mail ends all sessions and tells the old address (R47).
pub async fn change(
    state: &AppState,
    visitor: &mut Visitor,
    draft: AccountDraft,
) -> Result<AccountChangeView, Problem> {
    let customer = super::signed_in(state, visitor).await?;
    let typed = AccountInformationDraft {
        first_name: draft.first_name,
        last_name: draft.last_name,
        title: draft.title,
        email: draft.email,
        classification: draft.classification,
        password: PasswordDraft { current: draft.current_password.clone(), ..PasswordDraft::default() },
    };
    let information = parse_account_information(&typed, &customer.email).map_err(Problem::broken)?;
    if information.email_changed && !reset::is_present(state, visitor, &customer, &draft.current_password).await? {
        let message = "The given current password does not match.";
        return Err(Problem::broken(vec![at("password.current", "current_password_wrong", message)]));
    }
    let id = customer.customer_id()?;
    let tx = state.db.write_durable().await?;
    let stepped = store::step_customer(&tx, id, state.clock.millis()).await?.ok_or_else(Problem::sign_in_first)?;
    let current = stepped.version.saturating_sub(1);
    if current != draft.version {
        let title = "Your account was changed meanwhile. Please look at it again.";
        return Err(Problem::conflict("account_changed", title, current));
    }
    if information.email_changed
        && store::find_by_email(&*tx, visitor.site, information.email.as_str()).await?.is_some()
    {
        return Err(Problem::broken(vec![at("email", "email_exists", "There is already an account with this email.")]));
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
    store::update_customer(&tx, &changed).await?;
    if information.email_changed {
        store::delete_tokens(&tx, &changed.id).await?;
        session::store::delete_of_customer(&tx, id).await?;
        visitor.leave(&tx).await?;
        mail::leave(state, &tx, visitor.site, Kind::EmailChanged, &old_email, &changed.id).await?;
    }
    tx.commit().await?;
    state.post.notify_one();
    Ok(AccountChangeView { customer: view(&changed), signed_out: information.email_changed })
}

fn at(field: &str, code: &str, message: &str) -> FieldError {
    FieldError {
        field: field.to_owned(),
        code: code.to_owned(),
        params: std::collections::BTreeMap::new(),
        message: message.to_owned(),
    }
}

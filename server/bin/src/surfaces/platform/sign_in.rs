//! Signing up and in, and passwords: all answer with the customer.

use fieldhouse_core::{
    account::{PasswordDraft, RegistrationDraft, SignInDraft, email::Email},
    rule::{Broken, FieldError},
    text::SecretText,
};
use fieldhouse_kernel::{failure::Failure, http::address::ClientAddress};
use serde::{Deserialize, Serialize};

use super::{
    caller::{Bearer, Caller, CustomerOf, Profile},
    carts::{self, CartView},
    customers::{AddressDraft, CustomerFields, CustomerView, other_version, platform_names, refused, view},
    values::{CustomDraft, at},
};
use fieldhouse_shop::{
    lockout::{self, Subject, device::Asker},
    owner::VisitorId,
    people::{
        account::{
            registration,
            reset::{self, CreatePasswordDraft, UpdatePasswordDraft},
            store::{self, CustomerRow},
        },
        sign_in,
    },
    state::AppState,
};

/// `POST …/me/signup`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SignUpDraft {
    email: String,
    #[schema(value_type = String)]
    password: SecretText,
    #[serde(default)]
    first_name: String,
    #[serde(default)]
    last_name: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    company_name: String,
    /// One: the first ship-to address.
    #[serde(default)]
    addresses: Vec<AddressDraft>,
    #[serde(default)]
    default_shipping_address: Option<usize>,
    #[serde(default)]
    #[schema(value_type = Object)]
    custom: Option<CustomDraft<CustomerFields>>,
}

/// Answer to a sign-up and a sign-in.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SignInResult {
    customer: CustomerView,
    #[serde(skip_serializing_if = "Option::is_none")]
    cart: Option<CartView>,
}

/// Makes an account by the rules of registration. The caller's anonymous cart becomes the customer's.
pub async fn sign_up(
    state: &AppState,
    Bearer { caller, .. }: &Bearer<Profile>,
    from: ClientAddress,
    draft: SignUpDraft,
) -> Result<SignInResult, Failure> {
    let mut addresses = draft.addresses;
    if addresses.len() > 1 || draft.default_shipping_address.is_some_and(|place| place >= addresses.len()) {
        return Err(refused("addresses", "one_address", "Please sign up with one address."));
    }
    let address = addresses.pop().unwrap_or_default();
    if address.key.is_some() {
        return Err(refused("addresses.0.key", "address_key_later", "A key is given to an address that is there."));
    }
    let address = address.form().map_err(|failure| at("addresses.0", failure))?;
    let either = |first: String, second: String| if first.is_empty() { second } else { first };
    let password = PasswordDraft { new: draft.password.clone(), confirm: draft.password, ..PasswordDraft::default() };
    let form = RegistrationDraft {
        confirm_email: draft.email.clone(),
        email: draft.email,
        subscribe_newsletter: false,
        title: draft.title,
        first_name: either(draft.first_name, address.first_name),
        last_name: either(draft.last_name, address.last_name),
        phone_number: address.phone_number,
        additional_phone_number: address.additional_phone_number,
        classification: draft
            .custom
            .and_then(|custom| custom.fields)
            .map(|f| f.customer_classification_id)
            .unwrap_or_default(),
        company: either(address.company, draft.company_name),
        address: address.address,
        address2: address.address2,
        country: address.country,
        city: address.city,
        state: address.state,
        zip: address.zip,
        password,
    };
    registration::register(state, caller.site, from, &form).await.map_err(platform_names)?;
    let email = Email::parse(&form.email).map_err(|error| Failure::broken(vec![error.at("email")]))?;
    let customer = store::find_by_email(state.db.read(), caller.site, email.as_str()).await?;
    enter(state, caller, customer.ok_or_else(Failure::not_found)?, None).await
}

/// `POST …/me/login`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LoginDraft {
    email: String,
    #[schema(value_type = String)]
    password: SecretText,
    /// Carts are always merged here (decisions: identity).
    #[serde(default, rename = "activeCartSignInMode")]
    _active_cart_sign_in_mode: Option<String>,
    /// Carts are always at today's prices here.
    #[serde(default, rename = "updateProductData")]
    _update_product_data: Option<bool>,
}

/// Checks a password. The caller's anonymous cart becomes part of the customer's; the caller's token stays
/// what it is.
pub async fn log_in(
    state: &AppState,
    Bearer { caller, .. }: &Bearer<Profile>,
    from: ClientAddress,
    draft: LoginDraft,
) -> Result<SignInResult, Failure> {
    let draft = SignInDraft { email: draft.email, password: draft.password };
    let (customer, subject) = sign_in::authenticate(state, caller.site, &Asker::at(from), &draft).await?;
    enter(state, caller, customer, Some(&subject)).await
}

/// What is the caller's as somebody without a name becomes the customer's.
async fn enter(
    state: &AppState,
    caller: &Caller,
    customer: CustomerRow,
    tried: Option<&Subject>,
) -> Result<SignInResult, Failure> {
    let id = customer.customer_id()?;
    let tx = state.db.write_durable().await?;
    let current = sign_in::still(&tx, &customer).await?;
    if let (Some(_), Some(stranger)) = (caller.anonymous_id(), caller.visitor.known().await?) {
        sign_in::bring(state, &tx, caller.site, (stranger, id)).await?;
    }
    if let Some(tried) = tried {
        lockout::forget(&tx, tried).await?;
    }
    tx.commit().await?;
    let addresses = store::list_addresses(state.db.read(), id).await?;
    let cart = carts::find_of(state, caller.site, VisitorId(id.0), id).await?;
    Ok(SignInResult { customer: view(current, addresses)?, cart })
}

/// `POST …/me/password`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasswordChange {
    /// The version that was seen.
    version: i64,
    #[schema(value_type = String)]
    current_password: SecretText,
    #[schema(value_type = String)]
    new_password: SecretText,
}

/// Sets another password; every token and session ends, this one too.
pub async fn change_password(
    state: &AppState,
    CustomerOf { caller, row: customer, .. }: &mut CustomerOf<Profile>,
    from: ClientAddress,
    draft: PasswordChange,
) -> Result<CustomerView, Failure> {
    if customer.version != draft.version {
        return Err(Failure::conflict("account_changed", other_version(customer.version), customer.version));
    }
    let draft = UpdatePasswordDraft { current_password: draft.current_password, new_password: draft.new_password };
    if let Err(text) =
        reset::update_password(state, (&mut caller.visitor, customer), &mut Asker::at(from), &draft).await?
    {
        let (code, field) = if text.starts_with("The given current password") {
            ("current_password_wrong", "currentPassword")
        } else {
            ("password_refused", "newPassword")
        };
        return Err(Failure::broken(vec![FieldError {
            field: field.to_owned(),
            code: code.to_owned(),
            params: std::collections::BTreeMap::new(),
            message: text,
        }]));
    }
    let id = customer.customer_id()?;
    let row = store::find_customer(state.db.read(), id).await?.ok_or_else(Failure::not_found)?;
    view(row, store::list_addresses(state.db.read(), id).await?)
}

/// `POST …/me/password/reset`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasswordReset {
    /// Out of the letter.
    token_value: String,
    #[schema(value_type = String)]
    new_password: SecretText,
}

/// Sets the password of whoever holds the token of a letter.
pub async fn reset_password(
    state: &AppState,
    Bearer { caller, .. }: &Bearer<Profile>,
    from: ClientAddress,
    draft: PasswordReset,
) -> Result<CustomerView, Failure> {
    let draft = CreatePasswordDraft { password: draft.new_password, token: draft.token_value };
    let row = reset::create_password(state, &caller.visitor, from, &draft).await?;
    let addresses = store::list_addresses(state.db.read(), row.customer_id()?).await?;
    view(row, addresses)
}

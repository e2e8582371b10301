//! The customer: read, and changed by update actions. Signing up and in: `sign_in`.

use fieldhouse_core::{
    account::{AccountInformationDraft, PasswordDraft, email::Email, information::parse_account_information},
    addresses::AddressFormDraft,
    offers::is_cookie_code,
    rule::{Broken, FieldError},
};
use fieldhouse_kernel::failure::Failure;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{
    actions::{self, actions},
    caller::{CustomerOf, Profile},
    values::{Custom, CustomDraft, KeyReference, at, time, types},
};
use fieldhouse_shop::{
    people::account::{
        addresses::Book,
        information,
        registration::SHIP_TO,
        store::{self, AddressRow, CustomerRow},
    },
    state::AppState,
};

/// Actions of one update, as on the platform.
const MOST_ACTIONS: usize = 500;

/// A customer (account §3).
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlatformCustomerView)]
pub struct CustomerView {
    id: String,
    version: i64,
    created_at: String,
    last_modified_at: String,
    email: String,
    first_name: String,
    last_name: String,
    title: String,
    addresses: Vec<AddressView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default_shipping_address_id: Option<String>,
    shipping_address_ids: Vec<String>,
    billing_address_ids: Vec<String>,
    is_email_verified: bool,
    customer_group_assignments: Vec<KeyReference>,
    stores: Vec<KeyReference>,
    authentication_mode: &'static str,
    custom: Custom<CustomerFields>,
}

/// Custom fields of a customer.
#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CustomerFields {
    pub(super) customer_classification_id: String,
}

/// An address (account §3).
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlatformAddressView)]
pub struct AddressView {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    first_name: String,
    last_name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    company: String,
    phone: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    mobile: String,
    street_name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    additional_street_info: String,
    city: String,
    state: String,
    postal_code: String,
    country: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    custom: Option<Custom<AddressFields>>,
}

/// Custom fields of an address.
#[derive(Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct AddressFields {
    address_type: String,
}

impl AddressView {
    /// An address in the form's shape, with its id and key.
    pub fn new(
        (id, key): (Option<String>, Option<String>),
        form: AddressFormDraft,
        address_type: Option<&str>,
    ) -> Self {
        let fields = |address_type: &str| AddressFields { address_type: address_type.to_owned() };
        Self {
            id,
            key,
            first_name: form.first_name,
            last_name: form.last_name,
            company: form.company,
            phone: form.phone_number,
            mobile: form.additional_phone_number,
            street_name: form.address,
            additional_street_info: form.address2,
            city: form.city,
            state: form.state,
            postal_code: form.zip,
            country: form.country,
            custom: address_type.map(|address_type| Custom::new(types::ADDRESS, fields(address_type))),
        }
    }
}

/// An address as clients send it. What else the platform knows of addresses is not kept here, and refused.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct AddressDraft {
    /// Sent along by clients that read it before; the action names the address.
    id: Option<String>,
    /// The name other systems know it by; one a customer.
    pub(super) key: Option<String>,
    first_name: String,
    last_name: String,
    company: String,
    phone: String,
    mobile: String,
    street_name: String,
    additional_street_info: String,
    city: String,
    state: String,
    postal_code: String,
    country: String,
    #[schema(value_type = Object)]
    custom: Option<CustomDraft<AddressTypeDraft>>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct AddressTypeDraft {
    address_type: Option<String>,
}

impl AddressDraft {
    /// As the address form; customers' own addresses are of one type (account §9).
    pub(super) fn form(self) -> Result<AddressFormDraft, Failure> {
        let kind = self.custom.and_then(|custom| custom.fields?.address_type);
        if kind.is_some_and(|kind| kind != SHIP_TO) {
            let message = "The type of your own addresses is \u{2018}ship-to\u{2019}.";
            return Err(refused("custom.fields.address_type", "address_type_refused", message));
        }
        Ok(AddressFormDraft {
            first_name: self.first_name,
            last_name: self.last_name,
            company: self.company,
            phone_number: self.phone,
            additional_phone_number: self.mobile,
            address: self.street_name,
            address2: self.additional_street_info,
            country: self.country,
            city: self.city,
            state: self.state,
            zip: self.postal_code,
            set_as_default_ship_to_address: false,
        })
    }
}

/// A refusal at a field of the platform's.
pub(super) fn refused(field: &str, code: &str, message: &str) -> Failure {
    Failure::broken(vec![FieldError {
        field: field.to_owned(),
        code: code.to_owned(),
        params: std::collections::BTreeMap::new(),
        message: message.to_owned(),
    }])
}

/// What the platform calls a field of our forms.
pub(super) fn platform_names(mut failure: Failure) -> Failure {
    for error in &mut failure.errors {
        let name = match error.field.as_str() {
            "phoneNumber" => "phone",
            "additionalPhoneNumber" => "mobile",
            "address" => "streetName",
            "address2" => "additionalStreetInfo",
            "zip" => "postalCode",
            "classification" => "customer_classification_id",
            "password.new" => "password",
            _ => continue,
        };
        name.clone_into(&mut error.field);
    }
    failure
}

/// A customer with the addresses.
pub fn view(row: CustomerRow, rows: Vec<AddressRow>) -> Result<CustomerView, Failure> {
    let mut addresses = Vec::with_capacity(rows.len());
    let mut shipping_address_ids = Vec::new();
    for address in rows {
        let form = serde_json::from_str(&address.address).map_err(Failure::internal)?;
        if address.address_type == SHIP_TO {
            shipping_address_ids.push(address.id.clone());
        }
        addresses.push(AddressView::new((Some(address.id), address.key), form, Some(&address.address_type)));
    }
    Ok(CustomerView {
        created_at: time(row.created_at)?,
        last_modified_at: time(row.changed_at)?,
        stores: vec![KeyReference::store(row.site.key())],
        id: row.id,
        version: row.version,
        email: row.email,
        first_name: row.first_name,
        last_name: row.last_name,
        title: row.title,
        addresses,
        default_shipping_address_id: row.default_shipping_address_id,
        shipping_address_ids,
        billing_address_ids: Vec::new(),
        is_email_verified: false,
        customer_group_assignments: Vec::new(),
        authentication_mode: "Password",
        custom: Custom::new(types::CUSTOMER, CustomerFields { customer_classification_id: row.classification }),
    })
}

/// The customer.
pub async fn load(state: &AppState, row: CustomerRow) -> Result<CustomerView, Failure> {
    let addresses = store::list_addresses(state.db.read(), row.customer_id()?).await?;
    view(row, addresses)
}

/// `POST …/me`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CustomerUpdate {
    /// The version that was seen.
    version: i64,
    /// Done in order, all or none.
    #[schema(value_type = Vec<CustomerAction>)]
    actions: Vec<Box<RawValue>>,
}

actions! {
    /// The actions of account §7: ten, and none of billing, which is the business unit's to say.
    CustomerAction, NamedAction {
        AddAddress { address: AddressDraft },
        ChangeAddress { address_id: Option<String>, address_key: Option<String>, address: AddressDraft },
        RemoveAddress { address_id: Option<String>, address_key: Option<String> },
        AddShippingAddressId { address_id: Option<String>, address_key: Option<String> },
        SetDefaultShippingAddress { address_id: Option<String>, address_key: Option<String> },
        SetTitle { title: String },
        SetFirstName { first_name: String },
        SetLastName { last_name: String },
        ChangeEmail { email: String },
        SetCustomField { name: String, value: String },
    }
}

/// True for an e-mail that is not the customer's already.
fn is_new_email(action: &CustomerAction, known: &str) -> bool {
    let CustomerAction::ChangeEmail { email } = action else { return false };
    Email::parse(email).is_ok_and(|email| email.as_str() != known)
}

/// Changes the customer seen at a version; all actions or none. A new e-mail ends every token and session. What is
/// all as it was already changes nothing, the version neither.
pub async fn update(
    state: &AppState,
    CustomerOf { caller, row: customer, .. }: CustomerOf<Profile>,
    draft: CustomerUpdate,
) -> Result<CustomerView, Failure> {
    let id = customer.customer_id()?;
    if draft.actions.len() > MOST_ACTIONS {
        return Err(refused("actions", "too_many_actions", "There are more than 500 actions."));
    }
    let actions = actions::read::<CustomerAction>(&draft.actions)?;
    if actions.iter().any(|action| is_new_email(action, &customer.email)) {
        caller.gave_password_lately(state)?;
    }
    let tx = state.db.write_durable().await?;
    let mut book = Book::load_for_update(state, &tx, id).await?.ok_or_else(Failure::not_found)?;
    let current = book.customer.version.saturating_sub(1);
    if draft.version != current {
        return Err(Failure::conflict("account_changed", other_version(current), current));
    }
    let old_email = book.customer.email.clone();
    for (place, action) in actions.into_iter().enumerate() {
        let prefix = format!("actions.{place}");
        act(state, &mut book, action, &prefix)?;
    }
    if book.is_unchanged() {
        drop(tx);
        let row = store::find_customer(state.db.read(), id).await?.ok_or_else(Failure::not_found)?;
        return load(state, row).await;
    }
    book.customer = information::write_email(state, &tx, caller.site, &old_email, book.customer).await?;
    let (row, addresses) = book.write(&tx).await?;
    tx.commit().await?;
    state.bell.ring();
    view(row, addresses)
}

/// What the platform says of a version that is not the current one.
pub fn other_version(current: i64) -> String {
    format!("Object has a different version than expected. Current version: {current}.")
}

fn act(state: &AppState, book: &mut Book, action: CustomerAction, prefix: &str) -> Result<(), Failure> {
    let below = |failure: Failure| at(&[prefix, ".address"].concat(), platform_names(failure));
    let named = |book: &Book, id: Option<String>, key: Option<String>| match (id, key) {
        (Some(id), None) if book.holds(&id) => Ok(id),
        (None, Some(key)) if let Some(row) = book.find_key(&key) => Ok(row.id.clone()),
        (id @ Some(_), None) | (id @ None, Some(_)) => {
            let field = if id.is_some() { ".addressId" } else { ".addressKey" };
            Err(refused(&[prefix, field].concat(), "address_unknown", "There is no such address in your address book."))
        }
        _ => {
            let message = "An address is named by its id or by its key.";
            Err(refused(&[prefix, ".addressId"].concat(), "address_not_named", message))
        }
    };
    match action {
        CustomerAction::AddAddress { address } => {
            let key = address.key.clone();
            let id = address.form().and_then(|form| book.add(state, &form)).map_err(below)?;
            give_key(book, &id, key).map_err(below)?;
        }
        CustomerAction::ChangeAddress { address_id, address_key, address } => {
            let id = named(book, address_id, address_key)?;
            let key = address.key.clone();
            address.form().and_then(|form| book.change(&id, &form)).map_err(below)?;
            give_key(book, &id, key).map_err(below)?;
        }
        CustomerAction::RemoveAddress { address_id, address_key } => {
            book.remove(&named(book, address_id, address_key)?)?;
        }
        // Their own addresses are shipping addresses from the start.
        CustomerAction::AddShippingAddressId { address_id, address_key } => {
            named(book, address_id, address_key)?;
        }
        // The first address is the default one from the start: saying it once more is no mistake (account §4).
        CustomerAction::SetDefaultShippingAddress { address_id, address_key } => {
            let id = named(book, address_id, address_key)?;
            if book.customer.default_shipping_address_id.as_deref() != Some(id.as_str()) {
                book.make_default(&id)?;
            }
        }
        CustomerAction::SetTitle { title } => {
            inform(&mut book.customer, prefix, |form| form.title = title)?;
        }
        CustomerAction::SetFirstName { first_name } => {
            inform(&mut book.customer, prefix, |form| form.first_name = first_name)?;
        }
        CustomerAction::SetLastName { last_name } => {
            inform(&mut book.customer, prefix, |form| form.last_name = last_name)?;
        }
        CustomerAction::SetCustomField { name, value } if name == "customer_classification_id" => {
            inform(&mut book.customer, prefix, |form| form.classification = value)?;
        }
        CustomerAction::SetCustomField { .. } => {
            let message = "A customer has no custom field of this name that you may set.";
            return Err(refused(&[prefix, ".name"].concat(), "custom_field_unknown", message));
        }
        CustomerAction::ChangeEmail { email } => {
            let email =
                Email::parse(&email).map_err(|error| Failure::broken(vec![error.at([prefix, ".email"].concat())]))?;
            email.as_str().clone_into(&mut book.customer.email);
        }
    }
    Ok(())
}

/// Gives an address the name other systems know it by.
fn give_key(book: &mut Book, id: &str, key: Option<String>) -> Result<(), Failure> {
    let Some(key) = key else { return Ok(()) };
    if !is_cookie_code(&key) {
        let message = "A key is 1 to 64 letters, digits, dashes, underscores and dots.";
        return Err(refused("key", "address_key_invalid", message));
    }
    if !book.give_key(id, key) {
        return Err(refused("key", "address_key_taken", "Another address has this key already."));
    }
    Ok(())
}

/// Changes account information by the rules of its form.
fn inform(
    customer: &mut CustomerRow,
    prefix: &str,
    change: impl FnOnce(&mut AccountInformationDraft),
) -> Result<(), Failure> {
    let mut form = AccountInformationDraft {
        first_name: customer.first_name.clone(),
        last_name: customer.last_name.clone(),
        title: customer.title.clone(),
        email: customer.email.clone(),
        classification: customer.classification.clone(),
        password: PasswordDraft::default(),
    };
    change(&mut form);
    let valid = parse_account_information(&form, &customer.email);
    let valid = valid.map_err(|errors| at(prefix, platform_names(Failure::broken(errors))))?;
    customer.first_name = valid.first_name;
    customer.last_name = valid.last_name;
    customer.title = valid.title;
    customer.classification = valid.classification;
    Ok(())
}

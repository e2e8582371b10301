//! What is typed into the forms of the account area (account §3).

use serde::{Deserialize, Serialize};

use crate::text::SecretText;

/// The password part of a form (account §3 'Password form').
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasswordDraft {
    /// A present password is being changed: then the current one is asked for.
    #[serde(default)]
    pub change: bool,
    /// Current password.
    #[serde(default)]
    pub current: SecretText,
    /// New password.
    #[serde(default)]
    pub new: SecretText,
    /// New password once more.
    #[serde(default)]
    pub confirm: SecretText,
}

/// Registration (account §3). Defaults: newsletter yes, country US.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RegistrationDraft {
    /// E-mail.
    pub email: String,
    /// E-mail once more.
    pub confirm_email: String,
    /// Subscribe to the newsletter.
    #[serde(default = "yes")]
    pub subscribe_newsletter: bool,
    /// Title.
    pub title: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Phone.
    pub phone_number: String,
    /// Optional.
    #[serde(default)]
    pub additional_phone_number: String,
    /// Kind of customer.
    pub classification: String,
    /// Optional.
    #[serde(default)]
    pub company: String,
    /// Street and number.
    pub address: String,
    /// Optional.
    #[serde(default)]
    pub address2: String,
    /// Two letters.
    pub country: String,
    /// City.
    pub city: String,
    /// State or province.
    pub state: String,
    /// ZIP or postal code.
    pub zip: String,
    /// New password and its confirmation.
    pub password: PasswordDraft,
}

fn yes() -> bool {
    true
}

impl Default for RegistrationDraft {
    fn default() -> Self {
        Self {
            email: String::new(),
            confirm_email: String::new(),
            subscribe_newsletter: yes(),
            title: String::new(),
            first_name: String::new(),
            last_name: String::new(),
            phone_number: String::new(),
            additional_phone_number: String::new(),
            classification: String::new(),
            company: String::new(),
            address: String::new(),
            address2: String::new(),
            country: crate::addresses::countries::DEFAULT_COUNTRY.to_owned(),
            city: String::new(),
            state: String::new(),
            zip: String::new(),
            password: PasswordDraft::default(),
        }
    }
}

/// Sign-in (account §5).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SignInDraft {
    /// E-mail, lower-cased before it is used.
    pub email: String,
    /// Password as typed: never trimmed.
    pub password: SecretText,
}

/// `POST /api/features/Account/password-token` (account §7).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResetRequestDraft {
    /// E-mail.
    pub email: String,
    /// Site key; the host decides when it is left out.
    #[serde(default)]
    pub store_key: String,
}

/// Account information (account §2, §5).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AccountInformationDraft {
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Title.
    pub title: String,
    /// E-mail; a new one signs the user out.
    pub email: String,
    /// Kind of customer.
    pub classification: String,
    /// The password row, looked at when `change` is set or the e-mail changes.
    #[serde(default)]
    pub password: PasswordDraft,
}

//! Fields of forms as data: what is required, how long, when it is checked, what the browser may
//! fill in. The checks and the storefront read the same table. Not here: the forms themselves.

use serde::{Deserialize, Serialize};

use crate::{
    account::{information, password, registration, sign_in},
    addresses::address,
    checkout::{payment, shipping},
    people::invitation,
    rule::{Broken, FieldError},
    text,
};

/// A form that has a table of fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Serialize, tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub enum Form {
    /// Add or edit an address.
    Address,
    /// Create an account.
    Registration,
    /// Sign in.
    SignIn,
    /// Ask for a reset link.
    ResetRequest,
    /// Set or change a password.
    Password,
    /// Account information.
    AccountInformation,
    /// `/checkout/shipping`.
    Shipping,
    /// `/checkout/payment`.
    Payment,
    /// An invited person makes an account.
    InvitedPerson,
}

/// The fields of a form, in order.
pub fn form_fields(form: Form) -> Vec<FieldView> {
    match form {
        Form::Address => address::ADDRESS_FORM.to_vec(),
        Form::Registration => registration::REGISTRATION.to_vec(),
        Form::SignIn => sign_in::SIGN_IN.to_vec(),
        Form::ResetRequest => sign_in::RESET_REQUEST.to_vec(),
        Form::Password => password::PASSWORD_FORM.to_vec(),
        Form::AccountInformation => information::INFORMATION.to_vec(),
        Form::Shipping => shipping::FIELDS.to_vec(),
        Form::Payment => payment::FIELDS.to_vec(),
        Form::InvitedPerson => invitation::INVITED_PERSON.to_vec(),
    }
}

/// How a field is entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "lowercase")]
pub enum InputKind {
    /// One line.
    Text,
    /// An e-mail address.
    Email,
    /// A telephone number.
    Tel,
    /// Hidden while typed.
    Password,
    /// One of a list.
    Select,
    /// Yes or no.
    Checkbox,
    /// Several lines.
    Textarea,
}

/// One field of a form, for the storefront.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct FieldView {
    /// Path in the draft.
    #[cfg_attr(feature = "wasm", tsify(type = "string"))]
    pub field: &'static str,
    /// How it is entered.
    pub kind: InputKind,
    /// It may not be left empty.
    pub required: bool,
    /// It is checked when it loses focus; else when the form is sent.
    pub on_blur: bool,
    /// Token of the HTML `autocomplete` attribute.
    #[cfg_attr(feature = "wasm", tsify(type = "string"))]
    pub autocomplete: &'static str,
    /// Unicode scalar values it may hold; 0 where the browser must not cut (a password).
    pub max_length: u32,
}

/// A line of a form's table.
pub(crate) const fn field(
    field: &'static str,
    kind: InputKind,
    required: bool,
    autocomplete: &'static str,
    max_length: u32,
) -> FieldView {
    FieldView { field, kind, required, on_blur: true, autocomplete, max_length }
}

/// Collects the broken rules of a form in field order.
#[derive(Debug, Default)]
pub(crate) struct Checker {
    /// What comes before a field's name: `address.` inside checkout.
    prefix: &'static str,
    errors: Vec<FieldError>,
}

impl Checker {
    /// A checker whose fields lie below `prefix`.
    pub(crate) const fn below(prefix: &'static str) -> Self {
        Self { prefix, errors: Vec::new() }
    }

    /// Notes a broken rule.
    pub(crate) fn add(&mut self, field: &FieldView, broken: &dyn Broken) {
        self.errors.push(FieldError {
            field: [self.prefix, field.field].concat(),
            code: broken.code().to_owned(),
            params: broken.params(),
            message: broken.sentence(),
        });
    }

    /// Takes over what another part of the form found.
    pub(crate) fn append(&mut self, mut errors: Vec<FieldError>) {
        self.errors.append(&mut errors);
    }

    /// The value of a parse, or its default with the broken rule noted.
    pub(crate) fn take<T: Default, E: Broken>(&mut self, field: &FieldView, parsed: Result<T, E>) -> T {
        parsed.unwrap_or_else(|broken| {
            self.add(field, &broken);
            T::default()
        })
    }

    /// One line that may not be empty.
    pub(crate) fn required(&mut self, field: &FieldView, raw: &str, missing: &dyn Broken) -> String {
        if text::is_blank(raw) {
            self.add(field, missing);
            return String::new();
        }
        self.optional(field, raw)
    }

    /// One line that may be empty.
    pub(crate) fn optional(&mut self, field: &FieldView, raw: &str) -> String {
        self.take(field, text::clean_line(raw, field.max_length))
    }

    /// The value when nothing was found, else everything that was.
    pub(crate) fn finish<T>(self, value: T) -> Result<T, Vec<FieldError>> {
        if self.errors.is_empty() { Ok(value) } else { Err(self.errors) }
    }
}

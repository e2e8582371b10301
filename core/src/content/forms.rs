//! Hosted forms: a form is content, and what a visitor sends is checked against it (decisions: content).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    account::{
        email::Email,
        phone::{PHONE, check_phone},
    },
    form::Checker,
    rule::{Broken, FieldError, broken_rules},
    text::{clean_line, clean_lines, is_blank},
};

/// Characters of a field that does not say how many it holds.
const LINE: u32 = 120;
/// The same of a field of several lines.
const LINES: u32 = 2000;

broken_rules! {
    /// What can be wrong with a sent form.
    pub enum FormError {
        /// A required field is empty.
        FillInField => "fill_in_field", "Please fill in this field";
        /// A box that must be ticked is not.
        TickBox => "tick_box", "Please tick this box to go on";
        /// Not one of the choices.
        ChooseFromList => "choose_from_list", "Please choose one of the list";
        /// The form has no such field.
        NoSuchField => "no_such_field", "This form has no such field";
    }
}

/// How a field of a hosted form is entered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum FormFieldKind {
    /// One line.
    #[default]
    Text,
    /// An e-mail address.
    Email,
    /// A telephone number.
    Tel,
    /// Several lines.
    Textarea,
    /// One of a list.
    Select,
    /// Yes or no.
    Checkbox,
}

/// A field of a hosted form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FormFieldView {
    /// Name of the value that is sent.
    pub name: String,
    /// Label.
    pub label: String,
    /// How it is entered.
    #[serde(default)]
    pub kind: FormFieldKind,
    /// It may not be left empty.
    #[serde(default)]
    pub required: bool,
    /// Unicode scalar values it holds; 0 for the usual number.
    #[serde(default)]
    pub max_length: u32,
    /// Choices of a list.
    #[serde(default)]
    pub options: Vec<String>,
    /// Token of the HTML `autocomplete` attribute.
    #[serde(default)]
    pub autocomplete: String,
}

/// A hosted form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FormView {
    /// Its address.
    pub slug: String,
    /// Heading, and the name of the `form_submit` event.
    pub title: String,
    /// Text under it.
    #[serde(default)]
    pub description: String,
    /// Address of the form at a form add-on elsewhere, shown in a frame; empty: the fields are.
    #[serde(default)]
    pub frame: String,
    /// Fields in order.
    pub fields: Vec<FormFieldView>,
    /// The button.
    pub submit_text: String,
}

/// What a visitor sends.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FormSubmissionDraft {
    /// Values by the names of the fields.
    pub values: BTreeMap<String, String>,
    /// A field no person sees; whatever fills it is no person.
    #[serde(default)]
    pub website: String,
}

impl FormSubmissionDraft {
    /// True when something filled the field that no person sees.
    pub fn is_spam(&self) -> bool {
        !self.website.is_empty()
    }
}

impl FormFieldView {
    const fn limit(&self, usual: u32) -> u32 {
        if self.max_length == 0 { usual } else { self.max_length }
    }

    /// The cleaned value, or what is wrong with it.
    fn read(&self, raw: &str) -> Result<String, FieldError> {
        let name = self.name.as_str();
        let ticked = matches!(raw, "true" | "on" | "yes");
        match self.kind {
            FormFieldKind::Checkbox if self.required && !ticked => return Err(FormError::TickBox.at(name)),
            FormFieldKind::Checkbox => return Ok(if ticked { "yes" } else { "no" }.to_owned()),
            _ if is_blank(raw) && self.required => return Err(FormError::FillInField.at(name)),
            _ if is_blank(raw) => return Ok(String::new()),
            _ => {}
        }
        match self.kind {
            FormFieldKind::Email => {
                Email::parse(raw).map(|email| email.as_str().to_owned()).map_err(|error| error.at(name))
            }
            FormFieldKind::Tel => {
                let mut checker = Checker::default();
                let number = check_phone(&mut checker, &PHONE, raw, "US");
                checker.finish(number).map_err(|errors| {
                    let broken = errors.into_iter().next().unwrap_or_else(|| FormError::FillInField.at(name));
                    FieldError { field: name.to_owned(), ..broken }
                })
            }
            FormFieldKind::Select if !self.options.iter().any(|option| option == raw) => {
                Err(FormError::ChooseFromList.at(name))
            }
            FormFieldKind::Textarea => clean_lines(raw, self.limit(LINES)).map_err(|error| error.at(name)),
            _ => clean_line(raw, self.limit(LINE)).map_err(|error| error.at(name)),
        }
    }
}

/// The sent values in the form's order, cleaned, or everything wrong with them in field order.
pub fn parse_submission(form: &FormView, draft: &FormSubmissionDraft) -> Result<Vec<String>, Vec<FieldError>> {
    let mut errors = Vec::new();
    let mut values = Vec::new();
    for field in &form.fields {
        match field.read(draft.values.get(&field.name).map(String::as_str).unwrap_or_default()) {
            Ok(value) => values.push(value),
            Err(broken) => errors.push(broken),
        }
    }
    let known = |name: &String| form.fields.iter().any(|field| field.name == *name);
    let strange = draft.values.keys().filter(|name| !known(name));
    errors.extend(strange.map(|name| FormError::NoSuchField.at(name.as_str())));
    if errors.is_empty() { Ok(values) } else { Err(errors) }
}

/// Everything wrong with a sent form, in field order.
pub fn check_submission(form: &FormView, draft: &FormSubmissionDraft) -> Vec<FieldError> {
    parse_submission(form, draft).err().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(kind: FormFieldKind, required: bool) -> FormView {
        let field = FormFieldView {
            name: "it".to_owned(),
            label: "It".to_owned(),
            kind,
            required,
            max_length: 10,
            options: vec!["A".to_owned(), "B".to_owned()],
            autocomplete: String::new(),
        };
        FormView {
            slug: "contact".to_owned(),
            title: "Contact".to_owned(),
            description: String::new(),
            frame: String::new(),
            fields: vec![field],
            submit_text: "Send".to_owned(),
        }
    }

    fn read(kind: FormFieldKind, required: bool, value: &str) -> Result<String, String> {
        let values = BTreeMap::from([("it".to_owned(), value.to_owned())]);
        let draft = FormSubmissionDraft { values, website: String::new() };
        parse_submission(&form(kind, required), &draft).map(|values| values.concat()).map_err(|errors| {
            assert_eq!(errors[0].field, "it");
            errors[0].code.clone()
        })
    }

    #[test]
    fn each_kind_is_checked_as_its_kind() {
        use FormFieldKind::{Checkbox, Email, Select, Tel, Text, Textarea};
        assert_eq!(read(Text, true, " Pat "), Ok("Pat".to_owned()));
        assert_eq!(read(Text, false, " "), Ok(String::new()));
        assert_eq!(read(Text, true, " "), Err("fill_in_field".to_owned()));
        assert_eq!(read(Text, true, "a\nb"), Err("control_character".to_owned()));
        assert_eq!(read(Text, true, "12345678901"), Err("too_long".to_owned()));
        assert_eq!(read(Textarea, true, "a\r\nb"), Ok("a\nb".to_owned()));
        assert_eq!(read(Email, true, "Coach@Club.org"), Ok("coach@club.org".to_owned()));
        assert_eq!(read(Email, false, "coach"), Err("email_invalid".to_owned()));
        assert_eq!(read(Tel, false, "call me"), Err("phone_number_invalid".to_owned()));
        assert_eq!(read(Select, true, "B"), Ok("B".to_owned()));
        assert_eq!(read(Select, true, "C"), Err("choose_from_list".to_owned()));
        assert_eq!(read(Checkbox, true, "true"), Ok("yes".to_owned()));
        assert_eq!(read(Checkbox, true, ""), Err("tick_box".to_owned()));
    }

    #[test]
    fn what_the_form_does_not_ask_is_refused() {
        let values = BTreeMap::from([("admin".to_owned(), "1".to_owned())]);
        let draft = FormSubmissionDraft { values, website: String::new() };
        let errors = check_submission(&form(FormFieldKind::Text, false), &draft);
        assert_eq!(errors.iter().map(|error| error.code.as_str()).collect::<Vec<_>>(), ["no_such_field"]);
    }
}

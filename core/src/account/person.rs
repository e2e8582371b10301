//! Who a customer is: names, title, classification (account §5).

use crate::{
    form::{FieldView, InputKind, field},
    rule::broken_rules,
};

/// `firstName` of every form. 35 characters, as the resource-planning system holds.
pub(crate) const FIRST_NAME: FieldView = field("firstName", InputKind::Text, true, "given-name", 35);
/// `lastName` of every form.
pub(crate) const LAST_NAME: FieldView = field("lastName", InputKind::Text, true, "family-name", 35);
/// `title`: the role in the organization.
pub(crate) const TITLE: FieldView = field("title", InputKind::Text, true, "organization-title", 40);
/// `classification`: the kind of customer, chosen from the site's content.
pub(crate) const CLASSIFICATION: FieldView = field("classification", InputKind::Select, true, "off", 60);

broken_rules! {
    /// What can be missing about a person.
    pub enum PersonError {
        /// No title.
        EnterTitle => "enter_title", "Please enter your Title";
        /// No first name.
        EnterFirstName => "enter_first_name", "Please enter your First Name";
        /// No last name.
        EnterLastName => "enter_last_name", "Please enter your Last Name";
        /// No classification.
        EnterClassification => "enter_classification", "Please select your Classification";
    }
}

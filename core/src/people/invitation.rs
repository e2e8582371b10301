//! Inviting somebody into a business unit by mail, and what the invited person fills in who has no account yet.

use serde::{Deserialize, Serialize};

use super::{MemberRole, PeopleError};
use crate::{
    account::{
        PasswordDraft,
        email::{EMAIL, Email},
        password::{CONFIRM, NEW, Password, check_new},
        person::{CLASSIFICATION, FIRST_NAME, LAST_NAME, PersonError, TITLE},
    },
    form::{Checker, FieldView, InputKind, field},
    rule::{Broken, FieldError, broken_rules},
};

/// Invitations of one unit that may be open at once.
pub const MAX_INVITATIONS: u32 = 50;
/// Days an invitation can be accepted.
pub const INVITATION_DAYS: u32 = 7;

const ROLE: FieldView = field("role", InputKind::Select, true, "off", 20);

/// Fields of the form an invited person fills in.
pub(crate) const INVITED_PERSON: [FieldView; 6] = [TITLE, CLASSIFICATION, FIRST_NAME, LAST_NAME, NEW, CONFIRM];

broken_rules! {
    /// What is wrong with an invitation.
    pub enum InvitationError {
        /// The e-mail is the one of a member.
        MemberAlready => "invitation_member_already", "This person belongs to the business unit already";
        /// One too many.
        TooMany { maximum: u32 } => "invitation_too_many", "{maximum} invitations are open. Please withdraw one first.";
        /// Accepted by an account of another e-mail.
        OtherEmail => "invitation_other_email", "This invitation is for another email. Please sign in with the email it was sent to.";
    }
}

/// Whom an administrator invites, and as what.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct InvitationDraft {
    /// E-mail.
    pub email: String,
    /// `buyer`, `approver` or `administrator`.
    pub role: String,
}

/// What an invited person without an account tells; the e-mail is the invitation's.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InvitedPersonDraft {
    /// Title.
    pub title: String,
    /// Kind of customer.
    pub classification: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// New password and its confirmation.
    pub password: PasswordDraft,
}

/// A valid [`InvitedPersonDraft`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvitedPerson {
    /// Title.
    pub title: String,
    /// Kind of customer.
    pub classification: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Password to hash.
    pub password: Password,
}

/// Whom an administrator invites. `members` are the e-mails of the unit's people, `open` the invitations of others
/// that can still be accepted.
pub fn parse_invitation(
    draft: &InvitationDraft,
    members: &[String],
    open: u32,
) -> Result<(Email, MemberRole), Vec<FieldError>> {
    let mut checker = Checker::default();
    let email = checker.take(&EMAIL, Email::parse(&draft.email));
    if members.iter().any(|member| member == email.as_str()) {
        checker.add(&EMAIL, &InvitationError::MemberAlready);
    }
    let role = MemberRole::parse(&draft.role);
    if role.is_none() {
        checker.add(&ROLE, &PeopleError::RoleUnknown);
    }
    let (email, role) = checker.finish((email, role.unwrap_or_default()))?;
    if open >= MAX_INVITATIONS {
        return Err(vec![InvitationError::TooMany { maximum: MAX_INVITATIONS }.at("")]);
    }
    Ok((email, role))
}

/// Everything wrong with an invitation.
pub fn check_invitation(draft: &InvitationDraft, members: &[String], open: u32) -> Vec<FieldError> {
    parse_invitation(draft, members, open).err().unwrap_or_default()
}

/// What keeps the account of an e-mail from accepting an invitation.
pub fn check_accepting(invited: &str, email: &str) -> Option<FieldError> {
    (invited != email).then(|| InvitationError::OtherEmail.at(""))
}

/// The account an invited person gets. `email` is the invitation's.
pub fn parse_invited_person(draft: &InvitedPersonDraft, email: &str) -> Result<InvitedPerson, Vec<FieldError>> {
    let mut checker = Checker::default();
    let title = checker.required(&TITLE, &draft.title, &PersonError::EnterTitle);
    let classification = checker.required(&CLASSIFICATION, &draft.classification, &PersonError::EnterClassification);
    let first_name = checker.required(&FIRST_NAME, &draft.first_name, &PersonError::EnterFirstName);
    let last_name = checker.required(&LAST_NAME, &draft.last_name, &PersonError::EnterLastName);
    let password = check_new(&mut checker, &draft.password, &[email, &draft.first_name, &draft.last_name]);
    checker.finish(InvitedPerson { title, classification, first_name, last_name, password })
}

/// Everything wrong with what an invited person told, in field order.
pub fn check_invited_person(draft: &InvitedPersonDraft, email: &str) -> Vec<FieldError> {
    parse_invited_person(draft, email).err().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_form_tells_every_required_field_in_order() {
        let found = check_invited_person(&InvitedPersonDraft::default(), "coach@club.org");
        let fields: Vec<&str> = found.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(fields, INVITED_PERSON.map(|view| view.field));
    }

    #[test]
    fn only_the_account_of_the_invited_email_accepts() {
        assert!(check_accepting("a@b.co", "a@b.co").is_none());
        assert!(check_accepting("a@b.co", "b@b.co").is_some() && check_accepting("a@b.co", "").is_some());
    }
}

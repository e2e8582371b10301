//! The account-information form (account §2, §5).

use super::{
    AccountInformationDraft,
    email::{EMAIL, Email},
    password::{CONFIRM, CURRENT, NEW, Password, check_current, check_new},
    person::{CLASSIFICATION, FIRST_NAME, LAST_NAME, PersonError, TITLE},
};
use crate::{
    form::{Checker, FieldView},
    rule::FieldError,
};

/// Fields of the form, in order. The password ones count only while its row is open.
pub(crate) const INFORMATION: [FieldView; 8] =
    [FIRST_NAME, LAST_NAME, TITLE, EMAIL, CLASSIFICATION, CURRENT, NEW, CONFIRM];

/// A valid change of account information.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountInformation {
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Title.
    pub title: String,
    /// E-mail; `email_changed` says whether it is a new one.
    pub email: Email,
    /// The e-mail is a new one: sign out and write to the old address.
    pub email_changed: bool,
    /// Kind of customer.
    pub classification: String,
    /// New password, when it is changed.
    pub password: Option<Password>,
}

/// The change, or everything wrong with it. `present_email` is the stored one: another one needs
/// the current password (decisions: identity).
pub fn parse_account_information(
    draft: &AccountInformationDraft,
    present_email: &str,
) -> Result<AccountInformation, Vec<FieldError>> {
    let mut checker = Checker::default();
    let first_name = checker.required(&FIRST_NAME, &draft.first_name, &PersonError::EnterFirstName);
    let last_name = checker.required(&LAST_NAME, &draft.last_name, &PersonError::EnterLastName);
    let title = checker.required(&TITLE, &draft.title, &PersonError::EnterTitle);
    // An e-mail that is left as it is stays valid, even when it was brought along from elsewhere.
    let email = match Email::parse_loose(&draft.email) {
        Ok(email) if email.as_str() == present_email => email,
        _ => checker.take(&EMAIL, Email::parse(&draft.email)),
    };
    let email_changed = email.as_str() != present_email;
    let classification = checker.required(&CLASSIFICATION, &draft.classification, &PersonError::EnterClassification);
    if draft.password.change || email_changed {
        check_current(&mut checker, &draft.password);
    }
    let password = draft.password.change.then(|| {
        let personal = [draft.email.as_str(), &draft.first_name, &draft.last_name];
        check_new(&mut checker, &draft.password, &personal)
    });
    checker.finish(AccountInformation { first_name, last_name, title, email, email_changed, classification, password })
}

/// Everything wrong with the form, in field order.
pub fn check_account_information(draft: &AccountInformationDraft, present_email: &str) -> Vec<FieldError> {
    parse_account_information(draft, present_email).err().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::PasswordDraft;

    fn good() -> AccountInformationDraft {
        let text = str::to_owned;
        AccountInformationDraft {
            first_name: text("Pat"),
            last_name: text("Margolis"),
            title: text("Coach"),
            email: text("Pat@Club.org"),
            classification: text("club"),
            password: PasswordDraft::default(),
        }
    }

    fn codes(draft: &AccountInformationDraft) -> Vec<String> {
        check_account_information(draft, "pat@club.org").into_iter().map(|e| e.code).collect()
    }

    #[test]
    fn an_unchanged_email_in_other_letters_is_no_change() {
        assert!(!parse_account_information(&good(), "pat@club.org").unwrap().email_changed);
    }

    #[test]
    fn r47_a_new_email_needs_the_current_password() {
        let draft = AccountInformationDraft { email: "new@club.org".to_owned(), ..good() };
        assert_eq!(codes(&draft), ["enter_current_password"]);
    }

    #[test]
    fn an_empty_form_tells_everything_in_order() {
        let draft = AccountInformationDraft {
            password: PasswordDraft { change: true, ..PasswordDraft::default() },
            ..AccountInformationDraft::default()
        };
        assert_eq!(
            codes(&draft),
            [
                "enter_first_name",
                "enter_last_name",
                "enter_title",
                "enter_email",
                "enter_classification",
                "enter_current_password",
                "enter_password",
                "enter_confirm_password",
            ]
        );
    }

    #[test]
    fn an_old_email_left_alone_stays_valid() {
        let draft = AccountInformationDraft { email: "pat@intranet".to_owned(), ..good() };
        assert!(check_account_information(&draft, "pat@intranet").is_empty());
        assert_eq!(codes(&draft), ["email_invalid", "enter_current_password"]);
    }
}

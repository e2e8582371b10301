//! Sign-in and the request for a reset link (account §5).

use super::{
    ResetRequestDraft, SignInDraft,
    email::{EMAIL, Email},
    password::PasswordError,
};
use crate::{
    form::{Checker, FieldView, InputKind, field},
    rule::FieldError,
};

/// The present password, as typed.
const PASSWORD: FieldView =
    FieldView { on_blur: false, ..field("password", InputKind::Password, true, "current-password", 0) };
/// The e-mail as the name of the account.
const USERNAME: FieldView = FieldView { on_blur: false, autocomplete: "username", ..EMAIL };

/// Fields of the sign-in form, checked when it is sent.
pub(crate) const SIGN_IN: [FieldView; 2] = [USERNAME, PASSWORD];
/// Fields of the reset request.
pub(crate) const RESET_REQUEST: [FieldView; 1] = [EMAIL];

/// The e-mail to sign in with: loose pattern, lower-cased; a password must be there.
pub fn parse_sign_in(draft: &SignInDraft) -> Result<Email, Vec<FieldError>> {
    let mut checker = Checker::default();
    let email = checker.take(&USERNAME, Email::parse_loose(&draft.email));
    if draft.password.0.is_empty() {
        checker.add(&PASSWORD, &PasswordError::EnterPassword);
    }
    checker.finish(email)
}

/// Everything wrong with the sign-in form.
pub fn check_sign_in(draft: &SignInDraft) -> Vec<FieldError> {
    parse_sign_in(draft).err().unwrap_or_default()
}

/// The e-mail a reset link is asked for. An account that signs in can also ask: what is valid at
/// sign-in is valid here.
pub fn parse_reset_request(draft: &ResetRequestDraft) -> Result<Email, Vec<FieldError>> {
    let mut checker = Checker::default();
    let email =
        if crate::text::is_blank(&draft.email) { Email::parse(&draft.email) } else { Email::parse_loose(&draft.email) };
    let email = checker.take(&EMAIL, email);
    checker.finish(email)
}

/// Everything wrong with the reset request.
pub fn check_reset_request(draft: &ResetRequestDraft) -> Vec<FieldError> {
    parse_reset_request(draft).err().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::SecretText;

    #[test]
    fn sign_in_tells_an_empty_email_as_the_specification_does() {
        let found = check_sign_in(&SignInDraft::default());
        let told: Vec<(&str, &str)> = found.iter().map(|e| (e.field.as_str(), e.message.as_str())).collect();
        assert_eq!(told, [("email", "Please enter a valid email"), ("password", "Please enter a Password")]);
    }

    #[test]
    fn sign_in_lower_cases_the_email_and_takes_any_password() {
        let draft = SignInDraft { email: " Coach@Club.ORG ".to_owned(), password: SecretText("x".to_owned()) };
        assert_eq!(parse_sign_in(&draft).unwrap().as_str(), "coach@club.org");
    }

    #[test]
    fn a_reset_request_needs_a_valid_email() {
        let code = |email: &str| {
            check_reset_request(&ResetRequestDraft { email: email.to_owned(), ..Default::default() })
                .first()
                .map(|e| e.code.clone())
        };
        assert_eq!(code(""), Some("enter_email".to_owned()));
        assert_eq!(code("coach"), Some("email_invalid".to_owned()));
        assert_eq!(code("coach@club.org"), None);
    }
}

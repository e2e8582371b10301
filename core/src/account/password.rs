//! Passwords: 12 to 64 Unicode scalar values after NFC, no composition rules, nothing trimmed
//! (account §5, decisions: identity). Not here: hashing and the long list of common ones (server).

use std::fmt;

use super::{PasswordDraft, common_password::is_common};
use crate::{
    form::{Checker, FieldView, InputKind, field},
    rule::{FieldError, broken_rules},
    text::compose,
};

/// Fewest scalar values (account §9).
const SHORTEST: usize = 12;
/// Most scalar values (account §9).
const LONGEST: usize = 64;

/// Current password.
pub(crate) const CURRENT: FieldView = field("password.current", InputKind::Password, false, "current-password", 0);
/// New password.
pub(crate) const NEW: FieldView = field("password.new", InputKind::Password, true, "new-password", 0);
/// New password once more.
pub(crate) const CONFIRM: FieldView = field("password.confirm", InputKind::Password, true, "new-password", 0);

/// Fields of the password form, in order; the current one counts when changing.
pub(crate) const PASSWORD_FORM: [FieldView; 3] = [CURRENT, NEW, CONFIRM];

broken_rules! {
    /// What can be wrong with a password.
    pub enum PasswordError {
        /// Nothing was typed.
        EnterPassword => "enter_password", "Please enter a Password";
        /// Fewer than 12.
        TooShort => "password_too_short", "Password must be at least 12 characters";
        /// More than 64.
        TooLong => "password_too_long", "Password must have a maximum of 64 characters";
        /// Easily guessed (account §8, `[1]`).
        Common => "password_common", "This password is too common and easily guessed. Please choose another one";
        /// The confirmation is empty.
        EnterConfirmPassword => "enter_confirm_password", "Please confirm your Password";
        /// The confirmation differs.
        NotMatch => "password_not_match", "The passwords do not match";
        /// The current password is missing.
        EnterCurrentPassword => "enter_current_password", "Please enter your current Password";
    }
}

/// A password that may be set: composed, 12 to 64 scalar values. Its `Debug` form hides it.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// By length only; see [`is_common`] for what is easily guessed.
    pub fn parse(raw: &str) -> Result<Self, PasswordError> {
        if raw.is_empty() {
            return Err(PasswordError::EnterPassword);
        }
        let composed = compose(raw);
        match composed.chars().count() {
            ..SHORTEST => Err(PasswordError::TooShort),
            SHORTEST..=LONGEST => Ok(Self(composed)),
            _ => Err(PasswordError::TooLong),
        }
    }

    /// What is hashed.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

/// Notes what is wrong with `password.new` and `password.confirm`. `personal` are the words a
/// guesser would try first: e-mail and names.
pub(crate) fn check_new(checker: &mut Checker, draft: &PasswordDraft, personal: &[&str]) -> Password {
    let password = checker.take(&NEW, Password::parse(&draft.new.0));
    if !password.0.is_empty() && is_common(password.expose(), personal) {
        checker.add(&NEW, &PasswordError::Common);
    }
    if draft.confirm.0.is_empty() {
        checker.add(&CONFIRM, &PasswordError::EnterConfirmPassword);
    } else if compose(&draft.new.0) != compose(&draft.confirm.0) {
        checker.add(&CONFIRM, &PasswordError::NotMatch);
    }
    password
}

/// Notes a missing current password.
pub(crate) fn check_current(checker: &mut Checker, draft: &PasswordDraft) {
    if draft.current.0.is_empty() {
        checker.add(&CURRENT, &PasswordError::EnterCurrentPassword);
    }
}

/// The password to set from the create-password page and the account screen: the current one is
/// required when `change` is set (account §5).
pub fn parse_password_form(draft: &PasswordDraft, personal: &[&str]) -> Result<Password, Vec<FieldError>> {
    let mut checker = Checker::default();
    if draft.change {
        check_current(&mut checker, draft);
    }
    let password = check_new(&mut checker, draft, personal);
    checker.finish(password)
}

/// Everything wrong with a password form, in field order. Fields lie below `password.`.
pub fn check_password_form(draft: &PasswordDraft) -> Vec<FieldError> {
    parse_password_form(draft, &[]).err().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{rule::Broken, text::SecretText};

    fn draft(change: bool, current: &str, new: &str, confirm: &str) -> PasswordDraft {
        let secret = |text: &str| SecretText(text.to_owned());
        PasswordDraft { change, current: secret(current), new: secret(new), confirm: secret(confirm) }
    }

    fn codes(draft: &PasswordDraft) -> Vec<(String, String)> {
        check_password_form(draft).into_iter().map(|e| (e.field, e.code)).collect()
    }

    #[test]
    fn r41_lengths_count_scalar_values_after_composing() {
        assert_eq!(Password::parse(&"é".repeat(11)), Err(PasswordError::TooShort));
        assert!(Password::parse(&"é".repeat(12)).is_ok());
        assert!(Password::parse(&"🏈".repeat(64)).is_ok());
        assert_eq!(Password::parse(&"🏈".repeat(65)), Err(PasswordError::TooLong));
        assert_eq!(Password::parse(&"e\u{301}".repeat(64)).map(|p| p.expose().to_owned()), Ok("é".repeat(64)));
        assert_eq!(Password::parse(&"e\u{301}".repeat(11)), Err(PasswordError::TooShort));
    }

    #[test]
    fn r41_nothing_is_trimmed_and_blanks_count() {
        assert_eq!(Password::parse(" ten chars  ").map(|p| p.expose().to_owned()), Ok(" ten chars  ".to_owned()));
    }

    #[test]
    fn the_sentences_are_the_specifications() {
        assert_eq!(PasswordError::TooShort.sentence(), "Password must be at least 12 characters");
        assert_eq!(PasswordError::TooLong.sentence(), "Password must have a maximum of 64 characters");
    }

    #[test]
    fn current_is_asked_only_when_changing() {
        let good = "seven green llamas";
        assert!(codes(&draft(false, "", good, good)).is_empty());
        assert_eq!(codes(&draft(true, "", good, good)), [("password.current".into(), "enter_current_password".into())]);
        assert!(codes(&draft(true, "old", good, good)).is_empty());
    }

    #[test]
    fn everything_wrong_is_told_in_field_order() {
        let found = codes(&draft(true, "", "short", "other"));
        let codes: Vec<&str> = found.iter().map(|(_, code)| code.as_str()).collect();
        assert_eq!(codes, ["enter_current_password", "password_too_short", "password_not_match"]);
        let found = codes_of_empty();
        assert_eq!(found, ["enter_password", "enter_confirm_password"]);
    }

    fn codes_of_empty() -> Vec<String> {
        codes(&PasswordDraft::default()).into_iter().map(|(_, code)| code).collect()
    }

    #[test]
    fn two_spellings_of_one_password_match() {
        assert!(codes(&draft(false, "", "séven green llamas", "se\u{301}ven green llamas")).is_empty());
    }

    proptest! {
        #[test]
        fn the_length_alone_decides_parsing(raw in any::<String>()) {
            let count = compose(&raw).chars().count();
            prop_assert_eq!(Password::parse(&raw).is_ok(), (12..=64).contains(&count));
        }
    }
}

//! E-mail addresses: strict where an account or an order is made, loose at sign-in (account §5).

use crate::{
    form::{Checker, FieldView, InputKind, field},
    rule::{Broken, FieldError, broken_rules},
    text::{compose, is_bidi_control, is_blank, is_control, length, lower_case},
};

/// Longest address (RFC 5321 path of 256 octets with its two brackets).
const LONGEST: u32 = 254;
/// Longest part before the `@` (RFC 5321).
const LONGEST_LOCAL: usize = 64;
/// Longest label of a domain (RFC 1035).
const LONGEST_LABEL: usize = 63;

/// `email` of every form.
pub(crate) const EMAIL: FieldView = field("email", InputKind::Email, true, "email", LONGEST);
/// `confirmEmail` of registration.
pub(crate) const CONFIRM_EMAIL: FieldView = field("confirmEmail", InputKind::Email, true, "email", LONGEST);

broken_rules! {
    /// What can be wrong with an e-mail address and its confirmation.
    pub enum EmailError {
        /// Nothing was typed.
        EnterEmail => "enter_email", "Please enter your Email";
        /// Not an address.
        EmailInvalid => "email_invalid", "Please enter a valid email";
        /// The confirmation is empty.
        EnterConfirmEmail => "enter_confirm_email", "Please confirm your Email";
        /// The confirmation is another address.
        EmailNotMatch => "email_not_match", "The email addresses do not match";
    }
}

/// The mailbox an address reaches: what follows a plus before the `@` is the owner's own note, and capitals count
/// nowhere that matters. What is counted together is counted by it.
pub fn mailbox(email: &str) -> String {
    let email = lower_case(email.trim());
    let Some((local, domain)) = email.rsplit_once('@') else { return email };
    match local.split_once('+') {
        Some((owner, _)) if !owner.is_empty() => [owner, "@", domain].concat(),
        _ => email,
    }
}

/// A valid e-mail address, trimmed, composed and lower-cased, as it is stored and compared.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Email(String);

impl Email {
    /// By the standard pattern of HTML's e-mail input, with at least two domain labels, a
    /// top-level one that is no number, and no stray dots: what can be written to anywhere.
    pub fn parse(raw: &str) -> Result<Self, EmailError> {
        if is_blank(raw) {
            return Err(EmailError::EnterEmail);
        }
        // Only ASCII passes, and it is asked before composing: the Kelvin sign would become a K,
        // and two spellings could then reach one account (requirement R47).
        let address = raw.trim();
        let valid = address.len() <= usize::try_from(LONGEST).unwrap_or(usize::MAX)
            && address.rsplit_once('@').is_some_and(|(local, domain)| is_local_part(local) && is_domain(domain));
        if valid { Ok(Self(address.to_ascii_lowercase())) } else { Err(EmailError::EmailInvalid) }
    }

    /// Something before and after an `@`, without blanks: an existing account may have been
    /// brought along with an address that the strict pattern would refuse.
    pub fn parse_loose(raw: &str) -> Result<Self, EmailError> {
        let address = normalize(raw);
        let parts = address.rsplit_once('@');
        let valid = parts.is_some_and(|(local, domain)| !is_blank(local) && !is_blank(domain))
            && length(&address) <= LONGEST
            && !address.chars().any(|c| c.is_whitespace() || is_control(c) || is_bidi_control(c));
        if valid { Ok(Self(address)) } else { Err(EmailError::EmailInvalid) }
    }

    /// An address brought along from an earlier store: strict, or loose as long as it is one address that a
    /// letter's head can hold.
    pub fn parse_brought(raw: &str) -> Result<Self, EmailError> {
        Self::parse(raw).or_else(|refused| {
            let one = raw.bytes().filter(|b| *b == b'@').count() == 1;
            let plain = raw.is_ascii() && !raw.contains([',', ';', ':', '<', '>', '(', ')', '[', ']', '"', '\\', '=']);
            if one && plain && !is_blank(raw) { Self::parse_loose(raw) } else { Err(refused) }
        })
    }

    /// The address.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Trimmed, composed, lower-cased: the form in which two addresses are compared.
fn normalize(raw: &str) -> String {
    lower_case(&compose(raw.trim()))
}

fn is_local_part(local: &str) -> bool {
    !local.is_empty()
        && local.len() <= LONGEST_LOCAL
        && local.split('.').all(|atom| {
            !atom.is_empty() && atom.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&b))
        })
}

fn is_domain(domain: &str) -> bool {
    let mut labels = domain.split('.').rev();
    let top = labels.next().unwrap_or_default();
    let mut below = labels.peekable();
    let top_level = top.len() >= 2 && is_label(top) && !top.bytes().all(|b| b.is_ascii_digit());
    top_level && below.peek().is_some() && below.all(is_label)
}

fn is_label(label: &str) -> bool {
    !label.is_empty()
        && label.len() <= LONGEST_LABEL
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

/// Notes what is wrong with `email` and `confirmEmail`; the address when it is valid.
pub(crate) fn check_confirmed(checker: &mut Checker, email: &str, confirm: &str) -> Email {
    let parsed = checker.take(&EMAIL, Email::parse(email));
    if is_blank(confirm) {
        checker.add(&CONFIRM_EMAIL, &EmailError::EnterConfirmEmail);
    } else if normalize(email) != normalize(confirm) {
        checker.add(&CONFIRM_EMAIL, &EmailError::EmailNotMatch);
    }
    parsed
}

/// What is wrong with a lone e-mail address, by the strict pattern.
pub fn check_email(raw: &str) -> Vec<FieldError> {
    Email::parse(raw).err().map(|broken| broken.at(EMAIL.field)).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn r75_notes_after_a_plus_and_capitals_reach_the_same_mailbox() {
        for (email, reached) in [
            ("coach@school.example", "coach@school.example"),
            (" Coach+1@School.example", "coach@school.example"),
            ("coach+a+b@school.example", "coach@school.example"),
            ("+x@school.example", "+x@school.example"),
            ("nobody", "nobody"),
        ] {
            assert_eq!(mailbox(email), reached, "{email}");
        }
    }

    #[test]
    fn strict_takes_standard_addresses_and_lower_cases_them() {
        assert_eq!(
            Email::parse(" Coach.Lee+team@High-School.K12.tx.US ").unwrap().as_str(),
            "coach.lee+team@high-school.k12.tx.us"
        );
        for good in ["a@b.co", "o'neil@club.org", "x@xn--bcher-kva.xn--p1ai", "1@2.com"] {
            assert!(Email::parse(good).is_ok(), "{good}");
        }
    }

    #[test]
    fn strict_refuses_the_rest() {
        for bad in [
            "coach",
            "@b.co",
            "a@",
            "a@b",
            "a@b.c",
            "a@b.12",
            "a@@b.co",
            "a b@c.co",
            "a.@b.co",
            ".a@b.co",
            "a..b@c.co",
            "a@-b.co",
            "a@b-.co",
            "a@b..co",
            "a@.co",
            "a@b.co.",
            "a@b_c.co",
            "\"a\"@b.co",
            "a@[1.2.3.4]",
            "a,b@c.co",
            "a@b.co\r\nBcc: x@y.zz",
            "a@b.co,c@d.co",
            "\u{212a}im@b.co",
            "ı@b.co",
            "a@bücher.de",
        ] {
            assert_eq!(Email::parse(bad), Err(EmailError::EmailInvalid), "{bad:?}");
        }
        assert_eq!(Email::parse("  "), Err(EmailError::EnterEmail));
    }

    #[test]
    fn strict_keeps_the_limits_of_the_standards() {
        let local = "a".repeat(64);
        assert!(Email::parse(&format!("{local}@b.co")).is_ok());
        assert!(Email::parse(&format!("a{local}@b.co")).is_err());
        let label = "b".repeat(63);
        assert!(Email::parse(&format!("a@{label}.co")).is_ok());
        assert!(Email::parse(&format!("a@b{label}.co")).is_err());
        let local = "a".repeat(64);
        let of = |last: usize| [local.as_str(), "@", &label, ".", &label, ".", &"b".repeat(last), ".co"].concat();
        assert_eq!(Email::parse(&of(58)).map(|email| email.as_str().len()), Ok(254));
        assert!(Email::parse(&of(59)).is_err());
    }

    #[test]
    fn loose_takes_what_an_old_account_may_have() {
        for good in ["Coach@intranet", "ü@b.co", "a..b@c.co"] {
            assert!(Email::parse_loose(good).is_ok(), "{good}");
        }
        for bad in ["", " ", "coach", "@", "a@", "@b", "a b@c.co", "a\0@c.co", "a\u{202e}@c.co"] {
            assert_eq!(Email::parse_loose(bad), Err(EmailError::EmailInvalid), "{bad:?}");
        }
    }

    #[test]
    fn r66_what_is_brought_along_is_one_address_of_a_letters_head() {
        for good in ["Coach@Intranet", "a..b@c.co", "a@b_c.co"] {
            assert!(Email::parse_brought(good).is_ok(), "{good}");
        }
        for bad in
            ["a@b.co\r\nBcc: x@y.zz", "a@b.co,c@d.co", "Pat <a@b.co>", "a@b.co;x", "a@@b", "=cmd@b", "\u{212a}im@b"]
        {
            assert_eq!(Email::parse_brought(bad), Err(EmailError::EmailInvalid), "{bad:?}");
        }
        assert_eq!(Email::parse_brought(" "), Err(EmailError::EnterEmail));
    }

    proptest! {
        #[test]
        fn whatever_is_strict_is_loose_with_the_same_value(raw in "[ -~]{0,12}@[a-zA-Z0-9.-]{1,12}") {
            if let Ok(email) = Email::parse(&raw) {
                prop_assert_eq!(Email::parse_loose(&raw), Ok(email.clone()));
                prop_assert_eq!(Email::parse(email.as_str()), Ok(email));
            }
        }

        #[test]
        fn no_strict_address_breaks_a_mail_header(raw in any::<String>()) {
            if let Ok(email) = Email::parse(&raw) {
                prop_assert!(email.as_str().bytes().all(|b| b.is_ascii_graphic() && b != b',' && b != b'"'));
            }
        }
    }
}

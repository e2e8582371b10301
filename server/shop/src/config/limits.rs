//! How often what is limited may be done.

use serde::Deserialize;

/// Requests one address may make, `[limits]`: sign-ins, tokens, passwords that are judged and looked-up orders in a minute,
/// the rest in an hour. Behind
/// proxies `proxies` has to be told, or all shoppers share one address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Passwords tried or set.
    pub sign_in: u32,
    /// Passwords judged while they are typed.
    pub password_check: u32,
    /// Tokens of the customer API.
    pub token: u32,
    /// Accounts made.
    pub registration: u32,
    /// Letters with a link to set a password.
    pub reset: u32,
    /// Newsletters subscribed to.
    pub newsletter: u32,
    /// Hosted forms sent.
    pub form: u32,
    /// Changes of business units asked for.
    pub change_request: u32,
    /// Invitations into business units sent.
    pub invitation: u32,
    /// Codes and program ids that do not hold, tried; a visitor may try a third.
    pub code: u32,
    /// Orders placed without an account.
    pub guest_order: u32,
    /// The same with one e-mail, wherever they come from.
    pub guest_email: u32,
    /// The same of a whole site.
    pub guest_site: u32,
    /// Letters to an e-mail whose owner never used a link of ours.
    pub letter: u32,
    /// Orders looked up by number and e-mail.
    pub order_look_up: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            sign_in: 30,
            password_check: 120,
            token: 120,
            registration: 5,
            reset: 5,
            newsletter: 20,
            form: 20,
            change_request: 10,
            invitation: 60,
            code: 30,
            guest_order: 20,
            guest_email: 5,
            guest_site: 600,
            letter: 3,
            order_look_up: 10,
        }
    }
}

impl Limits {
    /// The same for everything.
    pub const fn all(most: u32) -> Self {
        Self {
            sign_in: most,
            password_check: most,
            token: most,
            registration: most,
            reset: most,
            newsletter: most,
            form: most,
            change_request: most,
            invitation: most,
            code: most,
            guest_order: most,
            guest_email: most,
            guest_site: most,
            letter: most,
            order_look_up: most,
        }
    }

    /// Takes `sign_in=60` or `all=60`; false when there is no such limit.
    pub fn set(&mut self, pair: &str) -> bool {
        let Some((name, Ok(most))) = pair.split_once('=').map(|(name, most)| (name.trim(), most.trim().parse())) else {
            return false;
        };
        let limit = match name {
            "all" => {
                *self = Self::all(most);
                return true;
            }
            "sign_in" => &mut self.sign_in,
            "password_check" => &mut self.password_check,
            "token" => &mut self.token,
            "registration" => &mut self.registration,
            "reset" => &mut self.reset,
            "newsletter" => &mut self.newsletter,
            "form" => &mut self.form,
            "change_request" => &mut self.change_request,
            "invitation" => &mut self.invitation,
            "code" => &mut self.code,
            "guest_order" => &mut self.guest_order,
            "guest_email" => &mut self.guest_email,
            "guest_site" => &mut self.guest_site,
            "letter" => &mut self.letter,
            "order_look_up" => &mut self.order_look_up,
            _ => return false,
        };
        *limit = most;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_told_by_name() {
        let mut limits = Limits::default();
        assert!(limits.set("sign_in=60") && limits.set(" registration = 9 "));
        assert_eq!(limits, Limits { sign_in: 60, registration: 9, ..Limits::default() });
        assert!(limits.set("all=1000000") && limits == Limits::all(1_000_000));
        for wrong in ["", "sign_in", "sign_in=", "sign_in=-1", "sign_in=x", "signin=5", "all=5000000000"] {
            assert!(!limits.set(wrong), "{wrong}");
        }
    }
}

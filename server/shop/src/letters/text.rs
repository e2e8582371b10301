//! What letters say: for each brand in its name, as text and as HTML. Values are put in as text, never
//! as markup, and never into a header.

use fieldhouse_core::{
    brand::BrandView,
    checkout::OrderView,
    people::{approval::Decision, invitation::INVITATION_DAYS},
};

use super::ordered::{Ordered, ordered};
use crate::buying::orders::approvals::Asked;

/// A letter before it is addressed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Letter {
    /// Subject; holds nothing a person typed.
    pub subject: String,
    /// Paragraphs.
    pub paragraphs: Vec<String>,
    /// The order it is about, told whole.
    pub ordered: Option<Ordered>,
    /// Said at the end, below the button.
    pub last: Vec<String>,
    /// Label and absolute address of the one button.
    pub button: Option<(&'static str, String)>,
}

/// What a letter is about.
pub enum About<'a> {
    /// An account was made.
    Welcome {
        /// First name.
        first_name: &'a str,
        /// Confirms the e-mail, when it has to be.
        confirm: Option<String>,
    },
    /// A link to set a password.
    Reset {
        /// First name.
        first_name: &'a str,
        /// Goes into the link.
        token: &'a str,
    },
    /// The password was changed.
    PasswordChanged {
        /// First name.
        first_name: &'a str,
    },
    /// The e-mail was changed.
    EmailChanged {
        /// First name.
        first_name: &'a str,
    },
    /// An account's new e-mail is to be confirmed.
    ConfirmEmail {
        /// First name.
        first_name: &'a str,
        /// Confirms it.
        link: String,
    },
    /// An order was placed.
    OrderPlaced {
        /// It.
        order: &'a OrderView,
        /// A signed path that opens it on any device.
        path: &'a str,
    },
    /// An address is to join the newsletter.
    NewsletterJoined {
        /// Confirms it.
        link: String,
    },
    /// A visitor sent a form.
    FormSent {
        /// Its title.
        title: &'a str,
        /// Labels and values.
        answers: Vec<(String, String)>,
    },
    /// A customer asks to have the default information changed.
    ChangeRequested {
        /// What: `sold to`, `bill to` or `payer`.
        label: &'a str,
        /// Labels and values.
        answers: Vec<(&'static str, String)>,
    },
    /// The store answered a request to change the default information.
    ChangeRequestClosed {
        /// First name.
        first_name: &'a str,
        /// What: `sold to`, `bill to` or `payer`.
        label: &'a str,
        /// The information was changed.
        done: bool,
        /// What the store says to it; empty for nothing.
        note: &'a str,
    },
    /// Somebody is invited into a business unit.
    Invitation {
        /// Name of the unit.
        unit: &'a str,
        /// Who invites.
        inviter: &'a str,
        /// As what.
        role: &'a str,
        /// Goes into the link.
        token: &'a str,
    },
    /// An order waits for approval; to its buyer.
    OrderWaiting(&'a Asked),
    /// An order waits for approval; to who may decide.
    ApprovalAsked(&'a Asked),
    /// It was decided about an order; to both.
    OrderDecided(&'a Asked),
}

const CONFIRM: &str = "Confirm your email";

/// Writes a letter. `home` is the start of the site's addresses.
pub fn write(brand: &BrandView, home: &str, about: &About<'_>) -> Letter {
    let name = &brand.name;
    let sign_in = || Some(("Sign in", format!("{home}/api/auth/signin")));
    let help = format!("If this was not you, please call us at {} at once.", brand.call_to_order_phone);
    match about {
        About::Welcome { first_name, confirm } => welcome(name, home, first_name, confirm.as_deref()),
        About::ConfirmEmail { first_name, link } => Letter {
            subject: format!("Please confirm your email at {name}"),
            paragraphs: vec![
                format!("Hello {first_name},"),
                format!("Your {name} account has this email from now on. Please confirm it within seven days."),
                "If you do not know of such an account, do the same: it becomes yours, and nobody else's.".to_owned(),
            ],
            button: Some((CONFIRM, link.clone())),
            ..Letter::default()
        },
        About::Reset { first_name, token } => Letter {
            subject: format!("Set a new password for {name}"),
            paragraphs: vec![
                format!("Hello {first_name},"),
                "Somebody asked to set a new password for your account. The link works once, for 30 minutes."
                    .to_owned(),
                "If you did not ask for it, nothing changes and you can put this letter away.".to_owned(),
            ],
            button: Some(("Set a new password", format!("{home}/account/create-password?token={token}"))),
            ..Letter::default()
        },
        About::PasswordChanged { first_name } => Letter {
            subject: format!("Your {name} password was changed"),
            paragraphs: vec![
                format!("Hello {first_name},"),
                "The password of your account was changed, and every other device was signed out.".to_owned(),
                help,
            ],
            button: sign_in(),
            ..Letter::default()
        },
        About::EmailChanged { first_name } => Letter {
            subject: format!("The email of your {name} account was changed"),
            paragraphs: vec![
                format!("Hello {first_name},"),
                "Your account has another email address from now on. This one no longer signs in.".to_owned(),
                help,
            ],
            button: None,
            ..Letter::default()
        },
        About::OrderPlaced { order, path } => order_placed(name, home, order, path),
        About::NewsletterJoined { link } => Letter {
            subject: format!("Please confirm the {name} newsletter"),
            paragraphs: vec![
                "Thank you for joining our Team!".to_owned(),
                format!("Please confirm your email and your subscription to the {name} newsletter within seven days."),
                "If you did not ask for it, nothing comes and you can put this letter away.".to_owned(),
            ],
            button: Some(("Confirm your subscription", link.clone())),
            ..Letter::default()
        },
        About::FormSent { title, answers } => Letter {
            subject: format!("{name}: {title}"),
            paragraphs: answers.iter().map(|(label, value)| format!("{label}: {value}")).collect(),
            button: None,
            ..Letter::default()
        },
        About::Invitation { unit, inviter, role, token } => Letter {
            subject: format!("You are invited to {name}"),
            paragraphs: vec![
                "Hello,".to_owned(),
                format!("{inviter} invites you to order for {unit} at {name}, as {role}."),
                format!("The link works once, for {INVITATION_DAYS} days. With it you sign in, or make an account."),
                "If you do not know who this is, nothing happens and you can put this letter away.".to_owned(),
            ],
            button: Some(("Accept the invitation", format!("{home}/account/invitation?token={token}"))),
            ..Letter::default()
        },
        About::OrderWaiting(asked) => order_waiting(name, home, asked),
        About::ApprovalAsked(asked) => approval_asked(name, home, asked),
        About::OrderDecided(asked) => order_decided(name, home, asked),
        About::ChangeRequested { label, answers } => Letter {
            subject: format!("{name}: change of {label}"),
            paragraphs: answers.iter().map(|(label, value)| format!("{label}: {value}")).collect(),
            button: None,
            ..Letter::default()
        },
        About::ChangeRequestClosed { first_name, label, done, note } => {
            let answer = if *done { "Your request is done." } else { "Your request was declined." };
            let mut paragraphs = vec![
                format!("Hello {first_name},"),
                format!("You asked {name} to change your {label} information. {answer}"),
            ];
            paragraphs.extend((!note.is_empty()).then(|| (*note).to_owned()));
            let book = ("Address book", format!("{home}/my-account/address-book/"));
            let subject = format!("Your {name} change request");
            Letter { subject, paragraphs, button: Some(book), ..Letter::default() }
        }
    }
}

/// To the buyer of an order that goes its way.
fn order_placed(name: &str, home: &str, order: &OrderView, path: &str) -> Letter {
    let number = &order.number;
    Letter {
        subject: format!("Your {name} order {number}"),
        paragraphs: vec![
            format!("Thank you for your order. Its number is {number}."),
            format!("{} pieces, {} in total.", order.total_line_item_quantity, order.summary.total.text),
        ],
        ordered: Some(ordered(order)),
        last: look_up(home, number),
        button: opened(home, Some(path)),
    }
}

/// To who made an account; or whose e-mail somebody made one with.
fn welcome(name: &str, home: &str, first_name: &str, confirm: Option<&str>) -> Letter {
    let ready = format!("Your {name} account is ready. Sign in to see your team prices and to keep your addresses.");
    let sign_in = format!("{home}/api/auth/signin");
    let mut paragraphs = vec![format!("Hello {first_name},"), ready];
    let button = match confirm {
        None => ("Sign in", sign_in),
        Some(link) => {
            paragraphs.push(format!("Sign in: {sign_in}"));
            paragraphs.push("Please confirm within seven days that this is your email.".to_owned());
            paragraphs.push("If you did not make this account, do the same: it becomes yours alone.".to_owned());
            (CONFIRM, link.to_owned())
        }
    };
    Letter { subject: format!("Welcome to {name}"), paragraphs, button: Some(button), ..Letter::default() }
}

/// To the buyer of an order that waits.
fn order_waiting(name: &str, home: &str, Asked { link, number, unit, total, order, .. }: &Asked) -> Letter {
    Letter {
        subject: format!("Your {name} order {number} waits for approval"),
        paragraphs: vec![
            format!("Thank you for your order {number}, {total} in total."),
            format!("Somebody of {unit} has to approve it first. Nothing is charged and nothing is sent before."),
        ],
        ordered: Some(ordered(order)),
        last: look_up(home, number),
        button: opened(home, link.as_ref().map(|link| link.path.as_str())),
    }
}

/// To the order, whoever holds the letter: its path is signed.
fn opened(home: &str, path: Option<&str>) -> Option<(&'static str, String)> {
    path.map(|path| ("See your order", [home, path].concat()))
}

/// For when the link is over.
fn look_up(home: &str, number: &str) -> Vec<String> {
    vec![format!(
        "The link opens your order for 90 days. Later, look it up at {home}/order/look-up with number {number} and your email."
    )]
}

/// To the order, by way of signing in: only its buyer puts it into the cart again.
fn signed_in(home: &str, id: Option<&str>) -> Option<(&'static str, String)> {
    id.map(|id| ("See your order", format!("{home}/api/auth/signin?callbackUrl=%2Forder%3Fid%3D{id}")))
}

/// To who may decide about an order that waits.
fn approval_asked(name: &str, home: &str, Asked { number, unit, buyer, total, order, .. }: &Asked) -> Letter {
    Letter {
        subject: format!("Order {number} at {name} waits for your approval"),
        paragraphs: vec![format!(
            "{buyer} ordered for {unit}: order {number}, {total} in total. Please approve or decline it."
        )],
        ordered: Some(ordered(order)),
        last: Vec::new(),
        button: Some(("See the order", format!("{home}/my-account/approvals/"))),
    }
}

/// To both, once it was decided.
fn order_decided(name: &str, home: &str, Asked { link, number, decision, decider, note, .. }: &Asked) -> Letter {
    let declined = *decision == Decision::Declined;
    let done = if declined { "declined" } else { "approved" };
    let mut paragraphs = vec![format!("Order {number} was {done} by {decider}.")];
    if !note.is_empty() {
        paragraphs.push(format!("\u{201c}{note}\u{201d}"));
    }
    paragraphs.push(if declined {
        "Nothing is charged, and its gift certificates can be used again.".to_owned()
    } else {
        "It goes its way now.".to_owned()
    });
    if declined && link.is_some() {
        paragraphs.push("You can put it into your cart again and change it there.".to_owned());
    }
    let button = signed_in(home, link.as_ref().map(|link| link.id.as_str()));
    Letter { subject: format!("{name} order {number} was {done}"), paragraphs, button, ..Letter::default() }
}

impl Letter {
    /// As plain text.
    pub fn text(&self, brand: &BrandView) -> String {
        let button = self.button.as_ref().map(|(label, address)| format!("{label}: {address}"));
        let ordered = self.ordered.as_ref().map(Ordered::text).unwrap_or_default();
        let foot = format!("{}\n{}\n", brand.name, brand.call_to_order_phone);
        let parts = self.paragraphs.iter().cloned().chain(ordered).chain(button).chain(self.last.iter().cloned());
        parts.chain([foot]).collect::<Vec<_>>().join("\n\n")
    }

    /// As HTML.
    pub fn html(&self, brand: &BrandView) -> String {
        let all = |texts: &[String]| {
            texts.iter().map(|text| ["<p>", &escaped(text), "</p>"].concat()).collect::<Vec<_>>().concat()
        };
        let button = self.button.as_ref().map_or_else(String::new, |(label, address)| {
            format!("<p><a href=\"{}\">{}</a></p>", escaped(address), escaped(label))
        });
        format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title></head><body><h1>{}</h1>\
             {}{}{button}{}<p>{}<br>{}</p></body></html>",
            escaped(&self.subject),
            escaped(&brand.name),
            all(&self.paragraphs),
            self.ordered.as_ref().map(|ordered| ordered.html(escaped)).unwrap_or_default(),
            all(&self.last),
            escaped(&brand.name),
            escaped(&brand.call_to_order_phone)
        )
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use fieldhouse_core::brand::{Site, brand};

    use super::*;

    #[test]
    fn a_letter_names_its_brand_and_holds_what_was_typed_as_text() {
        for site in Site::ALL {
            let brand = brand(site);
            let letter = write(&brand, "http://x.test", &About::Welcome { first_name: "<b>Pat</b>", confirm: None });
            assert_eq!(letter.subject, format!("Welcome to {}", brand.name));
            assert!(letter.html(&brand).contains("Hello &lt;b&gt;Pat&lt;/b&gt;,"));
            assert!(letter.text(&brand).contains("Hello <b>Pat</b>,"));
            assert!(letter.text(&brand).contains("Sign in: http://x.test/api/auth/signin"));
            let confirm = Some("http://x.test/account/confirm/a".to_owned());
            let letter = write(&brand, "http://x.test", &About::Welcome { first_name: "Pat", confirm });
            assert!(letter.text(&brand).contains("Sign in: http://x.test/api/auth/signin"));
            assert!(letter.text(&brand).contains("Confirm your email: http://x.test/account/confirm/a"));
        }
    }
}

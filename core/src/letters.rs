//! Letters that the store writes: which there are, to whom each goes, and which of them a brand may switch off. One table.
//! Not here: what a letter says (the server, a `letters.rs` each), and what is switched off now (its rows).

use crate::rule::{Broken, FieldError, broken_rules};

broken_rules! {
    /// What keeps a letter from being switched.
    pub enum LetterError {
        /// A letter that always goes.
        Stays => "letter_stays", "This letter is always sent: it cannot be switched off";
    }
}

/// To whom a letter goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// Who ordered.
    Buyer,
    /// Who decides about orders of a business unit.
    Approver,
    /// Buyer and approver.
    Both,
    /// The owner of an account, or of an e-mail that may become one's.
    Account,
    /// Whoever subscribed, or sent a form.
    Visitor,
    /// An address of the store's own.
    Store,
    /// Who works for the store.
    Staff,
}

impl Reader {
    /// In a word.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Buyer => "Buyer",
            Self::Approver => "Approvers",
            Self::Both => "Buyer and approver",
            Self::Account => "Account's owner",
            Self::Visitor => "Visitor",
            Self::Store => "The store",
            Self::Staff => "Staff",
        }
    }
}

/// Why a letter is always sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stays {
    /// It has the only link to what it tells of.
    Link,
    /// It warns of what somebody else may have done.
    Warning,
    /// It is the answer itself: without it nothing was said.
    Answer,
}

impl Stays {
    /// As the page of letters says it.
    pub const fn why(self) -> &'static str {
        match self {
            Self::Link => "Always sent: it has the only link to go on with",
            Self::Warning => "Always sent: it warns the owner of an account",
            Self::Answer => "Always sent: it is the answer itself",
        }
    }
}

/// Declares the letters: variant, key, name, reader, and why it stays where it does.
macro_rules! letters {
    ($($(#[doc = $doc:literal])+ $variant:ident => $key:literal, $name:literal, $reader:ident $(, $stays:ident)?;)+) => {
        /// What a letter tells. Stored and sent by its key.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum LetterKind {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl LetterKind {
            /// All of them, as the page of letters lists them.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// As it is stored.
            pub const fn key(self) -> &'static str {
                match self {
                    $(Self::$variant => $key,)+
                }
            }

            /// What people call it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// To whom it goes.
            pub const fn reader(self) -> Reader {
                match self {
                    $(Self::$variant => Reader::$reader,)+
                }
            }

            const fn marks(self) -> &'static [Stays] {
                match self {
                    $(Self::$variant => &[$(Stays::$stays)?],)+
                }
            }
        }
    };
}

letters! {
    /// An order was placed.
    OrderPlaced => "order_placed", "Order placed", Buyer;
    /// An order waits for approval; to its buyer.
    OrderWaiting => "order_waiting", "Order waits for approval", Buyer;
    /// An order waits for approval; to who may decide.
    ApprovalAsked => "approval_asked", "Approval asked for", Approver;
    /// It was decided about an order.
    OrderDecided => "order_decided", "Order approved or declined", Both;
    /// The store changed an order.
    OrderEdited => "order_edited", "Order changed", Buyer;
    /// A part of an order, or all of it, is on its way.
    OrderShipped => "order_shipped", "Shipment on its way", Buyer;
    /// It arrived.
    OrderDelivered => "order_delivered", "Shipment delivered", Buyer;
    /// A part of an order, or all of it, was cancelled.
    OrderCancelled => "order_cancelled", "Order canceled, in part or in full", Buyer;
    /// A cancellation was taken back.
    OrderRestored => "order_restored", "Cancellation taken back", Buyer;
    /// An amount is credited for an order.
    OrderCredited => "order_credited", "Credit", Buyer;
    /// The store wrote a note to the buyer.
    OrderNoted => "order_noted", "Note to the buyer", Buyer;
    /// A visitor sent a form.
    FormSent => "form_sent", "Form sent", Store;
    /// The store answered a form.
    MessageAnswered => "message_answered", "Answer to a form", Visitor, Answer;
    /// A customer asks to have the default information changed.
    ChangeRequested => "change_requested", "Change asked for", Store;
    /// The store answered such a request.
    ChangeRequestClosed => "change_request_closed", "Answer to a change request", Account, Answer;
    /// An address joined the newsletter.
    NewsletterJoined => "newsletter_joined", "Newsletter to be confirmed", Visitor, Link;
    /// An account was made.
    Welcome => "welcome", "Welcome", Account, Link;
    /// An account has a new e-mail that is to be confirmed; to it.
    ConfirmEmail => "confirm_email", "Email to be confirmed", Account, Link;
    /// Somebody asked for a link to set a password.
    Reset => "reset", "New password", Account, Link;
    /// The password was changed.
    PasswordChanged => "password_changed", "Password changed", Account, Warning;
    /// The e-mail was changed; to the old one.
    EmailChanged => "email_changed", "Email changed", Account, Warning;
    /// Somebody is invited into a business unit.
    Invitation => "invitation", "Invitation into a business unit", Account, Link;
    /// Somebody is invited to work for the store.
    StaffInvitation => "staff_invitation", "Invitation to the desk", Staff, Link;
}

impl LetterKind {
    /// Reads a key, exactly as written.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.key() == key)
    }

    /// Why a brand may not switch it off; nothing where it may.
    pub fn stays(self) -> Option<Stays> {
        self.marks().first().copied()
    }

    /// Goes to an address the store itself was told.
    pub fn is_for_the_store(self) -> bool {
        self.reader() == Reader::Store
    }

    /// Warns the owner of an account.
    pub fn is_notice(self) -> bool {
        self.stays() == Some(Stays::Warning)
    }

    /// Tells of something that happened to an order.
    pub const fn is_about_an_order(self) -> bool {
        matches!(self, Self::OrderPlaced | Self::OrderWaiting | Self::ApprovalAsked | Self::OrderDecided)
            || self.is_about_an_event()
    }

    /// Tells one event of an order's log.
    pub const fn is_about_an_event(self) -> bool {
        matches!(
            self,
            Self::OrderEdited
                | Self::OrderShipped
                | Self::OrderDelivered
                | Self::OrderCancelled
                | Self::OrderRestored
                | Self::OrderCredited
                | Self::OrderNoted
        )
    }
}

/// What keeps a letter from being switched on or off.
pub fn check_switch(kind: LetterKind) -> Option<FieldError> {
    kind.stays().map(|_| LetterError::Stays.at("on"))
}

/// The same of a letter's key; one that there is not is nobody's to switch.
pub fn check_switch_key(key: &str) -> Option<FieldError> {
    LetterKind::parse(key).and_then(check_switch)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_read_back_and_no_two_are_alike() {
        for (place, kind) in LetterKind::ALL.iter().enumerate() {
            assert_eq!(LetterKind::parse(kind.key()), Some(*kind));
            assert_eq!(LetterKind::ALL.iter().position(|other| other.key() == kind.key()), Some(place));
            assert!(!kind.name().is_empty());
        }
        for key in ["", "order", "Order_Placed", "order_placed "] {
            assert_eq!(LetterKind::parse(key), None, "{key:?}");
        }
    }

    #[test]
    fn what_opens_warns_or_answers_is_always_sent_and_everything_else_may_be_switched_off() {
        let of = |stays: Option<Stays>| -> Vec<&str> {
            LetterKind::ALL.iter().filter(|kind| kind.stays() == stays).map(|kind| kind.key()).collect()
        };
        let link = ["newsletter_joined", "welcome", "confirm_email", "reset", "invitation", "staff_invitation"];
        assert_eq!(of(Some(Stays::Link)), link);
        assert_eq!(of(Some(Stays::Warning)), ["password_changed", "email_changed"]);
        assert_eq!(of(Some(Stays::Answer)), ["message_answered", "change_request_closed"]);
        for kind in LetterKind::ALL {
            assert_eq!(check_switch(*kind).is_some(), kind.stays().is_some(), "{kind:?}");
            // What tells of an order and what the store writes to itself can be switched; nothing else can.
            assert_eq!(kind.stays().is_none(), kind.is_about_an_order() || kind.is_for_the_store(), "{kind:?}");
        }
    }
}

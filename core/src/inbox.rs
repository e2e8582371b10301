//! What people write to the store, forms and change requests, and what the store answers. Not here: what may be written
//! (`content::forms`, `business_units`).

use serde::{Deserialize, Serialize};

use crate::{
    rule::{Broken, FieldError, broken_rules},
    text::clean_lines,
};

/// Characters of an answer, and of a note about what somebody wrote.
const LONGEST_ANSWER: u32 = 5_000;

broken_rules! {
    /// What is wrong with an answer.
    pub enum AnswerError {
        /// Neither words nor an end.
        Empty => "answer_empty", "Please write something";
        /// A form on which no e-mail was asked for.
        NobodyToWriteTo => "answer_to_nobody", "No email was given: this message can be closed, and not answered";
        /// A way of ending that there is not.
        EndUnknown => "answer_end_unknown", "A message ends done, a change request done or declined";
    }
}

/// What somebody wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageKind {
    /// A form of the store, the contact form among them.
    Form,
    /// A customer asks to have sold to, bill to or payer changed.
    ChangeRequest,
}

impl MessageKind {
    /// As it is asked for and shown.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Form => "form",
            Self::ChangeRequest => "change_request",
        }
    }

    /// Reads a key.
    pub fn parse(key: &str) -> Option<Self> {
        [Self::Form, Self::ChangeRequest].into_iter().find(|kind| kind.key() == key)
    }
}

/// How something that people asked the store stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestStatus {
    /// Nobody has answered it yet.
    Open,
    /// It was answered, or what was asked for was done.
    Done,
    /// It will not be done.
    Declined,
}

impl RequestStatus {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Open, Self::Done, Self::Declined];

    /// As it is stored and shown.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Done => "done",
            Self::Declined => "declined",
        }
    }

    /// Reads what was stored.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.key() == key)
    }

    /// Reads how a request can end.
    pub fn parse_end(key: &str) -> Option<Self> {
        Self::parse(key).filter(|status| *status != Self::Open)
    }
}

/// An answer as somebody of the store writes it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct AnswerDraft {
    /// What is said to whoever wrote; empty to close it without a word.
    pub text: String,
    /// How it ends, `done` or `declined`; empty while it goes on.
    pub end: String,
}

/// An answer that counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageAnswer {
    /// What is said.
    pub text: String,
    /// How it ends; nothing while it goes on.
    pub end: Option<RequestStatus>,
}

/// Reads an answer. A form is answered in words, ended, or both; a change request is ended, with words or without.
pub fn parse_answer(
    kind: MessageKind,
    has_sender: bool,
    draft: &AnswerDraft,
) -> Result<MessageAnswer, Vec<FieldError>> {
    let mut errors = Vec::new();
    let text = clean_lines(&draft.text, LONGEST_ANSWER).unwrap_or_else(|error| {
        errors.push(error.at("text"));
        String::new()
    });
    if !text.is_empty() && !has_sender {
        errors.push(AnswerError::NobodyToWriteTo.at("text"));
    }
    let end = RequestStatus::parse_end(&draft.end);
    let unknown = end.is_none() && !draft.end.is_empty();
    let not_so = match kind {
        MessageKind::Form => end == Some(RequestStatus::Declined),
        MessageKind::ChangeRequest => end.is_none(),
    };
    if unknown || not_so {
        errors.push(AnswerError::EndUnknown.at("end"));
    } else if errors.is_empty() && text.is_empty() && end.is_none() {
        errors.push(AnswerError::Empty.at("text"));
    }
    if errors.is_empty() { Ok(MessageAnswer { text, end }) } else { Err(errors) }
}

/// Everything wrong with an answer.
pub fn check_answer(kind: MessageKind, has_sender: bool, draft: &AnswerDraft) -> Vec<FieldError> {
    parse_answer(kind, has_sender, draft).err().unwrap_or_default()
}

/// Reads a note for the house about what somebody wrote.
pub fn parse_message_note(typed: &str) -> Result<String, FieldError> {
    let text = clean_lines(typed, LONGEST_ANSWER).map_err(|error| error.at("text"))?;
    if text.is_empty() { Err(AnswerError::Empty.at("text")) } else { Ok(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(kind: MessageKind, has_sender: bool, text: &str, end: &str) -> Result<MessageAnswer, Vec<String>> {
        let draft = AnswerDraft { text: text.to_owned(), end: end.to_owned() };
        parse_answer(kind, has_sender, &draft).map_err(|errors| errors.into_iter().map(|error| error.code).collect())
    }

    fn says(text: &str, end: Option<RequestStatus>) -> MessageAnswer {
        MessageAnswer { text: text.to_owned(), end }
    }

    fn refused(code: &str) -> Vec<String> {
        vec![code.to_owned()]
    }

    #[test]
    fn a_form_is_answered_in_words_or_closed_and_never_declined() {
        let form = |has_sender, text: &str, end: &str| answer(MessageKind::Form, has_sender, text, end);
        assert_eq!(form(true, " Forty by May.\n", ""), Ok(says("Forty by May.", None)));
        assert_eq!(form(true, "Yes", "done"), Ok(says("Yes", Some(RequestStatus::Done))));
        assert_eq!(form(false, "", "done"), Ok(says("", Some(RequestStatus::Done))));
        assert_eq!(form(true, " \n", ""), Err(refused("answer_empty")));
        assert_eq!(form(false, "Yes", "done"), Err(refused("answer_to_nobody")));
        for end in ["declined", "open", "Done"] {
            assert_eq!(form(true, "Yes", end), Err(refused("answer_end_unknown")), "{end}");
        }
        assert_eq!(form(true, &"a".repeat(5_001), "done"), Err(refused("too_long")));
    }

    #[test]
    fn a_change_request_ends_done_or_declined_with_words_or_without() {
        let request = |text: &str, end: &str| answer(MessageKind::ChangeRequest, true, text, end);
        assert_eq!(request("", "done"), Ok(says("", Some(RequestStatus::Done))));
        assert_eq!(request("Not yours", "declined"), Ok(says("Not yours", Some(RequestStatus::Declined))));
        for end in ["", "open", "maybe"] {
            assert_eq!(request("Yes", end), Err(refused("answer_end_unknown")), "{end}");
        }
    }

    #[test]
    fn keys_read_back_and_only_an_end_ends() {
        for status in RequestStatus::ALL {
            assert_eq!(RequestStatus::parse(status.key()), Some(status));
            assert_eq!(RequestStatus::parse_end(status.key()), (status != RequestStatus::Open).then_some(status));
        }
        for kind in [MessageKind::Form, MessageKind::ChangeRequest] {
            assert_eq!(MessageKind::parse(kind.key()), Some(kind));
        }
        assert_eq!(MessageKind::parse("letter"), None);
    }

    #[test]
    fn a_note_has_words() {
        assert_eq!(parse_message_note(" Ask Dana ").unwrap(), "Ask Dana");
        assert_eq!(parse_message_note(" ").unwrap_err().code, "answer_empty");
    }
}

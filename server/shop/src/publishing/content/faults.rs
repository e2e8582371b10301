//! What is wrong with a document: its name, the path in it, a code and a sentence (decisions: content).

use std::{collections::BTreeMap, fmt};

use fieldhouse_core::rule::FieldError;

/// Faults that are shown; the others are counted.
const SHOWN: usize = 100;

/// What only a whole document can have wrong; what is wrong with a value is the rules' to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentError {
    /// Not JSON.
    NotJson,
    /// A name stands in an object twice.
    NameTwice,
    /// Objects and lists inside each other without an end.
    TooDeep,
    /// More bytes than a document may have.
    TooLarge,
    /// A field that must be given is not.
    FieldMissing,
    /// A field that nothing reads.
    FieldUnknown,
    /// A block or document of a kind that nothing shows.
    KindUnknown,
    /// Another type of value than the field takes.
    WrongType,
    /// One of a few words, and this is none.
    NotAChoice,
    /// A frame from a host that the configuration does not name.
    FrameRefused,
    /// A second document of the same address.
    DocumentTwice,
    /// A site that there is not, or none named.
    SiteUnknown,
    /// A form nobody could fill in.
    FormEmpty,
    /// Synonyms that say nothing, or that two groups have.
    SynonymsInvalid,
    /// What is to be taken out is no document.
    DocumentUnknown,
    /// What is to be taken out is what a site cannot be without.
    NotRemovable,
}

impl DocumentError {
    /// Stable code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotJson => "not_json",
            Self::NameTwice => "name_twice",
            Self::TooDeep => "too_deep",
            Self::TooLarge => "document_too_large",
            Self::FieldMissing => "field_missing",
            Self::FieldUnknown => "field_unknown",
            Self::KindUnknown => "kind_unknown",
            Self::WrongType => "wrong_type",
            Self::NotAChoice => "not_a_choice",
            Self::FrameRefused => "frame_refused",
            Self::DocumentTwice => "document_twice",
            Self::SiteUnknown => "site_unknown",
            Self::FormEmpty => "form_empty",
            Self::SynonymsInvalid => "synonyms_invalid",
            Self::DocumentUnknown => "document_unknown",
            Self::NotRemovable => "not_removable",
        }
    }

    /// This error at a path, in words.
    pub fn at(self, path: &str, message: impl Into<String>) -> FieldError {
        FieldError {
            field: path.to_owned(),
            code: self.code().to_owned(),
            params: BTreeMap::new(),
            message: message.into(),
        }
    }
}

/// What is wrong, and with which document or file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// `fieldhouse/page/about-us`, or a file's name.
    pub document: String,
    /// Path, code and sentence.
    pub error: FieldError,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FieldError { field, code, message, .. } = &self.error;
        f.write_str(&self.document)?;
        if !field.is_empty() {
            write!(f, ", {field}")?;
        }
        write!(f, ": {message} [{code}]")
    }
}

/// Everything wrong: the first hundred in full, all of them in number. Nothing was changed.
#[derive(Debug, Default)]
pub struct Faults {
    /// The first ones, in the order of the files.
    pub shown: Vec<Fault>,
    /// All of them.
    pub total: usize,
}

impl Faults {
    /// Puts errors of a document down.
    pub fn extend(&mut self, document: &str, errors: impl IntoIterator<Item = FieldError>) {
        for error in errors {
            self.total = self.total.saturating_add(1);
            if self.shown.len() < SHOWN {
                self.shown.push(Fault { document: document.to_owned(), error });
            }
        }
    }

    /// One error.
    pub fn one(document: &str, error: FieldError) -> Self {
        let mut faults = Self::default();
        faults.extend(document, [error]);
        faults
    }

    /// All errors, or nothing wrong.
    pub fn into_result(self) -> Result<(), Self> {
        if self.total == 0 { Ok(()) } else { Err(self) }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.total;
        write!(f, "{total} error{} in the content; nothing was changed", if total == 1 { "" } else { "s" })?;
        for fault in &self.shown {
            write!(f, "\n  {fault}")?;
        }
        let more = total.saturating_sub(self.shown.len());
        if more > 0 { write!(f, "\n  and {more} more") } else { Ok(()) }
    }
}

impl std::error::Error for Faults {}

//! How a broken rule is told: a stable code, typed parameters, the field's path and the default
//! English sentence. Not here: which rules there are.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A parameter of a broken rule, for example the minimum a quantity missed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Param {
    /// A whole number.
    Number(i64),
    /// A text.
    Text(String),
}

/// One broken rule, as every surface shows it: forms, problem+json and vectors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FieldError {
    /// Path of the field in the draft, camelCase, dotted: `lines.3.quantity`. Empty for the whole.
    pub field: String,
    /// Stable `snake_case` code.
    pub code: String,
    /// What the sentence speaks of. Left out of JSON when there is nothing.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, Param>,
    /// The default English sentence; a site's content may override it by `code`.
    pub message: String,
}

/// An error type of the rules: each variant has a code and a sentence, or it does not compile.
pub trait Broken {
    /// Stable `snake_case` code.
    fn code(&self) -> &'static str;
    /// The default English sentence, as the specifications fix it.
    fn sentence(&self) -> String;
    /// Typed parameters of the sentence.
    fn params(&self) -> BTreeMap<String, Param> {
        BTreeMap::new()
    }
    /// This error at a field.
    fn at(&self, field: impl Into<String>) -> FieldError
    where
        Self: Sized,
    {
        FieldError {
            field: field.into(),
            code: self.code().to_owned(),
            params: self.params(),
            message: self.sentence(),
        }
    }
}

/// Numbers as the parameters of a sentence.
pub(crate) fn numbers(named: &[(&str, i64)]) -> BTreeMap<String, Param> {
    let mut params = BTreeMap::new();
    for (name, value) in named {
        params.insert((*name).to_owned(), Param::Number(*value));
    }
    params
}

/// A text as the parameter of a sentence.
pub(crate) fn text(name: &str, value: &str) -> BTreeMap<String, Param> {
    let mut params = BTreeMap::new();
    params.insert(name.to_owned(), Param::Text(value.to_owned()));
    params
}

/// A sentence with each `{name}` replaced by the number of that name.
pub(crate) fn fill(sentence: &str, named: &[(&str, i64)]) -> String {
    let mut filled = sentence.to_owned();
    for (name, value) in named {
        filled = filled.replace(&["{", name, "}"].concat(), &value.to_string());
    }
    filled
}

/// Declares the broken rules of one subject. Each variant names its code and its default sentence,
/// or it does not compile; `{name}` in a sentence stands for the number of that name.
macro_rules! broken_rules {
    ($(#[$meta:meta])* pub enum $name:ident {
        $($(#[$doc:meta])* $variant:ident $({ $($number:ident: $type:ty),+ })? => $code:literal, $sentence:literal;)+
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {
            $($(#[$doc])* $variant $({ $(#[doc = concat!("The `", stringify!($number), "` of the sentence.")] $number: $type),+ })?,)+
        }

        impl $name {
            /// All codes, for the check that each one has a vector.
            pub const CODES: &'static [&'static str] = &[$($code),+];
        }

        impl $crate::rule::Broken for $name {
            fn code(&self) -> &'static str {
                match self {
                    $(Self::$variant $({ $($number: _),+ })? => $code,)+
                }
            }
            fn sentence(&self) -> String {
                match self {
                    $(Self::$variant $({ $($number),+ })? => $crate::rule::fill(
                        $sentence,
                        &[$($((stringify!($number), i64::from(*$number))),+)?],
                    ),)+
                }
            }
            fn params(&self) -> std::collections::BTreeMap<String, $crate::rule::Param> {
                match self {
                    $(Self::$variant $({ $($number),+ })? => $crate::rule::numbers(
                        &[$($((stringify!($number), i64::from(*$number))),+)?],
                    ),)+
                }
            }
        }
    };
}
pub(crate) use broken_rules;

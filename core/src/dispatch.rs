//! Calls by name, JSON in and JSON out: for the page renderer and the vector runners.
//! Not here: which calls there are (`table`).

use std::fmt;

use serde::{Serialize, de::DeserializeOwned};

/// Why a call was not made. A broken rule is never among it: that is an answer.
#[derive(Debug)]
pub enum CallError {
    /// No call of this name.
    Unknown(String),
    /// The arguments are not a JSON array of the right shape.
    Malformed(serde_json::Error),
    /// The answer could not be written.
    Unwritable(serde_json::Error),
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "there is no call named {name:?}"),
            Self::Malformed(cause) => write!(f, "malformed arguments: {cause}"),
            Self::Unwritable(cause) => write!(f, "the answer cannot be written: {cause}"),
        }
    }
}

impl std::error::Error for CallError {}

fn read<T: DeserializeOwned>(args: &str) -> Result<T, CallError> {
    serde_json::from_str(args).map_err(CallError::Malformed)
}

fn write<T: Serialize>(answer: &T) -> Result<String, CallError> {
    serde_json::to_string(answer).map_err(CallError::Unwritable)
}

macro_rules! arguments {
    () => { [(); 0] };
    ($($arg:ident : $in:ty),+) => { ($($in,)+) };
}

macro_rules! binding {
    () => { _ };
    ($($arg:ident)+) => { ($($arg,)+) };
}

macro_rules! define {
    ($(
        $(#[$doc:meta])*
        $name:ident($($arg:ident : $in:ident $(<$inner:ident>)?),*) -> $out:ident $(<$held:ident>)? = $body:expr;
    )+) => {
        /// The names of all calls, in the order of the table.
        pub const NAMES: &[&str] = &[$(stringify!($name)),+];

        /// Makes the call `name` with a JSON array of arguments and answers in JSON.
        #[allow(non_snake_case, reason = "arguments carry the names the browser's types show")]
        pub fn call(name: &str, args: &str) -> Result<String, CallError> {
            match name {
                $(stringify!($name) => {
                    let binding!($($arg)*) = read::<arguments!($($arg : $in $(<$inner>)?),*)>(args)?;
                    let answer: $out $(<$held>)? = $body;
                    write(&answer)
                })+
                _ => Err(CallError::Unknown(name.to_owned())),
            }
        }
    };
}

/// The calls that any page of the browser makes.
mod shared {
    use super::{CallError, read, write};
    #[allow(clippy::wildcard_imports, reason = "whatever types the rows name")]
    use crate::table::*;

    crate::for_each_rule!(define);
}

/// The calls of sign-in, account pages and checkout.
mod account {
    use super::{CallError, read, write};
    #[allow(clippy::wildcard_imports, reason = "whatever types the rows name")]
    use crate::table::account::*;

    crate::for_each_account_rule!(define);
}

/// The calls of the roster page.
mod roster {
    use super::{CallError, read, write};
    #[allow(clippy::wildcard_imports, reason = "whatever types the rows name")]
    use crate::table::roster::*;

    crate::for_each_roster_rule!(define);
}

/// The calls that only the server decides by.
mod desk {
    use super::{CallError, read, write};
    #[allow(clippy::wildcard_imports, reason = "whatever types the rows name")]
    use crate::table::desk::*;

    crate::for_each_desk_rule!(define);
}

mod edit {
    use super::{CallError, read, write};
    use crate::table::edit::{EditAmountsDraft, EditBasis, EditPreviewView};

    crate::for_each_edit_rule!(define);
}

mod season {
    use super::{CallError, read, write};
    use crate::table::season::{SeasonComparisonView, SeasonSheetView, SeasonSide};

    crate::for_each_season_rule!(define);
}

mod stock {
    use super::{CallError, read, write};
    #[allow(clippy::wildcard_imports, reason = "whatever types the rows name")]
    use crate::table::stock::*;

    crate::for_each_stock_rule!(define);
}

mod server_only {
    use super::{CallError, read, write};
    #[allow(clippy::wildcard_imports, reason = "whatever types the rows name")]
    use crate::table::server_only::*;

    crate::for_each_server_rule!(define);
}

pub use account::NAMES as ACCOUNT_NAMES;
pub use desk::NAMES as DESK_NAMES;
pub use edit::NAMES as EDIT_NAMES;
pub use roster::NAMES as ROSTER_NAMES;
pub use season::NAMES as SEASON_NAMES;
pub use server_only::NAMES as SERVER_ONLY_NAMES;
pub use shared::NAMES;
pub use stock::NAMES as STOCK_NAMES;

/// Makes the call `name` with a JSON array of arguments and answers in JSON.
pub fn call(name: &str, args: &str) -> Result<String, CallError> {
    for of_table in [shared::call, account::call, roster::call, desk::call, edit::call, season::call, stock::call] {
        match of_table(name, args) {
            Err(CallError::Unknown(_)) => {}
            answer => return answer,
        }
    }
    server_only::call(name, args)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makes_a_call_by_name() {
        assert_eq!(call("formatCents", "[123450]").unwrap(), "\"$1,234.50\"");
    }

    #[test]
    fn tells_an_unknown_call_from_malformed_arguments() {
        assert!(matches!(call("formatcents", "[1]"), Err(CallError::Unknown(_))));
        for args in ["", "1", "[]", "[1,2]", "[1.5]", "[9007199254740992]", "{\"cents\":1}", "[\"1\"]"] {
            assert!(matches!(call("formatCents", args), Err(CallError::Malformed(_))), "{args}");
        }
    }

    #[test]
    fn names_are_camel_case_and_unique() {
        let mut seen = std::collections::BTreeSet::new();
        for name in NAMES
            .iter()
            .chain(ACCOUNT_NAMES)
            .chain(ROSTER_NAMES)
            .chain(DESK_NAMES)
            .chain(EDIT_NAMES)
            .chain(STOCK_NAMES)
            .chain(SERVER_ONLY_NAMES)
        {
            assert!(
                name.chars().all(|c| c.is_ascii_alphanumeric()) && name.starts_with(|c: char| c.is_ascii_lowercase()),
                "{name}"
            );
            assert!(seen.insert(name), "{name} twice");
        }
    }
}

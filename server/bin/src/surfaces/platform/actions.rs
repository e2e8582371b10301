//! Update actions: read one by one, so that what is wrong with one is told with its place in the body.

use fieldhouse_kernel::{failure::Failure, http::extract::read_part};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::value::RawValue;

/// An action, told apart by `action`.
pub trait Action: DeserializeOwned {
    /// The same action under its name. What is read by a tag within it forgets where its fields stood; this does not.
    type Named: DeserializeOwned;
}

#[derive(Deserialize)]
struct Tag {
    action: String,
}

/// Reads the actions of an update.
pub fn read<T: Action>(actions: &[Box<RawValue>]) -> Result<Vec<T>, Failure> {
    let read = |(place, action): (usize, &str)| {
        serde_json::from_str(action).map_err(|_| refusal::<T>(action, &format!("actions.{place}")))
    };
    actions.iter().map(|action| action.get()).enumerate().map(read).collect()
}

/// What is wrong with an action that could not be read.
fn refusal<T: Action>(action: &str, whole: &str) -> Failure {
    let below = |field: &str| if field.is_empty() { whole.to_owned() } else { [whole, ".", field].concat() };
    let Tag { action: name } = match read_part::<Tag>(action, below) {
        Ok(tag) => tag,
        Err(failure) => return failure,
    };
    let tag = serde_json::Value::String(name.clone());
    let named = format!("{{{tag}:{action}}}");
    let within = |field: &str| match field.split_once('.') {
        Some((_, field)) => below(field),
        None => whole.to_owned(),
    };
    let Err(mut failure) = read_part::<T::Named>(&named, within) else {
        return Failure::malformed(format!("\u{2018}{whole}\u{2019} cannot be read."));
    };
    // What names no action fails at its name.
    if let [error] = failure.errors.as_mut_slice()
        && error.message.ends_with("is not known here.")
        && error.field == whole
    {
        error.field = below("action");
        let name: String = name.chars().take(80).collect();
        error.message = format!("There is no action \u{2018}{name}\u{2019} here: \u{2018}{}\u{2019}.", error.field);
        failure.title.clone_from(&error.message);
    }
    failure
}

/// Declares the actions of an update, as the platform tells them apart.
macro_rules! actions {
    (
        $(#[$about:meta])*
        $name:ident, $named:ident {
            $($action:ident { $($(#[$of:meta])* $field:ident: $kind:ty),* $(,)? }),+ $(,)?
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Deserialize, utoipa::ToSchema)]
        #[serde(tag = "action", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
        enum $name {
            $($action { $($(#[$of])* $field: $kind),* }),+
        }

        #[derive(Deserialize, utoipa::ToSchema)]
        #[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
        #[expect(dead_code, reason = "read for where it fails")]
        enum $named {
            $($action {
                #[serde(rename = "action")]
                #[schema(value_type = String)]
                _action: serde::de::IgnoredAny,
                $($(#[$of])* $field: $kind),*
            }),+
        }

        impl $crate::surfaces::platform::actions::Action for $name {
            type Named = $named;
        }
    };
}
pub(super) use actions;

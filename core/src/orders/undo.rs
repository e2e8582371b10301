//! Taking a cancellation back, while the slip is fresh.

use super::{acts::ActError, status::Lifecycle};
use crate::rule::{Broken, FieldError, broken_rules};

/// For which a cancellation can be taken back.
pub const UNDO_MINUTES: u32 = 10;

broken_rules! {
    /// What keeps a cancellation from being taken back.
    pub enum UndoError {
        /// Others have acted on it since.
        Late { minutes: u32 } => "undo_late", "This was canceled more than {minutes} minutes ago. Edit the order instead";
        /// Once is enough.
        Done => "undo_done", "This was taken back already";
        /// What was edited since is of the order as it is now.
        Edited => "undo_edited", "This order was edited since. Edit it once more instead";
    }
}

/// What keeps a cancellation of whole minutes ago from being taken back: it was `undone`, or the order `edited` since. An order that ended by it stays ended: its
/// certificates may be on another one.
pub fn check_undo(lifecycle: Lifecycle, minutes: u32, (undone, edited): (bool, bool)) -> Option<FieldError> {
    if lifecycle.has_ended() {
        return Some(ActError::Ended.at(""));
    }
    if undone {
        return Some(UndoError::Done.at(""));
    }
    if edited {
        return Some(UndoError::Edited.at(""));
    }
    (minutes >= UNDO_MINUTES).then(|| UndoError::Late { minutes: UNDO_MINUTES }.at(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancellation_is_taken_back_once_and_within_ten_minutes() {
        let code = |lifecycle, minutes, undone| check_undo(lifecycle, minutes, (undone, false)).map(|error| error.code);
        assert_eq!(check_undo(Lifecycle::Open, 0, (false, true)).unwrap().code, "undo_edited");
        assert_eq!([code(Lifecycle::Open, 9, false), code(Lifecycle::Complete, 0, false)], [None, None]);
        assert_eq!(code(Lifecycle::Open, 10, false).as_deref(), Some("undo_late"));
        assert_eq!(code(Lifecycle::Open, 0, true).as_deref(), Some("undo_done"));
        assert_eq!(code(Lifecycle::Cancelled, 0, false).as_deref(), Some("order_ended"));
    }
}

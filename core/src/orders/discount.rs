//! What is taken off an order beyond what somebody may take off alone: two do it together. Not here: how much of a discount counts
//! (`edit`), and who may what (`staff`).

use crate::rule::{Broken, FieldError, broken_rules};

broken_rules! {
    /// What keeps somebody from applying an edit. Apart from its others: no browser asks, and each word is loaded.
    pub enum DiscountError {
        /// One keeps it, another one applies it.
        AboveCap => "edit_discount_above_cap", "This is more than you may take off alone. Keep the edit for later: somebody who may take off that much can apply it";
    }
}

/// What keeps an edit with a discount from being applied by somebody who may not give it `alone`.
pub fn check_discount_cap(alone: bool) -> Option<FieldError> {
    (!alone).then(|| DiscountError::AboveCap.at("amounts.discount"))
}

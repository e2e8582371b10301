//! A code that a program sets on a cart by itself: nothing says at once whether it holds, the prices that follow do.
//! So it counts as tried like one that was typed (R73).

use fieldhouse_core::{
    offers::{CodeKind, OfferError},
    rule::Broken,
};
use fieldhouse_kernel::failure::Failure;

use super::verdict;
use crate::{
    buying::cart::fields::{CustomField, REMOVE},
    session::Visitor,
    state::AppState,
};

/// Refuses a code that only a certificate may bring, and whoever set too many that do not hold.
pub async fn check(
    state: &AppState,
    visitor: &Visitor,
    field: CustomField,
    value: Option<&str>,
) -> Result<(), Failure> {
    let Some(code) = value.filter(|value| !value.is_empty() && *value != REMOVE) else { return Ok(()) };
    let asker = visitor.asker().await?;
    let guess = state.guess(asker, code).await?;
    let known = match field {
        CustomField::ProgramId => verdict::is_known(state, visitor.site, CodeKind::Program, code),
        CustomField::FlyerCode => verdict::is_known(state, visitor.site, CodeKind::Offer, code),
        // Whether it holds is told when the order is placed.
        CustomField::FriendlyFlyerCode => None,
    };
    let bound = field == CustomField::FlyerCode && verdict::is_bound(state, visitor.site, code).await?;
    if bound || known != Some(true) {
        guess.wrong();
    }
    if bound { Err(Failure::broken(vec![OfferError::OfferInvalid.at(field.name())])) } else { Ok(()) }
}

//! For whom somebody orders: a business unit of theirs, or themselves, where all of their units allow it.

use serde::{Deserialize, Serialize};

use crate::rule::{Broken, FieldError, broken_rules};

/// Key of orders for oneself; keys of units are their ids.
pub const PERSONAL: &str = "personal";

broken_rules! {
    /// What is wrong with for whom an order is.
    pub enum BuyingError {
        /// Not among what there is to choose.
        Unknown => "buys_for_unknown", "Please choose for whom you order";
        /// A guest who says the e-mail of somebody whose order needed approval.
        SignInFirst => "order_sign_in_first", "Please sign in with this email to place this order";
    }
}

/// A business unit somebody orders for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BuyerUnit {
    /// Id.
    pub id: String,
    /// Shown name.
    pub name: String,
    /// Its people may also order for themselves.
    pub personal_orders: bool,
}

/// Something to choose: a business unit, or oneself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BuyingChoiceView {
    /// Id of the unit, or `personal`.
    pub key: String,
    /// Name.
    pub name: String,
}

/// For whom a cart is ordered, and what else could be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BuyingView {
    /// Key of what holds.
    pub key: String,
    /// Its name.
    pub name: String,
    /// What there is to choose; empty when there is nothing to choose.
    pub choices: Vec<BuyingChoiceView>,
}

/// `PUT /api/checkout/buyer`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BuyerDraft {
    /// Key of a choice.
    pub buys_for: String,
}

/// What somebody of these units can choose from, in their order: who has one unit buys for it. For oneself only
/// where every unit allows it, or the limit of one would be walked round.
pub fn buying_choices(units: &[BuyerUnit]) -> Vec<BuyingChoiceView> {
    let choice = |key: &str, name: &str| BuyingChoiceView { key: key.to_owned(), name: name.to_owned() };
    let mut choices: Vec<BuyingChoiceView> = units.iter().map(|unit| choice(&unit.id, &unit.name)).collect();
    if allows_personal(units) {
        choices.push(choice(PERSONAL, "Myself"));
    }
    if choices.len() < 2 { Vec::new() } else { choices }
}

fn allows_personal(units: &[BuyerUnit]) -> bool {
    units.iter().all(|unit| unit.personal_orders)
}

/// The unit an order is for, with what was chosen once; none for oneself. A choice that does not hold any more
/// is the first unit.
pub fn buys_for<'a>(units: &'a [BuyerUnit], chosen: &str) -> Option<&'a BuyerUnit> {
    if chosen == PERSONAL && allows_personal(units) {
        return None;
    }
    units.iter().find(|unit| unit.id == chosen).or(units.first())
}

/// For whom it is, as it is shown; nothing for somebody of no unit.
pub fn buying_view(units: &[BuyerUnit], chosen: &str) -> Option<BuyingView> {
    if units.is_empty() {
        return None;
    }
    let (key, name) = match buys_for(units, chosen) {
        Some(unit) => (unit.id.clone(), unit.name.clone()),
        None => (PERSONAL.to_owned(), "Myself".to_owned()),
    };
    Some(BuyingView { key, name, choices: buying_choices(units) })
}

/// What is wrong with a choice.
pub fn check_buyer(units: &[BuyerUnit], draft: &BuyerDraft) -> Vec<FieldError> {
    let known = buying_choices(units).iter().any(|choice| choice.key == draft.buys_for);
    if known { Vec::new() } else { vec![BuyingError::Unknown.at("buysFor")] }
}

/// What keeps a guest from ordering: that the order would wait for approval, had they signed in with the e-mail
/// they give.
pub fn check_guest(would_wait: bool) -> Option<FieldError> {
    would_wait.then(|| BuyingError::SignInFirst.at("shipping.email"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(personal: &[bool]) -> Vec<BuyerUnit> {
        let unit = |(number, personal_orders): (usize, &bool)| BuyerUnit {
            id: number.to_string(),
            name: ["Unit ", &number.to_string()].concat(),
            personal_orders: *personal_orders,
        };
        personal.iter().enumerate().map(unit).collect()
    }

    fn keys(units: &[BuyerUnit]) -> Vec<String> {
        buying_choices(units).into_iter().map(|choice| choice.key).collect()
    }

    #[test]
    fn who_has_one_unit_buys_for_it_unless_it_allows_personal_orders() {
        assert_eq!(keys(&[]), Vec::<String>::new());
        assert_eq!(keys(&units(&[false])), Vec::<String>::new());
        assert_eq!(keys(&units(&[true])), ["0", PERSONAL]);
        assert_eq!(keys(&units(&[false, true])), ["0", "1"], "the limit of one is not walked round by another");
        assert_eq!(keys(&units(&[true, true])), ["0", "1", PERSONAL]);
    }

    #[test]
    fn a_choice_that_does_not_hold_any_more_is_the_first_unit() {
        let id = |units: &[BuyerUnit], chosen| buys_for(units, chosen).map(|unit| unit.id.clone());
        for chosen in ["", "7", PERSONAL] {
            assert_eq!(id(&units(&[false, false]), chosen).as_deref(), Some("0"), "{chosen:?}");
        }
        assert_eq!(id(&units(&[false, false]), "1").as_deref(), Some("1"));
        assert_eq!(id(&units(&[true]), PERSONAL), None);
        assert_eq!(id(&[], ""), None);
        assert!(buying_view(&[], "").is_none());
        assert_eq!(buying_view(&units(&[true]), PERSONAL).map(|view| view.name).as_deref(), Some("Myself"));
    }
}

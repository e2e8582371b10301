//! Saved lists: articles that somebody orders again and again, kept under a name, for themselves or for everybody of a business
//! unit. Not here: what became of a list's articles (`orders::reorder`), which is what became of an order's.

use serde::{Deserialize, Serialize};

use super::lines::{CartError, MAX_LINES, are_too_many};
use crate::{
    orders::{history::OrderChoiceView, reorder::ReorderLineView},
    rule::{Broken, FieldError, broken_rules},
};

/// Pieces of an article in a list: as many as fit into five digits.
const MOST_PIECES: i64 = 99_999;

broken_rules! {
    /// What keeps a saved list from being changed.
    pub enum RequisitionError {
        /// None of the units somebody orders for.
        Unit => "list_unit", "Please choose one of your business units";
        /// No pieces, or too many.
        Pieces { maximum: i64 } => "list_pieces", "Please enter a quantity between 1 and {maximum}";
        /// An article twice.
        Twice => "list_twice", "This article is on the list twice";
    }
}

/// A list to be saved: of the cart, or of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RequisitionDraft {
    /// Name.
    pub name: String,
    /// Key of the business unit whose people see it; empty for oneself alone.
    #[serde(default)]
    pub unit: String,
    /// Id of the order it is of; empty for the cart.
    #[serde(default)]
    pub order: String,
}

/// An article of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RequisitionRowDraft {
    /// Stock keeping unit.
    pub sku: String,
    /// Pieces.
    pub quantity: i64,
}

/// A list as it is to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RequisitionChange {
    /// Name.
    pub name: String,
    /// Key of the business unit whose people see it; empty for oneself alone.
    #[serde(default)]
    pub unit: String,
    /// The version that was seen.
    pub version: i64,
    /// Its articles, each once, in their order.
    pub rows: Vec<RequisitionRowDraft>,
}

/// A list among others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RequisitionSummaryView {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// The unit whose people see it; empty where nobody else does.
    pub unit: String,
    /// It is one's own.
    pub own: bool,
    /// Whose it is.
    pub by: String,
    /// Articles.
    pub lines: u32,
    /// Pieces.
    pub pieces: u64,
    /// When it was changed, ISO 8601.
    pub changed_at: String,
}

/// `GET /api/account/lists`: one's own lists and those of one's units, by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RequisitionsView {
    /// The lists.
    pub lists: Vec<RequisitionSummaryView>,
    /// Units whose people one can show a list.
    pub units: Vec<OrderChoiceView>,
}

/// `GET /api/account/lists/{id}`: a list with what became of its articles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RequisitionView {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Key of the unit whose people see it; empty where nobody else does.
    pub unit: String,
    /// It is one's own: nobody else changes it.
    pub own: bool,
    /// Whose it is.
    pub by: String,
    /// What a change names.
    pub version: i64,
    /// Its articles: as they were saved, and today.
    pub lines: Vec<ReorderLineView>,
    /// Units whose people one can show it.
    pub units: Vec<OrderChoiceView>,
}

/// Everything wrong with the articles of a list, but for which articles there are.
pub fn check_rows(rows: &[RequisitionRowDraft]) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if are_too_many(rows.len()) {
        return vec![CartError::TooManyLines { maximum: MAX_LINES }.at("rows")];
    }
    let mut seen = std::collections::BTreeSet::new();
    for (place, row) in rows.iter().enumerate() {
        let field = |name: &str| ["rows.", &place.to_string(), ".", name].concat();
        if !(1..=MOST_PIECES).contains(&row.quantity) {
            errors.push(RequisitionError::Pieces { maximum: MOST_PIECES }.at(field("quantity")));
        }
        if !seen.insert(row.sku.trim()) {
            errors.push(RequisitionError::Twice.at(field("sku")));
        }
    }
    errors
}

/// Whether a unit is one of those somebody orders for; none is oneself alone.
pub fn check_unit(unit: &str, units: &[OrderChoiceView]) -> Option<FieldError> {
    let known = unit.is_empty() || units.iter().any(|choice| choice.key == unit);
    (!known).then(|| RequisitionError::Unit.at("unit"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(sku: &str, quantity: i64) -> RequisitionRowDraft {
        RequisitionRowDraft { sku: sku.to_owned(), quantity }
    }

    fn told(rows: &[RequisitionRowDraft]) -> Vec<(String, String)> {
        check_rows(rows).into_iter().map(|error| (error.field, error.code)).collect()
    }

    #[test]
    fn an_article_is_on_a_list_once_with_a_number_of_pieces() {
        assert!(told(&[]).is_empty(), "an empty list is one");
        assert!(told(&[row("A", 1), row("B", 99_999)]).is_empty());
        let field = |name: &str, code: &str| (name.to_owned(), code.to_owned());
        assert_eq!(
            told(&[row("A", 0), row("B", 100_000), row(" A", 1)]),
            [
                field("rows.0.quantity", "list_pieces"),
                field("rows.1.quantity", "list_pieces"),
                field("rows.2.sku", "list_twice"),
            ]
        );
        let many: Vec<_> = (0..2_000).map(|nth: u32| row(&nth.to_string(), 1)).collect();
        assert!(told(&many).is_empty());
        assert_eq!(told(&[many.as_slice(), &[row("x", 1)]].concat()), [field("rows", "cart_too_many_lines")]);
    }

    #[test]
    fn a_list_is_shown_to_people_of_ones_own_units() {
        let units = [OrderChoiceView { key: "north".to_owned(), label: "North".to_owned() }];
        assert_eq!(check_unit("", &[]), None);
        assert_eq!(check_unit("north", &units), None);
        assert_eq!(check_unit("south", &units).unwrap().code, "list_unit");
    }
}

//! What goes in and out of a roster's evaluation.

use serde::{Deserialize, Serialize};

use super::{ColumnKind, RosterRow};
use crate::{
    brand::Site,
    cart::{AddLineDraft, NextTierView, PricePairView, lines::Article, quantity::QuantityRule},
    money::Cents,
    pricing::{ArticlePrices, Tier},
    rule::FieldError,
};

/// One size of a product. A size of the product page fits as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "roster", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RosterArticle {
    /// Size as printed.
    pub text: String,
    /// Stock keeping unit.
    pub sku: String,
    /// Base price of one piece.
    pub price: Option<Cents>,
    /// Discounted price, when there is one.
    #[serde(default)]
    pub discounted_price: Option<Cents>,
    /// Personal unit price, when there is one.
    #[serde(default)]
    pub personal_price: Option<Cents>,
    /// Quantity prices.
    #[serde(default)]
    pub tiers: Vec<Tier>,
    /// It cannot be bought now.
    #[serde(default)]
    pub unavailable: bool,
    /// MM/DD/YYYY, or empty.
    #[serde(default)]
    pub available_date: String,
    /// Minimum order quantity.
    #[serde(default)]
    pub min_order_qty: u32,
    /// Delivery unit.
    #[serde(default)]
    pub delivery_unit: u32,
    /// What it is chosen by when a style number was typed: color, size and whatever else tells it apart.
    #[serde(default)]
    pub options: Vec<String>,
}

/// A product that rows are matched to: one colour with its sizes, or whatever a list of skus named of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "roster", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RosterStyle {
    /// Product id: its articles pool their quantities.
    pub product: String,
    /// What the shopper calls it: name and colour.
    pub name: String,
    /// Labels of the required free texts.
    #[serde(default)]
    pub free_form_options: Vec<String>,
    /// Only by phone.
    #[serde(default)]
    pub call_to_order: bool,
    /// The column with its sizes; chosen by the headings when absent. None is needed when it comes in
    /// one size or rows carry skus.
    #[serde(default)]
    pub size_column: Option<u32>,
    /// Pieces of the product that the cart holds already: quantities pool with them.
    #[serde(default)]
    pub in_cart: u32,
    /// Its style number, when a list named that and not the skus.
    #[serde(default)]
    pub style_number: String,
    /// Its sizes.
    pub articles: Vec<RosterArticle>,
}

impl RosterStyle {
    /// An article as the rules of a cart read it.
    pub(super) fn article<'a>(&'a self, article: &'a RosterArticle) -> Article<'a> {
        Article {
            rule: QuantityRule { min_order_qty: article.min_order_qty, delivery_unit: article.delivery_unit },
            prices: ArticlePrices {
                base: article.price,
                discounted: article.discounted_price,
                personal: article.personal_price,
                tiers: &article.tiers,
            },
            unavailable: article.unavailable,
            available_date: &article.available_date,
            call_to_order: self.call_to_order,
            free_form_options: &self.free_form_options,
        }
    }
}

/// A column of the grid.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "roster", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct RosterColumn {
    /// What it holds.
    pub kind: ColumnKind,
    /// Its heading, as given or made up.
    pub label: String,
}

/// A whole roster to be evaluated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "roster", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct RosterDraft {
    /// The site it is ordered from.
    pub site: Site,
    /// Columns, left to right.
    pub columns: Vec<RosterColumn>,
    /// Chosen products, or those named by the column of skus.
    pub styles: Vec<RosterStyle>,
    /// The rows, without headings.
    pub rows: Vec<RosterRow>,
}

/// A proposed change of one cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "roster", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct RosterFix {
    /// What it does: 'Use YM'.
    pub label: String,
    /// The column to write to; absent when the grid has none of that kind yet.
    pub column: Option<u32>,
    /// The kind of that column.
    pub kind: ColumnKind,
    /// The new text of the cell.
    pub text: String,
}

/// What a row needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "roster", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct RosterProblem {
    /// The cell it is about; absent for the whole row.
    pub column: Option<u32>,
    /// What is wrong.
    pub error: FieldError,
    /// What could be done, the best first.
    pub fixes: Vec<RosterFix>,
}

/// What a row orders of one product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "roster", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct RosterItemView {
    /// Place of the product in the draft.
    pub style: u32,
    /// Stock keeping unit.
    pub sku: String,
    /// Size as printed.
    pub text: String,
}

/// A row evaluated: ready, or with what it needs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "roster", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct RosterRowView {
    /// It is among the lines to add.
    pub ready: bool,
    /// What it needs; empty when ready.
    pub problems: Vec<RosterProblem>,
    /// Why nothing is ordered in it, when that is what it says: a quantity of 0, a line of totals.
    pub nothing: Option<FieldError>,
    /// What it orders, as far as that is known.
    pub items: Vec<RosterItemView>,
    /// Pieces of each item.
    pub pieces: u32,
    /// What it costs, with quantities pooled over the ready rows; absent when not ready.
    pub price: Option<PricePairView>,
}

/// A line to add, with the rows it comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "roster", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct RosterLineView {
    /// As it is sent.
    pub line: AddLineDraft,
    /// Places of its rows.
    pub rows: Vec<u32>,
}

/// What the ready rows order of one product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "roster", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct RosterProductView {
    /// Product id.
    pub product: String,
    /// Its name.
    pub name: String,
    /// Pieces.
    pub pieces: u64,
    /// What they cost.
    pub subtotal: PricePairView,
    /// The way to the next quantity price.
    pub next_tier: Option<NextTierView>,
    /// The same in words, or empty.
    pub next_tier_text: String,
}

/// A proposed change of a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "roster", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct RosterRowFix {
    /// Place of the row.
    pub row: u32,
    /// The change.
    pub fix: RosterFix,
}

/// A roster evaluated. `ready + attention + nothing` is always the number of rows given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "roster", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(rename_all = "camelCase")]
pub struct RosterView {
    /// Rows, in the order given.
    pub rows: Vec<RosterRowView>,
    /// The lines of the ready rows: one a sku, one text a piece.
    pub lines: Vec<RosterLineView>,
    /// Products, in the order of their first line.
    pub products: Vec<RosterProductView>,
    /// The column each chosen product takes its sizes from.
    pub size_columns: Vec<Option<u32>>,
    /// Every change that is made when all proposals are taken. None of them orders more than was asked.
    pub fixes: Vec<RosterRowFix>,
    /// Rows that are ready.
    pub ready: u32,
    /// Rows that need attention.
    pub attention: u32,
    /// Rows in which nothing is ordered.
    pub nothing: u32,
    /// Pieces of the ready rows.
    pub pieces: u64,
    /// What the ready rows cost.
    pub total: Option<PricePairView>,
    /// What is wrong with the roster as a whole; `field` is `styles.{place}`, `rows` or `lines`.
    pub errors: Vec<FieldError>,
}

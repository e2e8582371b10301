//! Search: cleaning a typed query (shell §5), reading a list's address, and the shapes of lists and suggestions.

pub mod address;
pub mod missed;
pub mod popularity;
pub mod query;

use serde::{Deserialize, Serialize};

use crate::{
    catalog::{CategoryView, ProductTileView},
    money::Cents,
};

/// One value of a facet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FacetValueView {
    /// What goes into the address.
    pub value: String,
    /// What is shown.
    pub label: String,
    /// Products that match with it.
    pub count: u32,
    /// Chosen now.
    pub selected: bool,
    /// Swatch colours for colours, else empty.
    pub hex: Vec<String>,
}

/// A facet: brand, category, color, size, price, availability.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FacetView {
    /// Query parameter.
    pub name: String,
    /// Shown heading.
    pub label: String,
    /// Values by count.
    pub values: Vec<FacetValueView>,
}

/// `GET /api/search`: a list page's whole state is its address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SearchView {
    /// Query after cleaning.
    pub query: String,
    /// Category path, or empty.
    pub category: String,
    /// Trail to it, root first.
    pub trail: Vec<CategoryView>,
    /// Categories below it.
    pub children: Vec<CategoryView>,
    /// Heading of the page.
    pub title: String,
    /// Products found.
    pub nb_hits: u32,
    /// Page from 1.
    pub page: u32,
    /// Pages.
    pub nb_pages: u32,
    /// `relevance`, `price-asc`, `price-desc`, `name`, `newest`.
    pub sort: String,
    /// Facets.
    pub facets: Vec<FacetView>,
    /// 24 a page.
    pub hits: Vec<ProductTileView>,
    /// What was searched instead when nothing matched, or empty.
    pub corrected_query: String,
}

/// A stretch of a name to be marked, in Unicode scalar values: never HTML.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct HighlightView {
    /// First character.
    pub start: u32,
    /// One after the last.
    pub end: u32,
}

/// A hit of the header's dropdown (shell §3 'Search hit').
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SuggestHitView {
    /// Name.
    pub name: String,
    /// Parts of the name that match.
    pub highlights: Vec<HighlightView>,
    /// Slug of `/p/{slug}/`.
    pub slug: String,
    /// Lowest base price.
    pub price: Option<Cents>,
    /// Its discounted price.
    pub discounted_price: Option<Cents>,
    /// 48 × 48, or empty for the placeholder.
    pub thumbnail: String,
    /// First sku.
    pub master_variant: String,
    /// All skus.
    #[serde(rename = "variantSKUs")]
    pub variant_skus: Vec<String>,
    /// Only by phone: 'Price Not Available'.
    pub call_to_order: bool,
}

/// `GET /api/search/suggest`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SuggestView {
    /// Query after cleaning; empty when it was too short.
    pub query: String,
    /// At most 8.
    pub hits: Vec<SuggestHitView>,
    /// Products found in all.
    pub nb_hits: u32,
    /// Where to go at once instead, from content, or empty.
    pub redirect: String,
}

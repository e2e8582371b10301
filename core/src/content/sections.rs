//! Sections with which a brand composes a home of its own: features, steps, shortcuts, departments, panels.

use serde::{Deserialize, Serialize};

use super::{CardView, LinkView};
use crate::catalog::ImageView;

/// A picture with words beside it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FeatureView {
    /// Unique in the site.
    pub uid: String,
    /// Heading.
    pub title: String,
    /// Text.
    pub text: String,
    /// Short facts under it.
    #[serde(default)]
    pub facts: Vec<String>,
    /// Call to action.
    #[serde(default)]
    pub cta: Option<LinkView>,
    /// Picture.
    pub image: ImageView,
    /// Where the picture stands: `left` or `right`.
    pub side: String,
    /// `white`, `secondary`, `highlight`, `primary` or `black`.
    pub ground: String,
}

/// A step of a way to order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct StepView {
    /// Heading.
    pub title: String,
    /// Text.
    pub text: String,
}

/// Numbered steps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct StepsView {
    /// Unique in the site.
    pub uid: String,
    /// Heading.
    pub title: String,
    /// Text under it, or empty.
    #[serde(default)]
    pub text: String,
    /// Steps in order.
    pub steps: Vec<StepView>,
    /// Call to action.
    #[serde(default)]
    pub cta: Option<LinkView>,
}

/// A strip of short ways to what people come for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ShortcutsView {
    /// Unique in the site.
    pub uid: String,
    /// Name for those who do not see it.
    pub title: String,
    /// Each with an icon.
    pub shortcuts: Vec<CardView>,
}

/// A department with what is below it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct DepartmentView {
    /// Heading.
    pub title: String,
    /// Target of heading and picture.
    pub link: LinkView,
    /// Picture.
    pub image: ImageView,
    /// What is below it.
    pub links: Vec<LinkView>,
}

/// An index of departments, dense as a trade counter's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct DepartmentsView {
    /// Unique in the site.
    pub uid: String,
    /// Heading.
    pub title: String,
    /// Text under it, or empty.
    #[serde(default)]
    pub text: String,
    /// Departments.
    pub departments: Vec<DepartmentView>,
}

/// A panel on a ground of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PanelView {
    /// Heading.
    pub title: String,
    /// Text.
    pub text: String,
    /// Target.
    pub link: LinkView,
    /// Picture.
    pub image: ImageView,
    /// `white`, `secondary`, `highlight`, `primary` or `black`.
    pub ground: String,
}

/// Panels side by side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PanelsView {
    /// Unique in the site.
    pub uid: String,
    /// Heading.
    pub title: String,
    /// Panels.
    pub panels: Vec<PanelView>,
}

//! Content of a site: navigation, footer, hero, tiles, pages (shell §3). Shapes only; a document is
//! JSON in exactly this form.

use serde::{Deserialize, Serialize};

use crate::{
    brand::BrandView,
    catalog::{ImageView, ProductTileView},
};

/// A link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LinkView {
    /// http(s), mailto, tel or a path.
    pub href: String,
    /// Shown text.
    pub title: String,
    /// Opens in a new tab.
    #[serde(default)]
    pub new_tab: bool,
}

/// A titled list of links.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LinkGroupView {
    /// Heading.
    pub title: String,
    /// Links.
    pub links: Vec<LinkView>,
}

/// An icon link: `icon` names a drawing of the storefront (`phone`, `mail`, `chat`, `instagram` …).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct IconLinkView {
    /// Link.
    pub link: LinkView,
    /// Icon name.
    pub icon: String,
}

/// A panel beside a flyout (shell §3 'Navigation item').
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SpotlightView {
    /// Picture.
    pub image: ImageView,
    /// Heading.
    pub title: String,
    /// Links.
    pub links: Vec<LinkView>,
}

/// A navigation item, at most three deep.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct NavigationItemView {
    /// Shown text.
    pub title: String,
    /// Target.
    pub href: String,
    /// Drawn in the accent colour.
    #[serde(default)]
    pub accent: bool,
    /// New tab.
    #[serde(default)]
    pub new_tab: bool,
    /// Items below.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(no_recursion))]
    pub navigation: Vec<NavigationItemView>,
    /// Panel.
    #[serde(default)]
    pub spotlight: Option<SpotlightView>,
}

/// Footer (shell §3 'Footer content').
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FooterView {
    /// Columns.
    pub navigation: Vec<LinkGroupView>,
    /// Social icons.
    pub social_icons: Vec<IconLinkView>,
    /// Heading of the get-in-touch block.
    pub get_in_touch_title: String,
    /// Its text.
    pub get_in_touch_description: String,
    /// Its calls to action.
    pub get_in_touch: Vec<IconLinkView>,
    /// Legal links.
    pub legal_links: Vec<LinkView>,
    /// Copyright line.
    pub copyright: String,
}

/// What every page of a site needs: `GET /api/shell`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ShellView {
    /// Brand capabilities (decisions: brands).
    pub brand: BrandView,
    /// Top bar help links.
    pub help: Vec<LinkView>,
    /// Primary navigation.
    pub navigation: Vec<NavigationItemView>,
    /// Footer.
    pub footer: FooterView,
    /// A line above the header, or empty.
    pub announcement: String,
    /// Texts by key that override the storefront's defaults.
    pub texts: std::collections::BTreeMap<String, String>,
}

/// Hero with value props (shell §3 'Hero').
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct HeroView {
    /// Unique in the site.
    pub uid: String,
    /// Heading.
    pub header: String,
    /// Text under it.
    pub subtext: String,
    /// Call to action.
    pub cta_link: Option<LinkView>,
    /// `middle`, `bottom`, `left-align-middle`, `right-align-middle`, `left-align-bottom`, `right-align-bottom`.
    pub header_alignment: String,
    /// `video`, `image`, `color`.
    pub select_hero_background_type: String,
    /// `black`, `white`, `primary`, `secondary`.
    pub select_background_color: String,
    /// `default`, `inverse`, `accent`.
    pub select_text_color: String,
    /// Background picture, if any.
    pub image_background: Option<ImageView>,
    /// `vertical stacked` or `vertical fade in`.
    pub select_value_prop_layout: String,
    /// Value props.
    pub value_props: Vec<String>,
}

/// A marketing tile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MarketingTileView {
    /// Label.
    pub label: String,
    /// Target.
    pub link: LinkView,
    /// Picture.
    pub image: ImageView,
}

/// A block of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum BlockView {
    /// Hero.
    Hero {
        /// The hero.
        hero: HeroView,
    },
    /// Marketing tile section (shell §3).
    Tiles {
        /// Unique in the site.
        uid: String,
        /// Heading.
        title: String,
        /// Text.
        description: String,
        /// Call to action.
        cta: Option<LinkView>,
        /// `top` or `bottom`.
        cta_alignment: String,
        /// `square` or `4:5`.
        tile_shape: String,
        /// Tiles.
        tiles: Vec<MarketingTileView>,
    },
    /// A row of products of a category; the server fills `products`.
    Products {
        /// Heading.
        title: String,
        /// Category path whose best sellers are shown.
        category: String,
        /// Filled on the way out.
        #[serde(default)]
        products: Vec<ProductTileView>,
    },
    /// Heading and paragraphs.
    Text {
        /// Heading.
        title: String,
        /// Paragraphs of plain text.
        paragraphs: Vec<String>,
    },
}

/// A page made of blocks: home (`/`), `/about-us/`, legal pages. `GET /api/content/pages/{slug}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PageView {
    /// Slug; `home` for `/`.
    pub slug: String,
    /// Title of the document and the h1 of text pages.
    pub title: String,
    /// Meta description.
    pub description: String,
    /// Blocks in order.
    pub blocks: Vec<BlockView>,
}

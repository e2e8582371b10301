//! Blocks and the pages made of them: hero, tiles, cards, carousels, bands (shell §2, §3).

use serde::{Deserialize, Serialize};

use super::{DepartmentsView, FeatureView, FormView, LinkView, PanelsView, ShortcutsView, StepsView};
use crate::catalog::{ImageView, ProductTileView};

/// A video file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct VideoView {
    /// Address of the file.
    pub href: String,
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
    /// `large` or `small`.
    #[serde(default)]
    pub select_logo_size: String,
    /// The logo's shape: rectangular, else square.
    #[serde(default)]
    pub display_as_rectangular_logo: bool,
    /// Logo above the heading, if any.
    #[serde(default)]
    pub logo: Option<ImageView>,
    /// Background picture, if any.
    pub image_background: Option<ImageView>,
    /// Background video, if any.
    #[serde(default)]
    pub video_background: Option<VideoView>,
    /// Stands in for the video until it plays, and where motion is not wanted.
    #[serde(default)]
    pub placeholder: Option<ImageView>,
    /// The video starts by itself.
    #[serde(default)]
    pub autoplay: bool,
    /// It begins again at its end.
    #[serde(default, rename = "loop")]
    pub loops: bool,
    /// Without sound.
    #[serde(default)]
    pub mute: bool,
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

/// A card of a card grid: a picture or an icon, a heading, a text, and where it leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CardView {
    /// Heading.
    pub title: String,
    /// Text.
    pub text: String,
    /// Target.
    pub link: Option<LinkView>,
    /// Picture, if any.
    #[serde(default)]
    pub image: Option<ImageView>,
    /// Icon where there is no picture.
    #[serde(default)]
    pub icon: String,
}

/// A message of a messaging carousel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MessageView {
    /// Text.
    pub text: String,
    /// Target, if any.
    #[serde(default)]
    pub link: Option<LinkView>,
}

/// A part of an accordion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AccordionItemView {
    /// Heading.
    pub title: String,
    /// Paragraphs of plain text.
    pub paragraphs: Vec<String>,
}

/// An article of the learning corner, in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ArticleCardView {
    /// Heading.
    pub title: String,
    /// Address.
    pub href: String,
    /// What it is about.
    pub description: String,
    /// Picture.
    pub image: Option<ImageView>,
}

/// Answer to a search in the learning corner (shell §7).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ContentSearchView {
    /// As it was searched for.
    pub query: String,
    /// Articles, the best first.
    pub hits: Vec<ArticleCardView>,
}

/// Newsletter signup band (shell §3 'Newsletter').
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct NewsletterView {
    /// Unique in the site.
    pub uid: String,
    /// Heading.
    pub header_title: String,
    /// Text under it.
    pub subtitle: String,
    /// Placeholder of the e-mail field.
    pub placeholder: String,
    /// The button.
    pub button_text: String,
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
        hero: Box<HeroView>,
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
        #[serde(rename = "ctaAlignment")]
        cta_alignment: String,
        /// `square` or `4:5`.
        #[serde(rename = "tileShape")]
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
    /// Card grid.
    Cards {
        /// Unique in the site.
        uid: String,
        /// Heading.
        title: String,
        /// Cards.
        cards: Vec<CardView>,
    },
    /// Categories carousel.
    Categories {
        /// Unique in the site.
        uid: String,
        /// Heading.
        title: String,
        /// Categories.
        categories: Vec<MarketingTileView>,
    },
    /// Messaging carousel.
    Messages {
        /// Unique in the site.
        uid: String,
        /// Name for those who do not see it.
        title: String,
        /// Messages.
        messages: Vec<MessageView>,
    },
    /// Parts that open and close.
    Accordion {
        /// Heading.
        title: String,
        /// Parts.
        items: Vec<AccordionItemView>,
    },
    /// Promo banner.
    Banner {
        /// Heading.
        title: String,
        /// Text.
        text: String,
        /// Call to action.
        cta: Option<LinkView>,
    },
    /// Newsletter signup band.
    Newsletter {
        /// The band.
        newsletter: NewsletterView,
    },
    /// A hosted form; the server fills `form`.
    Form {
        /// Its slug.
        slug: String,
        /// Filled on the way out.
        #[serde(default)]
        form: Option<FormView>,
    },
    /// Cards of all articles of the learning corner; the server fills `articles`.
    Articles {
        /// Heading.
        title: String,
        /// Filled on the way out.
        #[serde(default)]
        articles: Vec<ArticleCardView>,
    },
    /// An embedded report page; what it passes on is told by its title (shell §2).
    Frame {
        /// Title.
        title: String,
        /// Address without parameters.
        href: String,
    },
    /// Formatted text.
    Html {
        /// Heading, or empty.
        #[serde(default)]
        title: String,
        /// HTML of a few harmless elements; whatever else was in it is taken out on the way in.
        html: String,
    },
    /// Heading and paragraphs.
    Text {
        /// Heading.
        title: String,
        /// Paragraphs of plain text.
        paragraphs: Vec<String>,
    },
    /// A picture with words beside it.
    Feature(FeatureView),
    /// Numbered steps.
    Steps(StepsView),
    /// Short ways to what people come for.
    Shortcuts(ShortcutsView),
    /// An index of departments.
    Departments(DepartmentsView),
    /// Panels side by side.
    Panels(PanelsView),
}

/// A page made of blocks: home (`/`), `/about-us/`, legal pages, articles of the learning corner at
/// `/learning-corner/{…}/` (content type `page_content`). `GET /api/content/pages/{slug}`.
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
    /// `page_content` for articles of the learning corner, else empty (shell §7).
    #[serde(default)]
    pub content_type: String,
    /// Picture of an article's card.
    #[serde(default)]
    pub image: Option<ImageView>,
    /// Blocks in order.
    pub blocks: Vec<BlockView>,
}

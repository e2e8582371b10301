//! Content of a site: navigation, footer, account group, form drawer (shell §3); blocks and pages are in
//! `blocks`, hosted forms in `forms`. Shapes only; a document is JSON in exactly this form.

pub mod blocks;
pub mod checks;
pub mod forms;
pub mod redirects;
pub mod sections;

use serde::{Deserialize, Serialize};

pub use blocks::*;
pub use checks::ContentError;
pub use forms::*;
pub use redirects::RedirectView;
pub use sections::*;

use crate::{brand::BrandView, catalog::ImageView};

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

/// A brand with its picture in a flyout (shell §3 'topBrands').
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TopBrandView {
    /// Shown name.
    pub name: String,
    /// Target.
    pub href: String,
    /// Picture.
    pub img: ImageView,
}

/// The brands panel of a flyout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TopBrandsView {
    /// Heading.
    pub title: String,
    /// Brands.
    pub brand_list: Vec<TopBrandView>,
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
    /// Brands panel.
    #[serde(default)]
    pub top_brands: Option<TopBrandsView>,
}

/// A titled group of icon links.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SocialGroupView {
    /// Heading.
    pub title: String,
    /// Icon links.
    pub links: Vec<IconLinkView>,
}

/// A legal link. One with a class marker points at `#footer` and carries the class, for whoever listens
/// to it: a consent window or the form drawer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LegalLinkView {
    /// Target of a link without a marker.
    pub href: String,
    /// Shown text.
    pub title: String,
    /// Class marker, or empty.
    #[serde(default)]
    pub class_name: String,
    /// Opens in a new tab.
    #[serde(default)]
    pub new_tab: bool,
}

/// Footer (shell §3 'Footer content', 'Alternate footer').
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FooterView {
    /// Columns.
    pub navigation: Vec<LinkGroupView>,
    /// Social icons.
    #[serde(default)]
    pub social_icons: SocialGroupView,
    /// The other group of them.
    #[serde(default, rename = "socialIcons2")]
    pub social_icons_2: SocialGroupView,
    /// Heading of the get-in-touch block.
    pub get_in_touch_title: String,
    /// Its text.
    pub get_in_touch_description: String,
    /// Its calls to action.
    pub get_in_touch: Vec<IconLinkView>,
    /// Legal links.
    pub legal_links: Vec<LegalLinkView>,
    /// Copyright line.
    pub copyright: String,
    /// Name of the look; nothing of the storefront depends on it.
    #[serde(default)]
    pub theme_name: String,
    /// Address of the first brand logo, where the brand shows them (usgames).
    #[serde(default)]
    pub open_url: String,
    /// Address of the second one.
    #[serde(default)]
    pub bsn_url: String,
    /// Divisions of the alternate footer; the title is also the key of the division's logo.
    #[serde(default)]
    pub division_links: Vec<LinkGroupView>,
}

/// A line of the new-customer block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AccountBenefitView {
    /// Icon.
    pub icon_name: String,
    /// Text.
    pub title: String,
}

/// Where the register button leads.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RegisterButtonView {
    /// Target.
    pub href: String,
}

/// What a visitor without an account sees in the sign-in menu.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct NewCustomerView {
    /// Heading.
    pub title: String,
    /// What an account is good for.
    pub items: Vec<AccountBenefitView>,
    /// Register button.
    pub register_btn: RegisterButtonView,
    /// Its text.
    pub register_button_title: String,
}

/// The sign-in menu's words and the account menu (shell §3 'account group').
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AccountGroupView {
    /// Label for an anonymous visitor.
    pub label: String,
    /// Greeting of a customer; `{userName}` is the first name.
    pub greeting: String,
    /// Heading over the sign-in button.
    pub have_account_title: String,
    /// The sign-in button.
    pub sign_in_title: String,
    /// For those without an account.
    pub new_customer: NewCustomerView,
    /// The account menu.
    pub items: Vec<LinkView>,
}

/// The form drawer (shell §3 'Form drawer').
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FormDrawerView {
    /// Heading.
    pub header: String,
    /// Text of the side tab and the bottom bar.
    pub sticky_button_text: String,
    /// Slugs of the forms on offer; the first is shown.
    pub forms: Vec<String>,
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
    /// Sign-in and account menu.
    pub account: AccountGroupView,
    /// Footer.
    pub footer: FooterView,
    /// Form drawer, where the site has one.
    pub form_drawer: Option<FormDrawerView>,
    /// A line above the header, or empty.
    pub announcement: String,
    /// Texts by key that override the storefront's defaults.
    pub texts: std::collections::BTreeMap<String, String>,
    /// Set for whoever looks at drafts through a signed link, and for nobody else.
    #[serde(default)]
    pub preview: Option<PreviewView>,
    /// Chat widget, where one is configured for the brand (shell §1).
    #[serde(default)]
    pub chat: Option<ChatView>,
}

/// The chat widget of a brand: a script that leaves an object in the window, begun with an application id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChatView {
    /// Address of the script.
    pub script: String,
    /// Name of the object, with `init({ appId })` and `show()`.
    pub object: String,
    /// The brand's application id.
    pub application_id: String,
}

/// What whoever looks at drafts is told above every page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PreviewView {
    /// When the link stops working, ISO 8601.
    pub until: String,
    /// Where to leave the preview.
    pub leave_href: String,
}

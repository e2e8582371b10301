//! An edit as it is written, what it is judged by, and what is shown of it.

use serde::{Deserialize, Serialize};

use super::super::{acts::Entry, ledger::Ledger, status::OrderState};
use crate::{
    addresses::AddressFormDraft,
    cart::summary::SummaryDraft,
    checkout::{ShippingMethodView, freight::FreightBand, tax::TaxRate},
    money::Cents,
    rule::FieldError,
};

/// Prices of a piece, or of pieces together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct EditPrice {
    /// Before savings.
    pub base: Cents,
    /// What is paid.
    pub your: Cents,
}

/// A line that may be edited; one without pieces is about to be added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct EditableLine {
    /// From 1; those about to be added follow.
    pub position: u32,
    /// What happened to its pieces.
    pub ledger: Ledger,
    /// What a piece was sold at.
    pub sold: EditPrice,
    /// What all of it costs.
    pub price: Cents,
    /// What a piece costs today, at the quantity that was asked about.
    pub today: Option<EditPrice>,
    /// It is in production, and whoever edits may not change that.
    pub made: bool,
}

impl EditableLine {
    pub(super) fn is_new(&self) -> bool {
        self.ledger.ordered == 0
    }
}

/// Everything of an order that an edit is judged by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct EditBasis {
    /// How it stands.
    pub state: OrderState,
    /// All lines, and those about to be added.
    pub lines: Vec<EditableLine>,
    /// What it comes to.
    pub sums: SummaryDraft,
    /// What of its savings is a discount of the store.
    pub discount: Cents,
    /// Freight by merchandise total, of the method that is wanted; none: freight stays.
    pub bands: Vec<FreightBand>,
    /// Where it is to go.
    pub tax: TaxRate,
    /// Address or method are others: freight and tax are worked out anew.
    pub again: bool,
    /// A total that rises above it needs an approval; none: nobody has to approve.
    pub above: Option<Cents>,
    /// What of it was credited, or waits for a second person.
    #[serde(default)]
    pub credited: Cents,
}

/// The pieces of a line as they are to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LineEditDraft {
    /// Which line, from 1; those that are added follow those that are there, in their order.
    pub position: u32,
    /// Pieces the customer is to get, those that were shipped among them; 0 takes the line out.
    pub quantity: u32,
    /// A raised line costs what it costs today, and not what it was sold at.
    #[serde(default)]
    pub today: bool,
}

/// What sums follow from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct EditAmountsDraft {
    /// Lines with other quantities; all others stay.
    pub lines: Vec<LineEditDraft>,
    /// What is taken off in all, as typed: `50`, `$12.50`; empty: what it was.
    pub discount: String,
    /// What for.
    pub discount_reason: String,
}

/// An article to be added; its quantity stands in the amounts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct AddedLineDraft {
    /// Stock keeping unit.
    pub sku: String,
    /// Free texts, as for a cart.
    pub free_form: Vec<Vec<String>>,
}

/// Other free texts of a line.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct LineTextsDraft {
    /// All of them, as for a cart.
    pub free_form: Vec<Vec<String>>,
    /// Which line, from 1.
    pub position: u32,
}

/// An edit: what is left out stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct OrderEditDraft {
    /// Quantities and discount.
    pub amounts: EditAmountsDraft,
    /// Articles that are added, behind the lines that are there.
    pub added: Vec<AddedLineDraft>,
    /// Other texts of lines that are there.
    pub texts: Vec<LineTextsDraft>,
    /// Where to, instead.
    pub address: Option<AddressFormDraft>,
    /// Key of another shipping method.
    pub shipping_method: Option<String>,
    /// Another purchase-order number.
    pub po_number: Option<String>,
    /// In words, for the buyer.
    pub note: String,
    /// In words, for the house.
    pub reason: String,
}

/// What an edit makes of an order, or all that is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct EditPreviewView {
    /// What is appended to the ledger; nothing while something is wrong.
    pub entries: Vec<Entry>,
    /// What it came to.
    pub before: SummaryDraft,
    /// What it comes to.
    pub after: SummaryDraft,
    /// What of the savings is a discount of the store then.
    pub discount: Cents,
    /// What of it counts for the cap of whoever applies it: all that is taken off once it rises, in however many steps, and
    /// nothing where it does not.
    pub for_cap: Cents,
    /// It waits for an approval then.
    pub approval: bool,
    /// The same in words.
    pub text: String,
    /// All that is wrong.
    pub errors: Vec<FieldError>,
}

/// How a staged edit stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum EditState {
    /// To be applied.
    Open,
    /// The order is as it says.
    Applied,
    /// Somebody thought better of it.
    Discarded,
    /// The order is not as it was previewed on.
    Stale,
}

impl EditState {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Open, Self::Applied, Self::Discarded, Self::Stale];

    /// As it is stored and sent.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Applied => "applied",
            Self::Discarded => "discarded",
            Self::Stale => "stale",
        }
    }

    /// Reads a key.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.key() == key)
    }
}

/// A staged edit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OrderEditView {
    /// Id.
    pub id: String,
    /// How it stands.
    pub state: EditState,
    /// The version of the order it was previewed on.
    pub version: i64,
    /// Who staged it.
    pub by: String,
    /// RFC 3339.
    pub at: String,
    /// What it makes of the total, in words.
    pub text: String,
    /// What is wanted.
    pub draft: OrderEditDraft,
}

/// An article that is about to be added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AddedArticleView {
    /// Stock keeping unit, as the store writes it.
    pub sku: String,
    /// Name; empty for one that the brand does not sell.
    pub name: String,
    /// Labels of its free texts.
    pub labels: Vec<String>,
}

/// What an edit would make of an order, with everything to go on by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OrderEditPreviewView {
    /// Version of the order.
    pub version: i64,
    /// What the rule reads.
    pub basis: EditBasis,
    /// What it says.
    pub preview: EditPreviewView,
    /// The articles of the draft, in its order.
    pub added: Vec<AddedArticleView>,
    /// Where it goes as it stands.
    pub address: AddressFormDraft,
    /// Ways of shipping, with their price.
    pub methods: Vec<ShippingMethodView>,
}

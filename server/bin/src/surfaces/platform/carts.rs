//! Carts: made, read, and changed by the update actions of cart §7. One shopper has one active cart.

use std::collections::{BTreeMap, BTreeSet};

use fieldhouse_core::{
    brand::Site,
    cart::{AddLineDraft, AddLinesDraft, CartView as StorefrontCart, CustomFieldsView},
    money::Cents,
};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::Failure,
    http::{address::ClientAddress, extract::QueryPairs},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, value::RawValue};

use super::{
    actions::{self, actions},
    caller::{Caller, Orders, OrdersWithPayments, Shopper},
    filter::{Fields, Filter},
    line_items::{LineFields, LineItem, line_items},
    payments::{self, Flyers, PaymentInfo},
    values::{CURRENCY, Custom, CustomDraft, Identifier, KeyReference, Money, Page, PageAsk, at, money, time},
};
use fieldhouse_shop::{
    buying::cart::{
        self,
        codes::setting,
        edit::{Edit, accept},
        fields::{CART_TYPE, CustomField, set_custom_field, set_custom_type},
        pool::cart_sums,
        store::{self, CartRow},
    },
    finding::catalog::Catalog,
    owner::{CustomerId, VisitorId},
    session::{Visitor, codes::Codes},
    state::AppState,
};

/// Actions of one update, as on the platform.
const MOST_ACTIONS: usize = 500;

/// A cart (cart §3).
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlatformCartView)]
pub struct CartView {
    id: String,
    version: i64,
    created_at: String,
    last_modified_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    customer_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    anonymous_id: Option<String>,
    store: KeyReference,
    line_items: Vec<LineItem>,
    custom_line_items: Vec<Value>,
    total_line_item_quantity: u64,
    total_price: Money,
    tax_mode: &'static str,
    price_rounding_mode: &'static str,
    tax_rounding_mode: &'static str,
    tax_calculation_mode: &'static str,
    inventory_mode: &'static str,
    cart_state: &'static str,
    shipping_mode: &'static str,
    shipping: Vec<Value>,
    item_shipping_addresses: Vec<Value>,
    discount_codes: Vec<Value>,
    direct_discounts: Vec<Value>,
    refused_gifts: Vec<Value>,
    country: &'static str,
    origin: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    custom: Option<Custom<BTreeMap<String, String>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    payment_info: Option<PaymentInfo>,
}

fn view(
    state: &AppState,
    site: Site,
    row: &CartRow,
    cart: StorefrontCart,
    owner: (Option<String>, Option<String>),
) -> Result<CartView, Failure> {
    let home = state.hosts.home(site, &state.config);
    Ok(CartView {
        id: cart.id,
        version: cart.version,
        created_at: time(row.created_at)?,
        last_modified_at: time(row.changed_at)?,
        customer_id: owner.0,
        anonymous_id: owner.1,
        store: KeyReference::store(&cart.store.key),
        line_items: line_items(cart.items, &state.catalog.load(), site, &home),
        custom_line_items: Vec::new(),
        total_line_item_quantity: cart.total_line_item_quantity,
        total_price: money(net(row)),
        tax_mode: "External",
        price_rounding_mode: "HalfUp",
        tax_rounding_mode: "HalfUp",
        tax_calculation_mode: "UnitPriceLevel",
        inventory_mode: "None",
        cart_state: "Active",
        shipping_mode: "Single",
        shipping: Vec::new(),
        item_shipping_addresses: Vec::new(),
        discount_codes: Vec::new(),
        direct_discounts: Vec::new(),
        refused_gifts: Vec::new(),
        country: "US",
        origin: "Customer",
        custom: cart.custom.map(|custom| Custom::new(&custom.kind.id, codes(custom.fields))),
        payment_info: None,
    })
}

/// The codes that are set.
fn codes(fields: CustomFieldsView) -> BTreeMap<String, String> {
    let CustomFieldsView { flyer_code, friendly_flyer_code, program_id } = fields;
    let all = [
        (CustomField::FlyerCode, flyer_code),
        (CustomField::FriendlyFlyerCode, friendly_flyer_code),
        (CustomField::ProgramId, program_id),
    ];
    all.into_iter().filter_map(|(field, code)| Some((field.name().to_owned(), code?))).collect()
}

/// What the lines come to; payments, tax and freight are not part of it.
fn net(row: &CartRow) -> Cents {
    *row.your_cents
}

/// The caller's open cart.
async fn find(state: &AppState, caller: &Caller, expand: bool) -> Result<Option<CartView>, Failure> {
    let owner = (caller.customer_id().map(str::to_owned), caller.anonymous_id().map(str::to_owned));
    let Some(mut cart) = find_priced(state, &caller.visitor, owner).await? else { return Ok(None) };
    let rows = fieldhouse_shop::buying::payments::store::list_on_cart(state.db.read(), &cart.id).await?;
    cart.payment_info = payments::info(rows, caller, expand)?;
    Ok(Some(cart))
}

async fn find_priced(
    state: &AppState,
    visitor: &Visitor,
    owner: (Option<String>, Option<String>),
) -> Result<Option<CartView>, Failure> {
    let catalog = state.catalog.load_full();
    let Some(mut cart) = cart::find_priced(state, &catalog, visitor).await? else { return Ok(None) };
    cart::pool::note_sums(&mut cart.row, cart.sums);
    let shown = cart::view::cart_view(visitor.site, &cart);
    view(state, visitor.site, &cart.row, shown, owner).map(Some)
}

/// The open cart of a customer who has just given the password.
pub async fn find_of(
    state: &AppState,
    site: Site,
    visitor: VisitorId,
    customer: CustomerId,
) -> Result<Option<CartView>, Failure> {
    // Nothing is tried here: the cart has its codes.
    let visitor = Visitor::holder(state, (site, ClientAddress::UNKNOWN), visitor, Some(customer));
    find_priced(state, &visitor, (Some(customer.to_string()), None)).await
}

/// The active cart.
pub async fn load_active<S>(state: &AppState, shopper: &Shopper<S>, expand: bool) -> Result<CartView, Failure> {
    find(state, &shopper.caller, expand).await?.ok_or_else(Failure::not_found)
}

/// The cart of an id, as long as it is open.
pub async fn load<S>(state: &AppState, shopper: &Shopper<S>, id: &str, expand: bool) -> Result<CartView, Failure> {
    Some(load_active(state, shopper, expand).await?).filter(|cart| cart.id == id).ok_or_else(Failure::not_found)
}

/// All open carts: the active one, or none.
pub async fn list(
    state: &AppState,
    shopper: &Shopper<Orders>,
    query: &QueryPairs,
    expand: bool,
) -> Result<Page<CartView>, Failure> {
    let (ask, filter) = (PageAsk::read(query)?, Filter::read(query, FIELDS)?);
    let carts = find(state, &shopper.caller, expand).await?.into_iter().collect();
    Ok(filter.page(ask, carts, |cart: &CartView, field| {
        let value = match field {
            "id" => cart.id.as_str(),
            "createdAt" => cart.created_at.as_str(),
            "lastModifiedAt" => cart.last_modified_at.as_str(),
            _ => cart.cart_state,
        };
        Some(value.to_owned())
    }))
}

/// What lists of them can be asked for.
const FIELDS: Fields = &["id", "cartState", "createdAt", "lastModifiedAt"];

/// `POST …/me/carts`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CartDraft {
    /// Always `USD`.
    currency: String,
    /// Where it goes is decided at checkout.
    #[serde(default, rename = "country")]
    _country: Option<String>,
    #[serde(default, rename = "locale")]
    _locale: Option<String>,
    /// The token's.
    #[serde(default)]
    #[schema(value_type = Object)]
    store: Option<Identifier>,
    #[serde(default)]
    line_items: Vec<LineItemDraft>,
}

/// An article to add.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct LineItemDraft {
    sku: String,
    #[serde(default = "one")]
    quantity: i64,
    #[serde(default)]
    #[schema(value_type = Object)]
    custom: Option<CustomDraft<LineFields>>,
}

const fn one() -> i64 {
    1
}

impl LineItemDraft {
    /// The texts come one after the other; the product knows how many belong together.
    fn line(self, state: &AppState, site: Site) -> AddLineDraft {
        let texts = self.custom.and_then(|custom| custom.fields).map(|fields| fields.free_form).unwrap_or_default();
        let catalog = state.catalog.load();
        let labels =
            catalog.sellable(site, self.sku.trim()).map_or(1, |found| found.product.facts.free_form_options.len());
        let free_form = texts.chunks(labels.max(1)).map(<[String]>::to_vec).collect();
        AddLineDraft { sku: self.sku, quantity: self.quantity, free_form }
    }
}

/// Makes a cart, or gives the one there is: a shopper has one.
pub async fn create(
    state: &AppState,
    shopper: &Shopper<Orders>,
    draft: CartDraft,
    expand: bool,
) -> Result<CartView, Failure> {
    let caller = &shopper.caller;
    if draft.currency != CURRENCY {
        return Err(Failure::malformed("\u{2018}currency\u{2019} is \u{2018}USD\u{2019} here."));
    }
    if draft.store.is_some_and(|store| store.key.as_deref() != Some(caller.site.key())) {
        return Err(Failure::not_found());
    }
    let lines: Vec<AddLineDraft> = draft.line_items.into_iter().map(|line| line.line(state, caller.site)).collect();
    if lines.is_empty() {
        cart::open_cart(state, &caller.visitor).await?;
    } else {
        let added = cart::add_lines(state, &caller.visitor, &AddLinesDraft { lines }, None, &Codes::default()).await;
        added.map_err(|failure| renamed(failure, "lines", "lineItems"))?;
    }
    load_active(state, shopper, expand).await
}

/// `POST …/me/carts/{id}`.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CartUpdate {
    /// The version that was seen.
    version: i64,
    /// All or none.
    #[schema(value_type = Vec<CartAction>)]
    actions: Vec<Box<RawValue>>,
}

actions! {
    /// The actions of cart §7. None names an amount.
    CartAction, NamedAction {
        AddLineItem {
            sku: String,
            #[serde(default = "one")]
            quantity: i64,
            #[schema(value_type = Object)]
            custom: Option<CustomDraft<LineFields>>,
        },
        RemoveLineItem {
            line_item_id: String,
            quantity: Option<i64>,
        },
        ChangeLineItemQuantity {
            line_item_id: String,
            quantity: i64,
        },
        SetCustomType {
            #[serde(rename = "type")]
            #[schema(value_type = Object)]
            kind: Identifier,
            #[serde(default)]
            fields: BTreeMap<String, String>,
        },
        AddPayment {
            #[schema(value_type = Object)]
            payment: Identifier,
        },
        RemovePayment {
            #[schema(value_type = Object)]
            payment: Identifier,
        },
        SetCustomField {
            name: String,
            value: Option<String>,
        },
        Recalculate {
            #[serde(rename = "updateProductData")]
            _update_product_data: Option<bool>,
        },
    }
}

impl CartAction {
    /// The payment it adds.
    fn payment(&self) -> Option<&str> {
        match self {
            Self::AddPayment { payment } => payment.id.as_deref(),
            _ => None,
        }
    }

    /// The codes it sets.
    fn codes(&self) -> Vec<(CustomField, Option<&str>)> {
        let named = |name: &str, value| Some((CustomField::parse(name)?, value));
        match self {
            Self::SetCustomField { name, value } => named(name, value.as_deref()).into_iter().collect(),
            Self::SetCustomType { fields, .. } => {
                fields.iter().filter_map(|(name, value)| named(name, Some(value.as_str()))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The article it adds.
    fn sku(&self) -> Option<String> {
        match self {
            Self::AddLineItem { sku, .. } => Some(sku.trim().to_owned()),
            _ => None,
        }
    }
}

/// Changes a cart seen at a version; all actions or none.
pub async fn update(
    state: &AppState,
    shopper: &Shopper<OrdersWithPayments>,
    id: &str,
    draft: CartUpdate,
    expand: bool,
) -> Result<CartView, Failure> {
    let (caller, visitor) = (&shopper.caller, shopper.id);
    if draft.actions.len() > MOST_ACTIONS {
        return Err(Failure::malformed("There are more than 500 actions."));
    }
    let actions = actions::read::<CartAction>(&draft.actions)?;
    for (place, action) in actions.iter().enumerate() {
        for (field, value) in action.codes() {
            let checked = setting::check(state, &caller.visitor, field, value).await;
            checked.map_err(|failure| at(&format!("actions.{place}"), failure))?;
        }
    }
    let catalog = state.catalog.load_full();
    let skus = actions.iter().filter_map(CartAction::sku).collect();
    let prices = cart::ask_for(state, &caller.visitor, skus).await?.prices;
    let flyers = payments::flyers(state, shopper, actions.iter().filter_map(CartAction::payment)).await?;
    let tx = state.db.write_soon_for([visitor.to_string()]).await?;
    let mut row = cart::load_at_version(state, &tx, visitor, id, draft.version).await?;
    let mut on_lines = Vec::new();
    for (place, action) in actions.into_iter().enumerate() {
        let prefix = format!("actions.{place}");
        if let Some(action) =
            change_apart(&tx, shopper, &mut row, action, &flyers).await.map_err(|failure| at(&prefix, failure))?
        {
            on_lines.push((prefix, action));
        }
    }
    let stored = store::list_lines(&*tx, &row.id).await?;
    let before = cart_sums(&row);
    let mut edit = Edit::open(&catalog, caller.site, &prices, row, stored)?;
    for (prefix, action) in on_lines {
        change_lines(state, caller.site, &catalog, &mut edit, action, &prefix)?;
    }
    let change = edit.finish(0);
    change.check_growth(before)?;
    change.write(&tx).await?;
    tx.commit().await?;
    load(state, shopper, id, expand).await
}

/// Does what is about the custom fields and payments; gives back what is not.
async fn change_apart(
    tx: &WriteTx,
    shopper: &Shopper<OrdersWithPayments>,
    row: &mut CartRow,
    action: CartAction,
    flyers: &Flyers,
) -> Result<Option<CartAction>, Failure> {
    let unknown = || Failure::malformed("A cart has no custom type or field of this name.");
    match action {
        CartAction::SetCustomType { kind, fields } => {
            if kind.id.as_deref() != Some(CART_TYPE) {
                return Err(unknown());
            }
            payments::check_code(row, CustomField::FlyerCode, None)?;
            set_custom_type(tx, row).await?;
            for (name, value) in fields {
                set_custom_field(tx, row, CustomField::parse(&name).ok_or_else(unknown)?, Some(&value)).await?;
            }
            Ok(None)
        }
        CartAction::SetCustomField { name, value } => {
            let field = CustomField::parse(&name).ok_or_else(unknown)?;
            payments::check_code(row, field, value.as_deref())?;
            set_custom_field(tx, row, field, value.as_deref()).await?;
            Ok(None)
        }
        CartAction::AddPayment { payment } => {
            let id = payment.id.ok_or_else(Failure::not_found)?;
            payments::add_to_cart(tx, shopper, row, &id, flyers).await?;
            Ok(None)
        }
        CartAction::RemovePayment { payment } => {
            payments::remove_from_cart(tx, row, &payment.id.ok_or_else(Failure::not_found)?).await?;
            Ok(None)
        }
        other => Ok(Some(other)),
    }
}

fn change_lines<'a>(
    state: &AppState,
    site: Site,
    catalog: &'a Catalog,
    edit: &mut Edit<'a>,
    action: CartAction,
    prefix: &str,
) -> Result<(), Failure> {
    let below = |failure: Failure| at(prefix, failure);
    match action {
        CartAction::AddLineItem { sku, quantity, custom } => {
            let lines = vec![LineItemDraft { sku, quantity, custom }.line(state, site)];
            let draft = AddLinesDraft { lines };
            let added = accept(catalog, site, &draft).and_then(|accepted| edit.add(state, &accepted));
            added.map_err(|failure| renamed(failure, "lines.0", prefix))
        }
        CartAction::RemoveLineItem { line_item_id, quantity } => {
            let pieces = edit.pieces(&line_item_id).ok_or_else(Failure::not_found)?;
            let left = quantity.map_or(0, |quantity| pieces.saturating_sub(quantity));
            if quantity.is_some_and(|quantity| quantity < 1) {
                return Err(Failure::malformed("\u{2018}quantity\u{2019} must be at least 1."));
            }
            if left > 0 {
                return edit.set(&line_item_id, left).map_err(below);
            }
            edit.remove(&BTreeSet::from([line_item_id.as_str()]));
            Ok(())
        }
        CartAction::ChangeLineItemQuantity { line_item_id, quantity: 0 } => {
            edit.pieces(&line_item_id).ok_or_else(Failure::not_found)?;
            edit.remove(&BTreeSet::from([line_item_id.as_str()]));
            Ok(())
        }
        CartAction::ChangeLineItemQuantity { line_item_id, quantity } => {
            edit.set(&line_item_id, quantity).map_err(below)
        }
        // Every change prices the cart at today's catalogue.
        _ => Ok(()),
    }
}

/// The same errors at another place.
fn renamed(mut failure: Failure, from: &str, to: &str) -> Failure {
    for error in &mut failure.errors {
        if let Some(rest) = error.field.strip_prefix(from) {
            error.field = [to, rest].concat();
        }
    }
    failure
}

//! Orders, as they were placed.

use std::collections::HashMap;

use fieldhouse_core::orders::status::{Lifecycle, OrderState, ShipmentProgress, shipment_progress};
use fieldhouse_kernel::{failure::Failure, http::extract::QueryPairs};
use serde::Serialize;
use serde_json::Value;

use super::{
    caller::{Caller, Orders, Shopper},
    customers::AddressView,
    filter::{Fields, Filter},
    line_items::{LineItem, line_items},
    payments::{self, PaymentInfo},
    values::{KeyReference, Money, Page, PageAsk, Reference, money, time},
};
use fieldhouse_shop::{
    buying::{
        orders::{
            self,
            store::{self, OrderRow},
        },
        payments::PaymentRow,
    },
    people::account::registration::SHIP_TO,
    state::AppState,
};

/// An order (account §3).
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlatformOrderView)]
pub struct OrderView {
    id: String,
    version: i64,
    created_at: String,
    last_modified_at: String,
    order_number: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    purchase_order_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    customer_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    anonymous_id: Option<String>,
    customer_email: String,
    store: KeyReference,
    line_items: Vec<LineItem>,
    custom_line_items: Vec<Value>,
    total_price: Money,
    taxed_price: TaxedPrice,
    shipping_address: AddressView,
    shipping_mode: &'static str,
    shipping_info: ShippingInfo,
    shipping: Vec<Value>,
    discount_codes: Vec<Value>,
    refused_gifts: Vec<Value>,
    country: &'static str,
    origin: &'static str,
    cart: Reference,
    order_state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    shipment_state: Option<&'static str>,
    sync_info: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    payment_info: Option<PaymentInfo>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct TaxedPrice {
    total_net: Money,
    total_gross: Money,
    tax_portions: Vec<Value>,
    total_tax: Money,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct ShippingInfo {
    shipping_method_name: String,
    price: Money,
    shipping_rate: ShippingRate,
    deliveries: Vec<Value>,
    shipping_method_state: &'static str,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
struct ShippingRate {
    price: Money,
    tiers: Vec<Value>,
}

fn view(state: &AppState, caller: &Caller, row: OrderRow) -> Result<OrderView, Failure> {
    let (goods, freight, tax) = (*row.your_cents, *row.freight_cents, *row.tax_cents);
    let net = goods.saturating_add(freight);
    let gross = net.saturating_add(tax);
    debug_assert!(goods <= net, "freight is not negative");
    let home = state.hosts.home(caller.site, &state.config);
    let (cart_id, placed_at, changed_at) = (row.cart_id.clone(), time(row.placed_at)?, time(row.changed_at)?);
    let (version, standing) = (row.version, row.state());
    let order = orders::view(row, None, true)?;
    Ok(OrderView {
        id: order.id,
        version,
        created_at: placed_at,
        last_modified_at: changed_at,
        order_number: order.number,
        purchase_order_number: Some(order.po_number).filter(|number| !number.is_empty()),
        customer_id: caller.customer_id().map(str::to_owned),
        anonymous_id: caller.anonymous_id().map(str::to_owned),
        customer_email: order.email,
        store: KeyReference::store(&order.site),
        line_items: line_items(order.items, &state.catalog.load(), caller.site, &home),
        custom_line_items: Vec::new(),
        total_price: money(net),
        taxed_price: TaxedPrice {
            total_net: money(net),
            total_gross: money(gross),
            tax_portions: Vec::new(),
            total_tax: money(tax),
        },
        shipping_address: AddressView::new((None, None), order.ship_to, Some(SHIP_TO)),
        shipping_mode: "Single",
        shipping_info: ShippingInfo {
            shipping_method_name: order.shipping_method,
            price: money(freight),
            shipping_rate: ShippingRate { price: money(freight), tiers: Vec::new() },
            deliveries: Vec::new(),
            shipping_method_state: "MatchesCart",
        },
        shipping: Vec::new(),
        discount_codes: Vec::new(),
        refused_gifts: Vec::new(),
        country: "US",
        origin: "Customer",
        cart: Reference { type_id: "cart", id: cart_id },
        order_state: order_state(standing.lifecycle),
        shipment_state: shipment_state(standing),
        sync_info: Vec::new(),
        payment_info: None,
    })
}

/// An order of the caller.
pub async fn load(
    state: &AppState,
    Shopper { caller, id: visitor, .. }: &Shopper<Orders>,
    id: &str,
    expand: bool,
) -> Result<OrderView, Failure> {
    let row = store::find_order(state.db.read(), *visitor, caller.site.key(), id).await?;
    let mut order = view(state, caller, row.ok_or_else(Failure::not_found)?)?;
    let paid = fieldhouse_shop::buying::payments::store::list_of_order(state.db.read(), &order.id).await?;
    order.payment_info = payments::info(paid, caller, expand)?;
    Ok(order)
}

/// What lists of them can be asked for.
const FIELDS: Fields =
    &["id", "orderNumber", "purchaseOrderNumber", "customerEmail", "orderState", "createdAt", "lastModifiedAt"];

fn order_state(lifecycle: Lifecycle) -> &'static str {
    match lifecycle {
        Lifecycle::AwaitingApproval => "Open",
        Lifecycle::Open => "Confirmed",
        Lifecycle::Complete => "Complete",
        Lifecycle::Cancelled | Lifecycle::Declined => "Cancelled",
    }
}

/// How far the goods are; nothing before anything is.
fn shipment_state(order: OrderState) -> Option<&'static str> {
    match (shipment_progress(order.ledger), order.lifecycle) {
        (_, Lifecycle::AwaitingApproval) => Some("Pending"),
        (ShipmentProgress::None, _) => None,
        (ShipmentProgress::Partial, _) => Some("Partial"),
        (ShipmentProgress::Shipped, _) => Some("Shipped"),
        (ShipmentProgress::Delivered, _) => Some("Delivered"),
    }
}

/// The caller's orders, newest first unless another order is asked for.
pub async fn list(
    state: &AppState,
    Shopper { caller, id, .. }: &Shopper<Orders>,
    query: &QueryPairs,
    expand: bool,
) -> Result<Page<OrderView>, Failure> {
    let visitor = *id;
    let (ask, filter) = (PageAsk::read(query)?, Filter::read(query, FIELDS)?);
    let (offset, limit) = ask.window();
    let window = (u64::try_from(offset).map_err(Failure::internal)?, u64::try_from(limit).map_err(Failure::internal)?);
    let (db, site) = (state.db.read(), caller.site.key());
    let (rows, total) = if filter.is_plain() {
        let (rows, total) = store::list_orders(db, visitor, site, window).await?;
        (rows, usize::try_from(total).map_err(Failure::internal)?)
    } else {
        // By what tells orders apart alone: what was ordered is read for the part that is shown.
        let found = filter.pick(store::list_order_facts(db, visitor, site).await?, |facts, field| match field {
            "id" => Some(facts.id.clone()),
            "orderNumber" => Some(facts.number.clone()),
            "purchaseOrderNumber" => Some(facts.po_number.clone()).filter(|number| !number.is_empty()),
            "customerEmail" => Some(facts.email.clone()),
            "orderState" => Some(order_state(*facts.lifecycle).to_owned()),
            _ => time(facts.placed_at).ok(),
        });
        let ids: Vec<String> = found.iter().skip(offset).take(limit).map(|facts| facts.id.clone()).collect();
        let mut rows = store::find_orders(db, ids.clone()).await?;
        rows.sort_by_key(|row| ids.iter().position(|id| *id == row.id));
        (rows, found.len())
    };
    let ids = rows.iter().map(|row| row.id.clone()).collect();
    let mut paid: HashMap<String, Vec<PaymentRow>> = HashMap::new();
    for payment in fieldhouse_shop::buying::payments::store::list_of_orders(state.db.read(), ids).await? {
        paid.entry(payment.order_id.clone().unwrap_or_default()).or_default().push(payment);
    }
    let whole = |row: OrderRow| {
        let paid = paid.remove(&row.id).unwrap_or_default();
        Ok(OrderView { payment_info: payments::info(paid, caller, expand)?, ..view(state, caller, row)? })
    };
    let orders = rows.into_iter().map(whole).collect::<Result<_, Failure>>()?;
    Ok(ask.page(orders, total))
}

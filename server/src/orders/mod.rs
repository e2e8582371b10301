//! Orders: placed once, on the version and the total that were reviewed, and read by their owner.

pub mod back;
pub mod export;
pub mod routes;
pub mod store;

use axum::http::StatusCode;
use fieldhouse_core::{
    brand::Site,
    cart::{
        evaluation::LineOutcome,
        summary::{SummaryDraft, SummaryPage, summarize},
    },
    checkout::{OrderView, PaymentDraft, PlaceOrderDraft, ShippingDraft, review::check_total},
    money::Cents,
    people::{OrderApprovalView, approval::Decision, buying::check_guest},
};
use jiff::Timestamp;
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    cart::{
        self, PricedCart,
        personal::{Prices, Which},
        pool::Line,
    },
    certificates::{placing, source::Certificates, store::list_uses_of},
    checkout::{self, Saved},
    config::Config,
    db::WriteTx,
    http::problem::Problem,
    idempotency::{Kept, Keyed},
    offers,
    pauses::Place,
    payments,
    people::{approvals, buying::Units},
    session::{Visitor, VisitorId},
    state::AppState,
    wishlist,
};
use store::{OrderLineRow, OrderRow};

/// The visitor's order.
pub async fn load_order(state: &AppState, visitor: &Visitor, id: &str) -> Result<OrderView, Problem> {
    let known = visitor.known().await?.ok_or_else(Problem::not_found)?;
    let row = store::find_order(state.db.read(), known, visitor.site.key(), id).await?;
    let row = row.ok_or_else(Problem::not_found)?;
    let approval = approvals::of_order(state.db.read(), &row.id).await?;
    view(row, approval)
}

/// Makes the visitor's cart an order. The order, its message, its number, the end of the cart and
/// the answer to this key are one commit that is on disk before it is told.
pub async fn place(
    state: &AppState,
    visitor: &Visitor,
    draft: &PlaceOrderDraft,
    keyed: &Keyed,
) -> Result<Kept, Problem> {
    let known = visitor.known().await?.ok_or_else(Problem::not_found)?;
    let _turn = state.running.start(known, keyed)?;
    let catalog = state.catalog.load_full();
    let now = state.clock.millis();
    let confirmed = confirmed_prices(state, visitor, known, &draft.cart_id).await?;
    let answers = placing::refresh(state, visitor).await?;
    state.pauses.reach(Place::PlaceOrder).await;
    let tx = state.db.write_durable().await?;
    if let Some(kept) = keyed.find(&tx, known).await? {
        return Ok(kept);
    }
    let stepped = cart::store::step_open(&tx, known, now).await?.filter(|cart| cart.id == draft.cart_id);
    let Some(stepped) = stepped else { return Err(no_such_cart(&tx, known, &draft.cart_id).await?) };
    cart::check_version(&stepped, draft.cart_version)?;
    let lines = cart::store::list_lines(&*tx, &stepped.id).await?;
    let payments = payments::store::list_on_cart(&*tx, &stepped.id).await?;
    let certificates = placing::judge(state, &tx, visitor.site, &payments, answers).await?;
    let mut priced = PricedCart { payments, ..cart::price(stepped, lines, &catalog, visitor.site, &confirmed)? };
    priced.row.certificate_cents = placing::sum(&certificates)?.get();
    let saved = Saved::load(&*tx, &priced.row.id).await?;
    let amounts = checkout::amounts(&state.config, &priced, &saved)?;
    let errors = checkout::refusals(&state.config, &priced, &saved, (&certificates, &amounts), now);
    if !errors.is_empty() {
        return Err(Problem::broken(errors));
    }
    let Saved { shipping: Some(shipping), payment } = &saved else {
        return Err(Problem::internal(anyhow::anyhow!("placement accepted a missing step")));
    };
    if let Some(changed) = check_total(draft.total_cents, amounts.due()) {
        return Err(Problem {
            errors: vec![changed.clone()],
            ..Problem::conflict("total_changed", changed.message, draft.cart_version)
        });
    }
    let customer = visitor.customer().await?;
    let units = Units::of(&*tx, customer).await?;
    let demand = approvals::demanded(&*tx, &units, &priced.row.buys_for, amounts.due()).await?;
    if customer.is_none() {
        // The last question: whoever asks for e-mails of others places an order with each.
        let would_wait = approvals::waits_for_guest(&*tx, visitor.site, &shipping.email, amounts.due()).await?;
        if let Some(refusal) = check_guest(would_wait) {
            return Err(Problem::broken(vec![refusal]));
        }
    }
    let placed = Placed { id: state.ids.random().to_string(), visitor: known, site: visitor.site, now };
    placing::reserve(&tx, visitor.site, &certificates, &placed.id, (draft.cart_version, now)).await?;
    let order =
        placed.order(&tx, &state.config, &priced, (shipping, payment.as_ref()), &amounts, draft.cart_version).await?;
    let waits = demand.as_ref().map(|demand| OrderApprovalView {
        decision: Decision::Waiting,
        unit: demand.unit.name.clone(),
        note: String::new(),
    });
    let decided = if demand.is_some() { Decision::Waiting } else { Decision::Approved };
    let unit = units.chosen(&priced.row.buys_for).map(|(unit, _)| unit);
    let order = OrderRow {
        unit_key: unit.map(|unit| unit.key.clone()).unwrap_or_default(),
        unit_name: unit.map(|unit| unit.name.clone()).unwrap_or_default(),
        certificates: encode(&placing::lines(&certificates, amounts.total())?)?,
        status: decided.order_status().to_owned(),
        ..order
    };
    let answer = Kept::new(StatusCode::CREATED, &view(order.clone(), waits)?)?;
    let lines = order_lines(&placed.id, &priced)?;
    if !store::insert_order(&tx, order.clone()).await? {
        return Err(no_such_cart(&tx, known, &draft.cart_id).await?);
    }
    store::insert_lines(&tx, lines).await?;
    match &demand {
        Some(demand) => approvals::ask(state, &tx, &order, &demand.unit).await?,
        None => tell(state, &tx, visitor.site, &placed.id).await?,
    }
    cart::store::close_cart(&tx, &priced.row.id).await?;
    keyed.keep(&tx, known, now, &answer).await?;
    tx.commit().await?;
    Ok(answer)
}

/// Leaves the messages of an order that goes its way: its letter, the ERP's, and that of the certificate service.
pub async fn tell(state: &AppState, tx: &WriteTx, site: Site, order_id: &str) -> Result<(), Problem> {
    let (about, now) = ((site.key(), order_id), state.clock.millis());
    store::insert_message(tx, state.ids.random().to_string(), store::ORDER_PLACED, about, now).await?;
    if state.erp_orders.is_some() {
        store::insert_message(tx, state.ids.random().to_string(), store::ORDER_EXPORT, about, now).await?;
    }
    // A service would go on calling them valid.
    let service = matches!(state.certificates, Certificates::Service(_));
    if service && !list_uses_of(&**tx, order_id).await?.is_empty() {
        store::insert_message(tx, state.ids.random().to_string(), store::CERTIFICATES_REDEEMED, about, now).await?;
    }
    Ok(())
}

/// The personal prices of a cart about to be ordered, asked anew before the transaction begins.
async fn confirmed_prices(
    state: &AppState,
    visitor: &Visitor,
    known: VisitorId,
    cart_id: &str,
) -> Result<Prices, Problem> {
    let cart = cart::store::find_open(state.db.read(), known).await?.filter(|cart| cart.id == cart_id);
    let lines = match &cart {
        Some(cart) => {
            offers::apply::recheck(state, visitor, cart).await?;
            cart::store::list_lines(state.db.read(), &cart.id).await?
        }
        None => Vec::new(),
    };
    let skus = lines.into_iter().map(|line| line.sku).collect();
    Prices::ask(state, visitor, cart.as_ref(), skus, Which::Confirm).await
}

/// The cart is not open: it became an order already, or it never was this visitor's.
async fn no_such_cart(tx: &WriteTx, visitor: VisitorId, cart_id: &str) -> Result<Problem, Problem> {
    let Some(order) = store::find_order_of_cart(&**tx, visitor, cart_id).await? else {
        return Ok(Problem::not_found());
    };
    let title = format!("This cart was ordered already: order {}.", order.number);
    Ok(Problem { order_id: Some(order.id.into()), ..Problem::new(StatusCode::CONFLICT, "already_placed", title) })
}

/// An order about to be written.
struct Placed {
    id: String,
    visitor: VisitorId,
    site: Site,
    now: i64,
}

impl Placed {
    /// Its row, whole in itself, with the site's next number.
    async fn order(
        &self,
        tx: &WriteTx,
        config: &Config,
        cart: &PricedCart<'_>,
        (shipping, payment): (&ShippingDraft, Option<&PaymentDraft>),
        amounts: &SummaryDraft,
        seen: i64,
    ) -> Result<OrderRow, Problem> {
        // As they were at the moment of the order, hearts included.
        let mut cards = cart::view::cards(&cart.pools);
        wishlist::mark(&**tx, self.site, &cart.row.visitor, &mut cards).await?;
        Ok(OrderRow {
            id: self.id.clone(),
            number: store::take_number(tx, self.site.key()).await?,
            site: self.site.key().to_owned(),
            visitor: self.visitor.to_string(),
            cart_id: cart.row.id.clone(),
            cart_version: seen,
            status: Decision::Approved.order_status().to_owned(),
            placed_at: self.now,
            email: shipping.email.clone(),
            ship_to: encode(&shipping.address)?,
            shipping_method: config.freight.label(&shipping.method).unwrap_or_default().to_owned(),
            instructions: shipping.instructions.clone(),
            po_number: payment.map(|payment| payment.po_number.clone()).unwrap_or_default(),
            po_file_name: payment.map(|payment| payment.po_file_name.clone()).unwrap_or_default(),
            total_quantity: i64::try_from(cart.sums.pieces).map_err(Problem::internal)?,
            merch_cents: cart.sums.merchandise.get(),
            your_cents: cart.sums.yours.get(),
            freight_cents: amounts.freight.unwrap_or_default().get(),
            tax_cents: amounts.tax.unwrap_or_default().get(),
            total_cents: amounts.due().get(),
            certificate_cents: amounts.certificates.get(),
            certificates: "[]".to_owned(),
            items: encode(&cards)?,
            summary: encode(&summarize(self.site, SummaryPage::Order, amounts))?,
            unit_key: String::new(),
            unit_name: String::new(),
        })
    }
}

fn order_lines(order_id: &str, cart: &PricedCart<'_>) -> Result<Vec<OrderLineRow>, Problem> {
    (1..)
        .zip(cart.in_order())
        .map(|(position, (line, outcome))| order_line(order_id, position, line, outcome))
        .collect()
}

fn order_line(order_id: &str, position: i64, line: &Line<'_>, outcome: &LineOutcome) -> Result<OrderLineRow, Problem> {
    let unit =
        outcome.unit.ok_or_else(|| Problem::internal(anyhow::anyhow!("placement accepted a line without price")))?;
    Ok(OrderLineRow {
        order_id: order_id.to_owned(),
        position,
        sku: line.row.sku.clone(),
        product_id: line.row.product_id.clone(),
        name: line.sellable.map(|found| found.product.facts.name.clone()).unwrap_or_default(),
        quantity: line.row.quantity,
        free_form: line.row.free_form.clone(),
        unit_base_cents: unit.base.get(),
        unit_your_cents: unit.your.get(),
        base_cents: outcome.line.base.get(),
        your_cents: outcome.line.your.get(),
    })
}

/// An order as it goes out: what was stored, nothing of today.
pub fn view(row: OrderRow, approval: Option<OrderApprovalView>) -> Result<OrderView, Problem> {
    let placed_at = Timestamp::from_millisecond(row.placed_at).map_err(Problem::internal)?;
    Ok(OrderView {
        id: row.id,
        number: row.number,
        placed_at: placed_at.to_string(),
        status: row.status,
        approval,
        ordered_for: row.unit_name,
        site: row.site,
        email: row.email,
        ship_to: decode(&row.ship_to)?,
        shipping_method: row.shipping_method,
        po_number: row.po_number,
        certificates: decode(&row.certificates)?,
        total_line_item_quantity: u64::try_from(row.total_quantity).map_err(Problem::internal)?,
        items: decode(&row.items)?,
        summary: decode(&row.summary)?,
        total_cents: Cents::try_from(row.total_cents).map_err(Problem::internal)?,
    })
}

fn encode(value: &impl Serialize) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(Problem::internal)
}

fn decode<T: DeserializeOwned>(stored: &str) -> Result<T, Problem> {
    serde_json::from_str(stored).map_err(Problem::internal)
}

//! Placing: a cart becomes an order once, on the version and the total that were reviewed.

use fieldhouse_core::{
    account::email::mailbox,
    addresses,
    brand::Site,
    cart::{
        evaluation::LineOutcome,
        summary::{SummaryDraft, SummaryPage, summarize},
    },
    checkout::{
        PaymentDraft, PlaceOrderDraft, ShippingDraft,
        exemption::remark,
        review::{check_reviewed, check_total},
    },
    people::{OrderApprovalView, approval::Decision, buying::check_guest},
};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::{Failure, FailureKind},
    pauses::PausePoint,
};
use serde::Serialize;

use super::Saved;
use crate::{
    buying::{
        cart::{
            self, PricedCart, codes,
            personal::{Prices, Which},
            pool::Line,
        },
        checkout::certificates as placing,
        orders::{
            self, approvals,
            store::{OrderLineRow, OrderRow},
        },
        payments,
    },
    config::Config,
    env::Env,
    finding::wishlist,
    idempotency::{IdempotencyKey, StoredResponse},
    limits::{quota::Sender, rate::Rated},
    mail,
    owner::VisitorId,
    people::business_units::buying::Units,
    session::Visitor,
    state::AppState,
};

/// Makes the visitor's cart an order. The order, its message, its number, the end of the cart and
/// the answer to this key are one commit that is on disk before it is told.
pub async fn place(
    state: &AppState,
    visitor: &Visitor,
    draft: &PlaceOrderDraft,
    keyed: &IdempotencyKey,
) -> Result<StoredResponse, Failure> {
    let known = visitor.known().await?.ok_or_else(Failure::not_found)?;
    let _turn = state.running.start(known, keyed)?;
    let catalog = state.catalog.load_full();
    let now = state.clock.millis();
    let confirmed = confirmed_prices(state, visitor, known, &draft.cart_id).await?;
    let answers = placing::refresh(state, visitor).await?;
    state.pauses.reach(PausePoint::PlaceOrder).await;
    let tx = state.db.write_durable_for(answers.names().chain([known.to_string()])).await?;
    if let Some(kept) = keyed.find(&tx, known).await? {
        return Ok(kept);
    }
    let stepped = cart::store::bump_version(&tx, known, now).await?.filter(|cart| cart.id == draft.cart_id);
    let Some(stepped) = stepped else { return Err(no_such_cart(&tx, known, &draft.cart_id).await?) };
    cart::check_version(&stepped, draft.cart_version)?;
    let lines = cart::store::list_lines(&*tx, &stepped.id).await?;
    let payments = payments::store::list_on_cart(&*tx, &stepped.id).await?;
    let certificates = placing::judge(state, &tx, visitor.site, &payments, answers).await?;
    let mut priced = PricedCart { payments, ..cart::price(stepped, lines, &catalog, visitor.site, &confirmed)? };
    priced.row.certificate_cents = placing::sum(&certificates).into();
    let saved = Saved::load(&*tx, &priced.row.id).await?;
    let changed = check_reviewed(&draft.reviewed, &super::reviewed(&priced, &saved));
    if let Some(first) = changed.first() {
        let title = first.message.clone();
        return Err(Failure { errors: changed, ..Failure::conflict("review_changed", title, draft.cart_version) });
    }
    let customer = visitor.customer().await?;
    let units = Units::of(&*tx, customer).await?;
    let account = super::account(&*tx, customer).await?;
    let exempt = super::exempt(state, account.as_ref(), (&units, &priced.row.buys_for));
    let amounts = super::amounts(&state.config, &priced, &saved, exempt.as_deref())?;
    let errors = super::refusals(&state.config, &priced, &saved, (&certificates, &amounts), now);
    if !errors.is_empty() {
        return Err(Failure::broken(errors));
    }
    let Saved { shipping: Some(shipping), payment } = &saved else {
        return Err(Failure::internal(anyhow::anyhow!("placement accepted a missing step")));
    };
    if let Some(changed) = check_total(draft.total_cents, amounts.due()) {
        return Err(Failure {
            errors: vec![changed.clone()],
            ..Failure::conflict("total_changed", changed.message, draft.cart_version)
        });
    }
    let placed = Placed { id: state.ids.random().to_string(), visitor: known, site: visitor.site, now };
    // First of what others may hold: who waits for a certificate keeps no unit and no mailbox from anybody (R77).
    placing::reserve(&tx, visitor.site, &certificates, &placed.id, (draft.cart_version, now)).await?;
    let counted = approvals::Counted::new(&known.to_string(), account.as_ref(), saved.parts(), amounts.due(), now);
    if let Some((unit, _)) = units.chosen(&priced.row.buys_for) {
        // Two orders at once would not see each other.
        tx.wait_for(&unit.id).await?;
    }
    let demand = approvals::demanded(&*tx, &units, &priced.row.buys_for, &counted).await?;
    let letter_held = mail::is_full(state, &tx, &shipping.email).await?;
    if customer.is_none() {
        // The last question: whoever asks for e-mails of others places an order with each.
        let would_wait = approvals::waits_for_guest(&*tx, visitor.site, &shipping.email, &counted).await?;
        if let Some(refusal) = check_guest(would_wait) {
            return Err(Failure::broken(vec![refusal]));
        }
        admit_guest(state, visitor, &shipping.email)?;
    }
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
        summary: summary_of(visitor.site, &amounts, exempt.as_deref())?,
        unit_key: unit.map(|unit| unit.key.clone()).unwrap_or_default(),
        unit_name: unit.map(|unit| unit.name.clone()).unwrap_or_default(),
        certificates: encode(&placing::lines(&certificates, amounts.total()))?,
        letter_held,
        status: decided.order_status().to_owned(),
        ..order
    };
    let answer = StoredResponse::created(&orders::view(order.clone(), waits, true)?)?;
    let lines = order_lines(&placed.id, &priced)?;
    if !orders::store::insert_order(&tx, order.clone()).await? {
        return Err(no_such_cart(&tx, known, &draft.cart_id).await?);
    }
    orders::store::insert_lines(&tx, lines).await?;
    orders::purchase_order::settle_purchase_order(state, &tx, &order, &priced.payments).await?;
    match &demand {
        Some(demand) => approvals::ask(state, &tx, &order, &demand.unit).await?,
        None => orders::enqueue_export(state, &tx, visitor.site, &order).await?,
    }
    cart::store::close_cart(&tx, &priced.row.id).await?;
    keyed.keep(&tx, known, now, &answer).await?;
    tx.commit().await?;
    state.bell.ring();
    Ok(answer)
}

/// The sums of an order as it keeps them, with why no tax is due where none is.
fn summary_of(site: Site, amounts: &SummaryDraft, exempt: Option<&str>) -> Result<String, Failure> {
    let mut summary = summarize(site, SummaryPage::Order, amounts);
    remark(&mut summary, exempt);
    encode(&summary)
}

/// Counts an order without an account against its address, its e-mail and its site: orders reach the ERP and somebody's
/// mailbox, and nobody answers for them.
fn admit_guest(env: &Env, visitor: &Visitor, email: &str) -> Result<(), Failure> {
    let (limits, now) = (&env.config.limits, env.clock.millis());
    env.admit(Rated::GuestOrder, visitor.address)?;
    let most = (limits.guest_email, limits.guest_site);
    let counted = env.quota.admit_of(visitor.site, "guest order", Sender::Everywhere(&mailbox(email)), most, now);
    counted.map_err(|refused| Failure {
        code: "too_many_orders",
        title: "Many orders were placed without signing in. Please sign in to place this one, or try again in an hour."
            .to_owned(),
        ..refused
    })
}

/// The personal prices of a cart about to be ordered, asked anew before the transaction begins.
async fn confirmed_prices(
    state: &AppState,
    visitor: &Visitor,
    known: VisitorId,
    cart_id: &str,
) -> Result<Prices, Failure> {
    let cart = cart::store::find_open(state.db.read(), known).await?.filter(|cart| cart.id == cart_id);
    let lines = match &cart {
        Some(cart) => {
            codes::apply::recheck(state, visitor, cart).await?;
            cart::store::list_lines(state.db.read(), &cart.id).await?
        }
        None => Vec::new(),
    };
    let skus = lines.into_iter().map(|line| line.sku).collect();
    Prices::ask(state, visitor, cart.as_ref(), skus, Which::Confirm).await
}

/// The cart is not open: it became an order already, or it never was this visitor's.
async fn no_such_cart(tx: &WriteTx, visitor: VisitorId, cart_id: &str) -> Result<Failure, Failure> {
    let Some(order) = orders::store::find_order_of_cart(&**tx, visitor, cart_id).await? else {
        return Ok(Failure::not_found());
    };
    let title = format!("This cart was ordered already: order {}.", order.number);
    Ok(Failure { order_id: Some(order.id.into()), ..Failure::new(FailureKind::Conflict, "already_placed", title) })
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
    ) -> Result<OrderRow, Failure> {
        // As they were at the moment of the order, hearts included.
        let mut cards = cart::view::cards(&cart.pools);
        wishlist::mark(&**tx, self.site, &cart.row.visitor, &mut cards).await?;
        Ok(OrderRow {
            id: self.id.clone(),
            number: orders::numbers::take(tx, self.site).await?,
            site: self.site.into(),
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
            total_quantity: i64::try_from(cart.sums.pieces).map_err(Failure::internal)?,
            merch_cents: cart.sums.merchandise.into(),
            your_cents: cart.sums.yours.into(),
            freight_cents: amounts.freight.unwrap_or_default().into(),
            tax_cents: amounts.tax.unwrap_or_default().into(),
            total_cents: amounts.due().into(),
            certificate_cents: amounts.certificates.into(),
            certificates: "[]".to_owned(),
            items: encode(&cards)?,
            summary: "{}".to_owned(),
            unit_key: String::new(),
            unit_name: String::new(),
            mailbox: mailbox(&shipping.email),
            place: addresses::place(&shipping.address),
            letter_held: false,
        })
    }
}

fn order_lines(order_id: &str, cart: &PricedCart<'_>) -> Result<Vec<OrderLineRow>, Failure> {
    (1..)
        .zip(cart.in_order())
        .map(|(position, (line, outcome))| order_line(order_id, position, line, outcome))
        .collect()
}

fn order_line(order_id: &str, position: i64, line: &Line<'_>, outcome: &LineOutcome) -> Result<OrderLineRow, Failure> {
    let unit =
        outcome.unit.ok_or_else(|| Failure::internal(anyhow::anyhow!("placement accepted a line without price")))?;
    Ok(OrderLineRow {
        order_id: order_id.to_owned(),
        position,
        sku: line.row.sku.clone(),
        product_id: line.row.product_id.clone(),
        name: line.sellable.map(|found| found.product.facts.name.clone()).unwrap_or_default(),
        quantity: line.row.quantity,
        free_form: line.row.free_form.clone(),
        unit_base_cents: unit.base.into(),
        unit_your_cents: unit.your.into(),
        base_cents: outcome.line.base.into(),
        your_cents: outcome.line.your.into(),
    })
}

fn encode(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(Failure::internal)
}

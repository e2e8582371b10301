//! A priced cart as the order it becomes: whole in itself.

use fieldhouse_core::{
    account::email::mailbox,
    addresses,
    brand::Site,
    cart::{
        evaluation::LineOutcome,
        summary::{SummaryDraft, SummaryPage, summarize},
    },
    checkout::{PaymentDraft, ShippingDraft, exemption::remark},
    orders::status::{Lifecycle, OrderQueue},
};
use fieldhouse_kernel::{
    db::{WriteTx, columns::Money},
    failure::Failure,
};
use serde::Serialize;
use serde_json::json;

use crate::{
    buying::{
        cart::{self, PricedCart, pool::Line},
        orders::store::{OrderLineRow, OrderRow},
    },
    config::Config,
    env::Env,
    events::{self, Doer, EventKind, NewEvent},
    finding::wishlist,
    mail::{self, LetterKind},
    owner::VisitorId,
    people::account::store::CustomerRow,
    session::{Visitor, shop_as::ShopAs},
    stock::Held,
};

/// An order about to be written.
pub struct Placed<'a> {
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub visitor: VisitorId,
    /// They have no account.
    pub guest: bool,
    /// Where.
    pub site: Site,
    /// When: milliseconds since 1970.
    pub now: i64,
    /// Who of the store shops as this customer, when somebody does.
    pub shop_as: Option<&'a ShopAs>,
}

impl<'a> Placed<'a> {
    /// One about to be placed at a moment, by whoever asks, with their account, where they have one.
    pub fn new(env: &Env, visitor: &'a Visitor, (known, account): (VisitorId, Option<&CustomerRow>), now: i64) -> Self {
        Self {
            id: env.ids.random().to_string(),
            visitor: known,
            guest: account.is_none(),
            site: visitor.site,
            now,
            shop_as: visitor.shop_as(),
        }
    }

    /// Its row, whole in itself.
    pub fn order(
        &self,
        number: String,
        config: &Config,
        cart: &PricedCart<'_>,
        (shipping, payment): (&ShippingDraft, Option<&PaymentDraft>),
        amounts: &SummaryDraft,
        seen: i64,
    ) -> Result<OrderRow, Failure> {
        // As they were at the moment of the order, hearts included.
        let mut cards = cart::view::cards(&cart.pools);
        wishlist::mark(self.site, &cart.wished, &mut cards);
        Ok(OrderRow {
            id: self.id.clone(),
            number,
            site: self.site.into(),
            visitor: self.visitor.to_string(),
            guest: self.guest,
            cart_id: cart.row.id.clone(),
            cart_version: seen,
            lifecycle: Lifecycle::Open.into(),
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
            discount_cents: Money::default(),
            items: encode(&cards)?,
            taken_out: "[]".to_owned(),
            summary: "{}".to_owned(),
            unit_key: String::new(),
            unit_name: String::new(),
            mailbox: mailbox(&shipping.email),
            place: addresses::place(&shipping.address),
            letter_held: false,
            letter_off: false,
            version: 1,
            changed_at: self.now,
            released_at: None,
            open_holds: 0,
            queue: OrderQueue::ToRelease.into(),
            placed_by: self.shop_as.map(|shop_as| shop_as.staff_id.clone()).unwrap_or_default(),
            placed_by_name: self.shop_as.map(|shop_as| shop_as.staff_name.clone()).unwrap_or_default(),
            shop_as_id: self.shop_as.map(|shop_as| shop_as.id.clone()).unwrap_or_default(),
            cancelled: 0,
            picked: 0,
            shipped: 0,
            delivered: 0,
            returned: 0,
            refunded: 0,
            written_off: 0,
        })
    }
}

/// Its lines, in the cart's order; those of counted articles belong to a count.
pub fn order_lines(order_id: &str, cart: &PricedCart<'_>, held: &Held) -> Result<Vec<OrderLineRow>, Failure> {
    (1..)
        .zip(cart.in_order())
        .map(|(position, (line, outcome))| order_line((order_id, position), line, outcome, held))
        .collect()
}

fn order_line(
    (order_id, position): (&str, i64),
    line: &Line<'_>,
    outcome: &LineOutcome,
    held: &Held,
) -> Result<OrderLineRow, Failure> {
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
        canceled_players: "[]".to_owned(),
        unit_base_cents: unit.base.into(),
        unit_your_cents: unit.your.into(),
        base_cents: outcome.line.base.into(),
        your_cents: outcome.line.your.into(),
        stock_epoch: held.epoch(&line.row.sku),
        cancelled: 0,
        picked: 0,
        shipped: 0,
        delivered: 0,
        returned: 0,
        refunded: 0,
        written_off: 0,
    })
}

/// As it is stored.
pub(super) fn encode(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(Failure::internal)
}

/// The sums of an order as it keeps them, with why no tax is due where none is.
pub fn summary_of(site: Site, amounts: &SummaryDraft, exempt: Option<&str>) -> Result<String, Failure> {
    let mut summary = summarize(site, SummaryPage::Order, amounts);
    remark(&mut summary, exempt);
    encode(&summary)
}

/// Who placed an order, as the log names them.
pub fn buyer(order: &OrderRow, account: Option<&CustomerRow>) -> Doer {
    match account {
        Some(_) if !order.placed_by.is_empty() => Doer::staff(&order.placed_by, &order.placed_by_name),
        Some(customer) => Doer::customer(&customer.id, [customer.first_name.as_str(), &customer.last_name].join(" ")),
        None => Doer::buyer(&order.visitor),
    }
}

/// Writes down that it was placed, that it waits, where it does, and that no confirmation was left, where that is off.
pub async fn tell(
    env: &Env,
    tx: &WriteTx,
    order: &OrderRow,
    (account, shop_as): (Option<&CustomerRow>, Option<&ShopAs>),
) -> Result<(), Failure> {
    let by = buyer(order, account);
    let event = |kind| NewEvent { kind, subject: &order.id, version: order.version, site: *order.site, by: &by };
    let mut told = json!({"number": order.number, "released": order.released_at.is_some()});
    if let (Some(shop_as), Some(told)) = (shop_as, told.as_object_mut()) {
        told.insert("label".to_owned(), ["For ", &shop_as.customer_name].concat().into());
        told.insert("reason".to_owned(), shop_as.reason.as_str().into());
    }
    events::record(env, tx, event(EventKind::OrderPlaced), &told).await?;
    if *order.lifecycle == Lifecycle::AwaitingApproval {
        events::record(env, tx, event(EventKind::OrderAwaitingApproval), &json!({"unit": order.unit_name})).await?;
    }
    if order.letter_off {
        mail::note_unsent(env, tx, *order.site, LetterKind::OrderPlaced, &order.id).await?;
    }
    Ok(())
}

//! Orders that wait for approval: asked for by the placing, decided once by somebody else of the unit. Until then
//! nothing is charged and no other system hears of the order; its certificates stay reserved, and are free again
//! when it is declined.

use std::collections::HashMap;

use axum::http::StatusCode;
use fieldhouse_core::{
    brand::Site,
    money::{Cents, format_cents},
    people::{
        ApprovalLineView, ApprovalView, ApprovalsView, OrderApprovalView, UnitAct,
        approval::{Decision, DecisionDraft, check_decider, needs_approval, parse_decision},
        may,
    },
};
use jiff::Timestamp;
use sea_orm::ConnectionTrait;

use super::{
    admit, role_of,
    store::{self, ApprovalRow},
    units_where,
};
use crate::{
    account,
    business_units::store::{UnitRow, find_units, list_memberships, list_people},
    certificates::placing,
    db::WriteTx,
    http::problem::Problem,
    mail::{self, Kind},
    orders::{
        self,
        store::{OrderRow, find_orders, find_placed, list_lines, write_status},
    },
    session::{CustomerId, Visitor},
    state::AppState,
};

/// Decided orders shown beside those that wait.
const DECIDED: u64 = 20;
/// Orders that wait, shown at once.
const WAITING: u64 = 100;

/// The unit whose approval an order of so much needs: the first of the customer's units is the one they buy for.
pub async fn demanded(
    db: &impl ConnectionTrait,
    customer: Option<CustomerId>,
    charged: Cents,
) -> Result<Option<UnitRow>, Problem> {
    let Some(customer) = customer else { return Ok(None) };
    let memberships = list_memberships(db, &[&customer.to_string()]).await?;
    let Some(member) = memberships.into_iter().next() else { return Ok(None) };
    let limit = store::list_limits(db, vec![member.unit_id.clone()]).await?.into_iter().next();
    let limit = limit.map(|limit| Cents::try_from(limit.above_cents)).transpose().map_err(Problem::internal)?;
    if !needs_approval(role_of(&member)?, limit, charged) {
        return Ok(None);
    }
    Ok(find_units(db, vec![member.unit_id]).await?.into_iter().next())
}

/// Lets an order wait, in the transaction that places it: its buyer and everybody who may decide are told.
pub async fn ask(state: &AppState, tx: &WriteTx, order: &OrderRow, unit: &UnitRow) -> Result<(), Problem> {
    let site = site_of(order)?;
    let row = ApprovalRow {
        order_id: order.id.clone(),
        unit_id: unit.id.clone(),
        decision: Decision::Waiting.key().to_owned(),
        note: String::new(),
        decided_by: None,
        asked_at: state.clock.millis(),
        decided_at: None,
    };
    store::insert_approval(tx, row).await?;
    mail::leave(state, tx, site, Kind::OrderWaiting, &order.email, &order.id).await?;
    let mut deciders = Vec::new();
    for member in list_people(&**tx, vec![unit.id.clone()]).await? {
        if may(role_of(&member)?, UnitAct::Decide) {
            deciders.push(member.customer_id);
        }
    }
    for person in store::find_customers(&**tx, deciders).await? {
        mail::leave(state, tx, site, Kind::ApprovalAsked, &person.email, &order.id).await?;
    }
    Ok(())
}

/// What was decided about an order; nothing for one that needed no approval.
pub async fn of_order(db: &impl ConnectionTrait, order_id: &str) -> Result<Option<OrderApprovalView>, Problem> {
    let Some(row) = store::find_approval(db, order_id).await? else { return Ok(None) };
    let unit = find_units(db, vec![row.unit_id.clone()]).await?.into_iter().next();
    let unit = unit.map(|unit| unit.name).unwrap_or_default();
    Ok(Some(OrderApprovalView { decision: decision_of(&row)?, unit, note: row.note }))
}

/// The orders the customer decides about.
pub async fn list(state: &AppState, visitor: &Visitor) -> Result<ApprovalsView, Problem> {
    let customer = account::signed_in(state, visitor).await?;
    let db = state.db.read();
    let units = units_where(db, &customer.id, UnitAct::Decide).await?;
    let ids: Vec<String> = units.iter().map(|unit| unit.id.clone()).collect();
    let mut rows = store::list_waiting(db, ids.clone(), WAITING).await?;
    rows.extend(store::list_decided(db, ids, DECIDED).await?);
    let orders = find_orders(db, rows.iter().map(|row| row.order_id.clone()).collect()).await?;
    let buyers = store::find_customers(db, orders.iter().map(|order| order.visitor.clone()).collect()).await?;
    let buyers: HashMap<&str, String> = buyers
        .iter()
        .map(|buyer| (buyer.id.as_str(), [buyer.first_name.as_str(), &buyer.last_name].join(" ")))
        .collect();
    let mut views = Vec::new();
    for row in rows {
        let Some(order) = orders.iter().find(|order| order.id == row.order_id) else { continue };
        let lines = list_lines(db, &order.id).await?.into_iter().map(|line| {
            Ok(ApprovalLineView {
                sku: line.sku,
                name: line.name,
                quantity: u64::try_from(line.quantity).map_err(Problem::internal)?,
                price: dollars(line.your_cents)?,
            })
        });
        views.push(ApprovalView {
            order_id: order.id.clone(),
            number: order.number.clone(),
            placed_at: Timestamp::from_millisecond(order.placed_at).map_err(Problem::internal)?.to_string(),
            buyer: buyers.get(order.visitor.as_str()).cloned().unwrap_or_default(),
            buyer_email: order.email.clone(),
            unit: units.iter().find(|unit| unit.id == row.unit_id).map(|unit| unit.name.clone()).unwrap_or_default(),
            po_number: order.po_number.clone(),
            pieces: u64::try_from(order.total_quantity).map_err(Problem::internal)?,
            total: dollars(order.total_cents)?,
            lines: lines.collect::<Result<_, Problem>>()?,
            decision: decision_of(&row)?,
            own: order.visitor == customer.id,
            note: row.note,
        });
    }
    Ok(ApprovalsView { orders: views })
}

/// Decides about an order, once. An approved one is told to the world outside in the same commit; a declined one
/// gives its certificates back.
pub async fn decide(
    state: &AppState,
    visitor: &Visitor,
    (order_id, draft): (&str, &DecisionDraft),
) -> Result<ApprovalsView, Problem> {
    let customer = account::signed_in(state, visitor).await?;
    let (decision, note) = parse_decision(draft).map_err(Problem::broken)?;
    let now = state.clock.millis();
    let tx = state.db.write_durable().await?;
    let row = store::find_approval(&*tx, order_id).await?.ok_or_else(Problem::not_found)?;
    admit(&*tx, &row.unit_id, &customer.id, UnitAct::Decide).await?;
    let order = find_placed(&*tx, order_id).await?.ok_or_else(Problem::not_found)?;
    if let Some(refusal) = check_decider(order.visitor == customer.id) {
        return Err(Problem::broken(vec![refusal]));
    }
    // However many decide at once: the one who finds it waiting.
    if !store::decide(&tx, order_id, (decision.key(), &note), (&customer.id, now)).await? {
        let title = "Somebody else has decided about this order already.";
        return Err(Problem::new(StatusCode::CONFLICT, "already_decided", title));
    }
    write_status(&tx, order_id, decision.order_status()).await?;
    let site = site_of(&order)?;
    if decision == Decision::Approved {
        orders::tell(state, &tx, site, order_id).await?;
    } else {
        placing::release(&tx, order_id).await?;
    }
    for email in [&order.email, &customer.email] {
        mail::leave(state, &tx, site, Kind::OrderDecided, email, order_id).await?;
    }
    tx.commit().await?;
    state.post.notify_one();
    list(state, visitor).await
}

fn decision_of(row: &ApprovalRow) -> Result<Decision, Problem> {
    Decision::parse(&row.decision).ok_or_else(|| Problem::internal(anyhow::anyhow!("an approval without decision")))
}

fn site_of(order: &OrderRow) -> Result<Site, Problem> {
    Site::parse(&order.site).ok_or_else(|| Problem::internal(anyhow::anyhow!("an order of no site")))
}

fn dollars(cents: i64) -> Result<String, Problem> {
    Ok(format_cents(Cents::try_from(cents).map_err(Problem::internal)?))
}

/// What letters about an order that waits or was decided say.
pub struct Asked {
    /// Its number.
    pub number: String,
    /// Name of the unit.
    pub unit: String,
    /// Who ordered.
    pub buyer: String,
    /// What is charged.
    pub total: String,
    /// What was decided.
    pub decision: Decision,
    /// Who decided; empty while it waits.
    pub decider: String,
    /// What they said.
    pub note: String,
}

/// What letters about an order say. Nothing when it is gone.
pub async fn letter(state: &AppState, order_id: &str) -> anyhow::Result<Option<Asked>> {
    let db = state.db.read();
    let (Some(row), Some(order)) = (store::find_approval(db, order_id).await?, find_placed(db, order_id).await?) else {
        return Ok(None);
    };
    let unit = find_units(db, vec![row.unit_id.clone()]).await?.into_iter().next();
    let decider = row.decided_by.clone().unwrap_or_default();
    let people = store::find_customers(db, vec![order.visitor.clone(), decider.clone()]).await?;
    let name = |id: &str| {
        let person = people.iter().find(|person| person.id == id);
        person.map(|person| [person.first_name.as_str(), &person.last_name].join(" ")).unwrap_or_default()
    };
    let problem = |problem: Problem| anyhow::anyhow!("{problem:?}");
    Ok(Some(Asked {
        number: order.number.clone(),
        unit: unit.map(|unit| unit.name).unwrap_or_default(),
        buyer: name(&order.visitor),
        total: dollars(order.total_cents).map_err(problem)?,
        decision: decision_of(&row).map_err(problem)?,
        decider: name(&decider),
        note: row.note,
    }))
}

//! Orders that wait for approval: asked for by the placing, decided once by somebody else of the unit. Until then
//! nothing is charged and no other system hears of the order; its certificates stay reserved, and are free again
//! when it is declined.

pub mod letters;
pub mod store;

use std::collections::HashMap;

use fieldhouse_core::{
    account::email::mailbox,
    addresses::place,
    brand::Site,
    checkout::{PaymentDraft, ShippingDraft},
    money::{Cents, format_cents},
    orders::status::Lifecycle,
    people::{
        ApprovalForecastView, ApprovalView, ApprovalsView, MemberRole, OrderApprovalView, UnitAct,
        approval::{
            self, APPROVAL_DAYS, Decision, DecisionDraft, approval_forecast_text, check_decider, lately_text,
            left_without_approval, needs_approval, parse_decision,
        },
        buying::PERSONAL,
        may,
    },
};
use fieldhouse_kernel::{
    db::WriteTx,
    failure::{Failure, FailureKind},
};
use sea_orm::ConnectionTrait;
use serde_json::json;

use self::store::ApprovalRow;
use crate::{
    buying::orders::{
        self, export, links,
        progress::{Acting, give_certificates_back},
        shipments::put_all_back,
        store::{OrderRow, Together, find_orders, find_placed, hold_order, sum_together},
        taken_back,
    },
    env::Env,
    events::{Doer, EventKind},
    mail::{
        self, LetterKind,
        ordered::{Ordered, ordered},
    },
    people::{
        account::{
            Customer,
            store::{CustomerRow, list_by_mailbox},
        },
        business_units::{
            buying::Units,
            store::{UnitRow, find_by_key, find_units, list_people},
        },
        members::{self, admit, units_where},
    },
    session::Visitor,
    state::AppState,
};

const DAY_MILLIS: i64 = 86_400_000;
/// Decided orders shown beside those that wait.
const DECIDED: u64 = 20;
/// Orders that wait, shown at once.
const WAITING: u64 = 100;

/// An approval that an order needs.
#[derive(Debug)]
pub struct Demand {
    /// Whose.
    pub unit: UnitRow,
    /// Orders above it need approval.
    pub above: Cents,
    /// What was ordered lately that counts together with this order.
    pub lately: Cents,
}

/// What was saved of an order: shipping and payment.
type Saved<'a> = (Option<&'a ShippingDraft>, Option<&'a PaymentDraft>);

/// An order as it counts against a limit.
#[derive(Debug, Clone)]
pub struct Counted {
    /// What is charged.
    pub charged: Cents,
    /// What belongs together with it.
    pub with: Together,
    /// Milliseconds since 1970.
    pub now: i64,
}

impl Counted {
    /// The order of a visitor with what was saved for it, and the account of who has signed in.
    pub fn new(
        visitor: &str,
        account: Option<&CustomerRow>,
        (shipping, payment): Saved<'_>,
        charged: Cents,
        now: i64,
    ) -> Self {
        let email = shipping.map_or("", |shipping| shipping.email.as_str());
        let account = account.map_or("", |customer| customer.email.as_str());
        let with = Together {
            visitor: visitor.to_owned(),
            mailboxes: [account, email].map(mailbox).to_vec(),
            place: shipping.map(|shipping| place(&shipping.address)).unwrap_or_default(),
            unit_key: String::new(),
            po_number: payment.map(|payment| payment.po_number.clone()).unwrap_or_default(),
        };
        Self { charged, with, now }
    }
}

/// The approval that an order needs, for whom it was chosen to be. Orders of some days count together, so that one that
/// is split, or placed by another account of the same person, needs it as well.
pub async fn demanded(
    db: &impl ConnectionTrait,
    units: &Units,
    chosen: &str,
    counted: &Counted,
) -> Result<Option<Demand>, Failure> {
    let Some((unit, role)) = units.chosen(chosen) else { return Ok(None) };
    let limit = members::store::list_limits(db, vec![unit.id.clone()]).await?.into_iter().next();
    let limit = limit.map(|limit| *limit.above_cents);
    let Some(above) = limit else { return Ok(None) };
    let with = Together { unit_key: unit.key.clone(), ..counted.with.clone() };
    let since = counted.now.saturating_sub(APPROVAL_DAYS.saturating_mul(DAY_MILLIS));
    let lately = Cents::try_from(sum_together(db, unit.site.key(), &with, since).await?).map_err(Failure::internal)?;
    let needed = needs_approval(role, limit, approval::counted(counted.charged, lately));
    Ok(needed.then(|| Demand { unit: unit.clone(), above, lately }))
}

/// What the review says of it beforehand: by the same rule that decides when the order is placed.
pub async fn forecast(
    db: &impl ConnectionTrait,
    units: &Units,
    chosen: &str,
    counted: &Counted,
) -> Result<Option<ApprovalForecastView>, Failure> {
    let Some(Demand { unit, above, lately }) = demanded(db, units, chosen, counted).await? else { return Ok(None) };
    let deciders = deciders(db, &unit.id).await?;
    let mut approvers: Vec<String> =
        deciders.iter().map(|person| [person.first_name.as_str(), &person.last_name].join(" ")).collect();
    approvers.sort_unstable();
    let text = [approval_forecast_text(&unit.name, above, &approvers), lately_text(lately)].concat();
    Ok(Some(ApprovalForecastView { unit: unit.name, above, approvers, text }))
}

/// Whether the order of a guest would wait, had they signed in with the e-mail they give, or with another one of the same
/// mailbox: signing out is no way round a limit.
pub async fn waits_for_guest(
    db: &impl ConnectionTrait,
    site: Site,
    email: &str,
    counted: &Counted,
) -> Result<bool, Failure> {
    for person in list_by_mailbox(db, site, &mailbox(email)).await? {
        let units = Units::of(db, Some(person.customer_id()?)).await?;
        if demanded(db, &units, PERSONAL, counted).await?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Everybody who may decide about orders of a unit.
async fn deciders(db: &impl ConnectionTrait, unit_id: &str) -> Result<Vec<CustomerRow>, Failure> {
    let mut ids = Vec::new();
    for member in list_people(db, vec![unit_id.to_owned()]).await? {
        if may(*member.role, UnitAct::Decide) {
            ids.push(member.customer_id);
        }
    }
    Ok(members::store::find_customers(db, ids).await?)
}

/// Lets an order wait, in the transaction that places it: its buyer and everybody who may decide are told.
pub async fn ask(env: &Env, tx: &WriteTx, order: &OrderRow, unit: &UnitRow) -> Result<(), Failure> {
    let site = *order.site;
    let row = ApprovalRow {
        order_id: order.id.clone(),
        unit_id: unit.id.clone(),
        decision: Decision::Waiting.into(),
        note: String::new(),
        decided_by: None,
        asked_at: env.clock.millis(),
        decided_at: None,
        approved_cents: None,
        again: false,
    };
    store::insert_approval(tx, row).await?;
    mail::leave(env, tx, site, LetterKind::OrderWaiting, &order.email, &order.id).await?;
    write_to_deciders(env, tx, order, &unit.id).await
}

async fn write_to_deciders(env: &Env, tx: &WriteTx, order: &OrderRow, unit_id: &str) -> Result<(), Failure> {
    let people = deciders(&**tx, unit_id).await?;
    let emails: Vec<&str> = people.iter().map(|person| person.email.as_str()).collect();
    mail::leave_all(env, tx, *order.site, LetterKind::ApprovalAsked, &emails, &order.id).await
}

/// Lets an order that was confirmed wait, in the transaction of the edit that raised its total: everybody who may decide is
/// told. What its buyer reads is the edit's.
pub async fn ask_again(env: &Env, tx: &WriteTx, order: &OrderRow) -> Result<(), Failure> {
    let unit = find_by_key(&**tx, order.site.key(), &order.unit_key).await?;
    let unit = unit.ok_or_else(|| Failure::internal(anyhow::anyhow!("an approval of no unit")))?;
    if !store::ask_again(tx, &order.id, env.clock.millis()).await? {
        let row = ApprovalRow {
            order_id: order.id.clone(),
            unit_id: unit.id.clone(),
            decision: Decision::Waiting.into(),
            note: String::new(),
            decided_by: None,
            asked_at: env.clock.millis(),
            decided_at: None,
            approved_cents: None,
            again: true,
        };
        store::insert_approval(tx, row).await?;
    }
    write_to_deciders(env, tx, order, &unit.id).await
}

/// The total above which an order that is edited needs an approval: what was approved, else what its unit lets who ordered it
/// order now, by the rule of the placing; nothing when nobody has to approve.
pub async fn threshold(
    db: &impl ConnectionTrait,
    order: &OrderRow,
    buyer: Option<(&CustomerRow, &Units)>,
    now: i64,
) -> Result<Option<Cents>, Failure> {
    if let Some(approved) = store::find_approval(db, &order.id).await?.and_then(|row| row.approved_cents) {
        return Ok(Some(*approved));
    }
    if order.unit_key.is_empty() {
        return Ok(None);
    }
    let Some(unit) = find_by_key(db, order.site.key(), &order.unit_key).await? else { return Ok(None) };
    // Whoever left the unit orders no more for it than its buyers do.
    let role = buyer.and_then(|(_, units)| units.chosen(&unit.id)).filter(|(chosen, _)| chosen.id == unit.id);
    let role = role.map_or(MemberRole::Buyer, |(_, role)| role);
    let limit = members::store::list_limits(db, vec![unit.id.clone()]).await?.into_iter().next();
    let Some(limit) = limit.map(|limit| *limit.above_cents) else { return Ok(None) };
    let with = Together {
        visitor: order.visitor.clone(),
        mailboxes: buyer
            .map(|(account, _)| mailbox(&account.email))
            .into_iter()
            .chain([order.mailbox.clone()])
            .collect(),
        place: order.place.clone(),
        unit_key: order.unit_key.clone(),
        po_number: order.po_number.clone(),
    };
    let since = now.saturating_sub(APPROVAL_DAYS.saturating_mul(DAY_MILLIS));
    let lately = Cents::try_from(sum_together(db, order.site.key(), &with, since).await?).map_err(Failure::internal)?;
    // The order itself is no other one.
    let others = if order.placed_at > since { lately.minus_floored(*order.total_cents) } else { lately };
    Ok(left_without_approval(role, limit, others))
}

/// What was decided about an order; nothing for one that needed no approval.
pub async fn of_order(db: &impl ConnectionTrait, order_id: &str) -> Result<Option<OrderApprovalView>, Failure> {
    let Some(row) = store::find_approval(db, order_id).await? else { return Ok(None) };
    let unit = find_units(db, vec![row.unit_id.clone()]).await?.into_iter().next();
    let unit = unit.map(|unit| unit.name).unwrap_or_default();
    Ok(Some(OrderApprovalView { decision: *row.decision, unit, note: row.note }))
}

/// The orders the customer decides about.
pub async fn list(env: &Env, customer: &CustomerRow) -> Result<ApprovalsView, Failure> {
    let db = env.db.read();
    let units = units_where(db, &customer.id, UnitAct::Decide).await?;
    let ids: Vec<String> = units.iter().map(|unit| unit.id.clone()).collect();
    let mut rows = store::list_approvals(db, ids.clone(), false, WAITING).await?;
    rows.extend(store::list_approvals(db, ids, true, DECIDED).await?);
    let orders = find_orders(db, rows.iter().map(|row| row.order_id.clone()).collect()).await?;
    let buyers = members::store::find_customers(db, orders.iter().map(|order| order.visitor.clone()).collect()).await?;
    let buyers: HashMap<&str, String> = buyers
        .iter()
        .map(|buyer| (buyer.id.as_str(), [buyer.first_name.as_str(), &buyer.last_name].join(" ")))
        .collect();
    let mut views = Vec::new();
    for row in rows {
        let Some(order) = orders.iter().find(|order| order.id == row.order_id) else { continue };
        if *row.decision == Decision::Waiting && *order.lifecycle != Lifecycle::AwaitingApproval {
            // The store canceled it: nobody has to decide any more.
            continue;
        }
        let unit = units.iter().find(|unit| unit.id == row.unit_id).map(|unit| unit.name.clone()).unwrap_or_default();
        let decision = *row.decision;
        let told = OrderApprovalView { decision, unit: unit.clone(), note: row.note.clone() };
        views.push(ApprovalView {
            buyer: buyers.get(order.visitor.as_str()).cloned().unwrap_or_default(),
            order: orders::view(order.clone(), Some(told), order.visitor == customer.id)?,
            unit,
            decision,
            note: row.note,
        });
    }
    Ok(ApprovalsView { orders: views })
}

/// Whether a visitor is one of those who decide about an order that needed approval.
pub async fn decides(db: &impl ConnectionTrait, visitor: &Visitor, order_id: &str) -> Result<bool, Failure> {
    let Some(customer) = visitor.customer().await? else { return Ok(false) };
    let Some(row) = store::find_approval(db, order_id).await? else { return Ok(false) };
    let units = units_where(db, &customer.to_string(), UnitAct::Decide).await?;
    Ok(units.iter().any(|unit| unit.id == row.unit_id))
}

/// How many orders wait for the customer: their own have to be approved by somebody else.
pub async fn count_waiting(db: &impl ConnectionTrait, customer_id: &str) -> Result<u32, Failure> {
    let units = units_where(db, customer_id, UnitAct::Decide).await?;
    let rows = store::list_approvals(db, units.into_iter().map(|unit| unit.id).collect(), false, WAITING).await?;
    let orders = find_orders(db, rows.into_iter().map(|row| row.order_id).collect()).await?;
    let waits = |order: &&OrderRow| order.visitor != customer_id && *order.lifecycle == Lifecycle::AwaitingApproval;
    let others = orders.iter().filter(waits).count();
    u32::try_from(others).map_err(Failure::internal)
}

/// Decides about an order, once. An approved one is told to the world outside in the same commit; a declined one
/// gives its certificates back.
pub async fn decide(
    state: &AppState,
    Customer { row: customer, .. }: &Customer,
    (order_id, draft): (&str, &DecisionDraft),
) -> Result<ApprovalsView, Failure> {
    let (decision, note) = parse_decision(draft).map_err(Failure::broken)?;
    let now = state.clock.millis();
    let tx = state.db.write_durable().await?;
    let row = store::find_approval(&*tx, order_id).await?.ok_or_else(Failure::not_found)?;
    admit(&*tx, &row.unit_id, &customer.id, UnitAct::Decide).await?;
    let order = hold_order(&tx, order_id).await?.ok_or_else(Failure::not_found)?;
    if let Some(refusal) = check_decider(order.visitor == customer.id) {
        return Err(Failure::broken(vec![refusal]));
    }
    let total = format_cents(*order.total_cents);
    if !draft.total.is_empty() && draft.total != total {
        let title = ["The total is ", &total, " by now. Please look at the order again."].concat();
        return Err(Failure::new(FailureKind::Conflict, "total_changed", title));
    }
    // However many decide at once: the one who finds it waiting, and nobody once the store canceled it.
    let waits = order.lifecycle.may_become(decision.lifecycle());
    if !waits || !store::decide(&tx, order_id, (decision.key(), &note), (&customer.id, now)).await? {
        let title = "Somebody else has decided about this order already.";
        return Err(Failure::new(FailureKind::Conflict, "already_decided", title));
    }
    let name = [customer.first_name.as_str(), &customer.last_name].join(" ");
    let mut acting = Acting::begin(state, &tx, (order, Doer::customer(&customer.id, name)), None).await?;
    acting.order.lifecycle = decision.lifecycle().into();
    // Whoever has it already hears what became of it.
    let told = acting.order.released_at.is_some();
    let mut unsent = false;
    let kind = if decision == Decision::Approved {
        store::note_approved(&tx, order_id, acting.order.total_cents).await?;
        if row.again {
            orders::go_on(state, &tx, &mut acting.order).await?;
        } else {
            unsent = mail::is_off(&*tx, *acting.order.site, LetterKind::OrderPlaced).await?;
            orders::confirm(state, &tx, &mut acting.order, unsent).await?;
        }
        EventKind::OrderApproved
    } else {
        taken_back::tell(state, &tx, &acting.order).await?;
        give_certificates_back(&tx, order_id).await?;
        // An edit may have made an order wait that was being picked.
        put_all_back(&tx, &mut acting).await?;
        EventKind::OrderDeclined
    };
    let seq = acting.finish(kind, &json!({"note": note})).await?;
    if told {
        export::tell_change(state, &tx, &acting.order, seq).await?;
    }
    let site = *acting.order.site;
    if unsent {
        mail::note_unsent(state, &tx, site, LetterKind::OrderPlaced, order_id).await?;
    }
    let readers = [acting.order.email.as_str(), &customer.email];
    mail::leave_all(state, &tx, site, LetterKind::OrderDecided, &readers, order_id).await?;
    tx.commit().await?;
    state.bell.ring();
    list(state, customer).await
}

/// Ways to an order in a letter to its buyer.
pub struct OrderLink {
    /// Its id: signed in, its buyer may put it into the cart again.
    pub id: String,
    /// A signed path that shows it on any device.
    pub path: String,
}

/// What letters about an order that waits or was decided say.
pub struct Asked {
    /// What opens the order, in a letter to its buyer.
    pub link: Option<OrderLink>,
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
    /// Its certificates can be used again when it is declined.
    pub frees: bool,
    /// The order itself, told whole.
    pub ordered: Ordered,
}

/// What the letter about an order to somebody says. Nothing when it is gone.
pub async fn letter(env: &Env, order_id: &str, recipient: &str) -> anyhow::Result<Option<Asked>> {
    let db = env.db.read();
    let (Some(row), Some(order)) = (store::find_approval(db, order_id).await?, find_placed(db, order_id).await?) else {
        return Ok(None);
    };
    let unit = find_units(db, vec![row.unit_id.clone()]).await?.into_iter().next();
    let decider = row.decided_by.clone().unwrap_or_default();
    let people = members::store::find_customers(db, vec![order.visitor.clone(), decider.clone()]).await?;
    let name = |id: &str| {
        let person = people.iter().find(|person| person.id == id);
        person.map(|person| [person.first_name.as_str(), &person.last_name].join(" ")).unwrap_or_default()
    };
    let failure = |failure: Failure| anyhow::anyhow!("{failure:?}");
    let link = if order.email == recipient {
        Some(OrderLink { id: order.id.clone(), path: links::for_letter(env, &order.id).await? })
    } else {
        None
    };
    let view = orders::view(order.clone(), None, false).map_err(failure)?;
    Ok(Some(Asked {
        link,
        number: order.number.clone(),
        unit: unit.map(|unit| unit.name).unwrap_or_default(),
        buyer: name(&order.visitor),
        total: format_cents(*order.total_cents),
        decision: *row.decision,
        decider: name(&decider),
        note: row.note,
        frees: !view.certificates.is_empty(),
        ordered: ordered(&view),
    }))
}

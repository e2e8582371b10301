//! The orders of an account: one's own, those of business units where one's role may see them, and what was ordered as a
//! guest with an e-mail that is confirmed by now. Never anybody else's, whatever is asked for.

mod store;

use std::collections::{HashMap, HashSet};

use fieldhouse_core::{
    brand::Site,
    money::{Cents, format_cents},
    orders::{
        buyers::pieces_text,
        history::{BoughtOrderView, BoughtState, HistoryDraft, HistoryView, OrderChoiceView, no_day, parse_history},
    },
    people::UnitAct,
};
use fieldhouse_kernel::{
    db::keyset::{cut, merge, read_place},
    failure::Failure,
};
use sea_orm::ConnectionTrait;

use self::store::{Narrowed, Seen};
use super::{
    search,
    settled::{after_changes, told_total},
    store::OrderRow,
};
use crate::{
    env::{Env, time},
    people::{
        account::store::{CustomerRow, find_customer},
        business_units::store::{UnitRow, list_people},
        members::{names, units_where},
    },
    session::Visitor,
};

/// Orders of a page.
const PAGE: usize = 20;

/// For which reasons a customer sees orders.
fn reasons(customer: &CustomerRow, units: &[UnitRow]) -> Vec<Seen> {
    let guest = customer.confirmed_at.is_some().then(|| Seen::Guest(customer.email.clone()));
    let of_units = units.iter().map(|unit| Seen::OfUnit(unit.key.clone()));
    [Seen::Placed(customer.id.clone())].into_iter().chain(of_units).chain(guest).collect()
}

/// Whether an order is in the account's list of whoever looks.
pub async fn shows(db: &impl ConnectionTrait, visitor: &Visitor, id: &str) -> Result<bool, Failure> {
    let Some(customer) = visitor.customer().await? else { return Ok(false) };
    let Some(customer) = find_customer(db, customer).await? else { return Ok(false) };
    let units = units_where(db, &customer.id, UnitAct::SeeOrders).await?;
    Ok(store::is_seen(db, visitor.site, id, &reasons(&customer, &units)).await?)
}

/// A page of the account's orders.
pub async fn list(env: &Env, site: Site, customer: &CustomerRow, draft: &HistoryDraft) -> Result<HistoryView, Failure> {
    let asked = parse_history(draft).map_err(Failure::broken)?;
    let db = env.db.read();
    let units = units_where(db, &customer.id, UnitAct::SeeOrders).await?;
    let seen = reasons(customer, &units);
    let narrowed = Narrowed {
        queues: asked.state.map(BoughtState::queues).unwrap_or_default(),
        unit_key: some(&draft.unit),
        po_number: some(&draft.po),
        visitor: some(&draft.person),
        from: moment(env, "from", &asked.from, 0)?,
        until: moment(env, "to", &asked.to, 1)?,
    };
    let after = read_place(&draft.after)?;
    let limit = PAGE.saturating_add(1);
    let mut rows: Vec<OrderRow> = Vec::new();
    if asked.fragment.is_empty() {
        let limit = u64::try_from(limit).map_err(Failure::internal)?;
        for reason in &seen {
            rows.extend(store::list(env.db.late(), site, (reason, &narrowed), after.as_ref(), limit).await?);
        }
        merge(&mut rows, |row| (row.placed_at, &row.id));
        // One's own order for a unit is seen for two reasons.
        let mut told = HashSet::new();
        rows.retain(|row| told.insert(row.id.clone()));
    } else {
        let wanted = store::wanted(site, &seen, &narrowed);
        rows = search::find(env, &asked.fragment, wanted, (after.as_ref(), limit)).await?;
    }
    let next = cut(&mut rows, PAGE, |row| (row.placed_at, &row.id));
    let (unit_choices, people) = choices(db, customer, &units).await?;
    let names = names(db, rows.iter().map(|row| row.visitor.clone()).collect()).await?;
    let after = after_changes(db, &rows).await?;
    let orders = rows.into_iter().map(|row| view(row, customer, (&names, &after))).collect::<Result<_, _>>()?;
    let states = BoughtState::ALL.into_iter().map(|state| choice(state.key(), state.label())).collect();
    Ok(HistoryView { orders, next, states, units: unit_choices, people })
}

fn choice(key: &str, label: &str) -> OrderChoiceView {
    OrderChoiceView { key: key.to_owned(), label: label.to_owned() }
}

fn some(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

fn moment(env: &Env, field: &str, day: &str, later: i64) -> Result<Option<i64>, Failure> {
    if day.is_empty() {
        return Ok(None);
    }
    env.moment_of_day(day, later).map(Some).ok_or_else(|| Failure::broken(vec![no_day(field)]))
}

/// What the list can be narrowed to: units that orders are for, and the people of those whose orders are seen.
async fn choices(
    db: &impl ConnectionTrait,
    customer: &CustomerRow,
    seen: &[UnitRow],
) -> Result<(Vec<OrderChoiceView>, Vec<OrderChoiceView>), Failure> {
    let all = units_where(db, &customer.id, UnitAct::Order).await?;
    let units = all.iter().map(|unit| choice(&unit.key, &unit.name)).collect();
    let members = list_people(db, seen.iter().map(|unit| unit.id.clone()).collect()).await?;
    let names = names(db, members.into_iter().map(|member| member.customer_id).collect()).await?;
    let mut people: Vec<OrderChoiceView> = names.iter().map(|(id, name)| choice(id, name)).collect();
    people.sort_by_cached_key(|person| (person.label.to_lowercase(), person.key.clone()));
    Ok((units, people))
}

fn view(
    row: OrderRow,
    customer: &CustomerRow,
    (names, after): (&HashMap<String, String>, &HashMap<String, Cents>),
) -> Result<BoughtOrderView, Failure> {
    let own = row.visitor == customer.id;
    Ok(BoughtOrderView {
        placed_at: time(row.placed_at)?,
        status: row.status().to_owned(),
        state: BoughtState::of(*row.queue),
        pieces: pieces_text(*row.lifecycle, row.ledger()),
        total: format_cents(told_total(&row, after.get(&row.id))),
        by: if own { String::new() } else { names.get(&row.visitor).cloned().unwrap_or_default() },
        own,
        id: row.id,
        number: row.number,
        po_number: row.po_number,
        unit: row.unit_name,
    })
}

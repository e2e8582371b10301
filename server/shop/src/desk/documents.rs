//! Documents of orders for those who work for the store. Those that tell amounts are only for who sees amounts.

use std::collections::HashMap;

use fieldhouse_core::{
    orders::{
        documents::{PaperKind, PapersDraft, check_papers_found, check_slips, paper_name, papers_name, parse_papers},
        shipment::ShipmentState,
        views::ShipmentView,
    },
    staff::Permission,
};
use fieldhouse_documents::facts::OrderFacts;
use fieldhouse_kernel::failure::Failure;
use serde::{Deserialize, Serialize};
use tokio::task::yield_now;

use super::load;
use crate::{
    buying::orders::{
        credits::memo,
        documents::{PdfFile, Printing, facts, of_order, paper_of, print, slip, words},
        shipments::{
            self,
            store::{find_shipments, list_shipments},
        },
        store::{OrderLineRow, OrderRow, find_orders, list_lines, list_lines_of},
    },
    staff::StaffMember,
    state::AppState,
};

/// Orders whose lines are read in one statement.
const READ_TOGETHER: usize = 20;

/// Shipments whose packing slips are printed together.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PackingSlipsDraft {
    /// Ids, in the order they are printed; 200 at most.
    pub shipments: Vec<String>,
}

/// A document of an order.
pub async fn document(state: &AppState, member: &StaffMember, id: &str, kind: &str) -> Result<PdfFile, Failure> {
    let order = load(state.db.read(), member, id).await?;
    let kind = PaperKind::parse(kind).ok_or_else(Failure::not_found)?;
    if kind.tells_amounts() {
        member.require(Permission::AmountsView, *order.site)?;
    }
    of_order(state, Printing::AtTheDesk, order, kind).await
}

/// The packing slip of a shipment.
pub async fn packing_slip(
    state: &AppState,
    member: &StaffMember,
    (id, shipment): (&str, &str),
) -> Result<PdfFile, Failure> {
    let db = state.db.read();
    let order = load(db, member, id).await?;
    let all = shipments::list(db, id).await?;
    let found = all.into_iter().find(|found| found.id == shipment && found.state != ShipmentState::Cancelled);
    let shipment = found.ok_or_else(Failure::not_found)?;
    let facts = facts(state, &order, list_lines(db, id).await?)?;
    let number = [&order.number, "-", &shipment.number.to_string()].concat();
    let name = paper_name(&facts.brand, &number, PaperKind::PackingSlip);
    print(Printing::AtTheDesk, name, vec![slip(state, &facts, shipment, &words(state, *order.site))?]).await
}

/// The packing slips of several shipments in one file, each on pages of its own. One that somebody knows nothing of is not
/// there, and named.
pub async fn packing_slips(
    state: &AppState,
    member: &StaffMember,
    draft: &PackingSlipsDraft,
) -> Result<PdfFile, Failure> {
    // Too many are not looked up.
    let asked: Vec<String> = match check_slips(&draft.shipments, &draft.shipments) {
        errors if errors.is_empty() => draft.shipments.clone(),
        errors => return Err(Failure::broken(errors)),
    };
    let db = state.db.read();
    let rows = find_shipments(db, asked).await?;
    let ids: Vec<String> = rows.iter().map(|row| row.order_id.clone()).collect();
    let orders = find_orders(db, ids).await?;
    let orders: HashMap<String, OrderRow> = orders
        .into_iter()
        .filter(|order| member.grants.may(Permission::OrdersView, *order.site))
        .map(|order| (order.id.clone(), order))
        .collect();
    let rows: Vec<_> = rows
        .into_iter()
        .filter(|row| *row.state != ShipmentState::Cancelled && orders.contains_key(&row.order_id))
        .collect();
    let known: Vec<String> = rows.iter().map(|row| row.id.clone()).collect();
    let errors = check_slips(&draft.shipments, &known);
    if !errors.is_empty() {
        return Err(Failure::broken(errors));
    }
    let of: HashMap<String, String> = rows.iter().map(|row| (row.id.clone(), row.order_id.clone())).collect();
    let views: HashMap<String, ShipmentView> =
        shipments::views(db, rows).await?.into_iter().map(|view| (view.id.clone(), view)).collect();
    let facts = all_facts(state, &orders).await?;
    let mut papers = Vec::with_capacity(draft.shipments.len());
    for id in &draft.shipments {
        let told = of.get(id).and_then(|order| Some((facts.get(order)?, orders.get(order)?, views.get(id)?)));
        let (facts, order, shipment) = told.ok_or_else(Failure::not_found)?;
        papers.push(slip(state, facts, shipment.clone(), &words(state, *order.site))?);
    }
    print(Printing::AtTheDesk, format!("packing-slips-{}.pdf", papers.len()), papers).await
}

/// Documents of a kind of several orders in one file, in the order they were asked for; of an order that has none as it stands there
/// is none. How many orders there are in it. Packing slips are those of shipments that have not left: what goes into the boxes now.
pub async fn papers(state: &AppState, member: &StaffMember, draft: &PapersDraft) -> Result<(PdfFile, usize), Failure> {
    // Too many are not looked up.
    let kind = parse_papers(draft, &draft.orders).map_err(Failure::broken)?;
    let db = state.db.read();
    let orders: HashMap<String, OrderRow> = find_orders(db, draft.orders.clone())
        .await?
        .into_iter()
        .filter(|order| member.grants.may(Permission::OrdersView, *order.site))
        .map(|order| (order.id.clone(), order))
        .collect();
    let known: Vec<String> = orders.keys().cloned().collect();
    parse_papers(draft, &known).map_err(Failure::broken)?;
    let facts = all_facts(state, &orders).await?;
    let (mut papers, mut printed) = (Vec::new(), 0_usize);
    for id in &draft.orders {
        let (order, facts) = orders.get(id).zip(facts.get(id)).ok_or_else(Failure::not_found)?;
        if kind.tells_amounts() {
            member.require(Permission::AmountsView, *order.site)?;
        }
        let before = papers.len();
        if kind == PaperKind::PackingSlip {
            let here = list_shipments(db, id).await?.into_iter().filter(|shipment| shipment.state.is_here());
            for shipment in shipments::views(db, here.collect()).await? {
                papers.push(slip(state, facts, shipment, &words(state, *order.site))?);
            }
        } else {
            papers.extend(paper_of(state, order, facts, kind).await?);
        }
        printed = printed.saturating_add(usize::from(papers.len() > before));
    }
    if let Some(error) = check_papers_found(u32::try_from(papers.len()).unwrap_or(u32::MAX)) {
        return Err(Failure::broken(vec![error]));
    }
    Ok((print(Printing::AtTheDesk, papers_name(kind, papers.len()), papers).await?, printed))
}

async fn all_facts(
    state: &AppState,
    orders: &HashMap<String, OrderRow>,
) -> Result<HashMap<String, OrderFacts>, Failure> {
    let mut told = HashMap::with_capacity(orders.len());
    let ids: Vec<&String> = orders.keys().collect();
    for some in ids.chunks(READ_TOGETHER) {
        let rows = list_lines_of(state.db.read(), some.iter().map(|id| (*id).clone()).collect()).await?;
        let mut by_order: HashMap<String, Vec<OrderLineRow>> = HashMap::new();
        for row in rows {
            by_order.entry(row.order_id.clone()).or_default().push(row);
        }
        for id in some {
            let Some(order) = orders.get(*id) else { continue };
            told.insert((*id).clone(), facts(state, order, by_order.remove(*id).unwrap_or_default())?);
            // Reading what two hundred orders hold takes a while: whoever waits for a page goes between them.
            yield_now().await;
        }
    }
    Ok(told)
}

/// The memo of a credit that counts.
pub async fn credit_memo(
    state: &AppState,
    member: &StaffMember,
    (id, credit): (&str, &str),
) -> Result<PdfFile, Failure> {
    let order = load(state.db.read(), member, id).await?;
    member.require(Permission::AmountsView, *order.site)?;
    memo(state, Printing::AtTheDesk, &order, credit).await
}

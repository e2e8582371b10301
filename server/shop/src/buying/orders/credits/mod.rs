//! Credits of an order that count: what its buyer is told of them, and their memos. Not here: who gives one (`desk`).

pub mod store;

use fieldhouse_core::orders::{
    acts::LineQuantity,
    buyers::BuyerCreditView,
    documents::{PaperKind, nth_paper_name},
    refund::{Credit, RefundMethod},
    views::RefundState,
};
use fieldhouse_documents::{facts::CreditFacts, orders::credit_memo};
use fieldhouse_kernel::failure::Failure;

use self::store::{RefundRow, list_refunds};
use super::{
    documents::{PdfFile, Printing, day, facts, print, words},
    store::{OrderRow, list_lines},
};
use crate::{env::time, session::Visitor, state::AppState};

impl RefundRow {
    /// Since when it counts: milliseconds since 1970.
    fn granted_at(&self) -> i64 {
        self.decided_at.unwrap_or(self.created_at)
    }

    /// How it is given back, as people read it.
    pub fn method_label(&self) -> String {
        RefundMethod::parse(&self.method).map(RefundMethod::label).unwrap_or_default().to_owned()
    }
}

/// Credits as the rules sum them up.
pub fn credits(rows: &[RefundRow]) -> Vec<Credit> {
    let credit =
        |row: &RefundRow| Credit { amount: *row.amount_cents, state: *row.state, decided: row.decided_by.is_some() };
    rows.iter().map(credit).collect()
}

fn counts(row: &RefundRow) -> bool {
    *row.state == RefundState::Granted
}

/// What the buyer of an order is told of its credits.
pub(super) fn told(rows: Vec<RefundRow>) -> Result<Vec<BuyerCreditView>, Failure> {
    let view = |row: RefundRow| {
        Ok(BuyerCreditView {
            amount: *row.amount_cents,
            method: row.method_label(),
            at: time(row.granted_at())?,
            reason: row.reason,
            id: row.id,
        })
    };
    rows.into_iter().filter(counts).map(view).collect()
}

/// The memo of a credit, for whoever sees its order.
pub async fn memo_of_seen(
    state: &AppState,
    visitor: &Visitor,
    (id, key): (&str, &str),
    credit: &str,
) -> Result<PdfFile, Failure> {
    let (order, _) = super::find_seen(state, visitor, id, key).await?;
    let _place = super::documents::place_of(visitor).await?;
    memo(state, Printing::ForBuyer, &order, credit).await
}

/// The memo of a credit, for whoever may have it.
pub async fn memo(state: &AppState, by: Printing, order: &OrderRow, credit: &str) -> Result<PdfFile, Failure> {
    let db = state.db.read();
    // Its number stays, whichever of the others is taken back.
    let was_given = |row: &RefundRow| matches!(*row.state, RefundState::Granted | RefundState::Withdrawn);
    let mut rows: Vec<RefundRow> = list_refunds(db, &order.id).await?.into_iter().filter(was_given).collect();
    rows.sort_by_key(RefundRow::granted_at);
    let place = rows.iter().position(|row| row.id == credit && counts(row)).ok_or_else(Failure::not_found)?;
    let row = rows.swap_remove(place);
    let nth = u32::try_from(place).map_err(Failure::internal)?.saturating_add(1);
    let lines: Vec<LineQuantity> = super::decode(&row.lines)?;
    let credit = CreditFacts {
        given_on: day(state, row.granted_at())?,
        amount: *row.amount_cents,
        method: row.method_label(),
        reason: row.reason,
        pieces: lines.iter().map(|line| (line.position, u64::from(line.quantity))).collect(),
    };
    let facts = facts(state, order, list_lines(db, &order.id).await?)?;
    let name = nth_paper_name(&facts.brand, &order.number, PaperKind::CreditMemo, nth);
    print(by, name, vec![credit_memo(&facts, &credit, &words(state, *order.site))]).await
}

//! Acts on an order that move no goods: holds, release, cancelling, notes, credits.

use std::collections::BTreeMap;

use fieldhouse_core::{
    money::format_cents,
    orders::{
        acts::{Act, CancelDraft, LineQuantity, PieceMove, parse_cancel, plan},
        hold::{HoldChangeDraft, HoldDraft, changed_text, parse_due, parse_hold},
        invoice::settled_text,
        ledger::Ledger,
        note::{NoteDraft, parse_note, parse_remark},
        players::{LinePlayersDraft, NamedLine},
        refund::{
            Refund, RefundDraft, check_credited, check_granted, check_refund_decider, check_withdrawal, creditable,
            credited, credited_alone, parse_refund,
        },
        views::{DeskOrderView, RefundState},
    },
    staff::Permission,
};
use fieldhouse_kernel::{db::WriteTx, failure::Failure};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{DeskAct, colleagues, page, store};
use crate::{
    buying::orders::{
        credits::credits,
        export,
        holds::{NOBODY, store as holds},
        notes::store::{NoteRow, insert_note},
        players::{self, Choosing},
        progress,
        settled::settled,
        shipments::take_out,
    },
    events::EventKind,
    mail::LetterKind,
    staff::StaffMember,
    state::AppState,
};

/// An act with the version of the order that its actor saw.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Seen<T> {
    /// Version of the order.
    pub version: i64,
    /// What is wanted.
    #[serde(default)]
    pub draft: T,
}

/// An act that needs nothing but the order.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(try_from = "BTreeMap<String, Value>")]
pub struct NothingDraft {}

impl TryFrom<BTreeMap<String, Value>> for NothingDraft {
    type Error = String;

    fn try_from(fields: BTreeMap<String, Value>) -> Result<Self, Self::Error> {
        fields.keys().next().map_or(Ok(Self {}), |field| Err(format!("unknown field `{field}`")))
    }
}

/// What the second person says about a credit.
#[derive(Debug, Clone, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct RefundDecisionDraft {
    /// It counts.
    pub granted: bool,
}

/// Pieces that will not be shipped, why, and whose they are.
#[derive(Debug, Clone, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct CancelPiecesDraft {
    /// Which pieces.
    pub lines: Vec<LineQuantity>,
    /// Whose pieces, of lines with a name for each; the last ones of a line where nobody says it.
    pub players: Vec<LinePlayersDraft>,
    /// A reason's key.
    pub reason: String,
    /// In words, for the buyer.
    pub note: String,
}

/// Why a credit is taken back.
#[derive(Debug, Clone, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct WithdrawalDraft {
    /// In words, for the buyer; may be empty.
    pub reason: String,
}

/// Commits an act and shows the order as it stands then.
pub(super) async fn done(
    state: &AppState,
    tx: WriteTx,
    member: &StaffMember,
    id: &str,
) -> Result<DeskOrderView, Failure> {
    commit(state, tx).await?;
    page::show(state, member, id).await
}

/// Commits an act; what it left is done at once.
pub(super) async fn commit(state: &AppState, tx: WriteTx) -> Result<(), Failure> {
    tx.commit().await?;
    state.bell.ring();
    Ok(())
}

/// Opens a hold.
pub async fn hold(
    state: &AppState,
    member: &StaffMember,
    id: &str,
    asked: Seen<HoldDraft>,
) -> Result<DeskOrderView, Failure> {
    hold_it(state, member, id, asked).await?;
    page::show(state, member, id).await
}

/// The same without showing it.
pub(super) async fn hold_it(
    state: &AppState,
    member: &StaffMember,
    id: &str,
    asked: Seen<HoldDraft>,
) -> Result<(), Failure> {
    let hold = parse_hold(&asked.draft).map_err(Failure::broken)?;
    let tx = state.db.write_durable_for([id.to_owned()]).await?;
    let who = (member, Permission::OrdersHold);
    let mut act = DeskAct::begin(state, &tx, who, (id, asked.version), Some(Act::Hold)).await?;
    let row = holds::HoldRow {
        id: state.ids.random().to_string(),
        order_id: id.to_owned(),
        kind: hold.kind.into(),
        reason: hold.reason.clone(),
        due: hold.due.clone(),
        owner: act.member.id.clone(),
        owner_name: act.member.name.clone(),
        opened_at: state.clock.millis(),
        closed_by: None,
        closed_at: None,
    };
    let told = json!({"hold": row.id, "label": hold.kind.label(), "reason": hold.reason, "due": hold.due});
    holds::insert_hold(&tx, row).await?;
    act.acting.order.open_holds = act.acting.order.open_holds.saturating_add(1);
    act.finish(EventKind::OrderHeld, told, &hold.reason).await?;
    commit(state, tx).await
}

/// Hands a hold over, or puts it off.
pub async fn change_hold(
    state: &AppState,
    member: &StaffMember,
    (id, hold): (&str, &str),
    asked: Seen<HoldChangeDraft>,
) -> Result<DeskOrderView, Failure> {
    let due = parse_due(&asked.draft.due).map_err(|error| Failure::broken(vec![error]))?;
    let tx = state.db.write_durable_for([id.to_owned()]).await?;
    let who = (member, Permission::OrdersHold);
    let mut act = DeskAct::begin(state, &tx, who, (id, asked.version), None).await?;
    let at = (Permission::OrdersHold, *act.acting.order.site);
    let owner = colleagues::named(&*tx, at, &asked.draft.owner).await?;
    let (owner, name) = owner.map(|owner| (owner.id, owner.name)).unwrap_or_default();
    let open = holds::list_open(&*tx, vec![id.to_owned()]).await?.into_iter().find(|row| row.id == hold);
    let kind = *open.ok_or_else(Failure::not_found)?.kind;
    let shown = if name.is_empty() { NOBODY } else { &name };
    if !holds::change_hold(&tx, (id, hold), (&owner, shown), &due).await? {
        return Err(Failure::not_found());
    }
    let told = json!({"hold": hold, "label": changed_text(kind, &name, &due), "owner": name, "due": due});
    act.finish(EventKind::OrderHoldChanged, told, "").await?;
    done(state, tx, member, id).await
}

/// Closes a hold. The last one lets the order go on: it is released, unless that is done by hand.
pub async fn close_hold(
    state: &AppState,
    member: &StaffMember,
    (id, hold): (&str, &str),
    asked: Seen<NothingDraft>,
) -> Result<DeskOrderView, Failure> {
    let tx = state.db.write_durable_for([id.to_owned()]).await?;
    let who = (member, Permission::OrdersHold);
    let mut act = DeskAct::begin(state, &tx, who, (id, asked.version), None).await?;
    if !holds::close_hold(&tx, (id, hold), (&act.member.id, state.clock.millis())).await? {
        return Err(Failure::not_found());
    }
    let order = &mut act.acting.order;
    order.open_holds = order.open_holds.saturating_sub(1);
    let goes_on = act.acting.check(Act::Release).is_ok() && !state.config.release_by_hand;
    if goes_on {
        progress::release(state, &tx, &mut act.acting.order).await?;
    }
    let label = if goes_on { "The order was released with it" } else { "" };
    let told = json!({"hold": hold, "released": goes_on, "label": label});
    act.finish(EventKind::OrderHoldReleased, told, "").await?;
    done(state, tx, member, id).await
}

/// Hands an order to picking and to the ERP.
pub async fn release(
    state: &AppState,
    member: &StaffMember,
    id: &str,
    asked: Seen<NothingDraft>,
) -> Result<DeskOrderView, Failure> {
    release_it(state, member, id, asked).await?;
    page::show(state, member, id).await
}

/// The same without showing it.
pub(super) async fn release_it(
    state: &AppState,
    member: &StaffMember,
    id: &str,
    asked: Seen<NothingDraft>,
) -> Result<(), Failure> {
    let tx = state.db.write_durable_for([id.to_owned()]).await?;
    let who = (member, Permission::OrdersApproveRelease);
    let mut act = DeskAct::begin(state, &tx, who, (id, asked.version), Some(Act::Release)).await?;
    progress::release(state, &tx, &mut act.acting.order).await?;
    act.finish(EventKind::OrderReleased, json!({}), "").await?;
    commit(state, tx).await
}

/// Lines that an act names at most: no order has as many.
const MOST_LINES: usize = 10_000;

/// Refuses an act that names more lines than there are, before anybody waits for it.
pub(super) fn bounded(lines: &[LineQuantity], players: &[LinePlayersDraft]) -> Result<(), Failure> {
    let names: usize = players.iter().map(|line| line.players.len()).fold(0, usize::saturating_add);
    if lines.len().max(players.len()).max(names) > MOST_LINES {
        return Err(Failure::malformed("An act is about 10,000 lines and names at most."));
    }
    Ok(())
}

/// Cancels pieces. What of them is in a shipment that has not left is taken out of it.
pub async fn cancel(
    state: &AppState,
    member: &StaffMember,
    id: &str,
    asked: Seen<CancelPiecesDraft>,
) -> Result<DeskOrderView, Failure> {
    let CancelPiecesDraft { lines: wanted, players: by_name, reason, note } = asked.draft;
    bounded(&wanted, &by_name)?;
    let (reason, note) = parse_cancel(&CancelDraft { lines: Vec::new(), reason, note }).map_err(Failure::broken)?;
    let tx = state.db.write_durable_for([id.to_owned()]).await?;
    let who = (member, Permission::OrdersCancel);
    let mut act = DeskAct::begin(state, &tx, who, (id, asked.version), Some(Act::Cancel)).await?;
    let lines = act.acting.lines().await?;
    let wrong = plan(lines, PieceMove::Cancel, &wanted).errors;
    if !wrong.is_empty() {
        return Err(Failure::broken(wrong));
    }
    let some: Vec<u32> = wanted.iter().map(|line| line.position).collect();
    let names = players::named(&*tx, &act.acting.order, Some(&some)).await?;
    let choosing = Choosing { wanted: &wanted, named: &by_name, last: true };
    let outstanding = |line: &NamedLine, ledger: Ledger| line.outstanding((ledger.to_ship(), ledger.to_pick()));
    let chosen = choosing.of(&names, outstanding).map_err(Failure::broken)?;
    // Whoever is named may be picked already while others are on the shelf: their pieces go back first.
    let picked = players::picked_of(&names, &chosen);
    let back = picked.iter().map(|(position, players)| {
        let quantity = u32::try_from(players.len()).map_err(Failure::internal)?;
        Ok(LineQuantity { position: *position, quantity })
    });
    let back: Vec<LineQuantity> = back.collect::<Result<_, Failure>>()?;
    let mut entries = Vec::new();
    for (moved, pieces) in [(PieceMove::PutBack, &back), (PieceMove::Cancel, &wanted)] {
        if pieces.is_empty() {
            continue;
        }
        let plan = plan(act.acting.lines().await?, moved, pieces);
        if !plan.errors.is_empty() {
            return Err(Failure::broken(plan.errors));
        }
        act.acting.append(&plan.entries, plan.sums)?;
        entries.extend(plan.entries);
    }
    take_out(&tx, id, &entries, &picked).await?;
    players::cancel(&tx, id, &names, &chosen).await?;
    let settled = act.acting.settled().await?;
    let given = credited(&credits(&store::list_refunds(&*tx, id).await?));
    if let Some(refusal) = check_credited(settled.given(), given) {
        return Err(Failure::broken(vec![refusal]));
    }
    let comes_to = settled_text(settled);
    let (label, key) = (reason.label(), reason.key());
    let told = json!({"label": label, "reasonKey": key, "note": note, "total": comes_to, "players": chosen});
    let seq = act.finish(EventKind::OrderCancelled, told, &note).await?;
    export::tell_change(state, &tx, &act.acting.order, seq).await?;
    act.write_to_buyer(LetterKind::OrderCancelled, seq).await?;
    done(state, tx, member, id).await
}

/// Writes a note; a public one is mailed to the buyer.
pub async fn note(
    state: &AppState,
    member: &StaffMember,
    id: &str,
    asked: Seen<NoteDraft>,
) -> Result<DeskOrderView, Failure> {
    let text = parse_note(&asked.draft).map_err(|error| Failure::broken(vec![error]))?;
    let tx = state.db.write_durable_for([id.to_owned()]).await?;
    let who = (member, Permission::OrdersNote);
    let mut act = DeskAct::begin(state, &tx, who, (id, asked.version), None).await?;
    let public = asked.draft.public;
    let row = NoteRow {
        id: state.ids.random().to_string(),
        order_id: id.to_owned(),
        public,
        text: text.clone(),
        author: act.member.id.clone(),
        author_name: act.member.name.clone(),
        at: state.clock.millis(),
    };
    insert_note(&tx, row).await?;
    let seq = act.finish(EventKind::OrderNoteAdded, json!({"note": text, "public": public}), "").await?;
    if public {
        act.write_to_buyer(LetterKind::OrderNoted, seq).await?;
    }
    done(state, tx, member, id).await
}

/// Credits an amount, and the pieces it is for; above somebody's cap it waits for a second person.
pub async fn refund(
    state: &AppState,
    member: &StaffMember,
    id: &str,
    asked: Seen<RefundDraft>,
) -> Result<DeskOrderView, Failure> {
    bounded(&asked.draft.lines, &[])?;
    let tx = state.db.write_durable_for([id.to_owned()]).await?;
    let who = (member, Permission::RefundsCreate);
    let mut act = DeskAct::begin(state, &tx, who, (id, asked.version), Some(Act::Refund)).await?;
    let order = &act.acting.order;
    let earlier = credits(&store::list_refunds(&*tx, id).await?);
    let left = creditable(settled(&*tx, order).await?.given(), credited(&earlier));
    let Refund { amount, method, reason } = parse_refund(&asked.draft, left).map_err(Failure::broken)?;
    let with_earlier = credited_alone(&earlier).saturating_add(amount);
    let alone = act.member.require_amount(Permission::RefundsCreate, *order.site, with_earlier)?;
    if !asked.draft.lines.is_empty() {
        let lines = act.acting.lines().await?;
        // Also of what waits: a second person can grant it as it stands.
        let plan = plan(lines, PieceMove::Refund, &asked.draft.lines);
        if !plan.errors.is_empty() {
            return Err(Failure::broken(plan.errors));
        }
        if alone {
            act.acting.append(&plan.entries, plan.sums)?;
        }
    }
    let row = store::RefundRow {
        id: state.ids.random().to_string(),
        order_id: id.to_owned(),
        amount_cents: amount.into(),
        method: method.key().to_owned(),
        reason: reason.clone(),
        lines: serde_json::to_string(&asked.draft.lines).map_err(Failure::internal)?,
        created_by: act.member.id.clone(),
        created_by_name: act.member.name.clone(),
        created_at: state.clock.millis(),
        state: if alone { RefundState::Granted } else { RefundState::Asked }.into(),
        decided_by: None,
        decided_by_name: None,
        decided_at: None,
    };
    let told = json!({"refund": row.id, "amount": format_cents(amount), "method": method.label(), "reason": reason});
    store::insert_refund(&tx, row).await?;
    if alone {
        let seq = act.finish(EventKind::RefundCreated, told, &reason).await?;
        act.write_to_buyer(LetterKind::OrderCredited, seq).await?;
    } else {
        act.finish(EventKind::RefundAsked, told, &reason).await?;
    }
    done(state, tx, member, id).await
}

/// Takes a credit back that counted, in words that its buyer reads too.
pub async fn withdraw_refund(
    state: &AppState,
    member: &StaffMember,
    (id, refund): (&str, &str),
    asked: Seen<WithdrawalDraft>,
) -> Result<DeskOrderView, Failure> {
    let reason = parse_remark(&asked.draft.reason, "reason").map_err(|error| Failure::broken(vec![error]))?;
    let tx = state.db.write_durable_for([id.to_owned()]).await?;
    let who = (member, Permission::RefundsCreate);
    let mut act = DeskAct::begin(state, &tx, who, (id, asked.version), None).await?;
    let rows = store::list_refunds(&*tx, id).await?;
    let row = rows.into_iter().find(|row| row.id == refund).ok_or_else(Failure::not_found)?;
    let pieces: Vec<LineQuantity> = serde_json::from_str(&row.lines).map_err(Failure::internal)?;
    let pieces = pieces.iter().fold(0_u32, |sum, line| sum.saturating_add(line.quantity));
    let (site, amount) = (*act.acting.order.site, *row.amount_cents);
    let alone = act.member.require_amount(Permission::RefundsCreate, site, amount)?;
    let may = alone || act.member.grants.may(Permission::RefundsApproveAboveCap, site);
    if let Some(refusal) = check_withdrawal(*row.state, pieces, may) {
        return Err(Failure::broken(vec![refusal]));
    }
    if !store::withdraw_refund(&tx, &row.id).await? {
        return Err(Failure::broken(check_withdrawal(RefundState::Withdrawn, 0, true).into_iter().collect()));
    }
    let amount = format_cents(*row.amount_cents);
    let told = json!({"refund": row.id, "amount": amount, "reason": reason, "withdrawn": true});
    let seq = act.finish(EventKind::RefundWithdrawn, told, &reason).await?;
    act.write_to_buyer(LetterKind::OrderCredited, seq).await?;
    done(state, tx, member, id).await
}

/// Decides about a credit above somebody's cap: by another person, once.
pub async fn decide_refund(
    state: &AppState,
    member: &StaffMember,
    (id, refund): (&str, &str),
    asked: Seen<RefundDecisionDraft>,
) -> Result<DeskOrderView, Failure> {
    let tx = state.db.write_durable_for([id.to_owned()]).await?;
    let who = (member, Permission::RefundsApproveAboveCap);
    let granted = asked.draft.granted;
    let mut act = DeskAct::begin(state, &tx, who, (id, asked.version), granted.then_some(Act::Refund)).await?;
    let mut rows = store::list_refunds(&*tx, id).await?;
    let at = rows.iter().position(|row| row.id == refund).ok_or_else(Failure::not_found)?;
    let mut row = rows.swap_remove(at);
    if let Some(refusal) = check_refund_decider(row.created_by == act.member.id, *row.state) {
        return Err(Failure::broken(vec![refusal]));
    }
    let left = creditable(settled(&*tx, &act.acting.order).await?.given(), credited(&credits(&rows)));
    if let Some(refusal) = check_granted(*row.amount_cents, left).filter(|_| granted) {
        return Err(Failure::broken(vec![refusal]));
    }
    row.state = if granted { RefundState::Granted } else { RefundState::Refused }.into();
    row.decided_by = Some(act.member.id.clone());
    row.decided_by_name = Some(act.member.name.clone());
    row.decided_at = Some(state.clock.millis());
    if !store::decide_refund(&tx, &row).await? {
        return Err(Failure::broken(check_refund_decider(false, RefundState::Granted).into_iter().collect()));
    }
    let wanted: Vec<LineQuantity> = serde_json::from_str(&row.lines).map_err(Failure::internal)?;
    if granted && !wanted.is_empty() {
        let lines = act.acting.lines().await?;
        let plan = plan(lines, PieceMove::Refund, &wanted);
        if !plan.errors.is_empty() {
            return Err(Failure::broken(plan.errors));
        }
        act.acting.append(&plan.entries, plan.sums)?;
    }
    let told = json!({"refund": row.id, "amount": format_cents(*row.amount_cents), "reason": row.reason});
    if granted {
        let seq = act.finish(EventKind::RefundCreated, told, &row.reason).await?;
        act.write_to_buyer(LetterKind::OrderCredited, seq).await?;
    } else {
        act.finish(EventKind::RefundRefused, told, "").await?;
    }
    done(state, tx, member, id).await
}

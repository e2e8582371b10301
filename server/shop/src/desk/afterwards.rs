//! What is done about an event of an order afterwards: its letter is sent once more, a cancellation is taken back.

use fieldhouse_core::{
    orders::{
        acts::{LineQuantity, PieceMove, plan},
        invoice::restored_text,
        ledger::EntryKind,
        status::Lifecycle,
        undo::check_undo,
        views::DeskOrderView,
    },
    staff::Permission,
};
use fieldhouse_kernel::failure::{Failure, FailureKind};
use serde::Deserialize;
use serde_json::json;

use super::{
    DeskAct,
    acts::{NothingDraft, Seen, done},
    letters,
};
use crate::{
    buying::orders::{
        export,
        players::{self, Chosen},
        progress::store::list_entries_of,
        store::OrderRow,
    },
    events::{
        EventKind,
        store::{EventRow, find_event, list_since},
    },
    mail::{self, LetterKind},
    staff::StaffMember,
    state::AppState,
};

const MINUTE_MILLIS: i64 = 60_000;
const HOUR_MILLIS: i64 = 3_600_000;
/// How often a letter is sent again within an hour: nobody's mailbox is filled from the desk.
const RESENT_AN_HOUR: usize = 3;
/// What keeps a cancellation from being taken back when it happened since.
pub(super) const SINCE_A_CANCELLATION: [EventKind; 2] = [EventKind::OrderRestored, EventKind::OrderEdited];

/// Sends the letter about an event once more, as it was.
pub async fn resend(
    state: &AppState,
    member: &StaffMember,
    (id, event): (&str, i64),
    asked: Seen<NothingDraft>,
) -> Result<DeskOrderView, Failure> {
    let tx = state.db.write_durable_for([id.to_owned()]).await?;
    let who = (member, Permission::OrdersNote);
    let mut act = DeskAct::begin(state, &tx, who, (id, asked.version), None).await?;
    let event = find_event(&*tx, event).await?.filter(|event| event.subject == id).ok_or_else(Failure::not_found)?;
    let waited = list_since(&*tx, id, 0, &[EventKind::OrderAwaitingApproval]).await?;
    let kind = letters::of_event(&event, &waited)?.ok_or_else(Failure::not_found)?;
    let since = state.clock.millis().saturating_sub(HOUR_MILLIS);
    let again = list_since(&*tx, id, event.seq, &[EventKind::LetterResent]).await?;
    let sent = again.iter().filter(|one| one.at > since && is_resent(one, event.seq)).count();
    if sent >= RESENT_AN_HOUR {
        let title = "This letter was sent again three times within the hour. Please call the buyer.";
        return Err(Failure::new(FailureKind::Conflict, "letter_resent_often", title));
    }
    let order = &act.acting.order;
    if mail::is_off(&*tx, *order.site, kind).await? {
        let title = "This brand does not send such letters: they are switched off.";
        return Err(Failure::new(FailureKind::Conflict, "letter_switched_off", title));
    }
    if kind == LetterKind::OrderPlaced {
        mail::leave_from_house(state, &tx, *order.site, kind, &order.email, &order.id).await?;
    } else {
        act.write_to_buyer(kind, event.seq).await?;
    }
    let label = EventKind::parse(&event.kind).map(EventKind::key).unwrap_or_default();
    act.finish(EventKind::LetterResent, json!({"letter": kind.key(), "about": label, "event": event.seq}), "").await?;
    done(state, tx, member, id).await
}

/// Whether a letter about an event was sent once more by another event.
fn is_resent(by: &EventRow, about: i64) -> bool {
    let told = || serde_json::from_str::<serde_json::Value>(&by.data).ok()?.get("event")?.as_i64();
    by.kind == EventKind::LetterResent.key() && told() == Some(about)
}

/// What keeps a cancellation from being taken back at a moment, of an order with these events, the newest first.
pub(super) fn undo_refusal(
    lifecycle: Lifecycle,
    (event, events): (&EventRow, &[EventRow]),
    now: i64,
) -> Option<fieldhouse_core::rule::FieldError> {
    let undone =
        events.iter().any(|later| later.kind == EventKind::OrderRestored.key() && undoes(later) == Some(event.seq));
    let minutes = now.saturating_sub(event.at).checked_div(MINUTE_MILLIS).unwrap_or_default();
    let edited = events.iter().any(|later| later.kind == EventKind::OrderEdited.key() && later.seq > event.seq);
    check_undo(lifecycle, u32::try_from(minutes.max(0)).unwrap_or(u32::MAX), (undone, edited))
}

/// The cancellation that an event took back.
fn undoes(event: &EventRow) -> Option<i64> {
    let data: serde_json::Value = serde_json::from_str(&event.data).ok()?;
    data.get("undoes").and_then(serde_json::Value::as_i64)
}

/// Whose pieces an event was about.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Named {
    pub players: Chosen,
}

/// Takes a cancellation back: its pieces are outstanding again, the ERP and the buyer are told.
pub async fn undo_cancel(
    state: &AppState,
    member: &StaffMember,
    (id, event): (&str, i64),
    asked: Seen<NothingDraft>,
) -> Result<DeskOrderView, Failure> {
    let tx = state.db.write_durable_for([id.to_owned()]).await?;
    let who = (member, Permission::OrdersCancel);
    let mut act = DeskAct::begin(state, &tx, who, (id, asked.version), None).await?;
    let is_it = |event: &EventRow| event.subject == id && event.kind == EventKind::OrderCancelled.key();
    let event = find_event(&*tx, event).await?.filter(is_it).ok_or_else(Failure::not_found)?;
    let events = list_since(&*tx, id, event.seq, &SINCE_A_CANCELLATION).await?;
    let lifecycle = *act.acting.order.lifecycle;
    if let Some(refusal) = undo_refusal(lifecycle, (&event, &events), state.clock.millis()) {
        return Err(Failure::broken(vec![refusal]));
    }
    let entries = list_entries_of(&*tx, id, event.seq).await?;
    let wanted: Vec<LineQuantity> = entries
        .iter()
        .filter(|entry| *entry.kind == EntryKind::Cancelled)
        .map(|entry| {
            Ok(LineQuantity {
                position: u32::try_from(entry.position).map_err(Failure::internal)?,
                quantity: u32::try_from(entry.quantity).map_err(Failure::internal)?,
            })
        })
        .collect::<Result<_, Failure>>()?;
    let lines = act.acting.lines().await?;
    let plan = plan(lines, PieceMove::Restore, &wanted);
    if !plan.errors.is_empty() {
        return Err(Failure::broken(plan.errors));
    }
    act.acting.append(&plan.entries, plan.sums)?;
    let named: Named = serde_json::from_str(&event.data).map_err(Failure::internal)?;
    players::restore(&tx, &act.acting.order, &named.players).await?;
    let comes_to = restored_text(act.acting.settled().await?);
    let told = json!({"label": "The cancellation was taken back", "undoes": event.seq, "players": named.players, "total": comes_to});
    let seq = act.finish(EventKind::OrderRestored, told, "").await?;
    export::tell_change(state, &tx, &act.acting.order, seq).await?;
    act.write_to_buyer(LetterKind::OrderRestored, seq).await?;
    done(state, tx, member, id).await
}

/// Whether an event of an order, which canceled so many pieces, can be taken back now: some of them may be credited since.
pub(super) fn is_undoable(order: &OrderRow, of: (&EventRow, &[EventRow]), cancelled: u64, now: i64) -> bool {
    of.0.kind == EventKind::OrderCancelled.key()
        && cancelled <= order.ledger().left(EntryKind::Restored)
        && undo_refusal(*order.lifecycle, of, now).is_none()
}

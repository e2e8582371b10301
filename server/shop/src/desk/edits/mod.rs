//! Edits of placed orders at the desk: previewed by the rule, staged as rows, applied on the version they were previewed on and
//! on no other one, or discarded.

mod cards;
mod judging;
pub mod store;
mod writing;

use fieldhouse_core::{
    checkout::review::check_total,
    orders::{
        acts::{Act, open_acts},
        discount::check_discount_cap,
        edit::{EditState, OrderEditDraft, OrderEditPreviewView, OrderEditView},
        views::{DeskOrderView, KeptEditView},
    },
    staff::Permission,
};
use fieldhouse_kernel::{db::WriteTx, failure::Failure};
use sea_orm::ConnectionTrait;

use self::{
    judging::{Against, Judged, Personal, ask, skus},
    store::EditRow,
    writing::apply_judged,
};
use super::{
    DeskAct,
    acts::{NothingDraft, Seen, done},
    load,
    store::Waits,
};
use crate::{
    buying::orders::{
        progress::Acting,
        store::{OrderRow, list_lines},
    },
    env::{Env, time},
    staff::StaffMember,
    state::AppState,
};

/// An order that somebody may edit. Who edits decides about amounts: they see them.
async fn editable(db: &impl ConnectionTrait, member: &StaffMember, id: &str) -> Result<OrderRow, Failure> {
    let order = load(db, member, id).await?;
    member.require(Permission::OrdersEdit, *order.site)?;
    member.require(Permission::AmountsView, *order.site)?;
    Ok(order)
}

async fn prices(state: &AppState, order: &OrderRow, draft: &OrderEditDraft) -> Result<Option<Personal>, Failure> {
    let rows = list_lines(state.db.read(), &order.id).await?;
    let catalog = state.catalog.load_full();
    ask(state, order, skus(&catalog, *order.site, &rows, draft)).await
}

/// What an edit would make of an order. Nothing is written.
pub async fn preview(
    state: &AppState,
    member: &StaffMember,
    id: &str,
    asked: Seen<OrderEditDraft>,
) -> Result<OrderEditPreviewView, Failure> {
    let db = state.db.read();
    let order = editable(db, member, id).await?;
    if order.version != asked.version {
        return Err(Acting::changed(db, &order).await?);
    }
    let (rows, personal) = (list_lines(db, id).await?, prices(state, &order, &asked.draft).await?);
    let catalog = state.catalog.load_full();
    let against = Against { state, catalog: &catalog, order: &order, rows: &rows, personal: &personal };
    Ok(against.judge(db, member, &asked.draft).await?.view(state, order.version))
}

/// The edits of an order, the newest first.
pub async fn list(env: &Env, member: &StaffMember, id: &str) -> Result<Vec<OrderEditView>, Failure> {
    let db = env.db.read();
    editable(db, member, id).await?;
    store::list_edits(db, id).await?.into_iter().map(view).collect()
}

/// Edits of an order that are kept for later; none for who may not edit it.
pub(super) async fn kept(
    db: &impl ConnectionTrait,
    member: &StaffMember,
    order: &OrderRow,
) -> Result<Vec<KeptEditView>, Failure> {
    let may = |permission: &Permission| member.grants.may(*permission, *order.site);
    if !Waits::Edit.permissions().iter().all(may) || !open_acts(order.state()).contains(&Act::Edit) {
        return Ok(Vec::new());
    }
    let rows = store::list_kept(db, &order.id).await?.into_iter();
    rows.map(|row| Ok(KeptEditView { id: row.id, by: row.created_by_name, at: time(row.created_at)? })).collect()
}

fn view(row: EditRow) -> Result<OrderEditView, Failure> {
    Ok(OrderEditView {
        id: row.id,
        state: *row.state,
        version: row.version,
        by: row.created_by_name,
        at: time(row.created_at)?,
        text: row.told,
        draft: serde_json::from_str(&row.draft).map_err(Failure::internal)?,
    })
}

/// Whether an edit makes another discount; whoever has none to give is turned away.
fn changes_discount(member: &StaffMember, order: &OrderRow, judged: &Judged<'_>) -> Result<bool, Failure> {
    let changes = judged.preview.discount != judged.basis.discount;
    if changes {
        member.require(Permission::OrdersDiscount, *order.site)?;
    }
    Ok(changes)
}

/// A discount is money given away: all that an order has of it is within the cap of whoever applies it. Keeping an edit gives
/// nothing away yet: so one asks for what another one may give.
fn check_discount(member: &StaffMember, order: &OrderRow, judged: &Judged<'_>) -> Result<(), Failure> {
    if !changes_discount(member, order, judged)? {
        return Ok(());
    }
    let alone = member.require_amount(Permission::OrdersDiscount, *order.site, judged.preview.for_cap)?;
    check_discount_cap(alone).map_or(Ok(()), |refusal| Err(Failure::broken(vec![refusal])))
}

/// Stages an edit on the version that was seen.
pub async fn stage(
    state: &AppState,
    member: &StaffMember,
    id: &str,
    asked: Seen<OrderEditDraft>,
) -> Result<OrderEditView, Failure> {
    let order = editable(state.db.read(), member, id).await?;
    let personal = prices(state, &order, &asked.draft).await?;
    let catalog = state.catalog.load_full();
    let tx = state.db.write_durable_for([id.to_owned()]).await?;
    let who = (member, Permission::OrdersEdit);
    let act = DeskAct::begin(state, &tx, who, (id, asked.version), Some(Act::Edit)).await?;
    let (order, rows) = (&act.acting.order, list_lines(&*tx, id).await?);
    let against = Against { state, catalog: &catalog, order, rows: &rows, personal: &personal };
    let judged = against.judge(&*tx, &act.member, &asked.draft).await?;
    if !judged.preview.errors.is_empty() {
        return Err(Failure::broken(judged.preview.errors));
    }
    changes_discount(&act.member, order, &judged)?;
    let row = EditRow {
        id: state.ids.random().to_string(),
        order_id: id.to_owned(),
        state: EditState::Open.into(),
        version: order.version,
        draft: serde_json::to_string(&asked.draft).map_err(Failure::internal)?,
        told: judged.preview.text,
        total_cents: judged.preview.after.due().into(),
        created_by: act.member.id.clone(),
        created_by_name: act.member.name.clone(),
        created_at: state.clock.millis(),
        closed_by: None,
        closed_at: None,
        before: String::new(),
    };
    store::insert_edit(&tx, row.clone()).await?;
    act.note("order.edit_staged", &row.id, &asked.draft.reason).await?;
    tx.commit().await?;
    view(row)
}

/// An open edit of an order, held with it.
async fn open_edit(tx: &WriteTx, id: &str, edit: &str) -> Result<EditRow, Failure> {
    let row = store::find_edit(&**tx, id, edit).await?;
    row.filter(|row| *row.state == EditState::Open).ok_or_else(Failure::not_found)
}

/// Applies a staged edit. On another version than it was previewed on it turns stale, and says who changed what.
pub async fn apply(
    state: &AppState,
    member: &StaffMember,
    (id, edit): (&str, &str),
    asked: Seen<NothingDraft>,
) -> Result<DeskOrderView, Failure> {
    let order = editable(state.db.read(), member, id).await?;
    let row = store::find_edit(state.db.read(), id, edit).await?.ok_or_else(Failure::not_found)?;
    let draft: OrderEditDraft = serde_json::from_str(&row.draft).map_err(Failure::internal)?;
    let personal = prices(state, &order, &draft).await?;
    let catalog = state.catalog.load_full();
    let tx = state.db.write_durable_for([id.to_owned()]).await?;
    let who = (member, Permission::OrdersEdit);
    let begun = DeskAct::begin(state, &tx, who, (id, asked.version.min(row.version)), Some(Act::Edit)).await;
    let row = open_edit(&tx, id, edit).await?;
    let act = match begun {
        Ok(act) => act,
        // Whoever saw an older order than the edit did only has to look again.
        Err(refused) if refused.code == "order_changed" && asked.version >= row.version => {
            let now = state.clock.millis();
            store::close_edit(&tx, (edit, EditState::Stale), (&member.id, now), "").await?;
            tx.commit().await?;
            return Err(refused);
        }
        Err(refused) => return Err(refused),
    };
    let rows = list_lines(&*tx, id).await?;
    let order = act.acting.order.clone();
    let against = Against { state, catalog: &catalog, order: &order, rows: &rows, personal: &personal };
    let judged = against.judge(&*tx, &act.member, &draft).await?;
    if !judged.preview.errors.is_empty() {
        return Err(Failure::broken(judged.preview.errors));
    }
    if let Some(changed) = check_total(*row.total_cents, judged.preview.after.due()) {
        let conflict = Failure::conflict("total_changed", changed.message.clone(), order.version);
        return Err(Failure { errors: vec![changed], ..conflict });
    }
    check_discount(&act.member, &order, &judged)?;
    apply_judged(state, act, (&row, &draft), (rows.clone(), judged)).await?;
    done(state, tx, member, id).await
}

/// Discards a staged edit.
pub async fn discard(
    state: &AppState,
    member: &StaffMember,
    (id, edit): (&str, &str),
    asked: Seen<NothingDraft>,
) -> Result<DeskOrderView, Failure> {
    editable(state.db.read(), member, id).await?;
    let tx = state.db.write_durable_for([id.to_owned()]).await?;
    let who = (member, Permission::OrdersEdit);
    let act = DeskAct::begin(state, &tx, who, (id, asked.version), None).await?;
    open_edit(&tx, id, edit).await?;
    store::close_edit(&tx, (edit, EditState::Discarded), (&act.member.id, state.clock.millis()), "").await?;
    act.note("order.edit_discarded", edit, "").await?;
    done(state, tx, member, id).await
}

//! An edit that was judged, written down in the transaction of its act: ledger, lines, cards, sums, address, purchase order,
//! approval, what the buyer reads and what the ERP is told.

use fieldhouse_core::{
    addresses::place,
    cart::CartCardView,
    certificates::held::{HeldCertificateDraft, certificate_lines},
    money::{Cents, format_cents},
    orders::{
        edit::{
            EditPrice, EditState, EditableLine, LineChange, LineEditDraft, OrderEditDraft, edited_sum, ledger_after,
            told_changes,
        },
        players::without,
        status::Lifecycle,
    },
    pricing::YourPrice,
};
use fieldhouse_kernel::failure::Failure;
use serde::Serialize;
use serde_json::json;

use super::{
    cards::{self, Shown},
    judging::{Added, Judged},
    store::{self, EditRow},
};
use crate::{
    buying::{
        checkout::written::summary_of,
        orders::{
            approvals, export,
            notes::store::{NoteRow, insert_note},
            players::{self, Named},
            purchase_order::restate_purchase_order,
            shipments::take_out,
            store::{OrderLineRow, OrderRow, insert_lines, write_edited, write_line},
        },
        payments,
    },
    desk::DeskAct,
    events::EventKind,
    mail::LetterKind,
    state::AppState,
    stock::store::list_counted,
};

/// What of an order is kept as it was before an edit.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Before<'a> {
    ship_to: &'a str,
    shipping_method: &'a str,
    po_number: &'a str,
    discount_cents: i64,
    freight_cents: i64,
    tax_cents: i64,
    total_cents: i64,
    lines: Vec<BeforeLine<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BeforeLine<'a> {
    position: i64,
    quantity: i64,
    cancelled: i64,
    unit_cents: i64,
    line_cents: i64,
    free_form: &'a str,
}

fn before(order: &OrderRow, rows: &[OrderLineRow]) -> Result<String, Failure> {
    let lines = rows.iter().map(|row| BeforeLine {
        position: row.position,
        quantity: row.quantity,
        cancelled: row.cancelled,
        unit_cents: row.unit_your_cents.get(),
        line_cents: row.your_cents.get(),
        free_form: &row.free_form,
    });
    let before = Before {
        ship_to: &order.ship_to,
        shipping_method: &order.shipping_method,
        po_number: &order.po_number,
        discount_cents: order.discount_cents.get(),
        freight_cents: order.freight_cents.get(),
        tax_cents: order.tax_cents.get(),
        total_cents: order.total_cents.get(),
        lines: lines.collect(),
    };
    serde_json::to_string(&before).map_err(Failure::internal)
}

fn your_price(EditPrice { base, your }: EditPrice) -> YourPrice {
    YourPrice { base, your }
}

/// Applies an edit that nothing is wrong with.
pub(super) async fn apply_judged(
    state: &AppState,
    mut act: DeskAct<'_>,
    (row, draft): (&EditRow, &OrderEditDraft),
    (mut rows, judged): (Vec<OrderLineRow>, Judged<'_>),
) -> Result<(), Failure> {
    let tx = act.tx;
    let kept = before(&act.acting.order, &rows)?;
    let was = act.acting.order.settled(&rows)?.charged;
    store::close_edit(tx, (&row.id, EditState::Applied), (&act.member.id, state.clock.millis()), &kept).await?;
    let Judged { basis, preview, words, added, texts, exempt, .. } = judged;
    let words = words.ok_or_else(|| Failure::internal(anyhow::anyhow!("an edit that was refused")))?;
    let named =
        if draft.texts.is_empty() { Named::new() } else { players::named(&**tx, &act.acting.order, None).await? };
    let wanted = |position| draft.amounts.lines.iter().find(|edit| edit.position == position).copied();

    // Lines that are there: quantities, prices, texts, and their cards.
    let mut items: Vec<CartCardView> = serde_json::from_str(&act.acting.order.items).map_err(Failure::internal)?;
    let mut shown = Vec::new();
    for (line, row) in basis.lines.iter().zip(&mut rows) {
        let (edit, texts) = (wanted(line.position), texts.get(&line.position));
        if edit.is_none() && texts.is_none() {
            continue;
        }
        shown.push(edit_line(row, line, edit, texts.map(|texts| texts.entries().to_vec()))?);
        write_line(tx, row).await?;
    }
    let mut taken_out: Vec<CartCardView> =
        serde_json::from_str(&act.acting.order.taken_out).map_err(Failure::internal)?;
    taken_out.extend(cards::change(&mut items, &shown));

    // Lines that are added.
    act.acting.lines().await?;
    let skus = added.iter().map(|added| added.line.row.sku.clone()).collect();
    let counted = list_counted(&**tx, skus).await?;
    let epoch = |sku: &str| counted.iter().find(|row| row.sku == sku).map_or(0, |row| row.epoch);
    for Added { position, line } in added {
        let (Some(edit), Some(judged)) = (wanted(position), basis.lines.iter().find(|line| line.position == position))
        else {
            continue;
        };
        let row = added_line(&act.acting.order, judged, edit, &line, epoch(&line.row.sku));
        cards::add(&mut items, line, *act.acting.order.site, &shown_of(&row)?);
        act.acting.add_line(position).await?;
        insert_lines(tx, [row.clone()]).await?;
        rows.push(row);
    }
    cards::settle(&mut items);

    let told = changes(&basis.lines, &rows, draft);
    let after = players::of_rows(&act.acting.order, &rows)?;
    let gone = named.iter().filter_map(|(position, (was, _))| {
        let (is, _) = after.get(position)?;
        Some((*position, without(was.names.clone(), &is.names)))
    });
    take_out(tx, &act.acting.order.id, &preview.entries, &gone.collect()).await?;
    players::follow(tx, &act.acting.order.id, &named, &after).await?;
    let sums = ledger_after(act.acting.order.ledger(), &preview.entries);
    act.acting.append(&preview.entries, sums)?;

    // The order itself.
    let order = &mut act.acting.order;
    order.items = serde_json::to_string(&items).map_err(Failure::internal)?;
    order.taken_out = serde_json::to_string(&taken_out).map_err(Failure::internal)?;
    if let Some(address) = words.address {
        let address = address.into_draft();
        order.place = place(&address);
        order.ship_to = serde_json::to_string(&address).map_err(Failure::internal)?;
    }
    if let Some(label) = draft.shipping_method.as_deref().and_then(|key| state.config.freight.label(key)) {
        label.clone_into(&mut order.shipping_method);
    }
    if let Some(number) = words.po_number {
        order.po_number = number;
    }
    let after = preview.after;
    if after != preview.before {
        order.summary = summary_of(*order.site, &after, exempt.as_deref())?;
    }
    order.merch_cents = after.merchandise.into();
    order.your_cents = after.net().into();
    order.discount_cents = preview.discount.into();
    order.freight_cents = after.freight.unwrap_or_default().into();
    order.tax_cents = after.tax.unwrap_or_default().into();
    order.total_cents = after.due().into();
    let held = payments::store::list_of_order(&**tx, &order.id).await?;
    let certificates =
        held.iter().filter(|payment| payments::is_certificate(payment)).map(|payment| HeldCertificateDraft {
            payment_id: payment.id.clone(),
            certificate_number: payment.certificate_number.clone(),
            amount: *payment.amount_cents,
        });
    let certificates = certificate_lines(&certificates.collect::<Vec<_>>(), after.total());
    order.certificates = serde_json::to_string(&certificates).map_err(Failure::internal)?;
    write_edited(tx, order).await?;
    restate_purchase_order(state, tx, order).await?;
    if preview.approval {
        order.lifecycle = Lifecycle::AwaitingApproval.into();
    }
    tell(state, act, &preview, was, (told, &words.note, &words.reason)).await
}

/// What a line was and is, for its card; its row is changed.
fn edit_line(
    row: &mut OrderLineRow,
    line: &EditableLine,
    edit: Option<LineEditDraft>,
    texts: Option<Vec<Vec<String>>>,
) -> Result<Shown, Failure> {
    let texts_before: Vec<Vec<String>> = serde_json::from_str(&row.free_form).map_err(Failure::internal)?;
    let unit_before = your_price(line.sold);
    let kept = u32::try_from(line.ledger.kept()).map_err(Failure::internal)?;
    if let Some(edit) = edit {
        let sum = edited_sum(line, edit, EditPrice { base: *row.base_cents, your: *row.your_cents });
        (row.base_cents, row.your_cents) = (sum.base.into(), sum.your.into());
        if let Some(today) = line.today.filter(|_| edit.today) {
            (row.unit_base_cents, row.unit_your_cents) = (today.base.into(), today.your.into());
        }
    }
    if let Some(texts) = texts {
        row.free_form = serde_json::to_string(&texts).map_err(Failure::internal)?;
    }
    let shown = shown_of(row)?;
    Ok(Shown { texts_before, unit_before, quantity: edit.map_or(kept, |edit| edit.quantity), ..shown })
}

/// A line as its card shows it.
fn shown_of(row: &OrderLineRow) -> Result<Shown, Failure> {
    let texts: Vec<Vec<String>> = serde_json::from_str(&row.free_form).map_err(Failure::internal)?;
    let unit = YourPrice { base: *row.unit_base_cents, your: *row.unit_your_cents };
    Ok(Shown {
        sku: row.sku.clone(),
        texts_before: texts.clone(),
        unit_before: unit,
        quantity: u32::try_from(row.quantity).map_err(Failure::internal)?,
        texts,
        unit,
        line: YourPrice { base: *row.base_cents, your: *row.your_cents },
    })
}

fn added_line(
    order: &OrderRow,
    judged: &EditableLine,
    edit: LineEditDraft,
    line: &crate::buying::cart::pool::Line<'_>,
    stock_epoch: i64,
) -> OrderLineRow {
    let unit = judged.today.unwrap_or_default();
    let sum = edited_sum(judged, edit, EditPrice::default());
    OrderLineRow {
        order_id: order.id.clone(),
        position: i64::from(judged.position),
        sku: line.row.sku.clone(),
        product_id: line.sellable.map(|found| found.product.facts.id.clone()).unwrap_or_default(),
        name: line.sellable.map(|found| found.product.facts.name.clone()).unwrap_or_default(),
        quantity: i64::from(edit.quantity),
        free_form: line.row.free_form.clone(),
        canceled_players: "[]".to_owned(),
        unit_base_cents: unit.base.into(),
        unit_your_cents: unit.your.into(),
        base_cents: sum.base.into(),
        your_cents: sum.your.into(),
        stock_epoch,
        cancelled: 0,
        picked: 0,
        shipped: 0,
        delivered: 0,
        returned: 0,
        refunded: 0,
        written_off: 0,
    }
}

/// What changed, a sentence each.
fn changes(lines: &[EditableLine], rows: &[OrderLineRow], draft: &OrderEditDraft) -> Vec<String> {
    let changed = draft.amounts.lines.iter().filter_map(|edit| {
        let line = lines.iter().find(|line| line.position == edit.position)?;
        let row = rows.iter().find(|row| row.position == i64::from(edit.position))?;
        Some(LineChange { name: &row.name, sku: &row.sku, before: line.ledger.kept(), after: u64::from(edit.quantity) })
    });
    told_changes(&changed.collect::<Vec<_>>(), draft)
}

/// Tells everybody: the log, the audit, the buyer, who has to approve, and the ERP.
async fn tell(
    state: &AppState,
    mut act: DeskAct<'_>,
    preview: &fieldhouse_core::orders::edit::EditPreviewView,
    was: Cents,
    (changes, note, reason): (Vec<String>, &str, &str),
) -> Result<(), Failure> {
    let tx = act.tx;
    let is = act.acting.settled().await?.charged;
    let total =
        if was == is { String::new() } else { format!("Total: {} instead of {}", format_cents(is), format_cents(was)) };
    let public = [vec!["Changed by the store.".to_owned()], changes.clone(), vec![note.to_owned()]].concat();
    let row = NoteRow {
        id: state.ids.random().to_string(),
        order_id: act.acting.order.id.clone(),
        public: true,
        text: public.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n"),
        author: act.member.id.clone(),
        author_name: act.member.name.clone(),
        at: state.clock.millis(),
    };
    insert_note(tx, row).await?;
    let data = json!({
        "label": changes.join("; "),
        "note": note,
        "reason": reason,
        "amount": total,
        "total": total,
        "changes": changes,
        "approval": preview.approval,
    });
    let seq = act.finish(EventKind::OrderEdited, data, reason).await?;
    act.write_to_buyer(LetterKind::OrderEdited, seq).await?;
    if preview.approval {
        act.acting.also(EventKind::OrderAwaitingApproval, &json!({"unit": act.acting.order.unit_name})).await?;
        approvals::ask_again(state, tx, &act.acting.order).await?;
        return Ok(());
    }
    export::tell_change(state, tx, &act.acting.order, seq).await
}

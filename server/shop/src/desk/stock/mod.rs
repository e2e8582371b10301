//! Stock at the desk: articles are counted, corrected with a reason, expected and received. Each act is one transaction: what
//! happened, the row, its audit row; it names the version it saw. An article's first count makes its stock the store's own;
//! ending that gives it back to what is imported.

pub mod view;

use fieldhouse_core::{
    catalog::AvailableDate,
    rule::Broken,
    stock::{
        Shelf, StockKind, StockMove,
        drafts::{
            AdjustDraft, Count, CountDraft, IncomingDraft, ReceiveDraft, StockNoteDraft, parse_adjust, parse_count,
            parse_end, parse_incoming, parse_receive, parse_withdraw,
        },
        owed,
    },
};
use fieldhouse_kernel::{db::WriteTx, failure::Failure};
use serde_json::{Value, json};

use super::acts::Seen;
use crate::{
    buying::orders::store::{list_lines_of_article, note_epoch},
    env::Env,
    finding::snapshot,
    staff::{
        StaffMember,
        audit::{self, Entry},
        not_permitted,
    },
    state::AppState,
    stock::{
        self,
        store::{self, IncomingRow, StockEntryRow, StockRow},
    },
};
use view::{EntriesAsk, StockView};

/// An act on an article's stock within its transaction, its row held.
struct StockAct<'a> {
    state: &'a AppState,
    tx: &'a WriteTx,
    member: StaffMember,
    row: StockRow,
    before: Value,
    /// Shoppers' pages are to show another thing.
    crossed: bool,
}

/// An article's stock as the audit log tells it.
fn told(row: &StockRow) -> Value {
    json!({
        "counted": row.counted,
        "onHand": row.on_hand,
        "reserved": row.reserved,
        "lowAt": row.low_at,
        "incoming": row.incoming,
        "incomingOn": row.incoming_on,
        "version": row.version,
    })
}

fn changed(row: Option<&StockRow>) -> Failure {
    let title = "Somebody else changed this article's stock since you opened it. Look again before you go on.";
    Failure::conflict("stock_changed", title, row.map_or(0, |row| row.version))
}

/// The article that an act is about, as its actor may act on it at every brand that sells it: `(sku, name, actor)`.
async fn admitted(
    state: &AppState,
    tx: &WriteTx,
    member: &StaffMember,
    asked: &str,
) -> Result<(String, String, StaffMember), Failure> {
    let catalog = state.catalog.load_full();
    let known = store::find_stock(&**tx, asked.trim()).await?;
    let member = member.still(tx).await?;
    let (sku, name, sites) = view::find_article(&catalog, &member, (asked, known.as_ref()))?;
    if view::may_adjust(&member, &sites) { Ok((sku, name, member)) } else { Err(not_permitted()) }
}

impl<'a> StockAct<'a> {
    /// Begins an act on a counted article as it was seen. One that nobody counts is not there.
    async fn begin(
        state: &'a AppState,
        tx: &'a WriteTx,
        member: &StaffMember,
        (asked, seen): (&str, i64),
    ) -> Result<Self, Failure> {
        let (sku, _, member) = admitted(state, tx, member, asked).await?;
        let row = store::hold_stock(tx, &sku).await?;
        if row.as_ref().map_or(0, |row| row.version) != seen {
            return Err(changed(row.as_ref()));
        }
        let row = row.filter(|row| row.counted).ok_or_else(Failure::not_found)?;
        let before = told(&row);
        Ok(Self { state, tx, member, row, before, crossed: false })
    }

    /// An entry of this act by its actor.
    fn entry(&self, kind: StockKind, moved: StockMove, quantity: u64, note: &str) -> StockEntryRow {
        let mut entry = self.row.entry(kind, (moved, quantity), self.state.clock.millis());
        (entry.actor, entry.actor_name) = (self.member.id.clone(), self.member.name.clone());
        note.clone_into(&mut entry.note);
        entry
    }

    fn put(&mut self, stands: Shelf) -> Result<(), Failure> {
        self.crossed |= self.row.put(stands, self.state.clock.millis())?;
        Ok(())
    }

    /// Adds up what is on its way.
    async fn expect(&mut self) -> Result<(), Failure> {
        let open = store::list_incoming(&**self.tx, &self.row.sku).await?;
        let first = open.first().map(|row| row.expected.clone());
        self.crossed |= first != self.row.incoming_on;
        self.row.incoming_on = first;
        self.row.incoming =
            open.iter().fold(0, |sum, row| sum.saturating_add(row.quantity.saturating_sub(row.received)));
        Ok(())
    }

    /// Writes the act down: row, entry, audit row.
    async fn finish(mut self, action: &str, entry: StockEntryRow, reason: &str) -> Result<(), Failure> {
        self.row.version = self.row.version.saturating_add(1);
        stock::write(self.tx, std::slice::from_ref(&self.row), vec![entry], self.crossed).await?;
        let actor = self.member.actor();
        // Of the whole store: one shelf serves every brand that sells the article.
        let entry =
            Entry::new(&actor, action, ("stock", &self.row.sku)).changed(self.before, told(&self.row)).because(reason);
        Ok(audit::append(self.state, self.tx, &entry).await?)
    }
}

/// Commits an act, shows shoppers of this node what can be bought now, and the desk the article.
async fn done(state: &AppState, tx: WriteTx, member: &StaffMember, sku: &str) -> Result<StockView, Failure> {
    tx.commit().await?;
    if let Err(error) = snapshot::restock(state, &state.catalog).await {
        tracing::warn!(%error, "stock could not be shown at once; it is within a moment");
    }
    view::show(state, member, sku, &EntriesAsk::default()).await
}

async fn open(state: &AppState, sku: &str) -> Result<WriteTx, Failure> {
    Ok(state.db.write_durable_for([["stock ", sku.trim()].concat()]).await?)
}

/// Counts an article. With the first count its stock is the store's own: what orders wait for already is promised to them.
pub async fn count(
    state: &AppState,
    member: &StaffMember,
    asked: &str,
    seen: Seen<CountDraft>,
) -> Result<StockView, Failure> {
    let count = parse_count(&seen.draft).map_err(Failure::broken)?;
    let tx = open(state, asked).await?;
    let (sku, name, member) = admitted(state, &tx, member, asked).await?;
    let known = store::find_stock(&*tx, &sku).await?;
    if known.as_ref().map_or(0, |row| row.version) != seen.version {
        return Err(changed(known.as_ref()));
    }
    let before = known.as_ref().map_or(Value::Null, told);
    let row = write_count(state, &tx, (&sku, &name), (known, &count), (&member.id, &member.name)).await?;
    let actor = member.actor();
    let entry = Entry::new(&actor, "stock.counted", ("stock", &sku)).changed(before, told(&row)).because(&count.note);
    audit::append(state, &tx, &entry).await?;
    done(state, tx, &member, &sku).await
}

/// Writes a count of an article down, of which this is known, by somebody; what it is then.
pub async fn write_count(
    env: &Env,
    tx: &WriteTx,
    (sku, name): (&str, &str),
    (known, count): (Option<StockRow>, &Count),
    by: (&str, &str),
) -> Result<StockRow, Failure> {
    let pieces = |sum: u64| i64::try_from(sum).map_err(Failure::internal);
    let begins = known.as_ref().is_none_or(|row| !row.counted);
    let mut reserved = 0_u64;
    if begins {
        let epoch = known.as_ref().map_or(0, |row| row.epoch).saturating_add(1);
        // Lines first, as every act of an order does: whoever ships one now is before this count or after it.
        note_epoch(tx, sku, epoch).await?;
        let lines = list_lines_of_article(&**tx, sku).await?;
        reserved = lines.iter().fold(0, |sum, (lifecycle, line)| sum.saturating_add(owed(*lifecycle, line.ledger())));
    }
    let held = store::hold_stock(tx, sku).await?;
    let same = |row: &StockRow| known.as_ref().is_some_and(|known| known.version == row.version);
    if !held.as_ref().map_or(known.is_none(), same) {
        return Err(changed(held.as_ref()));
    }
    let mut row = held.unwrap_or_else(|| StockRow::uncounted(sku));
    row.words = [sku, " ", name].concat().to_lowercase();
    name.clone_into(&mut row.name);
    row.low_at = pieces(count.low_at)?;
    row.version = row.version.saturating_add(1);
    let was = row.shelf();
    let shelf = Shelf { on_hand: count.on_hand, reserved: if begins { reserved } else { was.reserved } };
    if begins {
        (row.counted, row.epoch) = (true, row.epoch.saturating_add(1));
    }
    let now = env.clock.millis();
    let crossed = row.put(shelf, now)?;
    let mut entry = row.entry(StockKind::Counted, (was.to(shelf), count.on_hand), now);
    (entry.actor, entry.actor_name) = (by.0.to_owned(), by.1.to_owned());
    entry.note.clone_from(&count.note);
    stock::write(tx, std::slice::from_ref(&row), vec![entry], begins || crossed).await?;
    Ok(row)
}

/// Puts an article's stock right, with a reason.
pub async fn adjust(
    state: &AppState,
    member: &StaffMember,
    asked: &str,
    seen: Seen<AdjustDraft>,
) -> Result<StockView, Failure> {
    let tx = open(state, asked).await?;
    let mut act = StockAct::begin(state, &tx, member, (asked, seen.version)).await?;
    let adjustment = parse_adjust(&seen.draft, act.row.shelf().on_hand).map_err(Failure::broken)?;
    let moved = adjustment.moved;
    let shelf = act.row.shelf().after(moved);
    act.put(shelf.map_err(|error| Failure::broken(vec![error.at("quantity")]))?)?;
    let mut entry = act.entry(StockKind::Adjusted, moved, moved.pieces(), &adjustment.note);
    adjustment.reason.key().clone_into(&mut entry.reason);
    let reason = [adjustment.reason.label(), ". ", &adjustment.note].concat();
    act.finish("stock.adjusted", entry, &reason).await?;
    done(state, tx, member, asked).await
}

/// Gives an article's stock back to whoever else counts it: it can be bought as it was imported.
pub async fn end(
    state: &AppState,
    member: &StaffMember,
    asked: &str,
    seen: Seen<StockNoteDraft>,
) -> Result<StockView, Failure> {
    let tx = open(state, asked).await?;
    let mut act = StockAct::begin(state, &tx, member, (asked, seen.version)).await?;
    let note = parse_end(&seen.draft, act.row.incoming > 0).map_err(Failure::broken)?;
    let was = act.row.shelf();
    act.row.counted = false;
    act.crossed = true;
    act.put(Shelf::default())?;
    let entry = act.entry(StockKind::Ended, was.to(Shelf::default()), was.on_hand, &note);
    act.finish("stock.ended", entry, &note).await?;
    done(state, tx, member, asked).await
}

/// Notes what is on its way: shoppers of an article that is out read the day.
pub async fn expect(
    state: &AppState,
    member: &StaffMember,
    asked: &str,
    seen: Seen<IncomingDraft>,
) -> Result<StockView, Failure> {
    let today = AvailableDate::parse_iso(&state.today()).unwrap_or_else(AvailableDate::first);
    let incoming = parse_incoming(&seen.draft, today).map_err(Failure::broken)?;
    let tx = open(state, asked).await?;
    let mut act = StockAct::begin(state, &tx, member, (asked, seen.version)).await?;
    let row = IncomingRow {
        id: state.ids.random().to_string(),
        sku: act.row.sku.clone(),
        quantity: i64::try_from(incoming.quantity).map_err(Failure::internal)?,
        received: 0,
        expected: incoming.expected.iso(),
        reference: incoming.reference.clone(),
        open: true,
        created_by_name: act.member.name.clone(),
        created_at: state.clock.millis(),
    };
    store::insert_incoming(&tx, row.clone()).await?;
    act.expect().await?;
    let shelf = act.row.shelf();
    act.put(shelf)?;
    let words = [&incoming.expected.text(), " ", &incoming.reference].concat();
    let mut entry = act.entry(StockKind::Expected, StockMove::default(), incoming.quantity, words.trim());
    entry.incoming_id = row.id;
    act.finish("stock.expected", entry, "").await?;
    done(state, tx, member, asked).await
}

/// A delivery of the article that is on its way.
async fn delivery(act: &StockAct<'_>, id: &str) -> Result<IncomingRow, Failure> {
    let open = store::list_incoming(&**act.tx, &act.row.sku).await?;
    open.into_iter().find(|row| row.id == id).ok_or_else(Failure::not_found)
}

/// Takes in what came of a delivery, all of it or a part.
pub async fn receive(
    state: &AppState,
    member: &StaffMember,
    (asked, incoming): (&str, &str),
    seen: Seen<ReceiveDraft>,
) -> Result<StockView, Failure> {
    let tx = open(state, asked).await?;
    let mut act = StockAct::begin(state, &tx, member, (asked, seen.version)).await?;
    let mut row = delivery(&act, incoming).await?;
    let left = row.quantity.saturating_sub(row.received).unsigned_abs();
    let (came, note) = parse_receive(&seen.draft, left).map_err(|error| Failure::broken(vec![error]))?;
    let pieces = i64::try_from(came).map_err(Failure::internal)?;
    row.received = row.received.saturating_add(pieces);
    row.open = row.received < row.quantity;
    store::write_incoming(&tx, &row).await?;
    act.expect().await?;
    let moved = StockMove::by_hand(pieces);
    let shelf = act.row.shelf().after(moved);
    act.put(shelf.map_err(|error| Failure::broken(vec![error.at("quantity")]))?)?;
    let mut entry = act.entry(StockKind::Received, moved, came, [&*row.reference, &note].join(" ").trim());
    entry.incoming_id = row.id;
    act.finish("stock.received", entry, &note).await?;
    done(state, tx, member, asked).await
}

/// Notes that what is left of a delivery will not come.
pub async fn withdraw(
    state: &AppState,
    member: &StaffMember,
    (asked, incoming): (&str, &str),
    seen: Seen<StockNoteDraft>,
) -> Result<StockView, Failure> {
    let note = parse_withdraw(&seen.draft).map_err(|error| Failure::broken(vec![error]))?;
    let tx = open(state, asked).await?;
    let mut act = StockAct::begin(state, &tx, member, (asked, seen.version)).await?;
    let mut row = delivery(&act, incoming).await?;
    row.open = false;
    store::write_incoming(&tx, &row).await?;
    act.expect().await?;
    let shelf = act.row.shelf();
    act.put(shelf)?;
    let left = row.quantity.saturating_sub(row.received).unsigned_abs();
    let mut entry = act.entry(StockKind::Withdrawn, StockMove::default(), left, &note);
    entry.incoming_id = row.id;
    act.finish("stock.withdrawn", entry, &note).await?;
    done(state, tx, member, asked).await
}

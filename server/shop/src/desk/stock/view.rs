//! What the desk sees of stock: lists, an article with its past, and what is on its way. An article is seen by whoever may
//! see the catalogue of a brand that sells it.

use std::collections::{HashMap, HashSet};

use fieldhouse_core::{
    brand::Site,
    catalog::AvailableDate,
    staff::Permission,
    stock::{Shelf, StockKind, StockState, drafts::StockReason},
};
use fieldhouse_kernel::{
    db::keyset::{Place, cut, read_place},
    failure::Failure,
};
use serde::{Deserialize, Serialize};

use crate::{
    buying::orders::store::find_orders,
    env::time,
    finding::catalog::Catalog,
    staff::StaffMember,
    state::AppState,
    stock::store::{self, IncomingRow, StockEntryRow, StockFilter, StockRow},
};

/// Articles of a page.
const PAGE: usize = 50;
/// Entries of a page.
const ENTRIES: usize = 50;
/// Pages that are looked through for articles that somebody may see.
const LOOKED_THROUGH: usize = 20;
/// Characters of a fragment.
const FRAGMENT: usize = 100;

/// What a list is asked for, as the address has it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct StockAsk {
    /// A fragment of sku or name.
    pub q: String,
    /// `out`, `low`, `incoming` or `late`; all that is counted without it.
    pub show: String,
    /// Where the page begins, as the page before said.
    pub after: String,
}

/// Where the past of an article begins, as the address has it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct EntriesAsk {
    /// Number of an entry: those before it.
    pub before: Option<i64>,
}

/// A counted article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockRowView {
    /// Stock keeping unit.
    pub sku: String,
    /// Its name.
    pub name: String,
    /// The store counts it itself.
    pub counted: bool,
    /// Pieces in the house.
    pub on_hand: u64,
    /// Of these, promised to orders.
    pub reserved: u64,
    /// What can be promised.
    pub available: u64,
    /// What was promised and is not there.
    pub missing: u64,
    /// At how many somebody wants to know.
    pub low_at: u64,
    /// How it stands.
    pub state: StockState,
    /// Pieces on their way.
    pub incoming: u64,
    /// When the first are expected: MM/DD/YYYY, or empty.
    pub incoming_on: String,
    /// They should have come.
    pub late: bool,
    /// To be sent back with an act; 0 for what was never counted.
    pub version: i64,
    /// When it last changed, RFC 3339; empty when it never did.
    pub changed_at: String,
}

/// A page of counted articles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockListView {
    /// Those that changed last first.
    pub articles: Vec<StockRowView>,
    /// Where the next page begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Something that happened to an article's stock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockEntryView {
    /// Its number.
    pub seq: i64,
    /// What.
    pub kind: StockKind,
    /// Pieces it is about.
    pub quantity: u64,
    /// Pieces more, or fewer, on hand.
    pub on_hand: i64,
    /// Pieces more, or fewer, promised.
    pub reserved: i64,
    /// Why, as the desk shows it; or empty.
    pub reason: String,
    /// In words, or empty.
    pub note: String,
    /// The order it belongs to, where one may see it; or empty.
    pub order_id: String,
    /// That order's number, or empty.
    pub order_number: String,
    /// Who of the store; empty for what an order's buyer did.
    pub by: String,
    /// When, RFC 3339.
    pub at: String,
}

/// Something on its way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IncomingView {
    /// Id.
    pub id: String,
    /// Pieces.
    pub quantity: u64,
    /// Of these, what came in.
    pub received: u64,
    /// What is still on its way.
    pub left: u64,
    /// When it is expected: MM/DD/YYYY.
    pub expected: String,
    /// It should have come.
    pub late: bool,
    /// What it is known by, or empty.
    pub reference: String,
    /// Who noted it.
    pub by: String,
}

/// An article with all that is known of its stock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockView {
    /// As a list has it.
    pub article: StockRowView,
    /// Keys of the brands that sell it.
    pub sites: Vec<String>,
    /// What is on its way, the first expected first.
    pub incoming: Vec<IncomingView>,
    /// What happened, the latest first.
    pub entries: Vec<StockEntryView>,
    /// Entries before this number are there too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<i64>,
    /// One may count and correct it.
    pub adjustable: bool,
    /// The store's day, YYYY-MM-DD.
    pub today: String,
}

/// The brands that sell an article; all of them for one that none sells any more.
pub(super) fn sold_by(catalog: &Catalog, sku: &str) -> Vec<Site> {
    let sold: Vec<Site> = Site::all().filter(|site| catalog.sellable(*site, sku).is_some()).collect();
    if sold.is_empty() { Site::all().collect() } else { sold }
}

/// Whether somebody may see an article.
fn sees(member: &StaffMember, sites: &[Site]) -> bool {
    sites.iter().any(|site| member.grants.may(Permission::CatalogueView, *site))
}

/// An article for somebody who may see it: its sku as the catalogue or the count has it, its name, and who sells it. What
/// is not there and what is of brands they know nothing of look the same.
pub(super) fn find_article(
    catalog: &Catalog,
    member: &StaffMember,
    (asked, row): (&str, Option<&StockRow>),
) -> Result<(String, String, Vec<Site>), Failure> {
    let found = Site::all().find_map(|site| catalog.sellable(site, asked.trim()));
    let (sku, name) = match (found, row) {
        (Some(found), _) => (found.variant.sku.to_string(), found.product.facts.name.clone()),
        (None, Some(row)) => (row.sku.clone(), row.name.clone()),
        (None, None) => return Err(Failure::not_found()),
    };
    let sites = sold_by(catalog, &sku);
    if sees(member, &sites) { Ok((sku, name, sites)) } else { Err(Failure::not_found()) }
}

/// A day as the desk shows it.
fn shown_day(iso: &str) -> String {
    AvailableDate::parse_iso(iso).map_or_else(String::new, AvailableDate::text)
}

fn row_view(row: &StockRow, today: &str) -> Result<StockRowView, Failure> {
    let shelf = row.shelf();
    let day = row.incoming_on.as_deref().unwrap_or_default();
    Ok(StockRowView {
        sku: row.sku.clone(),
        name: row.name.clone(),
        counted: row.counted,
        on_hand: shelf.on_hand,
        reserved: shelf.reserved,
        available: shelf.available(),
        missing: shelf.missing(),
        low_at: row.low_at.unsigned_abs(),
        state: *row.state,
        incoming: row.incoming.unsigned_abs(),
        incoming_on: shown_day(day),
        late: !day.is_empty() && day < today,
        version: row.version,
        changed_at: time(row.changed_at)?,
    })
}

/// An article that nobody ever counted.
fn uncounted(sku: String, name: String) -> StockRowView {
    let Shelf { on_hand, reserved } = Shelf::default();
    StockRowView {
        sku,
        name,
        counted: false,
        on_hand,
        reserved,
        available: 0,
        missing: 0,
        low_at: 0,
        state: StockState::Out,
        incoming: 0,
        incoming_on: String::new(),
        late: false,
        version: 0,
        changed_at: String::new(),
    }
}

/// A page of counted articles.
pub async fn list(state: &AppState, member: &StaffMember, ask: &StockAsk) -> Result<StockListView, Failure> {
    let filter = match ask.show.as_str() {
        "" | "counted" => StockFilter::Counted,
        "incoming" => StockFilter::Incoming,
        "late" => StockFilter::Late,
        other => {
            let state = StockState::parse(other).filter(|state| *state != StockState::In);
            StockFilter::In(state.ok_or_else(|| Failure::malformed("There is no such list."))?)
        }
    };
    let fragment: String = ask.q.trim().to_lowercase().chars().take(FRAGMENT).collect();
    let mut after: Option<Place> = read_place(&ask.after)?;
    let (db, today) = (state.db.read(), state.today());
    let limit = u64::try_from(PAGE.saturating_add(1)).map_err(Failure::internal)?;
    let mut rows: Vec<StockRow> = Vec::new();
    for _ in 0..LOOKED_THROUGH {
        let some = store::list_stock(db, (filter, &today), &fragment, after.as_ref(), limit).await?;
        let whole = some.len() > PAGE;
        after = some.last().map(|row| (row.changed_at, row.sku.clone()));
        let catalog = state.catalog.load();
        rows.extend(some.into_iter().filter(|row| sees(member, &sold_by(&catalog, &row.sku))));
        if rows.len() > PAGE || !whole {
            break;
        }
    }
    let next = cut(&mut rows, PAGE, |row| (row.changed_at, &row.sku));
    let articles = rows.iter().map(|row| row_view(row, &today)).collect::<Result<_, Failure>>()?;
    Ok(StockListView { articles, next })
}

/// An article with what happened to its stock.
pub async fn show(state: &AppState, member: &StaffMember, asked: &str, ask: &EntriesAsk) -> Result<StockView, Failure> {
    let db = state.db.read();
    let catalog = state.catalog.load_full();
    let known = store::find_stock(db, asked.trim()).await?;
    let (sku, name, sites) = find_article(&catalog, member, (asked, known.as_ref()))?;
    let row = match known {
        Some(row) if row.sku == sku => Some(row),
        _ => store::find_stock(db, &sku).await?,
    };
    let today = state.today();
    let limit = u64::try_from(ENTRIES.saturating_add(1)).map_err(Failure::internal)?;
    let mut entries = store::list_entries(db, &sku, ask.before, limit).await?;
    let more = entries.len() > ENTRIES;
    entries.truncate(ENTRIES);
    let before = entries.last().filter(|_| more).map(|entry| entry.seq);
    let orders: HashSet<String> =
        entries.iter().map(|entry| entry.order_id.clone()).filter(|id| !id.is_empty()).collect();
    let orders = if orders.is_empty() { Vec::new() } else { find_orders(db, orders.into_iter().collect()).await? };
    let numbers: HashMap<String, String> = orders
        .into_iter()
        .filter(|order| member.grants.may(Permission::OrdersView, *order.site))
        .map(|order| (order.id, order.number))
        .collect();
    let adjustable = may_adjust(member, &sites);
    Ok(StockView {
        incoming: store::list_incoming(db, &sku).await?.iter().map(|row| incoming_view(row, &today)).collect(),
        article: match &row {
            Some(row) => row_view(row, &today)?,
            None => uncounted(sku, name),
        },
        sites: sites.into_iter().map(|site| site.key().to_owned()).collect(),
        entries: entries.into_iter().map(|entry| entry_view(entry, &numbers)).collect::<Result<_, Failure>>()?,
        before,
        adjustable,
        today,
    })
}

/// Whether somebody may count an article: at every brand that sells it, as it is one shelf for all of them.
pub(super) fn may_adjust(member: &StaffMember, sites: &[Site]) -> bool {
    sites.iter().all(|site| member.grants.may(Permission::StockAdjust, *site))
}

fn incoming_view(row: &IncomingRow, today: &str) -> IncomingView {
    let (quantity, received) = (row.quantity.unsigned_abs(), row.received.unsigned_abs());
    IncomingView {
        id: row.id.clone(),
        quantity,
        received,
        left: quantity.saturating_sub(received),
        expected: shown_day(&row.expected),
        late: row.expected.as_str() < today,
        reference: row.reference.clone(),
        by: row.created_by_name.clone(),
    }
}

fn entry_view(entry: StockEntryRow, numbers: &HashMap<String, String>) -> Result<StockEntryView, Failure> {
    let order_number = numbers.get(&entry.order_id).cloned().unwrap_or_default();
    Ok(StockEntryView {
        seq: entry.seq,
        kind: *entry.kind,
        quantity: entry.quantity.unsigned_abs(),
        on_hand: entry.on_hand,
        reserved: entry.reserved,
        reason: StockReason::parse(&entry.reason).map_or("", StockReason::label).to_owned(),
        note: entry.note,
        order_id: if order_number.is_empty() { String::new() } else { entry.order_id },
        order_number,
        by: entry.actor_name,
        at: time(entry.at)?,
    })
}

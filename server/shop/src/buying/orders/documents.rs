//! Documents of an order as PDF: what papers are told of it, and its turn to be set. Not here: what they say
//! (`fieldhouse-documents`), who may have one (the callers).

use std::{collections::BTreeMap, sync::LazyLock};

use fieldhouse_core::{
    addresses::address::address_lines,
    brand::{Site, brand},
    cart::SummaryView,
    orders::{
        documents::{PaperKind, PaperState, PapersWords, paper_name},
        invoice::{invoice, settle, settled_sums},
        refund::granted,
        views::{ShipmentLineView, ShipmentView},
    },
};
use fieldhouse_documents::{
    facts::{InsideFacts, OrderFacts, OrderedLine, ShipmentFacts},
    orders as papers,
    paper::Paper,
    pdf_in_steps,
};
use fieldhouse_kernel::{
    failure::Failure,
    turns::{Pace, Share, Shares, Turns, Wanted},
};
use jiff::Timestamp;

use super::{
    credits::{credits, store::list_refunds},
    decode, described, players,
    settled::OutOfRange,
    shipments::store::list_shipments,
    store::{OrderLineRow, OrderRow, list_lines},
    told_of_skus,
};
use crate::{
    env::Env, limits::rate::network, mail::ordered::sums, owner::VisitorId, session::Visitor, state::AppState,
};

/// Documents are set one after the other, on a thread that gives way: shoppers have the processors; who comes when so many wait comes back.
static AT_THE_DESK: LazyLock<Turns> = LazyLock::new(|| Turns::new(1, 32));
/// Buyers have turns of their own: however many papers they ask for, the desk prints.
static FOR_BUYERS: LazyLock<Turns> = LazyLock::new(|| Turns::new(1, 32));
/// Of these, a buyer has two at once, made or waiting: all others find a place.
static OF_ONE_BUYER: LazyLock<Shares<Buyer>> = LazyLock::new(|| Shares::new(2));
/// Papers that are made without a rest.
const AT_ONCE: usize = 10;

/// A document as a file.
pub struct PdfFile {
    /// What it is called, in plain signs.
    pub name: String,
    /// PDF.
    pub bytes: Vec<u8>,
}

impl OrderRow {
    /// What its documents follow from.
    pub fn papers(&self, has_players: bool) -> PaperState {
        PaperState { order: self.state(), has_players }
    }
}

/// A document of an order, for whoever sees the order; what it does not have as it stands is not there.
pub async fn of_seen(
    state: &AppState,
    visitor: &Visitor,
    (id, key): (&str, &str),
    kind: &str,
) -> Result<PdfFile, Failure> {
    let kind = PaperKind::parse(kind).filter(|kind| !kind.is_internal()).ok_or_else(Failure::not_found)?;
    let (row, _) = super::find_seen(state, visitor, id, key).await?;
    let _place = place_of(visitor).await?;
    of_order(state, Printing::ForBuyer, row, kind).await
}

/// Whose papers count together: a visitor's, or, of whoever has no session, those of their network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Buyer {
    Visitor(VisitorId),
    Network(u128),
}

/// A place before a buyer's papers, to be held until one is made. Whoever has as many as they may comes back.
pub struct BuyerPlace {
    _held: Share<'static, Buyer>,
}

/// A visitor's next place.
pub async fn place_of(visitor: &Visitor) -> Result<BuyerPlace, Failure> {
    let known = visitor.known().await?.map(Buyer::Visitor);
    place(known.unwrap_or_else(|| Buyer::Network(network(visitor.address.0))))
}

fn place(whose: Buyer) -> Result<BuyerPlace, Failure> {
    Ok(BuyerPlace { _held: OF_ONE_BUYER.take(whose).map_err(Failure::unavailable)? })
}

/// A document of an order, for whoever may have it.
pub async fn of_order(state: &AppState, by: Printing, row: OrderRow, kind: PaperKind) -> Result<PdfFile, Failure> {
    let rows = list_lines(state.db.read(), &row.id).await?;
    let facts = facts(state, &row, rows)?;
    let paper = paper_of(state, &row, &facts, kind).await?.ok_or_else(Failure::not_found)?;
    let name = paper_name(&brand(*row.site).name, &row.number, kind);
    print(by, name, vec![paper]).await
}

/// A document of an order that is one for the whole order; nothing where it has none as it stands.
pub async fn paper_of(
    state: &AppState,
    row: &OrderRow,
    facts: &OrderFacts,
    kind: PaperKind,
) -> Result<Option<Paper>, Failure> {
    let has_players = facts.lines.iter().any(|line| !line.entries.is_empty());
    if !row.papers(has_players).has(kind) {
        return Ok(None);
    }
    let words = words(state, *row.site);
    Ok(match kind {
        PaperKind::Acknowledgement => {
            let credits = credits(&list_refunds(state.db.read(), &row.id).await?);
            let lines = facts.lines.iter().map(|line| (line.line_price, line.unit_price, line.ledger));
            let settled = settle(&row.invoiced(lines)).ok_or_else(|| Failure::internal(OutOfRange))?;
            let after = settled_sums(*row.total_cents, settled, granted(&credits));
            let after = after.into_iter().map(|sum| (sum.label, sum.text));
            let sums = facts.sums.iter().cloned().chain(after).collect();
            Some(papers::acknowledgement(&OrderFacts { sums, ..facts.clone() }, &words))
        }
        PaperKind::PickList => Some(papers::pick_list(facts, &to_pick(state, row, has_players).await?, &words)),
        PaperKind::Roster => Some(papers::roster(facts, &words)),
        PaperKind::Invoice => {
            let left = list_shipments(state.db.read(), &row.id).await?;
            let last =
                left.iter().filter(|shipment| !shipment.state.is_here()).filter_map(|shipment| shipment.shipped_at);
            let shipped_on = last.max().map(|at| day(state, at)).transpose()?.unwrap_or_default();
            let lines = facts.lines.iter().map(|line| (line.line_price, line.unit_price, line.ledger));
            let shares = invoice(&row.invoiced(lines)).ok_or_else(|| Failure::internal(OutOfRange))?;
            Some(papers::invoice(facts, &shares, &shipped_on, &words))
        }
        PaperKind::PackingSlip | PaperKind::CreditMemo => None,
    })
}

/// Whose pieces are still on the shelf, by line.
async fn to_pick(env: &Env, row: &OrderRow, has_players: bool) -> Result<BTreeMap<u32, Vec<String>>, Failure> {
    if !has_players {
        return Ok(BTreeMap::new());
    }
    let lines = players::named(env.db.read(), row, None).await?;
    Ok(lines.into_iter().map(|(position, (line, ledger))| (position, line.to_pick(ledger.to_pick()))).collect())
}

/// A brand's words on documents.
pub fn words(state: &AppState, site: Site) -> PapersWords {
    state.contents.load().papers(site)
}

/// The packing slip of a shipment.
pub fn slip(env: &Env, facts: &OrderFacts, shipment: ShipmentView, words: &PapersWords) -> Result<Paper, Failure> {
    let left =
        shipment.shipped_at.as_deref().map(|at| at.parse::<Timestamp>().map_err(Failure::internal)).transpose()?;
    let inside = shipment.lines.into_iter().filter(|line| line.quantity > 0);
    let pieces = inside.map(|ShipmentLineView { position, quantity, players }| InsideFacts {
        position,
        pieces: quantity,
        players,
    });
    let shipment = ShipmentFacts {
        number: shipment.number,
        shipped_on: left.map(|at| day(env, at.as_millisecond())).transpose()?.unwrap_or_default(),
        pieces: pieces.collect(),
        parcels: shipment.parcels,
    };
    Ok(papers::packing_slip(facts, &shipment, words))
}

/// Who prints: each has turns of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Printing {
    /// Somebody who works for the store.
    AtTheDesk,
    /// Whoever bought.
    ForBuyer,
}

impl Printing {
    fn turns(self) -> &'static Turns {
        match self {
            Self::AtTheDesk => &AT_THE_DESK,
            Self::ForBuyer => &FOR_BUYERS,
        }
    }
}

/// Papers as one file, when their turn comes. Whoever waits for one has it at once; a stack of them is made beside the pages
/// that shoppers see.
pub async fn print(by: Printing, name: String, papers: Vec<Paper>) -> Result<PdfFile, Failure> {
    let title = name.trim_end_matches(".pdf").to_owned();
    let made = move |wanted: &Wanted<'_>| {
        let (mut pace, many) = (Pace::begin(), papers.len() > AT_ONCE);
        pdf_in_steps(&title, &papers, &mut || {
            if many {
                pace.rest();
            }
            wanted()
        })
    };
    let bytes = by.turns().run_giving_way(made).await?.map_err(Failure::internal)?;
    Ok(PdfFile { name, bytes })
}

/// A moment as a day in the store's time zone: 'November 23, 2026'.
pub fn day(env: &Env, millis: i64) -> Result<String, Failure> {
    let at = Timestamp::from_millisecond(millis).map_err(Failure::internal)?;
    Ok(at.to_zoned(env.config.time_zone.clone()).strftime("%B %-d, %Y").to_string())
}

/// What papers are told of an order.
pub fn facts(env: &Env, row: &OrderRow, rows: Vec<OrderLineRow>) -> Result<OrderFacts, Failure> {
    let cards = described(row)?;
    let told = told_of_skus(&cards);
    let line = |row: OrderLineRow| {
        let (labels, options) = told.get(row.sku.as_str()).copied().unwrap_or_default();
        Ok(OrderedLine {
            position: u32::try_from(row.position).map_err(Failure::internal)?,
            options: options.to_vec(),
            labels: labels.to_vec(),
            entries: decode(&row.free_form)?,
            canceled: decode(&row.canceled_players)?,
            ledger: row.told_ledger(),
            unit_price: *row.unit_your_cents,
            line_price: *row.your_cents,
            sku: row.sku,
            name: row.name,
        })
    };
    let summary: SummaryView = decode(&row.summary)?;
    let brand = brand(*row.site);
    Ok(OrderFacts {
        brand: brand.name.to_string(),
        phone: brand.call_to_order_phone.to_string(),
        number: row.number.clone(),
        placed_on: day(env, row.placed_at)?,
        status: row.status().to_owned(),
        ordered_for: row.unit_name.clone(),
        po_number: row.po_number.clone(),
        email: row.email.clone(),
        ship_to: address_lines(&decode(&row.ship_to)?),
        shipping_method: row.shipping_method.clone(),
        instructions: row.instructions.clone(),
        lines: rows.into_iter().map(line).collect::<Result<_, Failure>>()?,
        sums: sums(&summary),
    })
}

#[cfg(test)]
mod tests {
    use fieldhouse_documents::sample;
    use fieldhouse_kernel::failure::FailureKind;

    use super::*;

    #[test]
    fn a_buyer_who_asks_for_many_papers_leaves_the_others_theirs() {
        let (greedy, other) = (Buyer::Network(1), Buyer::Network(2));
        let (one, _two) = (place(greedy).unwrap(), place(greedy).unwrap());
        let refused = place(greedy).err().unwrap();
        assert_eq!((refused.kind, refused.retry_after), (FailureKind::Unavailable, Some(2)));
        assert!(place(other).is_ok(), "nobody else comes back");
        drop(one);
        assert!(place(greedy).is_ok(), "one was made");
    }

    #[tokio::test]
    async fn however_many_papers_buyers_wait_for_the_desk_prints() {
        let _held = Printing::ForBuyer.turns().turn().await.unwrap();
        let paper = sample::paper(PaperKind::PickList, ("Fieldhouse", ""), &PapersWords::default());
        assert!(print(Printing::AtTheDesk, "Order.pdf".to_owned(), vec![paper]).await.is_ok(), "waits for no buyer");
    }
}

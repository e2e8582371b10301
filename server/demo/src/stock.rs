//! Articles that the demo's stores count themselves: plenty of some, few of others, none of those of which more is on its way.
//! All other articles are as the catalogue has them.

use fieldhouse_core::{
    brand::Site,
    stock::{StockKind, StockMove, drafts::Count, owed},
};
use fieldhouse_kernel::{db::WriteTx, failure::Failure};
use fieldhouse_shop::{
    buying::orders::store::list_lines_of_article,
    desk::stock::write_count,
    finding::catalog::Catalog,
    state::AppState,
    stock::{
        self,
        store::{IncomingRow, insert_incoming},
    },
};
use jiff::{Span, civil::Date};

/// The styles of which every article is counted: bottles, backpacks, ladders, whistles.
const STYLES: [&str; 4] = ["CH1460", "PH1472", "HP1447", "SM1427"];
/// Who counted.
const COUNTED_BY: (&str, &str) = ("demo-diaz", "Rosa Diaz");
/// At how many somebody wants to know.
const LOW_AT: u64 = 6;
/// What is left beside what orders wait for, and of what is out or low: how many are on their way, and in how many days.
const LEFT: [(u64, Option<(i64, i64)>); 6] =
    [(120, None), (36, None), (0, Some((60, 12))), (4, None), (0, Some((24, -3))), (75, Some((200, 40)))];

/// Counts them, within the transaction that begins the demo.
pub(crate) async fn write(state: &AppState, tx: &WriteTx, catalog: &Catalog) -> Result<(), Failure> {
    for style in STYLES {
        let Some(product) = Site::BUILT_IN.iter().find_map(|site| catalog.by_number(*site, style)) else { continue };
        for (variant, (left, incoming)) in product.variants.iter().zip(LEFT.iter().cycle()) {
            let lines = list_lines_of_article(&**tx, &variant.sku).await?;
            let promised: u64 =
                lines.iter().fold(0, |sum, (lifecycle, line)| sum.saturating_add(owed(*lifecycle, line.ledger())));
            let count = Count { on_hand: promised.saturating_add(*left), low_at: LOW_AT, note: String::new() };
            let article = (&*variant.sku, product.facts.name.as_str());
            write_count(state, tx, article, (None, &count), COUNTED_BY).await?;
            if let Some(coming) = incoming {
                expect(state, tx, &variant.sku, *coming).await?;
            }
        }
    }
    Ok(())
}

/// Notes what is on its way; what should have come days ago was expected then.
async fn expect(state: &AppState, tx: &WriteTx, sku: &str, (pieces, days): (i64, i64)) -> Result<(), Failure> {
    let today: Date = state.today().parse().map_err(Failure::internal)?;
    let day = today.checked_add(Span::new().days(days)).map_err(Failure::internal)?;
    let row = stock::store::hold_stock(tx, sku).await?;
    let mut row = row.ok_or_else(|| Failure::internal(anyhow::anyhow!("an article that was counted is not")))?;
    let now = state.clock.millis();
    let incoming = IncomingRow {
        id: state.ids.random().to_string(),
        sku: sku.to_owned(),
        quantity: pieces,
        received: 0,
        expected: day.to_string(),
        reference: "Maker's order 20417".to_owned(),
        open: true,
        created_by_name: COUNTED_BY.1.to_owned(),
        created_at: now,
    };
    (row.incoming, row.incoming_on) = (pieces, Some(incoming.expected.clone()));
    row.version = row.version.saturating_add(1);
    let shelf = row.shelf();
    row.put(shelf, now)?;
    let mut entry = row.entry(StockKind::Expected, (StockMove::default(), pieces.unsigned_abs()), now);
    (entry.actor, entry.actor_name) = (COUNTED_BY.0.to_owned(), COUNTED_BY.1.to_owned());
    entry.incoming_id.clone_from(&incoming.id);
    entry.note.clone_from(&incoming.reference);
    insert_incoming(tx, incoming).await?;
    stock::write(tx, &[row], vec![entry], true).await
}

//! Stock that the store counts itself: what orders are promised, what leaves, what comes back, each in the transaction of the
//! act, and what shoppers' pages are to show of it. An article without a count is none of its business.
//! Not here: what an act moves (`core::stock`), what the desk does by hand (`desk::stock`).

pub mod store;

use std::collections::BTreeSet;

use fieldhouse_core::{
    cart::lines::ArticleError,
    catalog::{AvailableDate, stock_note},
    rule::{Broken, FieldError},
    stock::{Shelf, StockError, StockKind, StockMove, StockState, WantedLine, short_lines},
};
use fieldhouse_kernel::{db::WriteTx, failure::Failure};
use sea_orm::{ConnectionTrait, DbErr};

use crate::{env::Env, events::Doer};
use store::{StockEntryRow, StockRow};

impl StockRow {
    /// An article that nobody ever counted.
    pub fn uncounted(sku: &str) -> Self {
        Self {
            sku: sku.to_owned(),
            name: String::new(),
            words: String::new(),
            counted: false,
            epoch: 0,
            on_hand: 0,
            reserved: 0,
            low_at: 0,
            state: StockState::Out.into(),
            incoming: 0,
            incoming_on: None,
            version: 0,
            moves: 0,
            changed_at: 0,
        }
    }

    /// What is on hand and what of it is promised.
    pub const fn shelf(&self) -> Shelf {
        Shelf { on_hand: self.on_hand.unsigned_abs(), reserved: self.reserved.unsigned_abs() }
    }

    /// Puts a shelf into the row, a change further. Whether shoppers' pages show another thing now.
    pub fn put(&mut self, stands: Shelf, now: i64) -> Result<bool, Failure> {
        let pieces = |sum: u64| i64::try_from(sum).map_err(Failure::internal);
        let before = *self.state;
        (self.on_hand, self.reserved) = (pieces(stands.on_hand)?, pieces(stands.reserved)?);
        self.state = stands.state(self.low_at.unsigned_abs()).into();
        self.moves = self.moves.saturating_add(1);
        self.changed_at = now;
        Ok((before == StockState::Out) != (*self.state == StockState::Out))
    }

    /// An entry about it, of this moment and of nobody.
    pub fn entry(&self, kind: StockKind, (moved, quantity): (StockMove, u64), now: i64) -> StockEntryRow {
        StockEntryRow {
            seq: 0,
            sku: self.sku.clone(),
            kind: kind.into(),
            quantity: i64::try_from(quantity).unwrap_or(i64::MAX),
            on_hand: moved.on_hand,
            reserved: moved.reserved,
            reason: String::new(),
            note: String::new(),
            order_id: String::new(),
            incoming_id: String::new(),
            actor: String::new(),
            actor_name: String::new(),
            at: now,
        }
    }

    /// What keeps a line from being ordered when so many of its article are left: 'Out of stock' with the day it comes back,
    /// or how many there are.
    fn refusal(&self, left: u64, today: &str, path: &str) -> FieldError {
        if left > 0 {
            let left = u32::try_from(left).unwrap_or(u32::MAX);
            return StockError::Short { left }.at([path, ".quantity"].concat());
        }
        let day = self.incoming_on.as_deref().filter(|day| *day >= today).and_then(AvailableDate::parse_iso);
        let note = stock_note(true, &day.map_or_else(String::new, AvailableDate::text));
        ArticleError::Unavailable { note }.at([path, ".sku"].concat())
    }
}

/// What keeps lines from being ordered, of which some are of counted articles: `(path, sku, pieces)` each, in their order.
fn refusals(rows: &[StockRow], lines: &[(String, &str, u64)], today: &str) -> Vec<(usize, FieldError)> {
    let wanted: Vec<WantedLine> = lines
        .iter()
        .enumerate()
        .filter_map(|(place, (_, sku, quantity))| {
            let article = rows.binary_search_by(|row| row.sku.as_str().cmp(sku)).ok()?;
            Some(WantedLine { place, article, quantity: *quantity })
        })
        .collect();
    let shelves: Vec<Shelf> = rows.iter().map(StockRow::shelf).collect();
    let told = |(place, left): (usize, u64)| {
        let (path, sku, _) = lines.get(place)?;
        let row = rows.iter().find(|row| row.sku == *sku)?;
        Some((place, row.refusal(left, today, path)))
    };
    short_lines(&wanted, &shelves).into_iter().filter_map(told).collect()
}

/// What keeps lines from being ordered at this moment, by place: a forecast, nothing is held.
pub async fn forecast(
    env: &Env,
    db: &impl ConnectionTrait,
    lines: &[(String, &str, u64)],
) -> Result<Vec<(usize, FieldError)>, Failure> {
    let skus = lines.iter().map(|(_, sku, _)| (*sku).to_owned()).collect();
    Ok(refusals(&sorted(store::list_counted(db, skus).await?), lines, &env.today()))
}

/// By sku as bytes, whatever a database's language sorts first.
fn sorted(mut rows: Vec<StockRow>) -> Vec<StockRow> {
    rows.sort_unstable_by(|one, other| one.sku.cmp(&other.sku));
    rows
}

/// The counted articles of an act, held until its transaction ends.
#[derive(Default)]
pub struct Held(Vec<StockRow>);

impl Held {
    /// Holds those of some articles that are counted. Costs one look-up where none is.
    pub async fn of(tx: &WriteTx, skus: BTreeSet<String>) -> Result<Self, DbErr> {
        Ok(Self(sorted(store::hold_counted(tx, skus).await?)))
    }

    /// Which of its counts a line of an article belongs to; 0 for one that nobody counts.
    pub fn epoch(&self, sku: &str) -> i64 {
        self.0.iter().find(|row| row.sku == sku).map_or(0, |row| row.epoch)
    }

    /// What keeps lines from being ordered: `(path, sku, pieces)` each, in their order.
    pub fn refusals(&self, env: &Env, lines: &[(String, &str, u64)]) -> Vec<FieldError> {
        refusals(&self.0, lines, &env.today()).into_iter().map(|(_, error)| error).collect()
    }

    /// Writes down what an order's act moves: `(sku, epoch, move)` each; what belongs to an earlier count moves nothing.
    pub async fn apply(
        mut self,
        env: &Env,
        tx: &WriteTx,
        (order_id, by): (&str, &Doer),
        wanted: &[(String, i64, StockMove)],
    ) -> Result<(), Failure> {
        let now = env.clock.millis();
        let (mut entries, mut errors, mut crossed) = (Vec::new(), Vec::new(), false);
        self.0.retain(|row| wanted.iter().any(|(sku, epoch, _)| row.sku == *sku && row.epoch == *epoch));
        for row in &mut self.0 {
            let own = wanted.iter().filter(|(sku, epoch, _)| row.sku == *sku && row.epoch == *epoch);
            let moved = own.fold(StockMove::default(), |sum, (_, _, moved)| sum.plus(*moved));
            if moved.is_nothing() {
                continue;
            }
            match row.shelf().after(moved) {
                Ok(stands) => {
                    crossed |= row.put(stands, now)?;
                    let mut entry = row.entry(moved.kind(), (moved, moved.pieces()), now);
                    order_id.clone_into(&mut entry.order_id);
                    if by.kind == "staff" {
                        (entry.actor, entry.actor_name) = (by.id.clone(), by.name.clone());
                    }
                    entries.push(entry);
                }
                Err(error) => {
                    let told = error.at("lines");
                    errors.push(FieldError { message: [&row.sku, ": ", &told.message].concat(), ..told });
                }
            }
        }
        if !errors.is_empty() {
            return Err(Failure::broken(errors));
        }
        self.0.retain(|row| entries.iter().any(|entry| entry.sku == row.sku));
        write(tx, &self.0, entries, crossed).await
    }
}

/// Writes rows with what happened to them; `crossed` when shoppers' pages are to show another thing.
pub async fn write(tx: &WriteTx, rows: &[StockRow], entries: Vec<StockEntryRow>, crossed: bool) -> Result<(), Failure> {
    if rows.is_empty() {
        return Ok(());
    }
    if !store::write_stock(tx, rows).await? {
        // Whoever writes a row holds it.
        return Err(Failure::internal(anyhow::anyhow!("stock that was held was changed")));
    }
    store::insert_entries(tx, entries).await?;
    if crossed {
        store::raise_change(tx).await?;
    }
    Ok(())
}

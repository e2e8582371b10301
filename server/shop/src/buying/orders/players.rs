//! Whose pieces are where: names of the lines that have one for each piece, told of shipments and cancellations as these were
//! recorded. Not here: who is chosen (`fieldhouse_core::orders::players`), who acts (`desk`).

use std::collections::{BTreeMap, HashMap, HashSet};

use fieldhouse_core::{
    cart::ordered::printed_texts,
    orders::{
        acts::{ActError, LineQuantity},
        ledger::Ledger,
        players::{LinePlayersDraft, NamedLine, check_players, default_players, which_canceled, without},
    },
    rule::{Broken, FieldError},
};
use fieldhouse_kernel::{db::WriteTx, failure::Failure};
use sea_orm::ConnectionTrait;

use super::{
    decode, described,
    shipments::store::{ShipmentLineRow, ShipmentRow, list_shipment_lines, list_shipments, write_shipment_line},
    store::{OrderLineRow, OrderRow, list_named_lines, write_canceled_players},
    told_of_skus,
};

/// The named lines of an order by their position, with their ledger.
pub type Named = BTreeMap<u32, (NamedLine, Ledger)>;

/// The named lines of an order, or of some of its lines; most orders have none, which costs one look.
pub async fn named(db: &impl ConnectionTrait, order: &OrderRow, positions: Option<&[u32]>) -> Result<Named, Failure> {
    let rows = list_named_lines(db, &order.id, positions).await?;
    with_recorded(db, order, of_rows(order, &rows)?).await
}

/// The same of lines that are known, with who is in a shipment: none is, while nothing was picked.
pub async fn with_recorded(db: &impl ConnectionTrait, order: &OrderRow, lines: Named) -> Result<Named, Failure> {
    if lines.is_empty() || order.picked == 0 {
        return Ok(lines);
    }
    let shipments = list_shipments(db, &order.id).await?;
    let inside = list_shipment_lines(db, shipments.iter().map(|shipment| shipment.id.clone()).collect()).await?;
    with_shipments(lines, &shipments, &inside)
}

/// The named ones among the lines of an order, with what was canceled of them.
pub fn of_rows(order: &OrderRow, rows: &[OrderLineRow]) -> Result<Named, Failure> {
    let mut lines = Vec::new();
    for row in rows.iter().filter(|row| row.free_form != "[]") {
        let entries: Vec<Vec<String>> = decode(&row.free_form)?;
        if entries.len() > 1 {
            lines.push((row, entries));
        }
    }
    if lines.is_empty() {
        return Ok(Named::new());
    }
    let cards = described(order)?;
    let told = told_of_skus(&cards);
    lines
        .into_iter()
        .map(|(row, entries)| {
            let (labels, _) = told.get(row.sku.as_str()).copied().unwrap_or_default();
            let names = printed_texts(labels, &entries, 1);
            let line = NamedLine { names, canceled: decode(&row.canceled_players)?, ..NamedLine::default() };
            Ok((u32::try_from(row.position).map_err(Failure::internal)?, (line, row.ledger())))
        })
        .collect()
}

/// What is printed on the pieces of a line that were not canceled, an entry each.
pub fn kept_entries(order: &OrderRow, row: &OrderLineRow) -> anyhow::Result<Vec<Vec<String>>> {
    let entries: Vec<Vec<String>> = serde_json::from_str(&row.free_form)?;
    let canceled: Vec<String> = serde_json::from_str(&row.canceled_players)?;
    if canceled.is_empty() {
        return Ok(entries);
    }
    let cards = described(order).map_err(|failure| anyhow::anyhow!("{failure:?}"))?;
    let (labels, _) = told_of_skus(&cards).get(row.sku.as_str()).copied().unwrap_or_default();
    let canceled = which_canceled(&printed_texts(labels, &entries, 1), &canceled);
    Ok(entries.into_iter().zip(canceled).filter(|(_, canceled)| !canceled).map(|(entry, _)| entry).collect())
}

fn with_shipments(mut lines: Named, shipments: &[ShipmentRow], inside: &[ShipmentLineRow]) -> Result<Named, Failure> {
    for shipment in shipments {
        for row in inside.iter().filter(|row| row.shipment_id == shipment.id) {
            let position = u32::try_from(row.position).map_err(Failure::internal)?;
            let Some((line, _)) = lines.get_mut(&position) else { continue };
            let players: Vec<String> = decode(&row.players)?;
            if shipment.state.is_here() {
                line.here.extend(players);
            } else if shipment.state.has_left() {
                line.left.extend(players);
            }
        }
    }
    Ok(lines)
}

/// Whom an act takes of each named line.
pub type Chosen = BTreeMap<u32, Vec<String>>;

/// Which pieces an act is about, and who may be named.
pub struct Choosing<'a> {
    /// Pieces of lines.
    pub wanted: &'a [LineQuantity],
    /// Who was named.
    pub named: &'a [LinePlayersDraft],
    /// Where nobody was, the last ones and not the first.
    pub last: bool,
}

impl Choosing<'_> {
    /// Whose pieces they are: those that were named, or the next ones of what is open; or all that is wrong.
    pub fn of(
        &self,
        lines: &Named,
        open: impl Fn(&NamedLine, Ledger) -> Vec<String>,
    ) -> Result<Chosen, Vec<FieldError>> {
        let (mut chosen, mut errors) = (Chosen::new(), Vec::new());
        let wanted: HashSet<u32> = self.wanted.iter().map(|wish| wish.position).collect();
        let mut named = HashMap::new();
        for (place, draft) in self.named.iter().enumerate() {
            let known = wanted.contains(&draft.position) && lines.contains_key(&draft.position);
            let twice = named.insert(draft.position, (place, draft)).is_some();
            let wrong = if twice { Some(ActError::LineTwice) } else { None };
            let wrong = if known { wrong } else { Some(ActError::LineUnknown) };
            errors.extend(wrong.map(|error| error.at(format!("players.{place}.position"))));
        }
        for wish in self.wanted {
            let Some((line, ledger)) = lines.get(&wish.position) else { continue };
            let open = open(line, *ledger);
            let players = match named.get(&wish.position) {
                Some((place, draft)) => {
                    let wrong = check_players(&open, &draft.players, wish.quantity);
                    errors.extend(wrong.map(|error| FieldError { field: format!("players.{place}.players"), ..error }));
                    draft.players.clone()
                }
                None => default_players(&open, wish.quantity, self.last),
            };
            chosen.insert(wish.position, players);
        }
        if errors.is_empty() { Ok(chosen) } else { Err(errors) }
    }
}

/// Names as a column keeps them.
pub fn encode(players: &[String]) -> Result<String, Failure> {
    serde_json::to_string(players).map_err(Failure::internal)
}

/// Those of the chosen whose pieces are picked, as far as nobody called the same is still on the shelf.
pub fn picked_of(lines: &Named, chosen: &Chosen) -> Chosen {
    let picked = chosen.iter().filter_map(|(position, players)| {
        let (line, ledger) = lines.get(position)?;
        let picked = without(players.clone(), &line.to_pick(ledger.to_pick()));
        (!picked.is_empty()).then_some((*position, picked))
    });
    picked.collect()
}

/// Writes down whose pieces were canceled, beside those that were before.
pub async fn cancel(tx: &WriteTx, order_id: &str, lines: &Named, chosen: &Chosen) -> Result<(), Failure> {
    for (position, players) in chosen.iter().filter(|(_, players)| !players.is_empty()) {
        let before = lines.get(position).map(|(line, _)| line.canceled.clone()).unwrap_or_default();
        let all: Vec<String> = before.into_iter().chain(players.iter().cloned()).collect();
        write_canceled_players(tx, order_id, *position, &encode(&all)?).await?;
    }
    Ok(())
}

/// Takes back that their pieces were canceled.
pub async fn restore(tx: &WriteTx, order: &OrderRow, chosen: &Chosen) -> Result<(), Failure> {
    if chosen.is_empty() {
        return Ok(());
    }
    let positions: Vec<u32> = chosen.keys().copied().collect();
    for (position, (line, _)) in named(&**tx, order, Some(&positions)).await? {
        let players = chosen.get(&position).map(Vec::as_slice).unwrap_or_default();
        write_canceled_players(tx, &order.id, position, &encode(&without(line.canceled, players))?).await?;
    }
    Ok(())
}

/// Lets what was recorded of whose pieces are where follow names that an edit wrote anew.
pub async fn follow(tx: &WriteTx, order_id: &str, before: &Named, after: &Named) -> Result<(), Failure> {
    let changed: Vec<(u32, &NamedLine, &NamedLine)> = before
        .iter()
        .filter_map(|(position, (was, _))| after.get(position).map(|(is, _)| (*position, was, is)))
        .filter(|(_, was, is)| was.names != is.names)
        .collect();
    if changed.is_empty() {
        return Ok(());
    }
    let mut shipments = list_shipments(&**tx, order_id).await?;
    shipments.retain(|shipment| shipment.state.is_here());
    let mut inside = list_shipment_lines(&**tx, shipments.iter().map(|shipment| shipment.id.clone()).collect()).await?;
    inside.sort_by_key(|line| shipments.iter().position(|shipment| shipment.id == line.shipment_id));
    for (position, was, is) in changed {
        if !was.canceled.is_empty() {
            write_canceled_players(tx, order_id, position, "[]").await?;
        }
        let mut renaming = was.renaming(&is.names);
        for line in inside.iter_mut().filter(|line| line.position == i64::from(position)) {
            let players = renaming.of(&decode::<Vec<String>>(&line.players)?);
            line.players = encode(&players)?;
            write_shipment_line(tx, line).await?;
        }
    }
    Ok(())
}

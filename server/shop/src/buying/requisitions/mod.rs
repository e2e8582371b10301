//! Saved lists: articles kept under a name, of a cart or of an order, for oneself or for the people of a business unit. Prices and
//! what can be had are asked anew each time; names and numbers of players are not kept.

pub mod store;

use std::collections::HashMap;

use fieldhouse_core::{
    brand::Site,
    cart::{
        lines::{ArticleError, CartError},
        ordered::OptionView,
        requisition::{
            RequisitionChange, RequisitionDraft, RequisitionRowDraft, RequisitionSummaryView, RequisitionView,
            RequisitionsView, check_rows, check_unit,
        },
    },
    money::Cents,
    orders::{
        history::OrderChoiceView,
        reorder::{ReorderDraft, has_own_texts},
        saved::parse_view_name,
    },
    people::UnitAct,
    rule::Broken,
};
use fieldhouse_kernel::failure::Failure;
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};

use self::store::RequisitionRow;
use crate::{
    buying::{
        cart,
        orders::{
            find_seen,
            reorder::{Then, add, chosen, compare, lines_of},
        },
    },
    columns::Key,
    env::{Env, time},
    finding::catalog::Catalog,
    idempotency::{IdempotencyKey, StoredResponse},
    people::{
        account::{Customer, store::CustomerRow},
        business_units::store::UnitRow,
        members::{names, units_where},
    },
    state::AppState,
};

/// An article as it was saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Saved {
    sku: String,
    product: String,
    name: String,
    options: Vec<OptionView>,
    quantity: i64,
    /// Each piece had texts of its own. Whose they were is not kept.
    #[serde(default)]
    own_texts: bool,
    was: Cents,
}

impl Saved {
    fn then(self, position: u32) -> Then {
        let Self { sku, product: product_id, name, options, quantity, own_texts, was } = self;
        Then { position, sku, product_id, name, options, quantity, texts: Vec::new(), own_texts, asked: true, was }
    }
}

fn read(row: &RequisitionRow) -> Result<Vec<Saved>, Failure> {
    serde_json::from_str(&row.lines).map_err(Failure::internal)
}

/// Lines of a list, numbered from 1.
fn thens(row: &RequisitionRow) -> Result<Vec<Then>, Failure> {
    Ok(read(row)?.into_iter().zip(1..).map(|(saved, position)| saved.then(position)).collect())
}

/// The units somebody can show a list, and whose lists they see.
async fn units_of(db: &impl ConnectionTrait, customer: &CustomerRow) -> Result<Vec<UnitRow>, Failure> {
    units_where(db, &customer.id, UnitAct::Order).await
}

fn ids(units: &[UnitRow]) -> Vec<String> {
    units.iter().map(|unit| unit.id.clone()).collect()
}

fn choices(units: &[UnitRow]) -> Vec<OrderChoiceView> {
    units.iter().map(|unit| OrderChoiceView { key: unit.key.clone(), label: unit.name.clone() }).collect()
}

/// One's own lists, and those of one's units.
pub async fn list(env: &Env, customer: &Customer) -> Result<RequisitionsView, Failure> {
    let (db, site) = (env.db.read(), customer.visitor.site);
    let units = units_of(db, &customer.row).await?;
    let rows = store::list(db, site, &customer.row.id, ids(&units)).await?;
    let names = names(db, rows.iter().map(|row| row.customer_id.clone()).collect()).await?;
    let view = |row: RequisitionRow| {
        let unit = units.iter().find(|unit| Some(&unit.id) == row.unit_id.as_ref());
        Ok(RequisitionSummaryView {
            unit: unit.map(|unit| unit.name.clone()).unwrap_or_default(),
            own: row.customer_id == customer.row.id,
            by: names.get(&row.customer_id).cloned().unwrap_or_default(),
            lines: u32::try_from(row.line_count).map_err(Failure::internal)?,
            pieces: row.pieces.unsigned_abs(),
            changed_at: time(row.changed_at)?,
            id: row.id,
            name: row.name,
        })
    };
    Ok(RequisitionsView { lists: rows.into_iter().map(view).collect::<Result<_, Failure>>()?, units: choices(&units) })
}

/// A list that the customer sees, with the units they order for. One of others looks as if it were not there.
async fn find(env: &Env, customer: &Customer, id: &str) -> Result<(RequisitionRow, Vec<UnitRow>), Failure> {
    let db = env.db.read();
    let units = units_of(db, &customer.row).await?;
    let row = store::find(db, (customer.visitor.site, id), &customer.row.id, ids(&units)).await?;
    Ok((row.ok_or_else(Failure::not_found)?, units))
}

/// A list with what became of its articles.
pub async fn show(state: &AppState, customer: &Customer, id: &str) -> Result<RequisitionView, Failure> {
    let (row, units) = find(state, customer, id).await?;
    let unit = units.iter().find(|unit| Some(&unit.id) == row.unit_id.as_ref());
    let names = names(state.db.read(), vec![row.customer_id.clone()]).await?;
    Ok(RequisitionView {
        lines: compare(state, &customer.visitor, &thens(&row)?).await?,
        unit: unit.map(|unit| unit.key.clone()).unwrap_or_default(),
        own: row.customer_id == customer.row.id,
        by: names.get(&row.customer_id).cloned().unwrap_or_default(),
        version: row.version,
        units: choices(&units),
        id: row.id,
        name: row.name,
    })
}

/// The same article of several lines is one of the list.
fn joined(lines: impl IntoIterator<Item = Saved>) -> Vec<Saved> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut all: Vec<Saved> = Vec::new();
    for line in lines {
        let place = *places.entry(line.sku.clone()).or_insert(all.len());
        match all.get_mut(place) {
            Some(known) => {
                known.quantity = known.quantity.saturating_add(line.quantity);
                known.own_texts |= line.own_texts;
            }
            None => all.push(line),
        }
    }
    all
}

async fn of_cart(state: &AppState, customer: &Customer) -> Result<Vec<Saved>, Failure> {
    let catalog = state.catalog.load_full();
    let Some(priced) = cart::find_priced(state, &catalog, &customer.visitor).await? else { return Ok(Vec::new()) };
    let saved = |(line, outcome): (&cart::pool::Line<'_>, &fieldhouse_core::cart::evaluation::LineOutcome)| {
        let found = line.sellable?;
        Some(Saved {
            sku: line.row.sku.clone(),
            product: found.product.facts.id.clone(),
            name: found.product.facts.name.clone(),
            options: chosen(found),
            quantity: line.row.quantity,
            own_texts: has_own_texts(line.row.quantity.unsigned_abs(), line.free_form.entries().len()),
            was: outcome.unit.map_or(Cents::ZERO, |unit| unit.your),
        })
    };
    Ok(joined(priced.in_order().into_iter().filter_map(saved)))
}

async fn of_order(state: &AppState, customer: &Customer, id: &str) -> Result<Vec<Saved>, Failure> {
    let (order, _) = find_seen(state, &customer.visitor, id, "").await?;
    let lines = lines_of(state, &order).await?.into_iter().map(|line| Saved {
        sku: line.sku,
        product: line.product_id,
        name: line.name,
        options: line.options,
        quantity: line.quantity,
        own_texts: line.own_texts,
        was: line.was,
    });
    Ok(joined(lines))
}

/// Name, unit and articles of a row that is to be written.
struct Filled {
    name: String,
    unit: Option<String>,
    lines: Vec<Saved>,
}

fn fill(env: &Env, row: RequisitionRow, filled: Filled) -> Result<RequisitionRow, Failure> {
    let pieces = filled.lines.iter().fold(0_i64, |sum, line| sum.saturating_add(line.quantity));
    Ok(RequisitionRow {
        name: filled.name,
        unit_id: filled.unit,
        line_count: i64::try_from(filled.lines.len()).map_err(Failure::internal)?,
        pieces,
        lines: serde_json::to_string(&filled.lines).map_err(Failure::internal)?,
        changed_at: env.clock.millis(),
        ..row
    })
}

fn unit_id(units: &[UnitRow], key: &str) -> Option<String> {
    units.iter().find(|unit| unit.key == key).map(|unit| unit.id.clone())
}

/// Saves the cart, or an order that the customer sees, as a list.
pub async fn save(
    state: &AppState,
    customer: &Customer,
    draft: &RequisitionDraft,
) -> Result<RequisitionsView, Failure> {
    let lines = match draft.order.as_str() {
        "" => of_cart(state, customer).await?,
        order => of_order(state, customer, order).await?,
    };
    if lines.is_empty() {
        return Err(Failure::broken(vec![CartError::Empty.at("order")]));
    }
    let rows: Vec<RequisitionRowDraft> =
        lines.iter().map(|line| RequisitionRowDraft { sku: line.sku.clone(), quantity: line.quantity }).collect();
    let site = customer.visitor.site;
    let tx = state.db.write().await?;
    let units = units_of(&*tx, &customer.row).await?;
    let own = store::count_own(&tx, site, &customer.row.id).await?;
    let mut errors = check_rows(&rows);
    errors.extend(check_unit(&draft.unit, &choices(&units)));
    let name = match parse_view_name(&draft.name, u32::try_from(own).map_err(Failure::internal)?) {
        Ok(name) if errors.is_empty() => name,
        parsed => {
            errors.extend(parsed.err());
            return Err(Failure::broken(errors));
        }
    };
    let empty = RequisitionRow {
        id: state.ids.random().to_string(),
        site: Key(site),
        customer_id: customer.row.id.clone(),
        unit_id: None,
        name: String::new(),
        lines: String::new(),
        line_count: 0,
        pieces: 0,
        version: 1,
        changed_at: 0,
    };
    store::insert(&tx, fill(state, empty, Filled { name, unit: unit_id(&units, &draft.unit), lines })?).await?;
    tx.commit().await?;
    list(state, customer).await
}

/// Articles that were not on the list before, at what they cost now.
async fn priced(state: &AppState, customer: &Customer, fresh: Vec<Saved>) -> Result<HashMap<String, Saved>, Failure> {
    let wanted: Vec<Then> = fresh.iter().cloned().zip(1..).map(|(saved, position)| saved.then(position)).collect();
    let today = compare(state, &customer.visitor, &wanted).await?;
    let with_price =
        fresh.into_iter().zip(today).map(|(saved, today)| Saved { was: today.now.unwrap_or(saved.was), ..saved });
    Ok(with_price.map(|saved| (saved.sku.clone(), saved)).collect())
}

fn fresh(catalog: &Catalog, site: Site, (place, row): (usize, &RequisitionRowDraft)) -> Result<Saved, Failure> {
    let sku = row.sku.trim();
    let found = catalog.sellable(site, sku).ok_or_else(|| {
        Failure::broken(vec![ArticleError::UnknownSku.at(["rows.", &place.to_string(), ".sku"].concat())])
    })?;
    Ok(Saved {
        sku: found.variant.sku.to_string(),
        product: found.product.facts.id.clone(),
        name: found.product.facts.name.clone(),
        options: chosen(found),
        quantity: row.quantity,
        own_texts: false,
        was: found.variant.price.unwrap_or(Cents::ZERO),
    })
}

/// Changes a list of one's own, on the version that was seen.
pub async fn change(
    state: &AppState,
    customer: &Customer,
    id: &str,
    draft: &RequisitionChange,
) -> Result<RequisitionView, Failure> {
    let (row, units) = find(state, customer, id).await?;
    if row.customer_id != customer.row.id {
        return Err(Failure::not_found());
    }
    let mut errors = check_rows(&draft.rows);
    errors.extend(check_unit(&draft.unit, &choices(&units)));
    // Nothing is kept that is not kept already.
    let name = match parse_view_name(&draft.name, 0) {
        Ok(name) if errors.is_empty() => name,
        parsed => {
            errors.extend(parsed.err());
            return Err(Failure::broken(errors));
        }
    };
    let catalog = state.catalog.load_full();
    let mut known: HashMap<String, Saved> = read(&row)?.into_iter().map(|saved| (saved.sku.clone(), saved)).collect();
    let added = draft.rows.iter().enumerate().filter(|(_, row)| !known.contains_key(row.sku.trim()));
    let added = added.map(|row| fresh(&catalog, customer.visitor.site, row)).collect::<Result<Vec<_>, Failure>>()?;
    known.extend(priced(state, customer, added).await?);
    let lines = draft.rows.iter().filter_map(|row| {
        let sku = row.sku.trim();
        // As the catalog writes it.
        let saved =
            known.get(sku).or_else(|| known.get(&*catalog.sellable(customer.visitor.site, sku)?.variant.sku))?;
        Some(Saved { quantity: row.quantity, ..saved.clone() })
    });
    let filled = Filled { name, unit: unit_id(&units, &draft.unit), lines: joined(lines) };
    let row = fill(state, row, filled)?;
    let now = row.version;
    let tx = state.db.write().await?;
    if !store::change(&tx, row, draft.version).await? {
        let title = "This list was changed meanwhile. Here is how it is now.";
        return Err(Failure::conflict("list_changed", title, now));
    }
    tx.commit().await?;
    show(state, customer, id).await
}

/// Drops a list of one's own.
pub async fn forget(env: &Env, customer: &Customer, id: &str) -> Result<RequisitionsView, Failure> {
    let tx = env.db.write().await?;
    if !store::delete(&tx, (customer.visitor.site, id), &customer.row.id).await? {
        return Err(Failure::not_found());
    }
    tx.commit().await?;
    list(env, customer).await
}

/// Puts articles of a list into the customer's cart.
pub async fn order(
    state: &AppState,
    customer: &Customer,
    id: &str,
    draft: &ReorderDraft,
    keyed: Option<&IdempotencyKey>,
) -> Result<StoredResponse, Failure> {
    let (row, _) = find(state, customer, id).await?;
    add(state, &customer.visitor, &thens(&row)?, draft, keyed).await
}

//! An order ordered again: first told line by line as it stands today, then put into the cart of whoever looks, in one act.

use std::collections::HashMap;

use fieldhouse_core::{
    brand::Site,
    cart::{
        AddLineDraft, CopiedCartView,
        ordered::{OptionView, chosen_options, options_text},
    },
    catalog::AttributeView,
    money::Cents,
    orders::{
        players::which_canceled,
        reorder::{
            ReorderDraft, ReorderFacts, ReorderLineView, ReorderView, check_reorder, has_own_texts, judge, kept_pieces,
            left_out_text, replacement,
        },
    },
};
use fieldhouse_kernel::failure::Failure;

use super::{
    decode, described, find_seen,
    players::of_rows,
    store::{OrderRow, list_lines},
};
use crate::{
    buying::cart::{
        self,
        edit::accept_some,
        pool::{self, Line, evaluate},
    },
    finding::catalog::{Catalog, Sellable},
    idempotency::{IdempotencyKey, StoredResponse},
    session::{Visitor, codes::Codes},
    state::AppState,
};

/// The options each sku of an order was chosen by.
pub(super) type Options = HashMap<String, Vec<OptionView>>;

pub(super) fn options_of(order: &OrderRow) -> Result<Options, Failure> {
    let lines = described(order)?.into_iter().flat_map(|card| card.line_items);
    Ok(lines.map(|line| (line.sku, line.options)).collect())
}

/// The options that an article of today is chosen by.
pub fn chosen(found: Sellable<'_>) -> Vec<OptionView> {
    let attributes = found
        .variant
        .attributes
        .iter()
        .map(|attribute| AttributeView { name: attribute.name.to_string(), value: attribute.value.to_string() });
    chosen_options(&attributes.collect::<Vec<_>>())
}

/// A line of then, to be had today.
#[derive(Debug)]
pub struct Then {
    /// From 1; each once.
    pub position: u32,
    /// The article.
    pub sku: String,
    /// Its product.
    pub product_id: String,
    /// Its name.
    pub name: String,
    /// What it was chosen by.
    pub options: Vec<OptionView>,
    /// Pieces.
    pub quantity: i64,
    /// Texts: an entry a piece, or one for all.
    pub texts: Vec<Vec<String>>,
    /// Each piece had texts of its own.
    pub own_texts: bool,
    /// Texts were not kept and have to be asked for.
    pub asked: bool,
    /// Price of a piece.
    pub was: Cents,
}

impl Then {
    /// The article today: the same, or the one of its product that stands in for it.
    pub fn article<'a>(&self, catalog: &'a Catalog, site: Site) -> Option<Sellable<'a>> {
        if let Some(found) = catalog.sellable(site, &self.sku) {
            return Some(found);
        }
        let product = catalog.by_id(site, &self.product_id)?;
        let articles: Vec<_> = product.variants.iter().map(|variant| chosen(Sellable { product, variant })).collect();
        let variant = product.variants.get(replacement(&self.options, &articles)?)?;
        Some(Sellable { product, variant })
    }
}

/// The lines of an order, with the pieces that count when it is ordered again. Of an order that was canceled as a whole all lines
/// are there; else what was taken out is not, nor who was canceled by name.
pub(in crate::buying) async fn lines_of(state: &AppState, order: &OrderRow) -> Result<Vec<Then>, Failure> {
    Ok(kept_of(state, order).await?.0)
}

/// The same, and how many pieces are left out.
async fn kept_of(state: &AppState, order: &OrderRow) -> Result<(Vec<Then>, u64), Failure> {
    let rows = list_lines(state.db.read(), &order.id).await?;
    let options = options_of(order)?;
    let ended = rows.iter().all(|row| row.cancelled >= row.quantity);
    let named = of_rows(order, &rows)?;
    let (mut lines, mut left_out) = (Vec::new(), 0_u64);
    for row in rows {
        let position = u32::try_from(row.position).map_err(Failure::internal)?;
        let mut texts: Vec<Vec<String>> = decode(&row.free_form)?;
        if let Some((players, _)) = named.get(&position).filter(|_| !ended) {
            let mut canceled = which_canceled(&players.names, &players.canceled).into_iter();
            texts.retain(|_| !canceled.next().unwrap_or_default());
        }
        let cancelled = if ended { 0 } else { row.cancelled.unsigned_abs() };
        let kept = kept_pieces(row.quantity.unsigned_abs(), cancelled, texts.len());
        left_out = left_out.saturating_add(row.quantity.unsigned_abs().saturating_sub(kept));
        if kept > 0 {
            lines.push(Then {
                position,
                options: options.get(&row.sku).cloned().unwrap_or_default(),
                sku: row.sku,
                product_id: row.product_id,
                name: row.name,
                quantity: i64::try_from(kept).map_err(Failure::internal)?,
                own_texts: has_own_texts(kept, texts.len()),
                texts,
                asked: false,
                was: row.unit_your_cents.into(),
            });
        }
    }
    Ok((lines, left_out))
}

/// What lines of then come to today. All prices are asked for at once, and each product is priced as if all of its lines were
/// ordered.
pub async fn compare(state: &AppState, visitor: &Visitor, then: &[Then]) -> Result<Vec<ReorderLineView>, Failure> {
    let catalog = state.catalog.load_full();
    let site = visitor.site;
    let found: Vec<_> = then.iter().map(|line| line.article(&catalog, site)).collect();
    let skus = found.iter().flatten().map(|found| found.variant.sku.to_string()).collect();
    let prices = cart::ask_for(state, visitor, skus).await?.prices;
    let mut lines = Vec::new();
    for (wanted, found) in then.iter().zip(&found) {
        let sku = found.map_or_else(|| wanted.sku.clone(), |found| found.variant.sku.to_string());
        let texts = serde_json::to_string(&wanted.texts).map_err(Failure::internal)?;
        let mut fresh = pool::new_row(wanted.position.to_string(), "", &sku, (wanted.quantity, texts));
        prices.apply(&mut fresh, false);
        let mut line = Line::read(fresh, &catalog, site)?;
        // Lines of articles that are gone pool with nothing.
        if line.sellable.is_none() {
            line.row.product_id.clone_from(&line.row.sku);
        }
        lines.push(line);
    }
    let pools = evaluate(lines, site);
    let outcomes: HashMap<&str, _> = pools
        .iter()
        .flat_map(pool::QuantityPool::outcomes)
        .map(|(line, outcome)| (line.row.id.as_str(), (line, outcome.unit)))
        .collect();
    let view = |wanted: &Then| {
        let (line, unit) = outcomes.get(wanted.position.to_string().as_str()).copied().unzip();
        let confirmed = line.is_some_and(|line| !line.is_to_be_confirmed());
        let unit = unit.flatten().filter(|_| confirmed);
        let sku_now = line.filter(|line| line.sellable.is_some()).map(|line| line.row.sku.clone()).unwrap_or_default();
        let draft = AddLineDraft { sku: sku_now.clone(), quantity: wanted.quantity, free_form: wanted.texts.clone() };
        let now = unit.map(|unit| unit.your);
        let facts = ReorderFacts {
            article: line.and_then(Line::article),
            replaced: !sku_now.is_empty() && sku_now != wanted.sku,
            was: wanted.was,
            now,
            asked: wanted.asked,
        };
        let (state, text, errors) = judge(facts, &draft, site);
        let product = line.and_then(|line| line.sellable).map(|found| found.product);
        ReorderLineView {
            position: wanted.position,
            sku: wanted.sku.clone(),
            sku_now,
            name: wanted.name.clone(),
            options: options_text(&wanted.options),
            quantity: wanted.quantity.unsigned_abs(),
            labels: product.map(|product| product.facts.free_form_options.clone()).unwrap_or_default(),
            texts: wanted.texts.clone(),
            own_texts: wanted.own_texts,
            state,
            had: state.is_had(),
            text,
            was: wanted.was,
            now: now.filter(|_| state.is_had()),
            errors,
        }
    };
    Ok(then.iter().map(view).collect())
}

/// Puts lines of then into the visitor's cart as if they were typed anew: what cannot be had is left out and told.
pub async fn add(
    state: &AppState,
    visitor: &Visitor,
    then: &[Then],
    draft: &ReorderDraft,
    keyed: Option<&IdempotencyKey>,
) -> Result<StoredResponse, Failure> {
    let catalog = state.catalog.load_full();
    let positions: Vec<u32> = then.iter().map(|line| line.position).collect();
    let errors = check_reorder(draft, &positions);
    if !errors.is_empty() {
        return Err(Failure::broken(errors));
    }
    let by_position: HashMap<u32, &Then> = then.iter().map(|line| (line.position, line)).collect();
    let drafts = draft.lines.iter().filter_map(|line| {
        let wanted = by_position.get(&line.position)?;
        let found = wanted.article(&catalog, visitor.site);
        let sku = found.map_or_else(|| wanted.sku.clone(), |found| found.variant.sku.to_string());
        Some(AddLineDraft { sku, quantity: line.quantity, free_form: line.free_form.clone() })
    });
    let (accepted, left_out) = accept_some(&catalog, visitor.site, drafts);
    if accepted.is_empty() {
        return StoredResponse::done(&CopiedCartView { change: None, left_out });
    }
    cart::add_accepted(state, visitor, &catalog, &accepted, keyed, &Codes::default(), |change| {
        StoredResponse::done(&CopiedCartView { change: Some(change), left_out })
    })
    .await
}

/// What an order would come to today, line by line.
pub async fn preview(state: &AppState, visitor: &Visitor, id: &str, key: &str) -> Result<ReorderView, Failure> {
    let (order, _) = find_seen(state, visitor, id, key).await?;
    let (then, left_out) = kept_of(state, &order).await?;
    let lines = compare(state, visitor, &then).await?;
    Ok(ReorderView { id: order.id, number: order.number, lines, left_out: left_out_text(left_out) })
}

/// Puts lines of an order that somebody sees into their cart.
pub async fn reorder(
    state: &AppState,
    visitor: &Visitor,
    (id, key): (&str, &str),
    draft: &ReorderDraft,
    keyed: Option<&IdempotencyKey>,
) -> Result<StoredResponse, Failure> {
    let (order, _) = find_seen(state, visitor, id, key).await?;
    add(state, visitor, &lines_of(state, &order).await?, draft, keyed).await
}

//! An earlier order as a new season begins: the products a roster orders for each player, chosen as they were, and what was
//! ordered of them. Names stay with who reads the order; nothing is put into a cart here.

use std::collections::BTreeMap;

use fieldhouse_core::{
    cart::ordered::options_text,
    catalog::ProductView,
    money::Cents,
    orders::season::{SeasonLine, SeasonProduct, SeasonSide, SeasonStyleView, SeasonView, counted, is_for_each_player},
};
use fieldhouse_kernel::failure::Failure;

use super::{
    find_seen,
    reorder::{Then, lines_of},
};
use crate::{
    finding::catalog::{Product, Sellable},
    session::Visitor,
    state::AppState,
};

/// The group of a product that an article belongs to, by its place.
fn group_of(found: Sellable<'_>) -> Option<usize> {
    let Sellable { product, variant } = found;
    product.groups.iter().position(|group| product.members(group).any(|member| member.sku == variant.sku))
}

/// What a product in one of its colors is called, as the roster page calls it.
fn style_name(product: &Product, group: usize) -> String {
    match product.groups.get(group) {
        Some(group) if product.groups.len() > 1 => format!("{}, {}", product.facts.name, group.title),
        _ => product.facts.name.clone(),
    }
}

/// An order that somebody may see, as the beginning of a new season.
pub async fn begin(state: &AppState, visitor: &Visitor, id: &str, key: &str) -> Result<SeasonView, Failure> {
    let (order, _) = find_seen(state, visitor, id, key).await?;
    let lines = lines_of(state, &order).await?;
    let catalog = state.catalog.load_full();
    // What is ordered by phone is in no roster; what ran out is, and its rows say so.
    let sold = |line: &Then| {
        let found = line.article(&catalog, visitor.site).filter(|found| !found.product.facts.call_to_order)?;
        Some((found, group_of(found)?))
    };
    let named = lines.iter().filter_map(sold).any(|(found, _)| !found.product.facts.free_form_options.is_empty());
    let mut styles: Vec<SeasonStyleView> = Vec::new();
    let mut before = SeasonSide::default();
    let (mut beside, mut gone) = (BTreeMap::<String, u64>::new(), BTreeMap::<String, u64>::new());
    for line in lines {
        let pieces = line.quantity.unsigned_abs();
        let Some((found, group)) = sold(&line) else {
            let chosen = options_text(&line.options);
            let name = if chosen.is_empty() { line.name } else { format!("{}, {chosen}", line.name) };
            let sum = gone.entry(name).or_default();
            *sum = sum.saturating_add(pieces);
            continue;
        };
        let product = found.product;
        let labels = &product.facts.free_form_options;
        let sizes = product.groups.get(group).map_or(0, |group| group.members.len());
        if !is_for_each_player(sizes, labels, named) {
            let sum = beside.entry(style_name(product, group)).or_default();
            *sum = sum.saturating_add(pieces);
            continue;
        }
        let variant = u32::try_from(group).map_err(Failure::internal)?;
        if !styles.iter().any(|style| style.product.id == product.facts.id && style.variant == variant) {
            // Others beside it belong to its page.
            let shown = ProductView { related: Vec::new(), ..catalog.product_view(visitor.site, product) };
            styles.push(SeasonStyleView { product: shown, variant });
        }
        let charged = u32::try_from(pieces).ok().and_then(|pieces| line.was.checked_mul(pieces)).unwrap_or(Cents::MAX);
        match before.products.iter_mut().find(|known| known.product == product.facts.id) {
            Some(known) => {
                known.pieces = known.pieces.saturating_add(pieces);
                known.charged = known.charged.saturating_add(charged);
            }
            None => before.products.push(SeasonProduct {
                product: product.facts.id.clone(),
                name: product.facts.name.clone(),
                pieces,
                charged,
            }),
        }
        before.lines.push(SeasonLine {
            style: style_name(product, group),
            size: found.variant.size.to_string(),
            pieces,
            labels: labels.clone(),
            texts: line.texts,
        });
    }
    let told = |names: BTreeMap<String, u64>| names.iter().map(|(name, pieces)| counted(name, *pieces)).collect();
    Ok(SeasonView { id: order.id, number: order.number, styles, before, beside: told(beside), gone: told(gone) })
}

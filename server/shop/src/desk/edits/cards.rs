//! The cards of an order that was edited: what it keeps of its articles stays, quantities and prices are those of its lines.

use fieldhouse_core::{
    brand::Site,
    cart::{CartCardView, LineView, PricePairView},
    money::Cents,
    pricing::YourPrice,
};

use crate::buying::cart::{
    pool::{Line, evaluate},
    view::cards,
};

/// A line as its card is to show it.
#[derive(Debug, Clone)]
pub(super) struct Shown {
    /// Stock keeping unit.
    pub sku: String,
    /// Texts before.
    pub texts_before: Vec<Vec<String>>,
    /// Price of a piece before.
    pub unit_before: YourPrice,
    /// Pieces; none takes it out.
    pub quantity: u32,
    /// Texts.
    pub texts: Vec<Vec<String>>,
    /// Price of a piece.
    pub unit: YourPrice,
    /// Price of the line.
    pub line: YourPrice,
}

impl Shown {
    fn is(&self, line: &LineView) -> bool {
        line.sku == self.sku && line.free_form == self.texts_before && line.unit_price == self.unit_before.view()
    }

    fn put(&self, line: &mut LineView) {
        line.quantity = self.quantity;
        line.free_form.clone_from(&self.texts);
        line.unit_price = self.unit.view();
        line.line_price = self.line.view();
    }
}

/// Puts changed lines into the cards of an order. The cards of those that are taken out: what they were is told of them still.
pub(super) fn change(items: &mut Vec<CartCardView>, changed: &[Shown]) -> Vec<CartCardView> {
    for shown in changed {
        let mut lines = items.iter_mut().flat_map(|card| &mut card.line_items);
        if let Some(line) = lines.find(|line| shown.is(line)) {
            shown.put(line);
        }
    }
    let mut taken_out = Vec::new();
    for card in &mut *items {
        let gone: Vec<LineView> = card.line_items.extract_if(.., |line| line.quantity == 0).collect();
        if !gone.is_empty() {
            taken_out.push(CartCardView { line_items: gone, ..card.clone() });
        }
    }
    items.retain(|card| !card.line_items.is_empty());
    taken_out
}

/// Adds an article with the card it has today, beside its like where there is some.
pub(super) fn add(items: &mut Vec<CartCardView>, line: Line<'_>, site: Site, shown: &Shown) {
    for mut card in cards(&evaluate(vec![line], site)) {
        card.line_items.iter_mut().for_each(|line| shown.put(line));
        match items.iter_mut().find(|known| known.key == card.key) {
            Some(known) => known.line_items.append(&mut card.line_items),
            None => items.push(card),
        }
    }
}

/// Adds up what stands on the cards. What more pieces would have cost less is no promise of a placed order.
pub(super) fn settle(items: &mut [CartCardView]) {
    let pieces =
        |card: &CartCardView| card.line_items.iter().fold(0_u32, |sum, line| sum.saturating_add(line.quantity));
    let pooled: Vec<(String, u32)> = items.iter().map(|card| (card.id.clone(), pieces(card))).collect();
    for card in items {
        let of_product = pooled.iter().filter(|(id, _)| *id == card.id);
        card.pooled_quantity = of_product.fold(0_u32, |sum, (_, pieces)| sum.saturating_add(*pieces));
        card.next_tier = None;
        let sum = |read: fn(&PricePairView) -> Cents| {
            card.line_items.iter().fold(Cents::ZERO, |sum, line| sum.saturating_add(read(&line.line_price)))
        };
        let base = sum(|price| price.regular_price);
        let your = sum(|price| price.discounted_price.unwrap_or(price.regular_price));
        card.subtotal = YourPrice { base, your }.view();
    }
}

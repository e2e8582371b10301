//! Rows and snapshot brought before the rules: the lines of a cart by product, since quantities
//! pool within one. Decides nothing itself.

use std::collections::HashMap;

use base64::Engine as _;
use fieldhouse_core::{
    brand::Site,
    cart::{
        evaluation::{LineFacts, LineOutcome, ProductOutcome, Sums, evaluate_product},
        free_form::{FreeForm, line_identity},
        lines::Article,
        quantity::QuantityRule,
    },
    catalog::AvailableDate,
    money::Cents,
    pricing::ArticlePrices,
};
use fieldhouse_kernel::db::columns::Money;
use fieldhouse_kernel::failure::Failure;
use sha2::{Digest, Sha256};

use super::{
    personal::ALWAYS,
    store::{CartRow, LineRow},
};
use crate::finding::catalog::{Catalog, Sellable};

/// A line with what today's snapshot says of its article.
pub struct Line<'a> {
    /// The row, with the prices of the last evaluation.
    pub row: LineRow,
    /// Its free texts.
    pub free_form: FreeForm,
    /// The article; nothing when the site no longer sells it.
    pub sellable: Option<Sellable<'a>>,
    /// MM/DD/YYYY when it comes back, or empty.
    pub available_date: String,
}

impl<'a> Line<'a> {
    /// Whether each piece has texts of its own.
    pub fn has_names(&self) -> bool {
        self.free_form.entries().len() > 1
    }

    /// A row with its article.
    pub fn read(row: LineRow, catalog: &'a Catalog, site: Site) -> Result<Self, Failure> {
        let entries = serde_json::from_str(&row.free_form).map_err(Failure::internal)?;
        let sellable = catalog.sellable(site, &row.sku);
        Ok(Self {
            free_form: FreeForm::stored(entries),
            sellable,
            available_date: sellable.map(available_date).unwrap_or_default(),
            row,
        })
    }

    /// The article as the rules read it.
    pub fn article(&self) -> Option<Article<'_>> {
        let personal = self.row.personal_cents.map(Cents::from);
        let article = article(self.sellable?, &self.available_date);
        Some(Article { prices: ArticlePrices { personal, ..article.prices }, ..article })
    }

    /// True while nobody confirmed its price; the base price is shown then.
    pub const fn is_to_be_confirmed(&self) -> bool {
        self.row.confirmed_at.is_none()
    }

    /// Pieces.
    pub fn pieces(&self) -> u32 {
        u32::try_from(self.row.quantity).unwrap_or(u32::MAX)
    }

    fn facts(&self) -> LineFacts<'_> {
        LineFacts { pieces: self.pieces(), free_form_entries: self.free_form.entries().len(), article: self.article() }
    }
}

/// A row of an article without a place in a cart and a price yet.
pub fn new_row(id: String, cart_id: &str, sku: &str, (quantity, free_form): (i64, String)) -> LineRow {
    LineRow {
        id,
        cart_id: cart_id.to_owned(),
        product_id: String::new(),
        sku: sku.to_owned(),
        identity: String::new(),
        quantity,
        free_form,
        position: 0,
        base_cents: Money::default(),
        your_cents: Money::default(),
        personal_cents: None,
        promo_code: String::new(),
        confirmed_at: Some(ALWAYS),
    }
}

/// An article of the snapshot as the rules read it.
pub fn article<'a>(found: Sellable<'a>, available_date: &'a str) -> Article<'a> {
    let Sellable { product, variant } = found;
    Article {
        rule: QuantityRule { min_order_qty: variant.min_order_qty, delivery_unit: variant.delivery_unit },
        prices: variant.prices(),
        unavailable: !variant.available,
        available_date,
        call_to_order: product.facts.call_to_order,
        free_form_options: &product.facts.free_form_options,
    }
}

/// MM/DD/YYYY when an article comes back, or empty.
pub fn available_date(found: Sellable<'_>) -> String {
    found.variant.available_date().map_or_else(String::new, AvailableDate::text)
}

/// All lines of one product in a cart, evaluated.
pub struct QuantityPool<'a> {
    /// Lines in the order they were added.
    pub lines: Vec<Line<'a>>,
    /// What they come to.
    pub outcome: ProductOutcome,
}

impl<'a> QuantityPool<'a> {
    /// Lines with their outcomes.
    pub fn outcomes(&self) -> impl Iterator<Item = (&Line<'a>, &LineOutcome)> {
        self.lines.iter().zip(&self.outcome.lines)
    }
}

/// Evaluates lines product by product, in the order the products came in, and notes the prices in
/// their rows.
pub fn evaluate<'a>(lines: Vec<Line<'a>>, site: Site) -> Vec<QuantityPool<'a>> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut groups: Vec<Vec<Line<'a>>> = Vec::new();
    for mut line in lines {
        if let Some(found) = line.sellable {
            line.row.product_id.clone_from(&found.product.facts.id);
        }
        let place = *places.entry(line.row.product_id.clone()).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len().saturating_sub(1)
        });
        if let Some(group) = groups.get_mut(place) {
            group.push(line);
        }
    }
    let evaluated = groups.into_iter().map(|mut lines| {
        let facts: Vec<LineFacts<'_>> = lines.iter().map(Line::facts).collect();
        let outcome = evaluate_product(&facts, site);
        for (line, priced) in lines.iter_mut().zip(&outcome.lines) {
            line.row.base_cents = priced.line.base.into();
            line.row.your_cents = priced.line.your.into();
        }
        QuantityPool { lines, outcome }
    });
    evaluated.collect()
}

/// The sums of evaluated products.
pub fn sums_of(pools: &[QuantityPool<'_>]) -> Sums {
    pools.iter().fold(Sums::default(), |sums, pool| sums.plus(pool.outcome.sums))
}

/// The sums rows were stored with.
pub fn stored_sums(rows: &[LineRow]) -> Sums {
    rows.iter().fold(Sums::default(), |sums, row| {
        sums.plus(Sums {
            merchandise: row.base_cents.into(),
            yours: row.your_cents.into(),
            pieces: u64::try_from(row.quantity).unwrap_or_default(),
            lines: 1,
        })
    })
}

/// The sums a cart was stored with.
pub fn cart_sums(cart: &CartRow) -> Sums {
    Sums {
        merchandise: cart.merch_cents.into(),
        yours: cart.your_cents.into(),
        pieces: u64::try_from(cart.total_quantity).unwrap_or_default(),
        lines: u32::try_from(cart.line_count).unwrap_or_default(),
    }
}

/// Notes sums in a cart's row.
pub fn note_sums(cart: &mut CartRow, sums: Sums) {
    cart.merch_cents = sums.merchandise.into();
    cart.your_cents = sums.yours.into();
    cart.total_quantity = i64::try_from(sums.pieces).unwrap_or(i64::MAX);
    cart.line_count = i64::from(sums.lines);
}

/// The digest of a line's identity.
pub fn identity(sku: &str, free_form: &FreeForm) -> String {
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(Sha256::digest(line_identity(sku, free_form)))
}

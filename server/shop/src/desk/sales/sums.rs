//! What some events add to the figures.

use std::collections::BTreeMap;

use fieldhouse_core::{
    brand::Site,
    sales::{Moved, SalesKind},
};

use super::facts::{CountedLineRow, CountedOrderRow};

/// What is added for an article.
#[derive(Debug)]
pub struct OfArticle {
    /// Its style.
    pub product_id: String,
    /// Name of the style.
    pub name: String,
    /// By how much.
    pub moved: Moved,
}

/// What is added to the figures: by the keys of their rows, so that nodes write rows in the same order.
#[derive(Debug, Default)]
pub struct Sums {
    pub(super) days: BTreeMap<(Site, String, SalesKind), Moved>,
    pub(super) units: BTreeMap<(Site, String, String, SalesKind), (String, Moved)>,
    pub(super) articles: BTreeMap<(Site, String, String, SalesKind), OfArticle>,
    pub(super) decisions: BTreeMap<(Site, String, u32), i64>,
    /// Shipments, and how many of them left late.
    pub(super) shipments: BTreeMap<(Site, String), (i64, i64)>,
}

impl Sums {
    /// What an order moved on a day, for the brand and for whom it is.
    pub fn add_to_days(&mut self, (site, day, order): (Site, &str, &CountedOrderRow), kind: SalesKind, moved: Moved) {
        let of_day = self.days.entry((site, day.to_owned(), kind)).or_default();
        *of_day = of_day.plus(moved);
        let key = (site, day.to_owned(), order.unit_key.clone(), kind);
        let (_, of_unit) = self.units.entry(key).or_insert_with(|| (order.unit_name.clone(), Moved::default()));
        *of_unit = of_unit.plus(moved);
    }

    /// What a line moved.
    pub fn add_to_articles(&mut self, (site, day, line): (Site, &str, &CountedLineRow), kind: SalesKind, moved: Moved) {
        let key = (site, day.to_owned(), line.sku.clone(), kind);
        let new =
            || OfArticle { product_id: line.product_id.clone(), name: line.name.clone(), moved: Moved::default() };
        let of_article = self.articles.entry(key).or_insert_with(new);
        of_article.moved = of_article.moved.plus(moved);
    }

    /// A shipment that left.
    pub fn add_shipment(&mut self, site: Site, day: &str, is_late: bool) {
        let (shipments, late) = self.shipments.entry((site, day.to_owned())).or_default();
        *shipments = shipments.saturating_add(1);
        *late = late.saturating_add(i64::from(is_late));
    }

    /// An approval that was decided within so many hours.
    pub fn add_decision(&mut self, site: Site, day: &str, within: u32) {
        let approvals = self.decisions.entry((site, day.to_owned(), within)).or_default();
        *approvals = approvals.saturating_add(1);
    }
}

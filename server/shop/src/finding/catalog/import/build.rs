//! Rows become records: grouped by product, ids and slugs of the whole file made to differ. What one product says: `product`.

use std::collections::{BTreeMap, HashMap, HashSet};

use fieldhouse_core::brand::Site;
use jiff::civil::Date;

use super::{
    cells::{named, pairs},
    mapping::{Children, Mapping, OddCells, Parent},
    product::{Group, LONGEST_KEY, Placed, is_meant, read_product, slug_of},
};
use crate::{
    finding::{
        catalog::record::{CatalogRecords, CategoryRecord, ProductRecord},
        pictures::folder::Folder,
    },
    import::{Errors, rows::Row},
};

/// Collects rows.
pub struct Builder<'a> {
    mapping: &'a Mapping,
    sites: Vec<Site>,
    /// The day by which dated prices are told.
    today: Date,
    groups: Vec<Group>,
    at: HashMap<String, usize>,
    /// Rows whose product is known only when all are read.
    waiting: Vec<Row>,
    /// Rows the mapping leaves out.
    pub skipped: u64,
}

/// What was built, and where each part of it stands in the file.
pub struct Built {
    /// Records.
    pub records: CatalogRecords,
    /// Row of each product, and of each of its variants.
    pub places: Vec<(u64, Vec<u64>)>,
    /// Products the mapping leaves out as not sold.
    pub not_sold: usize,
    /// Products left out for a cell that cannot be read, because the mapping chose so.
    pub left_out: usize,
    /// Articles left out alone for the same reason.
    pub left_out_articles: usize,
    /// What was found of the pictures.
    pub pictures: Pictures,
}

/// What the cells about pictures came to.
#[derive(Debug, Default)]
pub struct Pictures {
    /// The import's folder, with what was found there.
    pub folder: Folder,
    /// Addresses elsewhere: neither fetched nor linked.
    pub elsewhere: usize,
    /// Files the folder does not have: the placeholder stands in.
    pub missing: usize,
}

impl<'a> Builder<'a> {
    /// An empty one; `sites` replace those of the mapping.
    pub fn new(mapping: &'a Mapping, sites: Option<Vec<Site>>, today: Date) -> Self {
        let sites = sites.unwrap_or_else(|| mapping.sites.clone());
        Self { mapping, sites, today, groups: Vec::new(), at: HashMap::new(), waiting: Vec::new(), skipped: 0 }
    }

    /// Takes a row up.
    pub fn take(&mut self, row: Row, errors: &mut Errors) {
        if self.mapping.skip.iter().any(|test| is_meant(test, &row)) {
            self.skipped = self.skipped.saturating_add(1);
            return;
        }
        let Some(group_by) = &self.mapping.rows.group_by else {
            self.waiting.push(row);
            return;
        };
        let key = row.text(group_by).to_owned();
        if key.is_empty() {
            self.belongs_nowhere(row.number, group_by, "it is empty: the row belongs to no product", errors);
            return;
        }
        let at = *self.at.entry(key).or_insert_with(|| {
            self.groups.push(Group::starting(row.number));
            self.groups.len().saturating_sub(1)
        });
        let Some(group) = self.groups.get_mut(at) else { return };
        if self.mapping.rows.variant_rows_have.as_ref().is_some_and(|column| row.text(column).is_empty()) {
            // The first row of a product tells about it even where it has no article of its own.
            if group.product.is_none() {
                group.product = Some(row.clone());
            }
            group.pictures.push(row);
            return;
        }
        match &self.mapping.rows.product_rows_have {
            None => {
                group.product.get_or_insert_with(|| row.clone());
                group.variants.push(row);
            }
            Some(column) if row.text(column).is_empty() => group.variants.push(row),
            Some(column) => match &group.product {
                Some(told) => {
                    let message = format!("row {} tells about this product already", told.number);
                    errors.push(row.number, column, &message);
                }
                None => group.product = Some(row),
            },
        }
    }

    /// A row without a product: an error, or left out.
    fn belongs_nowhere(&self, row: u64, column: &str, message: &str, errors: &mut Errors) {
        if self.mapping.chose(OddCells::LeaveOut) {
            errors.warn(row, column, "left_out", &format!("left out: {message}"));
        } else {
            errors.push(row, column, message);
        }
    }

    /// Variants whose row names their parent.
    fn group_by_parent(&mut self, rule: &Parent, errors: &mut Errors) {
        let mut owners: HashMap<String, usize> = HashMap::new();
        let (variants, products): (Vec<Row>, Vec<Row>) =
            std::mem::take(&mut self.waiting).into_iter().partition(|row| !row.text(&rule.column).is_empty());
        for row in products {
            let at = self.groups.len();
            let id = rule.id.as_ref().map(|id| format!("{}{}", rule.id_prefix, row.text(id)));
            for key in [Some(row.text(&rule.of).to_owned()), id].into_iter().flatten().filter(|key| !key.is_empty()) {
                owners.entry(key).or_insert(at);
            }
            self.groups.push(Group { product: Some(row.clone()), ..Group::starting(row.number) });
        }
        for row in variants {
            let parent = row.text(&rule.column).to_owned();
            if let Some(group) = owners.get(&parent).and_then(|at| self.groups.get_mut(*at)) {
                group.variants.push(row);
            } else {
                let message = format!("no row is the parent '{}'", parent.chars().take(40).collect::<String>());
                self.belongs_nowhere(row.number, &rule.column, &message, errors);
            }
        }
    }

    /// Variants that their parent's row names.
    fn group_by_children(&mut self, rule: &Children, errors: &mut Errors) {
        let Some(packed) = self.mapping.packed.get(&rule.column) else { return };
        let rows = std::mem::take(&mut self.waiting);
        // Of each named variant: the row of its parent, and what that says about it.
        let mut named: HashMap<String, (u64, String)> = HashMap::new();
        let mut parents: HashMap<u64, usize> = HashMap::new();
        for row in rows.iter().filter(|row| !row.text(&rule.column).is_empty()) {
            for entry in row.text(&rule.column).split(rule.between.as_str()) {
                if let Some((_, key)) = pairs(entry, packed).into_iter().find(|(name, _)| *name == rule.key) {
                    named.entry(key).or_insert_with(|| (row.number, entry.to_owned()));
                }
            }
        }
        let (variants, products): (Vec<Row>, Vec<Row>) =
            rows.into_iter().partition(|row| named.contains_key(row.text(&rule.of)));
        for row in products {
            parents.insert(row.number, self.groups.len());
            self.groups.push(Group { product: Some(row.clone()), ..Group::starting(row.number) });
        }
        for row in variants {
            let Some((parent, entry)) = named.remove(row.text(&rule.of)) else {
                let message = "its parent's row names it, but another row before is the same";
                self.belongs_nowhere(row.number, &rule.of, message, errors);
                continue;
            };
            if let Some(group) = parents.get(&parent).and_then(|at| self.groups.get_mut(*at)) {
                group.variants.push(row.with(&rule.column, &entry));
            }
        }
        for (key, (parent, _)) in named {
            let message =
                format!("it names the variant '{}', which has no row", key.chars().take(40).collect::<String>());
            errors.warn(parent, &rule.column, "variant_missing", &message);
        }
    }

    /// The records of all rows.
    pub fn finish(mut self, folder: Folder, errors: &mut Errors) -> Built {
        let mapping = self.mapping;
        if let Some(rule) = &mapping.rows.parent {
            self.group_by_parent(rule, errors);
        }
        if let Some(rule) = &mapping.rows.children {
            self.group_by_children(rule, errors);
        }
        let mut built = Built {
            records: CatalogRecords::default(),
            places: Vec::with_capacity(self.groups.len()),
            not_sold: 0,
            left_out: 0,
            left_out_articles: 0,
            pictures: Pictures { folder, ..Pictures::default() },
        };
        let mut categories: BTreeMap<String, CategoryRecord> = BTreeMap::new();
        let mut taken = Taken::default();
        for group in self.groups {
            // What is wrong with one product, so that it can be left out alone.
            let mut own = Errors::default();
            let record = read_product(mapping, &self.sites, self.today, group, &mut categories, &mut built, &mut own);
            match record {
                Some((record, place)) if own.is_empty() => {
                    if let Some((record, place)) = taken.admit(mapping, record, place, &mut built, &mut own) {
                        built.places.push(place);
                        built.records.products.push(record);
                    }
                }
                _ if !own.is_empty() && mapping.chose(OddCells::LeaveOut) => {
                    built.left_out = built.left_out.saturating_add(1);
                    errors.leave_out(own);
                    continue;
                }
                _ => {}
            }
            errors.absorb(own);
        }
        built.records.categories = categories.into_values().collect();
        built.records.categories.sort_by_key(|category| category.position);
        built
    }
}

/// The keys that the rows so far have. Where the mapping chose nothing, what two have is refused once all is read.
#[derive(Default)]
struct Taken {
    ids: HashSet<String>,
    slugs: HashSet<String>,
    skus: HashSet<String>,
}

impl Taken {
    /// The product as it can stand beside those before, as the mapping chose; nothing when it is left out.
    fn admit(
        &mut self,
        mapping: &Mapping,
        mut record: ProductRecord,
        (row, rows): (u64, Vec<u64>),
        built: &mut Built,
        errors: &mut Errors,
    ) -> Option<Placed> {
        let facts = &mut record.facts;
        let leaves_out = mapping.chose(OddCells::LeaveOutDuplicates);
        let slug = named(&mapping.product.slug.rule());
        if self.slugs.contains(&facts.slug) && mapping.chose(OddCells::SlugWithId) {
            let longer = [facts.slug.as_str(), &slug_of(&facts.id)].join("-");
            if longer.len() <= LONGEST_KEY && !self.slugs.contains(&longer) {
                let message = "an earlier row has the same: its id stands behind it in the address";
                errors.warn(row, &slug, "slug_with_id", message);
                facts.slug = longer;
            }
        }
        let id = mapping.product.id.as_ref().map_or_else(|| slug.clone(), |cell| named(&cell.rule()));
        let twice = [(self.ids.contains(&facts.id), id), (self.slugs.contains(&facts.slug), slug)];
        if let Some((_, column)) = twice.iter().find(|(is_taken, _)| *is_taken)
            && leaves_out
        {
            errors.warn(row, column, "left_out", "left out: an earlier row has the same");
            built.left_out = built.left_out.saturating_add(1);
            return None;
        }
        let sku = named(&mapping.variant.sku.rule());
        let all = rows.len();
        let articles: Vec<_> = record.variants.into_iter().zip(rows).collect();
        let (variants, rows): (Vec<_>, Vec<_>) = articles
            .into_iter()
            .filter(|(article, row)| {
                let is_new = self.skus.insert(article.sku.clone()) || !leaves_out;
                if !is_new {
                    errors.warn(*row, &sku, "left_out", "left out: an earlier row has the same");
                }
                is_new
            })
            .unzip();
        let Some(first) = variants.first() else {
            built.left_out = built.left_out.saturating_add(1);
            return None;
        };
        built.left_out_articles = built.left_out_articles.saturating_add(all.saturating_sub(rows.len()));
        // Where no cell tells the product's own, it is that of its first article.
        if mapping.product.sku.is_none() {
            facts.sku.clone_from(&first.sku);
        }
        self.ids.insert(facts.id.clone());
        self.slugs.insert(facts.slug.clone());
        Some((ProductRecord { facts: record.facts, variants }, (row, rows)))
    }
}

//! What an import changes: new records held against what the database has. Decides, writes nothing.

use std::collections::{HashMap, HashSet};

use base64::{Engine, prelude::BASE64_STANDARD_NO_PAD};
use sea_orm::FromQueryResult;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::{
    Update,
    record::{CatalogRecords, CategoryRecord, ProductFacts, ProductRecord, VariantRecord},
};
use crate::import::report::{Counts, Fate};

/// What the database has, as far as an import must know it.
#[derive(Debug, Default)]
pub struct Known {
    /// By id.
    pub products: HashMap<String, KnownProduct>,
    /// By sku.
    pub variants: HashMap<String, KnownVariant>,
    /// By path.
    pub categories: HashMap<String, CategoryRecord>,
    /// The number of the last change.
    pub change: i64,
    /// Something was written by an import that did not come to its end: no node was told to look at it.
    pub unshown: bool,
}

/// A product the database has.
#[derive(Debug, FromQueryResult)]
pub struct KnownProduct {
    /// Slug.
    pub slug: String,
    /// The import it came from.
    pub source: String,
    /// Order.
    pub position: i64,
    /// Of the facts.
    pub hash: String,
}

/// A variant the database has.
#[derive(Debug, FromQueryResult)]
pub struct KnownVariant {
    /// Its product.
    pub product_id: String,
    /// Of the record.
    pub hash: String,
}

/// What is to be done, by position in the records.
#[derive(Debug, Default)]
pub struct Plan {
    /// Of each product's facts, with its order in the catalogue.
    pub products: Vec<(Fate, i64)>,
    /// Of each product's variants.
    pub variants: Vec<Vec<Fate>>,
    /// Categories to write.
    pub categories: Vec<CategoryRecord>,
    /// Ids of products whose slug goes to another one: they let go of it before anything is written.
    pub freed: Vec<String>,
    /// Ids of this source's products that the records do not have.
    pub missing_products: Vec<String>,
    /// Skus of the records' products that the records do not have.
    pub missing_variants: Vec<String>,
}

/// How much a change of the catalogue touches, as far as it can tell: a node that finds more of it reads everything anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Nothing but facts of articles that are there: prices, stock, quantities.
    Articles,
    /// What is said of products that are there, too.
    Words,
    /// A product or an article comes or goes, or a category.
    Whole,
}

/// A record that cannot stand beside what the database has or beside another record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// Position of the product in the records.
    pub product: usize,
    /// Position of the variant in it, when the variant is meant.
    pub variant: Option<usize>,
    /// One sentence.
    pub message: String,
}

/// Holds `records` against what is `known`.
pub fn plan(records: &CatalogRecords, how: &Update, known: &Known) -> Result<Plan, Vec<Conflict>> {
    let source = how.source.as_str();
    let mut conflicts = Vec::new();
    let mut plan = Plan::default();
    let ids: HashSet<&str> = records.products.iter().map(|record| record.facts.id.as_str()).collect();
    let slugs: HashMap<&str, &str> =
        known.products.iter().map(|(id, product)| (product.slug.as_str(), id.as_str())).collect();
    // What goes with this import keeps nothing from anybody.
    let goes = |id: &str| how.remove_missing && known.products.get(id).is_some_and(|there| there.source == source);
    let stays = |id: &str| !ids.contains(id) && !goes(id);
    let mut seen = Seen::default();
    let mut next_position = known.products.values().map(|product| product.position).max().map_or(0, |last| last + 1);
    for (product, record) in records.products.iter().enumerate() {
        let facts = &record.facts;
        let mut conflict =
            |variant: Option<usize>, message: String| conflicts.push(Conflict { product, variant, message });
        if !seen.ids.insert(&facts.id) {
            conflict(None, format!("the product id '{}' is used twice", facts.id));
        }
        if !seen.slugs.insert(&facts.slug) {
            conflict(None, format!("the slug '{}' is used twice", facts.slug));
        }
        match slugs.get(facts.slug.as_str()) {
            Some(owner) if stays(owner) => {
                conflict(None, format!("the slug '{}' belongs to another product", facts.slug));
            }
            Some(owner) if *owner != facts.id => plan.freed.push((*owner).to_owned()),
            _ => {}
        }
        let (fate, position) = match known.products.get(&facts.id) {
            Some(there) if there.source != source => {
                conflict(None, format!("the product id '{}' belongs to the source '{}'", facts.id, there.source));
                continue;
            }
            Some(there) if there.hash == facts_hash(facts) => (Fate::Unchanged, there.position),
            Some(there) => (Fate::Changed, there.position),
            None => {
                next_position += 1;
                (Fate::Added, next_position - 1)
            }
        };
        plan.products.push((fate, position));
        let mut fates = Vec::with_capacity(record.variants.len());
        for (nth, variant) in record.variants.iter().enumerate() {
            if !seen.skus.insert(&variant.sku) {
                conflict(Some(nth), format!("the sku '{}' is used twice", variant.sku));
            }
            fates.push(match known.variants.get(&variant.sku) {
                Some(there) if stays(&there.product_id) => {
                    conflict(Some(nth), format!("the sku '{}' belongs to another product", variant.sku));
                    Fate::Unchanged
                }
                Some(there) if there.hash == variant_hash(&facts.id, nth, variant) => Fate::Unchanged,
                Some(_) => Fate::Changed,
                None => Fate::Added,
            });
        }
        plan.variants.push(fates);
    }
    if !conflicts.is_empty() {
        return Err(conflicts);
    }
    plan.missing_products = missing(&known.products, |id, product| product.source == source && !ids.contains(id));
    plan.missing_variants =
        missing(&known.variants, |sku, variant| ids.contains(variant.product_id.as_str()) && !seen.skus.contains(sku));
    plan.categories = categories_to_write(records, known, how.owns_categories);
    Ok(plan)
}

#[derive(Default)]
struct Seen<'a> {
    ids: HashSet<&'a str>,
    slugs: HashSet<&'a str>,
    skus: HashSet<&'a str>,
}

fn missing<T>(known: &HashMap<String, T>, is_missing: impl Fn(&str, &T) -> bool) -> Vec<String> {
    let mut keys: Vec<String> =
        known.iter().filter(|(key, value)| is_missing(key, value)).map(|(key, _)| key.clone()).collect();
    keys.sort();
    keys
}

/// Named categories that are new (or differ, for their owner), and the unnamed ones that products stand in.
fn categories_to_write(records: &CatalogRecords, known: &Known, owns_categories: bool) -> Vec<CategoryRecord> {
    let is_to_write = |record: &&CategoryRecord| match known.categories.get(&record.path) {
        None => true,
        Some(there) => owns_categories && there != *record,
    };
    let mut write: Vec<CategoryRecord> = records.categories.iter().filter(is_to_write).cloned().collect();
    let mut there: HashSet<&str> = known.categories.keys().map(String::as_str).collect();
    there.extend(records.categories.iter().map(|record| record.path.as_str()));
    for path in records.products.iter().flat_map(|product| &product.facts.categories) {
        if there.insert(path) {
            let name = super::snapshot::name_from_slug(path);
            write.push(CategoryRecord { path: path.clone(), name, ..CategoryRecord::default() });
        }
    }
    write
}

/// Of everything an import can change about a product.
pub fn facts_hash(facts: &ProductFacts) -> String {
    hash(facts)
}

/// Of everything an import can change about a variant, its place included.
pub fn variant_hash(product_id: &str, position: usize, variant: &VariantRecord) -> String {
    hash(&(product_id, position, variant))
}

fn hash(value: &impl Serialize) -> String {
    // Serialising plain records to memory cannot fail; an empty text would only look like a change.
    let json = serde_json::to_vec(value).unwrap_or_default();
    BASE64_STANDARD_NO_PAD.encode(Sha256::digest(&json))
}

/// How many were added, changed, removed and left alone, with examples to show.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// Products.
    pub products: Counts,
    /// Variants.
    pub variants: Counts,
}

impl Changes {
    /// True when nothing is added, changed or taken out.
    pub fn is_empty(&self) -> bool {
        self.products.is_empty() && self.variants.is_empty()
    }
}

/// Examples of each kind shown in a report.
const EXAMPLES: usize = 3;

impl Plan {
    /// How much of the catalogue it changes.
    pub fn reach(&self, remove_missing: bool) -> Reach {
        let removed = remove_missing && !(self.missing_products.is_empty() && self.missing_variants.is_empty());
        let mut fates = self.products.iter().map(|(fate, _)| fate);
        let mut all = fates.clone().chain(self.variants.iter().flatten());
        if removed || !self.freed.is_empty() || !self.categories.is_empty() || all.any(|fate| *fate == Fate::Added) {
            Reach::Whole
        } else if fates.any(|fate| *fate == Fate::Changed) {
            Reach::Words
        } else {
            Reach::Articles
        }
    }

    /// The plan in numbers.
    pub fn changes(&self, records: &CatalogRecords, remove_missing: bool) -> Changes {
        let products = self.products.iter().map(|(fate, _)| *fate).zip(&records.products);
        let variants = self.variants.iter().flatten().copied().zip(records.products.iter().flat_map(skus));
        Changes {
            products: counts(
                products.map(|(fate, product)| (fate, product.facts.id.as_str())),
                &self.missing_products,
                remove_missing,
            ),
            variants: counts(variants, &self.missing_variants, remove_missing),
        }
    }
}

fn skus(product: &ProductRecord) -> impl Iterator<Item = &str> {
    product.variants.iter().map(|variant| variant.sku.as_str())
}

fn counts<'a>(fates: impl Iterator<Item = (Fate, &'a str)>, missing: &[String], removed: bool) -> Counts {
    let mut counts = Counts { missing: Some(missing.len()), removed, ..Counts::default() };
    for (fate, name) in fates {
        counts.count(fate);
        let (number, sign) = match fate {
            Fate::Added => (counts.added, "+"),
            Fate::Changed => (counts.changed, "~"),
            Fate::Unchanged => continue,
        };
        if number <= EXAMPLES {
            counts.examples.push(format!("{sign} {name}"));
        }
    }
    let sign = if removed { "-" } else { "?" };
    counts.examples.extend(missing.iter().take(EXAMPLES).map(|name| format!("{sign} {name}")));
    counts
}

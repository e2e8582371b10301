//! The snapshot: every product, variant and category in memory, looked up by what addresses and
//! carts hold. Immutable; a change builds a new one and swaps it whole.

use std::{
    collections::{BTreeSet, HashMap},
    panic,
    sync::{Arc, OnceLock},
    thread,
};

use fieldhouse_core::{brand::Site, roster::folded_sku};
use fieldhouse_kernel::{
    failure::Failure,
    http::prepared::{Prepared, PreparedAnswers},
};

use super::{
    product::{Product, Text, TextPool, Variant},
    record::{CatalogRecords, CategoryRecord, ProductRecord},
    shelves::{ShelfMark, Shelves, Supply},
    store::Changed,
};

/// A product's position in a snapshot; means nothing in another one.
pub type ProductIndex = usize;

/// A category of the snapshot.
#[derive(Debug)]
pub struct Category {
    /// Path, name and position.
    pub record: CategoryRecord,
    /// Categories below, in order.
    pub children: Vec<usize>,
    /// The one above.
    pub parent: Option<usize>,
    /// Products in it and below it, the most popular first, over all sites.
    pub products: Vec<ProductIndex>,
}

impl Category {
    /// True when it belongs to the site's tree.
    pub fn is_of(&self, site: Site) -> bool {
        self.record.sites.is_empty() || self.record.sites.contains(&site)
    }
}

/// One article a site sells, with its product.
#[derive(Debug, Clone, Copy)]
pub struct Sellable<'a> {
    /// The product.
    pub product: &'a Product,
    /// The article.
    pub variant: &'a Variant,
}

/// Bytes of product bodies kept: a demo catalogue's worth of one site.
const PRODUCT_ANSWERS: u64 = 16 * 1024 * 1024;

/// What a change touched of products that stay where they are.
#[derive(Debug, Default)]
pub struct Touched {
    /// Of which articles may have changed.
    pub products: Vec<ProductIndex>,
    /// Something else is said of one of them.
    pub words: bool,
}

/// The whole catalogue at one change number.
#[derive(Debug)]
pub struct Catalog {
    /// Change number of the database this was built from.
    pub change: i64,
    /// By index. Shared with the catalogue of another moment as far as they are the same there.
    products: Vec<Arc<Product>>,
    places: Arc<Places>,
    shelves: Arc<Shelves>,
    /// Answers of products, as JSON.
    product_answers: PreparedAnswers<(Site, ProductIndex)>,
    /// Tiles as JSON by site and product, each made when it is first shown.
    tiles: Vec<Vec<OnceLock<Box<str>>>>,
}

/// By a text of the catalogue's own: nobody else chooses what is put in.
type Index<T> = foldhash::HashMap<Text, T>;

/// Where what addresses and carts hold is found: no count of stock changes it.
#[derive(Debug)]
struct Places {
    categories: Vec<Category>,
    by_slug: Index<ProductIndex>,
    by_id: Index<ProductIndex>,
    /// By style number and id, upper-cased: what a shopper types (cart §5).
    by_number: Index<ProductIndex>,
    by_sku: Index<(ProductIndex, usize)>,
    by_path: Index<usize>,
    /// Articles by sku without punctuation; made when a list of product numbers first needs it.
    by_folded_sku: OnceLock<foldhash::HashMap<String, (ProductIndex, usize)>>,
}

impl Default for Catalog {
    fn default() -> Self {
        Self::build(0, CatalogRecords::default(), 1)
    }
}

/// Products of their records, in their order, so many parts of about as many articles at once. A part holds once what its
/// articles share.
fn products_of(mut records: Vec<ProductRecord>, parts: usize) -> Vec<Arc<Product>> {
    fn part(records: Vec<ProductRecord>) -> Vec<Arc<Product>> {
        let mut pool = TextPool::default();
        records.into_iter().map(|record| Arc::new(Product::from_record(record, &mut pool))).collect()
    }
    let articles: usize = records.iter().map(|record| record.variants.len()).sum();
    let most = articles.div_ceil(parts.max(1));
    thread::scope(|scope| {
        let mut beside = Vec::new();
        for _ in 1..parts {
            let mut last = 0;
            let fit = |record: &&ProductRecord| {
                last = record.variants.len().saturating_add(last);
                last <= most
            };
            let count = records.iter().rev().take_while(fit).count();
            let last = records.split_off(records.len().saturating_sub(count));
            beside.push(scope.spawn(|| part(last)));
        }
        let mut products = part(records);
        for made in beside.into_iter().rev() {
            products.extend(made.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked)));
        }
        products.shrink_to_fit();
        products
    })
}

impl Catalog {
    /// The snapshot of `records`, made of so many parts at once. Ids, slugs and skus are unique in them: the database holds them so.
    pub fn build(change: i64, records: CatalogRecords, parts: usize) -> Self {
        let products = products_of(records.products, parts);
        let categories = category_tree(records.categories, &products);
        let mut by_sku = Index::default();
        for (index, product) in products.iter().enumerate() {
            by_sku
                .extend(product.variants.iter().enumerate().map(|(nth, variant)| (variant.sku.clone(), (index, nth))));
        }
        let by = |key: fn(&Product) -> &str| {
            products.iter().enumerate().map(|(index, product)| (Text::from(key(product)), index)).collect()
        };
        let upper = |key: fn(&Product) -> &str| {
            products.iter().enumerate().map(move |(index, product)| (Text::from(key(product).to_uppercase()), index))
        };
        // The earlier of two wins, and a style number over an id.
        let by_number = upper(|product| &product.facts.id).chain(upper(|product| &product.facts.sku).rev()).collect();
        let by_path: Index<usize> =
            categories.iter().enumerate().map(|(index, it)| (it.record.path.as_str().into(), index)).collect();
        let places = Places {
            by_slug: by(|product| &product.facts.slug),
            by_id: by(|product| &product.facts.id),
            by_number,
            by_sku,
            by_path,
            by_folded_sku: OnceLock::new(),
            categories,
        };
        Self::of(change, products, Arc::new(places), Arc::default())
    }

    fn of(change: i64, products: Vec<Arc<Product>>, places: Arc<Places>, shelves: Arc<Shelves>) -> Self {
        Self {
            change,
            product_answers: PreparedAnswers::new(PRODUCT_ANSWERS, |_| 0),
            tiles: Site::all().map(|_| products.iter().map(|_| OnceLock::new()).collect()).collect(),
            products,
            places,
            shelves,
        }
    }

    /// This catalogue at another change, which touched articles of some products and what is said of them, and what it
    /// touched. Nothing where one stands elsewhere since, or has other articles.
    pub fn with_changes(&self, change: i64, changed: Vec<Changed>) -> Option<(Self, Touched)> {
        let mut pool = TextPool::default();
        let mut products = self.products.clone();
        let mut touched = Touched { products: Vec::with_capacity(changed.len()), words: false };
        for Changed { id, facts, variants } in changed {
            let index = *self.places.by_id.get(id.as_str())?;
            let product = products.get_mut(index)?;
            let now = product.with_changes(facts, variants, &mut pool)?;
            touched.words |= now.facts != product.facts;
            *product = Arc::new(now);
            touched.products.push(index);
        }
        restock(&mut products, &self.places, [&*self.shelves, &*self.shelves]);
        Some((Self::of(change, products, Arc::clone(&self.places), Arc::clone(&self.shelves)), touched))
    }

    /// A product by its id, whoever sells it.
    pub fn by_id_anywhere(&self, id: &str) -> Option<&Product> {
        self.product(*self.places.by_id.get(id)?)
    }

    /// True when every product has the position it has in the other one, and is listed under the same.
    pub fn stands_like(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.places, &other.places)
    }

    /// This catalogue with what the store counts itself as it stands on `shelves`: articles that are counted no more are
    /// what was imported again. Costs what is counted, not what there is.
    #[must_use]
    pub fn restocked(&self, shelves: Shelves) -> Self {
        let mut products = self.products.clone();
        restock(&mut products, &self.places, [&*self.shelves, &shelves]);
        Self::of(self.change, products, Arc::clone(&self.places), Arc::new(shelves))
    }

    /// What the store counts itself, as it stood when this was made.
    pub fn shelves(&self) -> &Shelves {
        &self.shelves
    }

    /// Tells what is counted at this moment from what is at another.
    pub fn shelf_mark(&self) -> ShelfMark {
        self.shelves.mark()
    }

    /// Whether the store counts an article itself.
    pub fn is_counted(&self, sku: &str) -> bool {
        self.shelves.counted.contains_key(sku)
    }

    /// An article by its sku, as typed or upper-cased (cart §5). Nothing when `site` does not sell
    /// it; whether it can be bought now is for the rules to say.
    pub fn sellable(&self, site: Site, sku: &str) -> Option<Sellable<'_>> {
        let (index, nth) =
            self.places.by_sku.get(sku).or_else(|| self.places.by_sku.get(sku.to_uppercase().as_str()))?;
        let product = self.sold(site, *index)?;
        Some(Sellable { product, variant: product.variants.get(*nth)? })
    }

    /// An article by its sku with whatever punctuation and case it was typed.
    pub fn sellable_loosely(&self, site: Site, sku: &str) -> Option<Sellable<'_>> {
        let known = self
            .places
            .by_folded_sku
            .get_or_init(|| self.places.by_sku.iter().map(|(sku, place)| (folded_sku(sku), *place)).collect());
        let (index, nth) = known.get(&folded_sku(sku))?;
        let product = self.sold(site, *index)?;
        Some(Sellable { product, variant: product.variants.get(*nth)? })
    }

    /// A product by the slug of its address.
    pub fn by_slug(&self, site: Site, slug: &str) -> Option<&Product> {
        self.sold(site, *self.places.by_slug.get(slug)?)
    }

    /// A product by its id.
    pub fn by_id(&self, site: Site, id: &str) -> Option<&Product> {
        self.sold(site, *self.places.by_id.get(id)?)
    }

    /// A product by its style number or id, in either case.
    pub fn by_number(&self, site: Site, number: &str) -> Option<&Product> {
        self.sold(site, *self.places.by_number.get(number.to_uppercase().as_str())?)
    }

    /// The position of the product that `/p/{slugOrSku}` names: slugs first, then skus.
    pub fn find_index(&self, site: Site, slug_or_sku: &str) -> Option<ProductIndex> {
        let by_slug = self.places.by_slug.get(slug_or_sku).copied();
        let index = by_slug.or_else(|| {
            let sku = self
                .places
                .by_sku
                .get(slug_or_sku)
                .or_else(|| self.places.by_sku.get(slug_or_sku.to_uppercase().as_str()));
            sku.map(|(index, _)| *index)
        })?;
        self.sold(site, index).map(|_| index)
    }

    /// What the answers of products that are kept take, in bytes.
    pub fn answer_bytes(&self) -> u64 {
        self.product_answers.bytes()
    }

    /// The body of a product page's data, kept with the snapshot.
    pub fn product_answer(&self, site: Site, slug_or_sku: &str) -> Result<Prepared, Failure> {
        let index = self.find_index(site, slug_or_sku).ok_or_else(Failure::not_found)?;
        self.product_answers.get_or_make((site, index), |_| {
            let product = self.product(index).ok_or_else(Failure::not_found)?;
            Prepared::tagged(&self.product_view(site, product))
        })
    }

    /// A product's tile as JSON.
    pub fn tile_json(&self, site: Site, index: ProductIndex) -> Result<&str, Failure> {
        let product = self.product(index).ok_or_else(Failure::not_found)?;
        let of_site = self.tiles.get(site.place());
        let tile = of_site.and_then(|tiles| tiles.get(index)).ok_or_else(Failure::not_found)?;
        if let Some(json) = tile.get() {
            return Ok(json);
        }
        let json = serde_json::to_string(&self.tile_view(site, product)).map_err(Failure::internal)?;
        Ok(tile.get_or_init(|| json.into_boxed_str()))
    }

    /// The product at a position of this snapshot.
    pub fn product(&self, index: ProductIndex) -> Option<&Product> {
        self.products.get(index).map(|product| &**product)
    }

    /// All products of all sites; a product's position here is its index.
    pub fn products(&self) -> &[Arc<Product>] {
        &self.products
    }

    /// All products a site sells.
    pub fn products_of(&self, site: Site) -> impl Iterator<Item = &Product> {
        self.products.iter().map(|product| &**product).filter(move |product| product.is_sold_by(site))
    }

    /// All categories of all sites; a category's position here is what others name it by.
    pub fn categories(&self) -> &[Category] {
        &self.places.categories
    }

    /// What a product's categories are called, with those above.
    pub fn category_names(&self, product: &Product) -> Vec<String> {
        let above = product.facts.categories.iter().flat_map(|path| paths_to(path));
        above
            .filter_map(|path| Some(self.places.categories.get(*self.places.by_path.get(path)?)?.record.name.clone()))
            .collect()
    }

    /// All categories in which a site sells something.
    pub fn categories_of(&self, site: Site) -> impl Iterator<Item = &Category> {
        self.places.categories.iter().filter(move |category| self.has_products(site, category))
    }

    /// A category by its path, if the site sells something in it.
    pub fn category(&self, site: Site, path: &str) -> Option<&Category> {
        self.places.categories.get(*self.places.by_path.get(path)?).filter(|category| self.has_products(site, category))
    }

    /// The category and those above it, root first.
    pub fn trail<'a>(&'a self, category: &'a Category) -> Vec<&'a Category> {
        let mut trail = vec![category];
        let mut above = category.parent;
        while let Some(parent) = above.and_then(|index| self.places.categories.get(index)) {
            trail.push(parent);
            above = parent.parent;
        }
        trail.reverse();
        trail
    }

    /// Categories right below one (or the roots) in which the site sells something.
    pub fn children(&self, site: Site, category: Option<&Category>) -> Vec<&Category> {
        let below: Vec<&Category> = match category {
            Some(category) => category.children.iter().filter_map(|index| self.places.categories.get(*index)).collect(),
            None => self.places.categories.iter().filter(|category| category.parent.is_none()).collect(),
        };
        below.into_iter().filter(|category| self.has_products(site, category)).collect()
    }

    /// The category of a product's breadcrumbs: its first that belongs to the site.
    pub fn main_category(&self, site: Site, product: &Product) -> Option<&Category> {
        let paths = product.facts.categories.iter();
        let mut categories =
            paths.filter_map(|path| self.places.categories.get(*self.places.by_path.get(path.as_str())?));
        categories.find(|category| category.is_of(site))
    }

    fn has_products(&self, site: Site, category: &Category) -> bool {
        category.is_of(site) && category.products.iter().any(|index| self.sold(site, *index).is_some())
    }

    fn sold(&self, site: Site, index: ProductIndex) -> Option<&Product> {
        self.product(index).filter(|product| product.is_sold_by(site))
    }
}

/// Lets articles that were or are counted be what `now` says of them.
fn restock(products: &mut [Arc<Product>], places: &Places, [before, now]: [&Shelves; 2]) {
    for sku in before.counted.keys().chain(now.counted.keys()) {
        let place = places.by_sku.get(sku.as_str()).copied();
        let Some((product, nth)) = place.and_then(|(index, nth)| Some((products.get_mut(index)?, nth))) else {
            continue;
        };
        let Some(known) = product.variants.get(nth) else { continue };
        let supply = now.counted.get(sku).copied().unwrap_or(known.listed);
        if supply == (Supply { available: known.available, restock_on: known.restock_on }) {
            continue;
        }
        if let Some(variant) = Arc::make_mut(product).variants.get_mut(nth) {
            (variant.available, variant.restock_on) = (supply.available, supply.restock_on);
        }
    }
}

/// Every path a category or a product names, with all paths above; siblings in order.
fn category_tree(records: Vec<CategoryRecord>, products: &[Arc<Product>]) -> Vec<Category> {
    let mut by_path: HashMap<String, CategoryRecord> = HashMap::new();
    let named = products.iter().flat_map(|product| product.facts.categories.iter());
    for path in records.iter().map(|record| &record.path).chain(named) {
        for above in paths_to(path) {
            by_path.entry(above.to_owned()).or_insert_with(|| CategoryRecord {
                path: above.to_owned(),
                name: name_from_slug(above),
                position: u32::MAX,
                sites: Vec::new(),
            });
        }
    }
    for record in records {
        by_path.insert(record.path.clone(), record);
    }
    let mut records: Vec<CategoryRecord> = by_path.into_values().filter(|record| !record.path.is_empty()).collect();
    records.sort_by(|a, b| (a.position, &a.path).cmp(&(b.position, &b.path)));
    let indexes: HashMap<String, usize> =
        records.iter().enumerate().map(|(index, record)| (record.path.clone(), index)).collect();
    let mut categories: Vec<Category> = records
        .into_iter()
        .map(|record| Category {
            parent: record.path.rsplit_once('/').and_then(|(above, _)| indexes.get(above).copied()),
            children: Vec::new(),
            products: Vec::new(),
            record,
        })
        .collect();
    let links: Vec<(usize, usize)> =
        categories.iter().enumerate().filter_map(|(child, category)| Some((category.parent?, child))).collect();
    for (parent, child) in links {
        if let Some(category) = categories.get_mut(parent) {
            category.children.push(child);
        }
    }
    for (index, product) in products.iter().enumerate() {
        let reached: BTreeSet<usize> = product
            .facts
            .categories
            .iter()
            .flat_map(|path| paths_to(path))
            .filter_map(|path| indexes.get(path).copied())
            .collect();
        for category in reached {
            if let Some(category) = categories.get_mut(category) {
                category.products.push(index);
            }
        }
    }
    let popularity = |index: &usize| products.get(*index).map_or(0, |product| product.facts.popularity);
    for category in &mut categories {
        category.products.sort_by_key(|index| (std::cmp::Reverse(popularity(index)), *index));
    }
    categories
}

/// `a/b/c` → `a`, `a/b`, `a/b/c`.
fn paths_to(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').filter_map(|(at, _)| path.get(..at)).chain(std::iter::once(path))
}

/// A name for a category nobody named: the slug with its first letter large.
pub(super) fn name_from_slug(path: &str) -> String {
    let slug = path.rsplit('/').next().unwrap_or(path).replace('-', " ");
    let mut letters = slug.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::catalog::record::VariantRecord;

    #[test]
    fn products_stand_in_their_order_however_many_parts_are_made_at_once() {
        let record = |number: usize| {
            let article = || VariantRecord { sku: format!("SKU-{number}"), ..VariantRecord::default() };
            // The first one has most articles.
            let variants = (0..=24 / (number + 1)).map(|_| article()).collect();
            let mut record = ProductRecord { variants, ..ProductRecord::default() };
            record.facts.slug = format!("product-{number}");
            record
        };
        for count in [0, 1, 2, 7, 12] {
            for parts in [0, 1, 2, 3, 5, 20] {
                let made = products_of((0..count).map(record).collect(), parts);
                let told: Vec<(&str, &str)> =
                    made.iter().map(|it| (it.facts.slug.as_str(), &*it.variants[0].sku)).collect();
                let wanted: Vec<(String, String)> =
                    (0..count).map(|number| (format!("product-{number}"), format!("SKU-{number}"))).collect();
                let wanted: Vec<(&str, &str)> = wanted.iter().map(|(slug, sku)| (&**slug, &**sku)).collect();
                assert_eq!(told, wanted, "{count} in {parts} parts");
            }
        }
    }
}

//! Rows become records: grouped by product, each cell read, ids and slugs and categories made.

use std::collections::{BTreeMap, HashMap, HashSet};

use fieldhouse_core::{
    brand::Site,
    catalog::{AttributeView, ImageView},
    money::Cents,
    pricing::Tier,
};
use jiff::civil::Date;

use super::{
    cells::{LINE, LONG, Reader, named, pairs, parted},
    mapping::{Cell, CellRule, Children, Mapping, OddCells, Parent, RowTest},
};
use crate::{
    finding::{
        catalog::record::{CatalogRecords, CategoryRecord, ProductFacts, ProductRecord, VariantRecord},
        pictures::folder::{Folder, Found},
    },
    import::{Errors, rows::Row},
};

/// Variants of a product.
const MOST_VARIANTS: usize = 5000;
/// Most a number of pieces can be.
const MOST_PIECES: u32 = 9999;
/// Characters of an id, a slug, a sku.
const LONGEST_KEY: usize = 200;
/// Width and height told for a picture of which nothing else is known.
const PICTURE: u32 = 800;

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

/// The rows of one product.
struct Group {
    first: u64,
    product: Option<Row>,
    variants: Vec<Row>,
    /// Rows that only bring pictures.
    pictures: Vec<Row>,
}

impl Group {
    const fn starting(first: u64) -> Self {
        Self { first, product: None, variants: Vec::new(), pictures: Vec::new() }
    }
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

/// A product, and the rows of it and of its articles.
type Placed = (ProductRecord, (u64, Vec<u64>));

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

/// A product with its articles, and where each stands in the file; nothing when it is not sold or no row tells of it.
fn read_product(
    mapping: &Mapping,
    sites: &[Site],
    today: Date,
    group: Group,
    categories: &mut BTreeMap<String, CategoryRecord>,
    built: &mut Built,
    errors: &mut Errors,
) -> Option<Placed> {
    let Some(row) = group.product else {
        errors.push(group.first, "", "no row tells about the product of this row");
        return None;
    };
    let mut reader = Reader { mapping, row: &row, errors };
    let mut sold = reader.sold(mapping.product.sold.as_ref());
    // A product whose file has no row of its own for an article is its own article.
    let rows = if group.variants.is_empty() {
        vec![row.clone()]
    } else {
        let on_sale = |article: &Row| Reader { mapping, row: article, errors }.sold(mapping.variant.sold.as_ref());
        group.variants.into_iter().filter(on_sale).collect()
    };
    sold &= !rows.is_empty();
    if !sold {
        built.not_sold = built.not_sold.saturating_add(1);
        return None;
    }
    let mut reader = Reader { mapping, row: &row, errors };
    let mut facts = facts(mapping, &mut reader, &mut built.pictures);
    facts.sites = sites.to_vec();
    facts.categories = read_categories(mapping, &mut reader, categories);
    // Where rows may bring pictures alone, the rows of articles bring them too.
    let bringing = rows.iter().filter(|_| mapping.rows.variant_rows_have.is_some());
    for more in bringing.chain(&group.pictures).filter(|more| more.number != row.number) {
        let mut reader = Reader { mapping, row: more, errors };
        let brought = pictures(&mut reader, mapping.product.images.as_ref(), &mut built.pictures);
        facts.images.extend(brought);
    }
    if rows.len() > MOST_VARIANTS {
        errors.push(group.first, "", &format!("the product has more than {MOST_VARIANTS} variants"));
    }
    let (mut variants, mut places) = (Vec::with_capacity(rows.len()), Vec::with_capacity(rows.len()));
    for article in &rows {
        // What is wrong with one article, so that it can be left out alone.
        let mut own = Errors::default();
        let mut reader = Reader { mapping, row: article, errors: &mut own };
        let record = variant(mapping, today, &row, &mut reader, &mut built.pictures);
        if !own.is_empty() && rows.len() > 1 && mapping.chose(OddCells::LeaveOutArticles) {
            built.left_out_articles = built.left_out_articles.saturating_add(1);
            errors.leave_out(own);
            continue;
        }
        errors.absorb(own);
        variants.push(record);
        places.push(article.number);
    }
    if variants.is_empty() {
        return None;
    }
    tell_alike(&variants, &places, errors);
    if facts.sku.is_empty() {
        facts.sku = variants.first().map_or_else(String::new, |variant| variant.sku.clone());
    }
    Some((ProductRecord { facts, variants }, (group.first, places)))
}

/// Tells of articles whose options are those of another one: nobody can choose between them.
fn tell_alike(variants: &[VariantRecord], rows: &[u64], errors: &mut Errors) {
    let mut seen = HashSet::new();
    for (variant, row) in variants.iter().zip(rows) {
        let mut options: Vec<_> = variant.attributes.iter().map(|option| (&option.name, &option.value)).collect();
        options.sort_unstable();
        if !seen.insert(options) {
            let message = "its options are those of another article of the product: they cannot be told apart";
            errors.warn(*row, "", "article_alike", message);
        }
    }
}

/// The discounted price on a day. What begins later or is over is told: the price then is the next import's.
fn dated(mapping: &Mapping, today: Date, reader: &mut Reader<'_>) -> Option<Cents> {
    let fields = &mapping.variant;
    let price = reader.price(fields.discounted_price.as_ref());
    let (from, to) = (reader.day(fields.discounted_from.as_ref()), reader.day(fields.discounted_to.as_ref()));
    let price = price?;
    let column = |cell: &Option<Cell>| cell.as_ref().map(Cell::rule).map_or_else(String::new, |rule| named(&rule));
    if let Some(from) = from.filter(|from| *from > today) {
        let message = format!("the special price begins on {from}: import again on that day");
        reader.errors.warn(reader.row.number, &column(&fields.discounted_from), "special_price_later", &message);
        return None;
    }
    if to.is_some_and(|to| to < today) {
        let message = "the special price is over and was left out";
        reader.errors.warn(reader.row.number, &column(&fields.discounted_to), "special_price_over", message);
        return None;
    }
    if let Some(to) = to {
        let message = format!("the special price ends on {to}: import again on the day after");
        reader.errors.warn(reader.row.number, &column(&fields.discounted_to), "special_price_ends", &message);
    }
    Some(price)
}

fn is_meant(rows: &RowTest, row: &Row) -> bool {
    let cell = row.text(&rows.column);
    let any = |texts: &[String]| texts.iter().any(|known| known == cell);
    if rows.is.is_empty() { !any(&rows.is_not) } else { any(&rows.is) }
}

fn facts(mapping: &Mapping, reader: &mut Reader<'_>, found: &mut Pictures) -> ProductFacts {
    let fields = &mapping.product;
    let slug_text = reader.required_line(&fields.slug, "it is empty: no address can be made of it");
    let slug = slug_of(&slug_text);
    if !slug_text.is_empty() && (slug.is_empty() || slug.len() > LONGEST_KEY) {
        reader.refuse(&named(&fields.slug.rule()), "no slug of at most 200 letters can be made of it");
    }
    let name = reader.required_line(&fields.name, "the product has no name");
    let id = match &fields.id {
        Some(cell) => key(reader, cell),
        None => slug.clone(),
    };
    ProductFacts {
        id,
        slug,
        sku: fields.sku.as_ref().map_or_else(String::new, |cell| key(reader, cell)),
        name,
        brand: reader.line(fields.brand.as_ref()),
        subtitle: reader.line(fields.subtitle.as_ref()),
        description: reader.list(fields.description.as_ref(), LONG),
        features: reader.list(fields.features.as_ref(), LINE),
        flags: reader.list(fields.flags.as_ref(), LINE),
        pricing_message: reader.line(fields.pricing_message.as_ref()),
        shipping_info: reader.line(fields.shipping_info.as_ref()),
        shipping_method: reader.line(fields.shipping_method.as_ref()),
        manufacturer: reader.line(fields.manufacturer.as_ref()),
        warnings: reader.list(fields.warnings.as_ref(), LINE),
        free_form_options: reader.list(fields.free_form_options.as_ref(), LINE),
        call_to_order: reader.yes(fields.call_to_order.as_ref()).unwrap_or(false),
        unit_of_measure: reader.line(fields.unit_of_measure.as_ref()),
        attributes: attributes(reader, &fields.attributes),
        keywords: reader.list(fields.keywords.as_ref(), LINE),
        images: pictures(reader, fields.images.as_ref(), found),
        categories: Vec::new(),
        sites: Vec::new(),
        popularity: reader.number(fields.popularity.as_ref(), u32::MAX).unwrap_or(0),
        added_on: reader.day(fields.added_on.as_ref()),
    }
}

fn variant(
    mapping: &Mapping,
    today: Date,
    product: &Row,
    reader: &mut Reader<'_>,
    found: &mut Pictures,
) -> VariantRecord {
    let fields = &mapping.variant;
    let currency = reader.line(fields.currency.as_ref());
    if !currency.is_empty() && currency != "USD" {
        let column = fields.currency.as_ref().map(Cell::rule).map_or_else(String::new, |rule| named(&rule));
        reader.refuse(&column, &format!("prices are in US dollars, not '{currency}'"));
    }
    let mut price = reader.price(fields.price.as_ref());
    let mut discounted_price =
        dated(mapping, today, reader).filter(|special| price.is_none_or(|price| *special < price));
    if let Some(before) = reader.price(fields.compare_at_price.as_ref())
        && price.is_some_and(|price| before > price)
    {
        discounted_price = price;
        price = Some(before);
    }
    let mut tiers: Vec<Tier> = fields
        .tiers
        .iter()
        .filter_map(|tier| Some(Tier { minimum_quantity: tier.minimum, value: reader.price(Some(&tier.price))? }))
        .collect();
    tiers.sort_by_key(|tier| tier.minimum_quantity);
    let stock = reader.number(fields.stock.as_ref(), u32::MAX);
    let counted = reader.yes(fields.stock_counted.as_ref()).unwrap_or(true);
    let beyond_stock = reader.yes(fields.backorder.as_ref()).unwrap_or(false);
    let in_stock = !counted || beyond_stock || stock.is_none_or(|pieces| pieces > 0);
    let mut attributes = attributes(reader, &fields.attributes);
    attributes.extend(options(mapping, product, reader));
    let color = attributes.iter().find(|attribute| attribute.name == "color").map(|attribute| attribute.value.as_str());
    VariantRecord {
        hex: color.and_then(|color| mapping.colors.get(color)).cloned().unwrap_or_default(),
        sku: key(reader, &fields.sku).to_uppercase(),
        price,
        discounted_price,
        tiers,
        available: reader.yes(fields.available.as_ref()).unwrap_or(in_stock),
        restock_on: reader.day(fields.restock_on.as_ref()),
        stock: stock.filter(|_| counted),
        restockable_in_days: reader.number(fields.restockable_in_days.as_ref(), MOST_PIECES),
        min_order_qty: reader.number(fields.min_order_qty.as_ref(), MOST_PIECES).unwrap_or(0),
        delivery_unit: reader.number(fields.delivery_unit.as_ref(), MOST_PIECES).unwrap_or(0),
        images: pictures(reader, fields.images.as_ref(), found),
        attributes,
    }
}

fn attributes(reader: &mut Reader<'_>, cells: &BTreeMap<String, Cell>) -> Vec<AttributeView> {
    let named = cells.iter().map(|(name, cell)| AttributeView { name: name.clone(), value: reader.line(Some(cell)) });
    named.filter(|attribute| !attribute.value.is_empty()).collect()
}

fn options(mapping: &Mapping, product: &Row, reader: &mut Reader<'_>) -> Vec<AttributeView> {
    let fields = &mapping.variant;
    let mut attributes = Vec::new();
    for option in &fields.options {
        let mut name = reader.line(Some(&Cell::Column(option.name.clone())));
        let value = reader.line(Some(&Cell::Column(option.value.clone())));
        if fields.options_without.contains(&value) {
            continue;
        }
        if name.is_empty() && !value.is_empty() && product.number != reader.row.number {
            // Some platforms name an option only in the row of the product.
            product.text(&option.name).clone_into(&mut name);
        }
        match (name.is_empty(), value.is_empty()) {
            // A name alone is an option that this article leaves open: 'Any size'.
            (_, true) => {}
            (false, false) => {
                let name = fields.option_names.get(&name).cloned().unwrap_or(name);
                attributes.push(AttributeView { name, value });
            }
            (true, false) => reader.refuse(&option.name, "it is empty while its value is not"),
        }
    }
    attributes
}

/// An id, style number or sku: letters, digits, `-`, `_`, `.` and `+`.
fn key(reader: &mut Reader<'_>, cell: &Cell) -> String {
    let text = reader.required_line(cell, "it is empty");
    let rule = cell.rule();
    let column = named(&rule);
    if !rule.replace.is_empty() && reader.raw(&rule) != reader.raw(&CellRule { replace: BTreeMap::new(), ..rule }) {
        reader.errors.warn(
            reader.row.number,
            &column,
            "key_replaced",
            "parts of it were replaced, as the mapping says",
        );
    }
    let right = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '+');
    if text.len() > LONGEST_KEY || !text.chars().all(right) {
        reader.refuse(&column, "only letters, digits, '-', '_', '.' and '+' can stand here, at most 200");
    }
    text
}

/// Pictures of this site and of the import's folder. An address elsewhere is counted and left out: the server fetches
/// nothing a file names, and a page shows nothing from elsewhere (R36).
fn pictures(reader: &mut Reader<'_>, cell: Option<&Cell>, found: &mut Pictures) -> Vec<ImageView> {
    let mut pictures = Vec::new();
    let column = cell.map(Cell::rule).map_or_else(String::new, |rule| named(&rule));
    for text in reader.list(cell, LINE) {
        if text.starts_with("/images/") && !text.contains("..") {
            pictures.push(ImageView { href: text, width: PICTURE, height: PICTURE, ..ImageView::default() });
            continue;
        }
        match found.folder.find(&text, (reader.row.number, &column)) {
            Found::Picture(picture) => pictures.push(picture),
            Found::Elsewhere => found.elsewhere = found.elsewhere.saturating_add(1),
            Found::Missing => found.missing = found.missing.saturating_add(1),
            Found::Refused(refused) => reader.refuse(&column, &format!("'{text}': {refused}")),
        }
    }
    pictures
}

/// Paths of a product's categories; their names are put down once.
fn read_categories(
    mapping: &Mapping,
    reader: &mut Reader<'_>,
    categories: &mut BTreeMap<String, CategoryRecord>,
) -> Vec<String> {
    let Some(cell) = &mapping.product.categories else { return Vec::new() };
    let mut paths: Vec<String> = Vec::new();
    for column in &cell.columns {
        let whole = reader.text(column);
        let several = match cell.split.as_deref().filter(|split| !split.is_empty()) {
            _ if cell.json => reader.array(&whole, column),
            Some(split) => parted(&whole, split),
            None => vec![whole],
        };
        for text in several {
            let text = reader.folded(&text, column);
            if text.is_empty() {
                continue;
            }
            // Blanks were folded in the text; fold them in what parts it too.
            let between = cell.between.split_whitespace().collect::<Vec<_>>().join(" ");
            let levels = text.split(if between.is_empty() { cell.between.as_str() } else { &between }).map(str::trim);
            let mut levels = levels.peekable();
            if levels.peek().is_some_and(|first| cell.without.iter().any(|root| root == first)) {
                levels.next();
            }
            let mut path = String::new();
            for name in cell.under.iter().map(String::as_str).chain(levels) {
                let slug = slug_of(name);
                if slug.is_empty() {
                    reader.refuse(column, "a category without a name");
                    return paths;
                }
                if !path.is_empty() {
                    path.push('/');
                }
                path.push_str(&slug);
                let position = u32::try_from(categories.len()).unwrap_or(u32::MAX);
                categories.entry(path.clone()).or_insert_with(|| CategoryRecord {
                    path: path.clone(),
                    name: name.to_owned(),
                    position,
                    ..CategoryRecord::default()
                });
            }
            if !path.is_empty() && !paths.contains(&path) {
                paths.push(path);
            }
        }
    }
    // A platform names each level beside the deepest one; the deepest says it all.
    let all = paths.clone();
    paths.retain(|path| {
        !all.iter().any(|deeper| deeper.strip_prefix(path.as_str()).is_some_and(|rest| rest.starts_with('/')))
    });
    paths
}

/// A text as a part of an address: lower-case letters and digits, joined by `-`.
fn slug_of(text: &str) -> String {
    let words = crate::words::words(text);
    let plain = words.iter().map(|word| word.text.chars().filter(char::is_ascii_alphanumeric).collect::<String>());
    plain.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

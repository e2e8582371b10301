//! What the rows of one product say: its facts, its articles, its categories and pictures.

use std::collections::{BTreeMap, HashSet};

use fieldhouse_core::{
    brand::Site,
    catalog::{AttributeView, ImageView},
    money::Cents,
    pricing::Tier,
};
use jiff::civil::Date;

use super::{
    build::{Built, Pictures},
    cells::{LINE, LONG, Reader, named, parted},
    mapping::{Cell, CellRule, Mapping, OddCells, RowTest},
};
use crate::{
    finding::{
        catalog::record::{CategoryRecord, ProductFacts, ProductRecord, VariantRecord},
        pictures::folder::PictureFile,
    },
    import::{Errors, rows::Row},
};

/// Most a number of pieces can be.
const MOST_PIECES: u32 = 9999;
/// Width and height told for a picture of which nothing else is known.
const PICTURE: u32 = 800;
/// Characters of an id, a slug, a sku.
pub const LONGEST_KEY: usize = 200;
/// Variants of a product.
const MOST_VARIANTS: usize = 5000;

/// The rows of one product.
pub struct Group {
    /// Number of the first of them.
    pub first: u64,
    /// The one that tells of the product.
    pub product: Option<Row>,
    /// Those that tell of an article.
    pub variants: Vec<Row>,
    /// Those that only bring pictures.
    pub pictures: Vec<Row>,
}

impl Group {
    /// One that begins with a row.
    pub const fn starting(first: u64) -> Self {
        Self { first, product: None, variants: Vec::new(), pictures: Vec::new() }
    }
}

/// A product, and the rows of it and of its articles.
pub type Placed = (ProductRecord, (u64, Vec<u64>));

/// A product with its articles, and where each stands in the file; nothing when it is not sold or no row tells of it.
pub fn read_product(
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

pub fn is_meant(rows: &RowTest, row: &Row) -> bool {
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
            PictureFile::Picture(picture) => pictures.push(picture),
            PictureFile::Elsewhere => found.elsewhere = found.elsewhere.saturating_add(1),
            PictureFile::Missing => found.missing = found.missing.saturating_add(1),
            PictureFile::Refused(refused) => reader.refuse(&column, &format!("'{text}': {refused}")),
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
pub fn slug_of(text: &str) -> String {
    let words = crate::words::words(text);
    let plain = words.iter().map(|word| word.text.chars().filter(char::is_ascii_alphanumeric).collect::<String>());
    plain.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

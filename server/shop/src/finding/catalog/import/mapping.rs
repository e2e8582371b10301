//! The mapping file: which column of a foreign file becomes which field of a record. TOML; a name
//! that means nothing is an error, so that a slip of the pen does not silently lose a column.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use fieldhouse_core::brand::Site;
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::import::{ImportError, rows::Format};

/// A mapping file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Mapping {
    /// Name of where the records come from: an import touches only products of the same source.
    pub source: String,
    /// How the file is written; by its ending when not told.
    #[serde(default)]
    pub format: Option<Format>,
    /// Between the cells of a CSV file.
    #[serde(default = "comma")]
    pub delimiter: char,
    /// Storefronts that sell the products, unless the command line tells others.
    #[serde(default)]
    pub sites: Vec<Site>,
    /// Rows that are not read.
    #[serde(default)]
    pub skip: Vec<RowTest>,
    /// Columns that a file may lack: platforms write some only when a product has them.
    #[serde(default)]
    pub optional: BTreeSet<String>,
    /// Columns whose cells hold pairs, `color=Navy,size=M`: each pair is read as a column `additional.color`.
    #[serde(default)]
    pub packed: BTreeMap<String, Packed>,
    /// What is done about a cell that cannot be taken as it is; nothing listed: it is an error, and nothing is imported.
    #[serde(default)]
    pub odd_cells: BTreeSet<OddCells>,
    /// Which rows belong together.
    pub rows: Rows,
    /// Fields of products.
    pub product: ProductFields,
    /// Fields of variants.
    pub variant: VariantFields,
    /// Swatch colours by colour name.
    #[serde(default)]
    pub colors: BTreeMap<String, Vec<String>>,
}

const fn comma() -> char {
    ','
}

/// Tells rows by the text of a column.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RowTest {
    /// Column.
    pub column: String,
    /// Rows with one of these texts are meant.
    #[serde(default)]
    pub is: Vec<String>,
    /// Rows with none of these texts are meant.
    #[serde(default)]
    pub is_not: Vec<String>,
}

/// A choice about odd cells; what it did is told in the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OddCells {
    /// Characters that no text may hold are taken out.
    Strip,
    /// What is too long is cut.
    Truncate,
    /// A product with a cell that cannot be read is left out, with all its articles.
    LeaveOut,
    /// An article with a cell that cannot be read is left out; the others of its product stay.
    LeaveOutArticles,
    /// A product whose slug an earlier row has gets its own id behind it.
    SlugWithId,
    /// A product whose id or slug an earlier row has is left out, and so is an article whose SKU one has.
    LeaveOutDuplicates,
}

/// How pairs stand in a cell. What has no `equals` belongs to the value before it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Packed {
    /// What parts the pairs.
    pub between: String,
    /// What parts a name from its value.
    pub equals: String,
}

/// Which rows belong together: by a text they share, by the parent a variant names, or by the variants a parent names.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Rows {
    /// Rows with the same text here are one product.
    pub group_by: Option<String>,
    /// A row with a text here tells about the product, the others are its variants. Left out: every
    /// row is a variant, and the first of a group also tells about the product.
    #[serde(default)]
    pub product_rows_have: Option<String>,
    /// Rows without a text here are no variants: they only bring pictures to their product.
    #[serde(default)]
    pub variant_rows_have: Option<String>,
    /// A variant's row names its parent.
    #[serde(default)]
    pub parent: Option<Parent>,
    /// A product's row names its variants.
    #[serde(default)]
    pub children: Option<Children>,
}

/// `Parent` holds the text of another row's `SKU`, or `id:` and its `ID`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Parent {
    /// Column that names the parent.
    pub column: String,
    /// Column it is the text of.
    pub of: String,
    /// Another column it may be the text of, after `id-prefix`.
    #[serde(default)]
    pub id: Option<String>,
    /// Before the text of `id`.
    #[serde(default)]
    pub id_prefix: String,
}

/// `sku=A-1,size=S|sku=A-2,size=M` in a column that is `packed` too: in the row of each variant the column holds its part.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Children {
    /// Column that names the variants.
    pub column: String,
    /// What parts the variants.
    pub between: String,
    /// Name of the pair that says which row is meant.
    pub key: String,
    /// Column of that row.
    pub of: String,
}

/// Where a field comes from: a column's name, or more exactly a [`CellRule`].
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    /// A column as it is.
    Column(String),
    /// A rule.
    Rule(Box<CellRule>),
}

/// How the text of a field is made.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct CellRule {
    /// Column; the first of [`Self::columns`] with a text when several are told.
    pub column: Option<String>,
    /// Columns. For a list: each gives a part of it.
    pub columns: Vec<String>,
    /// The same text for every row.
    pub value: Option<String>,
    /// When the columns are empty.
    pub default: Option<String>,
    /// Put before the text.
    pub prefix: String,
    /// For a list: what parts a column's text.
    pub split: Option<String>,
    /// Texts that become others; a text that is not listed stays.
    pub map: BTreeMap<String, String>,
    /// Parts of the text that become others: `{ "|" = ", " }`. In a key each such change is told in the report.
    pub replace: BTreeMap<String, String>,
    /// For yes or no: these texts are yes, all others no.
    pub is: Vec<String>,
    /// For yes or no: these texts are no, all others yes.
    pub is_not: Vec<String>,
    /// HTML: read as text, a line a paragraph, never shown as tags.
    pub html: bool,
    /// A JSON array of texts: each is a part of the list.
    pub json: bool,
    /// What stands for a line break in a cell that cannot hold one.
    pub newline: Option<String>,
    /// Times this: `0.01` when prices stand in cents.
    pub factor: Option<Decimal>,
    /// Numbers below it become it: platforms write what was sold beyond the stock as less than nothing.
    pub least: Option<i64>,
}

impl Cell {
    /// The rule; a bare column is one too.
    pub fn rule(&self) -> CellRule {
        match self {
            Self::Column(column) => CellRule { column: Some(column.clone()), ..CellRule::default() },
            Self::Rule(rule) => rule.as_ref().clone(),
        }
    }
}

/// One cell, or several that all have to say yes.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Cells {
    /// One.
    One(Cell),
    /// All of them.
    All(Vec<Cell>),
}

impl Cells {
    /// Each of them.
    pub const fn each(&self) -> &[Cell] {
        match self {
            Self::One(cell) => std::slice::from_ref(cell),
            Self::All(cells) => cells.as_slice(),
        }
    }
}

/// Fields of a product. All but the name may be left out.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ProductFields {
    /// Product id; the slug when left out.
    pub id: Option<Cell>,
    /// Slug; made from the text.
    pub slug: Cell,
    /// Style number; the first variant's sku when left out.
    pub sku: Option<Cell>,
    /// Name.
    pub name: Cell,
    /// Brand.
    pub brand: Option<Cell>,
    /// Second line.
    pub subtitle: Option<Cell>,
    /// Paragraphs; parted by empty lines.
    pub description: Option<Cell>,
    /// Bullet points.
    pub features: Option<Cell>,
    /// Short labels.
    pub flags: Option<Cell>,
    /// Line under the price.
    pub pricing_message: Option<Cell>,
    /// Shipping line.
    pub shipping_info: Option<Cell>,
    /// Shipping type.
    pub shipping_method: Option<Cell>,
    /// Manufacturer.
    pub manufacturer: Option<Cell>,
    /// Warnings.
    pub warnings: Option<Cell>,
    /// Labels of the free texts.
    pub free_form_options: Option<Cell>,
    /// Only by phone.
    pub call_to_order: Option<Cell>,
    /// Unit code.
    pub unit_of_measure: Option<Cell>,
    /// Words that find it.
    pub keywords: Option<Cell>,
    /// Pictures: files of the import's folder of pictures, or paths of this site. Addresses elsewhere are never fetched
    /// nor linked; when the folder has a file of the address's name, that is taken.
    pub images: Option<Cell>,
    /// Categories.
    pub categories: Option<CategoryCell>,
    /// Only products with yes here are taken.
    pub sold: Option<Cells>,
    /// Number by which it sells.
    pub popularity: Option<Cell>,
    /// Day it came into the assortment, YYYY-MM-DD.
    pub added_on: Option<Cell>,
    /// Attributes by name.
    #[serde(default)]
    pub attributes: BTreeMap<String, Cell>,
}

/// Categories of a product: `Kitchen -> Coffee Machines` with `between = " -> "`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CategoryCell {
    /// Columns, one category each.
    pub columns: Vec<String>,
    /// What parts the levels.
    pub between: String,
    /// Names of the levels they are put under.
    #[serde(default)]
    pub under: Vec<String>,
    /// What parts several categories in one cell; a backslash before it makes it a part of a name.
    #[serde(default)]
    pub split: Option<String>,
    /// A JSON array of categories stands in the cell.
    #[serde(default)]
    pub json: bool,
    /// First levels that are the platform's and not the store's: `Default Category`.
    #[serde(default)]
    pub without: Vec<String>,
}

/// Fields of a variant.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct VariantFields {
    /// Sku.
    pub sku: Cell,
    /// Of several articles only those with yes here are taken.
    pub sold: Option<Cells>,
    /// Price in dollars.
    pub price: Option<Cell>,
    /// Price before: when it is higher it is the base price and `price` the discounted one.
    pub compare_at_price: Option<Cell>,
    /// Discounted price in dollars.
    pub discounted_price: Option<Cell>,
    /// First day of the discounted price; without one it holds already.
    pub discounted_from: Option<Cell>,
    /// Last day of the discounted price; without one it has no end.
    pub discounted_to: Option<Cell>,
    /// Currency: anything but USD is an error.
    pub currency: Option<Cell>,
    /// Quantity prices: a column with the price from so many pieces.
    #[serde(default)]
    pub tiers: Vec<TierCell>,
    /// Yes or no; when left out the stock tells.
    pub available: Option<Cell>,
    /// Pieces in stock.
    pub stock: Option<Cell>,
    /// No when the stock is not counted: then it is available.
    pub stock_counted: Option<Cell>,
    /// Yes when it is sold beyond the stock.
    pub backorder: Option<Cell>,
    /// Day it comes back, YYYY-MM-DD or MM/DD/YYYY.
    pub restock_on: Option<Cell>,
    /// Days until it can be had again.
    pub restockable_in_days: Option<Cell>,
    /// Minimum order quantity.
    pub min_order_qty: Option<Cell>,
    /// Delivery unit.
    pub delivery_unit: Option<Cell>,
    /// Pictures.
    pub images: Option<Cell>,
    /// Attributes by key of cart §3.
    #[serde(default)]
    pub attributes: BTreeMap<String, Cell>,
    /// Attributes whose key stands in a column too.
    #[serde(default)]
    pub options: Vec<OptionCell>,
    /// Values that stand for no choice: `Default Title`.
    #[serde(default)]
    pub options_without: Vec<String>,
    /// Keys of attributes by the texts in an option's name column.
    #[serde(default)]
    pub option_names: BTreeMap<String, String>,
}

/// A quantity price.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TierCell {
    /// From so many pieces.
    pub minimum: u32,
    /// Price in dollars.
    pub price: Cell,
}

/// A name and a value: `Color` and `Matte Black`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OptionCell {
    /// Column of the name.
    pub name: String,
    /// Column of the value.
    pub value: String,
}

impl Mapping {
    /// Reads a mapping file.
    pub fn load(path: &Path) -> Result<Self, ImportError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| ImportError::Mapping(format!("{} cannot be read: {error}", path.display())))?;
        Self::parse(&text).map_err(|error| ImportError::Mapping(format!("{}: {error}", path.display())))
    }

    /// Reads the text of a mapping file.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mapping: Self = toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())?;
        if mapping.source.is_empty() || mapping.source == super::super::DEMO_SOURCE {
            return Err(format!("'{}' cannot be the source of an import", mapping.source));
        }
        if !mapping.delimiter.is_ascii() {
            return Err("the delimiter must be an ASCII character".to_owned());
        }
        let empty_tests = mapping.skip.iter().any(|test| test.is.is_empty() == test.is_not.is_empty());
        if empty_tests {
            return Err("each [[skip]] needs either 'is' or 'is-not'".to_owned());
        }
        let rows = &mapping.rows;
        let ways = [rows.group_by.is_some(), rows.parent.is_some(), rows.children.is_some()];
        if ways.iter().filter(|told| **told).count() != 1 {
            return Err("[rows] needs one of 'group-by', 'parent' and 'children'".to_owned());
        }
        if rows.children.as_ref().is_some_and(|children| !mapping.packed.contains_key(&children.column)) {
            return Err("the column of [rows] 'children' must be told under [packed] too".to_owned());
        }
        Ok(mapping)
    }

    /// Whether a choice about odd cells was made.
    pub fn chose(&self, choice: OddCells) -> bool {
        self.odd_cells.contains(&choice)
    }

    /// The packed column and the pair's name that a column like `additional.color` means.
    pub fn pair<'a>(&'a self, column: &'a str) -> Option<(&'a str, &'a Packed, &'a str)> {
        let (base, name) = column.split_once('.')?;
        Some((base, self.packed.get(base)?, name))
    }

    /// All columns it speaks of.
    pub fn columns(&self) -> BTreeSet<String> {
        let product = &self.product;
        let variant = &self.variant;
        let optional = [
            &product.id,
            &product.sku,
            &product.brand,
            &product.subtitle,
            &product.description,
            &product.features,
            &product.flags,
            &product.pricing_message,
            &product.shipping_info,
            &product.shipping_method,
            &product.manufacturer,
            &product.warnings,
            &product.free_form_options,
            &product.call_to_order,
            &product.unit_of_measure,
            &product.keywords,
            &product.images,
            &product.popularity,
            &product.added_on,
            &variant.price,
            &variant.compare_at_price,
            &variant.discounted_price,
            &variant.discounted_from,
            &variant.discounted_to,
            &variant.currency,
            &variant.available,
            &variant.stock,
            &variant.stock_counted,
            &variant.backorder,
            &variant.restock_on,
            &variant.restockable_in_days,
            &variant.min_order_qty,
            &variant.delivery_unit,
            &variant.images,
        ];
        let cells = optional
            .into_iter()
            .flatten()
            .chain([&product.slug, &product.name, &variant.sku])
            .chain(product.attributes.values())
            .chain(variant.attributes.values())
            .chain(variant.tiers.iter().map(|tier| &tier.price))
            .chain(product.sold.iter().chain(&variant.sold).flat_map(Cells::each));
        let mut columns: BTreeSet<String> = cells
            .flat_map(|cell| {
                let rule = cell.rule();
                rule.column.into_iter().chain(rule.columns)
            })
            .collect();
        columns.extend(self.skip.iter().map(|test| test.column.clone()));
        let Rows { group_by, product_rows_have, variant_rows_have, parent, children } = &self.rows;
        columns.extend([group_by, product_rows_have, variant_rows_have].into_iter().flatten().cloned());
        columns.extend(parent.iter().flat_map(|rule| [&rule.column, &rule.of].into_iter().chain(&rule.id)).cloned());
        columns.extend(children.iter().flat_map(|rule| [&rule.column, &rule.of]).cloned());
        columns.extend(product.categories.iter().flat_map(|cell| cell.columns.clone()));
        columns.extend(variant.options.iter().flat_map(|option| [option.name.clone(), option.value.clone()]));
        let whole = |column: String| match self.pair(&column) {
            Some((base, ..)) => base.to_owned(),
            None => column,
        };
        columns.into_iter().map(whole).collect()
    }
}

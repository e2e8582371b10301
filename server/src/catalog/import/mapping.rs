//! The mapping file: which column of a foreign file becomes which field of a record. TOML; a name
//! that means nothing is an error, so that a slip of the pen does not silently lose a column.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use fieldhouse_core::brand::Site;
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

/// Which rows belong together.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Rows {
    /// Rows with the same text here are one product.
    pub group_by: String,
    /// A row with a text here tells about the product, the others are its variants. Left out: every
    /// row is a variant, and the first of a group also tells about the product.
    #[serde(default)]
    pub product_rows_have: Option<String>,
}

/// Where a field comes from: a column's name, or more exactly a [`CellRule`].
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    /// A column as it is.
    Column(String),
    /// A rule.
    Rule(CellRule),
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
    /// For yes or no: these texts are yes, all others no.
    pub is: Vec<String>,
}

impl Cell {
    /// The rule; a bare column is one too.
    pub fn rule(&self) -> CellRule {
        match self {
            Self::Column(column) => CellRule { column: Some(column.clone()), ..CellRule::default() },
            Self::Rule(rule) => rule.clone(),
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
    pub sold: Option<Cell>,
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
}

/// Fields of a variant.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct VariantFields {
    /// Sku.
    pub sku: Cell,
    /// Price in dollars.
    pub price: Option<Cell>,
    /// Price before: when it is higher it is the base price and `price` the discounted one.
    pub compare_at_price: Option<Cell>,
    /// Discounted price in dollars.
    pub discounted_price: Option<Cell>,
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
        Ok(mapping)
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
            &product.sold,
            &product.popularity,
            &product.added_on,
            &variant.price,
            &variant.compare_at_price,
            &variant.discounted_price,
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
            .chain(variant.tiers.iter().map(|tier| &tier.price));
        let mut columns: BTreeSet<String> = cells
            .flat_map(|cell| {
                let rule = cell.rule();
                rule.column.into_iter().chain(rule.columns)
            })
            .collect();
        columns.extend(self.skip.iter().map(|test| test.column.clone()));
        columns.insert(self.rows.group_by.clone());
        columns.extend(self.rows.product_rows_have.clone());
        columns.extend(product.categories.iter().flat_map(|cell| cell.columns.clone()));
        columns.extend(variant.options.iter().flat_map(|option| [option.name.clone(), option.value.clone()]));
        columns
    }
}

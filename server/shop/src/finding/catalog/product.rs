//! A product as the snapshot holds it: compact, its variants grouped for the pickers. Texts that
//! repeat over thousands of variants (colours, sizes, pictures) are held once.

use std::{
    collections::{BTreeSet, HashSet},
    sync::Arc,
};

use fieldhouse_core::{
    brand::Site,
    catalog::{AttributeView, AvailableDate, ImageView, size_order},
    money::Cents,
    pricing::{ArticlePrices, Tier},
};
use jiff::civil::Date;

use super::{
    record::{ProductFacts, ProductRecord, VariantRecord},
    shelves::Supply,
};

/// A text that may be shared.
pub type Text = Arc<str>;

/// One attribute of a variant.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Attribute {
    /// Key of cart §3: `color`.
    pub name: Text,
    /// Value.
    pub value: Text,
}

/// A product of the snapshot.
#[derive(Debug, Clone)]
pub struct Product {
    /// What is true of all its variants.
    pub facts: ProductFacts,
    /// All its articles in shown order.
    pub variants: Vec<Variant>,
    /// The same articles by colour (or style, hand …).
    pub groups: Vec<Group>,
}

/// What the variants of one choice of the pickers share.
#[derive(Debug, Clone)]
pub struct Group {
    /// The colour, or what sets this choice apart.
    pub title: Text,
    /// What its variants have in common.
    pub attributes: Arc<[Attribute]>,
    /// Positions in [`Product::variants`], in size order.
    pub members: Vec<usize>,
    /// Pictures; may be empty.
    pub images: Arc<[ImageView]>,
    /// Swatch colours.
    pub hex: Arc<[Text]>,
}

/// One article of the snapshot, with the facts that pricing and the quantity rules ask for.
#[derive(Debug, Clone)]
pub struct Variant {
    /// Stock keeping unit.
    pub sku: Text,
    /// Base price; nothing when there is none.
    pub price: Option<Cents>,
    /// Discounted price.
    pub discounted_price: Option<Cents>,
    /// Quantity prices, lowest quantity first.
    pub tiers: Arc<[Tier]>,
    /// Can be bought now.
    pub available: bool,
    /// Day it comes back.
    pub restock_on: Option<Date>,
    /// Both as they were imported: what counts while the store does not count the article itself.
    pub listed: Supply,
    /// Pieces in stock, when counted.
    pub stock: Option<u32>,
    /// Days until it can be had again.
    pub restockable_in_days: Option<u32>,
    /// Minimum order quantity.
    pub min_order_qty: u32,
    /// Delivery unit.
    pub delivery_unit: u32,
    /// Size as shown; 'One size' when there is no choice.
    pub size: Text,
    /// Attributes in the record's order.
    pub attributes: Arc<[Attribute]>,
    /// Its group in [`Product::groups`].
    pub group: usize,
}

impl Variant {
    /// The value of an attribute, or an empty text.
    pub fn attribute(&self, name: &str) -> &str {
        self.attributes.iter().find(|attribute| &*attribute.name == name).map_or("", |attribute| &attribute.value)
    }

    /// Colour, or empty.
    pub fn color(&self) -> &str {
        self.attribute("color")
    }

    /// Its prices as the rules read them, without a personal one.
    pub fn prices(&self) -> ArticlePrices<'_> {
        ArticlePrices { base: self.price, discounted: self.discounted_price, personal: None, tiers: &self.tiers }
    }

    /// When it comes back; nothing while it can be bought.
    pub fn available_date(&self) -> Option<AvailableDate> {
        let day = self.restock_on.filter(|_| !self.available)?;
        AvailableDate::new(day.year().try_into().ok()?, day.month().try_into().ok()?, day.day().try_into().ok()?)
    }
}

impl Product {
    /// True when `site` sells it.
    pub fn is_sold_by(&self, site: Site) -> bool {
        self.facts.sites.contains(&site)
    }

    /// The group a variant belongs to.
    pub fn group_of(&self, variant: &Variant) -> Option<&Group> {
        self.groups.get(variant.group)
    }

    /// Variants of a group in size order.
    pub fn members<'a>(&'a self, group: &'a Group) -> impl Iterator<Item = &'a Variant> {
        group.members.iter().filter_map(|position| self.variants.get(*position))
    }

    /// Pictures of a variant: its colour's, else the product's; may be empty.
    pub fn images_of(&self, variant: &Variant) -> &[ImageView] {
        match self.group_of(variant) {
            Some(group) if !group.images.is_empty() => &group.images,
            _ => &self.facts.images,
        }
    }
}

/// Sizes are what is chosen within a group, in this order when several are needed to tell articles apart.
const SIZE_AXES: [&str; 5] = ["adultOrYouth", "age", "size", "length", "weight"];
/// Attributes that tell nothing a shopper chooses by.
const NOT_CHOSEN: [&str; 3] = ["materialNumber", "brandName", "shippingMethod"];

fn sets_groups_apart(name: &str) -> bool {
    !SIZE_AXES.contains(&name) && !NOT_CHOSEN.contains(&name)
}

/// Holds each text, and what articles tell of themselves, once while a snapshot is built: of a color in a size there are
/// thousands.
#[derive(Default)]
pub(super) struct TextPool {
    texts: foldhash::HashSet<Text>,
    attributes: foldhash::HashSet<Arc<[Attribute]>>,
}

impl TextPool {
    fn share(&mut self, text: &str) -> Text {
        if let Some(known) = self.texts.get(text) {
            return Arc::clone(known);
        }
        let fresh: Text = text.into();
        self.texts.insert(Arc::clone(&fresh));
        fresh
    }

    fn share_attributes(&mut self, told: &[AttributeView]) -> Arc<[Attribute]> {
        let attributes: Vec<Attribute> =
            told.iter().map(|it| Attribute { name: self.share(&it.name), value: self.share(&it.value) }).collect();
        if let Some(known) = self.attributes.get(attributes.as_slice()) {
            return Arc::clone(known);
        }
        let fresh: Arc<[Attribute]> = attributes.into();
        self.attributes.insert(Arc::clone(&fresh));
        fresh
    }
}

impl Product {
    /// This product with its articles, and what is said of it, as they are now. Nothing where an article came or went or tells
    /// something else of what it is, or where the product itself stands elsewhere: among others, at another address or in
    /// another order.
    pub(super) fn with_changes(
        &self,
        facts: Option<ProductFacts>,
        variants: Vec<VariantRecord>,
        pool: &mut TextPool,
    ) -> Option<Self> {
        let facts = facts.unwrap_or_else(|| self.facts.clone());
        let now = Self::from_record(ProductRecord { facts, variants }, pool);
        let is_same = |(one, other): (&Variant, &Variant)| one.sku == other.sku && one.attributes == other.attributes;
        let swatches = |product: &Self| -> Vec<Arc<[Text]>> {
            product.groups.iter().map(|group| Arc::clone(&group.hex)).collect()
        };
        let same = self.facts.place() == now.facts.place()
            && self.variants.len() == now.variants.len()
            && self.variants.iter().zip(&now.variants).all(is_same)
            && swatches(self) == swatches(&now);
        same.then_some(now)
    }

    /// The compact form of a record.
    pub(super) fn from_record(record: ProductRecord, pool: &mut TextPool) -> Self {
        let ProductRecord { mut facts, variants: records } = record;
        describe(&mut facts.images, &facts.name);
        let mut groups: Vec<(Vec<(Text, Text)>, GroupDraft)> = Vec::new();
        let mut variants: Vec<Variant> = Vec::with_capacity(records.len());
        for (position, record) in records.into_iter().enumerate() {
            let VariantRecord { hex, images, .. } = &record;
            let attributes = pool.share_attributes(&record.attributes);
            let apart: Vec<(Text, Text)> = attributes
                .iter()
                .filter(|attribute| sets_groups_apart(&attribute.name))
                .map(|attribute| (Arc::clone(&attribute.name), Arc::clone(&attribute.value)))
                .collect();
            let group = groups.iter().position(|(known, _)| *known == apart).unwrap_or_else(|| {
                groups.push((apart, GroupDraft::default()));
                groups.len().saturating_sub(1)
            });
            if let Some((_, draft)) = groups.get_mut(group) {
                draft.members.push(position);
                if draft.images.is_empty() {
                    draft.images.clone_from(images);
                }
                if draft.hex.is_empty() {
                    draft.hex = hex.iter().map(|hex| pool.share(hex)).collect();
                }
            }
            let tiers = variants
                .iter()
                .rev()
                .find(|earlier| *earlier.tiers == *record.tiers)
                .map_or_else(|| Arc::from(record.tiers), |earlier| Arc::clone(&earlier.tiers));
            variants.push(Variant {
                sku: record.sku.into(),
                price: record.price,
                discounted_price: record.discounted_price,
                tiers,
                available: record.available,
                restock_on: record.restock_on,
                listed: Supply { available: record.available, restock_on: record.restock_on },
                stock: record.stock,
                restockable_in_days: record.restockable_in_days,
                min_order_qty: record.min_order_qty,
                delivery_unit: record.delivery_unit,
                size: pool.share(""),
                attributes,
                group,
            });
        }
        let varying: BTreeSet<Text> = groups
            .iter()
            .flat_map(|(apart, _)| apart)
            .filter(|pair| groups.iter().any(|(apart, _)| !apart.contains(pair)))
            .map(|(name, _)| Arc::clone(name))
            .collect();
        let mut groups: Vec<Group> = groups
            .into_iter()
            .map(|(apart, mut draft)| {
                let title = title_of(&apart, &varying, &facts.name);
                let words = if title == facts.name { title.clone() } else { format!("{}, {title}", facts.name) };
                describe(&mut draft.images, &words);
                Group {
                    title: pool.share(&title),
                    attributes: apart.into_iter().map(|(name, value)| Attribute { name, value }).collect(),
                    members: draft.members,
                    images: draft.images.into(),
                    hex: draft.hex.into(),
                }
            })
            .collect();
        for group in &mut groups {
            name_sizes(&mut variants, &group.members, pool);
            let size = |member: &usize| variants.get(*member).map_or("", |variant| &*variant.size);
            group.members.sort_by(|a, b| size_order(size(a), size(b)));
        }
        Self { facts, variants, groups }
    }
}

#[derive(Default)]
struct GroupDraft {
    members: Vec<usize>,
    images: Vec<ImageView>,
    hex: Vec<Text>,
}

/// Pictures nobody described say what they belong to, so that each can be named.
fn describe(images: &mut [ImageView], words: &str) {
    for (nth, image) in images.iter_mut().enumerate().filter(|(_, image)| image.alt.is_empty()) {
        image.alt = if nth == 0 { words.to_owned() } else { format!("{words}, picture {}", nth.saturating_add(1)) };
    }
}

/// A group is called by its colour and whatever else sets it apart from the others.
fn title_of(apart: &[(Text, Text)], varying: &BTreeSet<Text>, product: &str) -> String {
    let words: Vec<&str> = apart
        .iter()
        .filter(|(name, value)| !value.is_empty() && (&**name == "color" || varying.contains(name)))
        .map(|(_, value)| &**value)
        .collect();
    if words.is_empty() { product.to_owned() } else { words.join(" / ") }
}

/// Within a group each article needs a text of its own: its size, and more only where sizes repeat.
fn name_sizes(variants: &mut [Variant], members: &[usize], pool: &mut TextPool) {
    let of = |variants: &[Variant], member: &usize, axes: &[&str]| -> String {
        let Some(variant) = variants.get(*member) else { return String::new() };
        let words: Vec<&str> =
            axes.iter().map(|axis| variant.attribute(axis)).filter(|word| !word.is_empty()).collect();
        words.join(" / ")
    };
    let varying: Vec<&str> = SIZE_AXES
        .into_iter()
        .filter(|axis| {
            let mut values = members.iter().map(|member| of(variants, member, &[axis]));
            let first = values.next();
            *axis == "size" || values.any(|value| Some(value) != first)
        })
        .collect();
    let candidates = [vec!["size"], varying, SIZE_AXES.to_vec()];
    let names = candidates.iter().find_map(|axes| {
        let names: Vec<String> = members.iter().map(|member| of(variants, member, axes)).collect();
        let different: HashSet<&String> = names.iter().collect();
        let all_told = members.len() == 1 || names.iter().all(|name| !name.is_empty());
        (all_told && different.len() == names.len()).then_some(names)
    });
    for (nth, member) in members.iter().enumerate() {
        let name = names.as_ref().and_then(|names| names.get(nth)).cloned();
        if let Some(variant) = variants.get_mut(*member) {
            variant.size = match name.as_deref() {
                Some("") => pool.share("One size"),
                Some(name) => pool.share(name),
                None => Arc::clone(&variant.sku),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product(variants: &[&[(&str, &str)]]) -> Product {
        let record = ProductRecord {
            facts: ProductFacts { name: "Glove".to_owned(), ..ProductFacts::default() },
            variants: variants
                .iter()
                .enumerate()
                .map(|(nth, attributes)| VariantRecord {
                    sku: format!("G-{nth}"),
                    attributes: attributes
                        .iter()
                        .map(|(name, value)| AttributeView { name: (*name).to_owned(), value: (*value).to_owned() })
                        .collect(),
                    ..VariantRecord::default()
                })
                .collect(),
        };
        Product::from_record(record, &mut TextPool::default())
    }

    fn shape(product: &Product) -> Vec<(String, Vec<String>)> {
        product
            .groups
            .iter()
            .map(|group| {
                (group.title.to_string(), product.members(group).map(|variant| variant.size.to_string()).collect())
            })
            .collect()
    }

    fn group(title: &str, sizes: &[&str]) -> (String, Vec<String>) {
        (title.to_owned(), sizes.iter().map(|size| (*size).to_owned()).collect())
    }

    #[test]
    fn colours_are_groups_and_sizes_are_their_members() {
        let product = product(&[
            &[("color", "Navy"), ("size", "S")],
            &[("color", "Red"), ("size", "S")],
            &[("color", "Navy"), ("size", "M")],
        ]);
        assert_eq!(shape(&product), [group("Navy", &["S", "M"]), group("Red", &["S"])]);
    }

    #[test]
    fn what_varies_beside_the_colour_is_named_too() {
        let product = product(&[
            &[("color", "Tan"), ("hand", "Left"), ("border", "None"), ("size", "11\"")],
            &[("color", "Tan"), ("hand", "Right"), ("border", "None"), ("size", "11\"")],
        ]);
        assert_eq!(shape(&product), [group("Tan / Left", &["11\""]), group("Tan / Right", &["11\""])]);
    }

    #[test]
    fn a_single_article_without_attributes_is_one_size_under_the_products_name() {
        assert_eq!(shape(&product(&[&[]])), [group("Glove", &["One size"])]);
    }

    #[test]
    fn repeated_sizes_are_told_apart_by_what_differs_and_by_the_sku_at_last() {
        let youth =
            product(&[&[("adultOrYouth", "Youth"), ("size", "S")], &[("adultOrYouth", "Adult"), ("size", "S")]]);
        assert_eq!(shape(&youth), [group("Glove", &["Youth / S", "Adult / S"])]);
        assert_eq!(shape(&product(&[&[], &[]])), [group("Glove", &["G-0", "G-1"])]);
        assert_eq!(
            shape(&product(&[&[("weight", "5 lb")], &[("weight", "8 lb")]])),
            [group("Glove", &["5 lb", "8 lb"])]
        );
    }
}

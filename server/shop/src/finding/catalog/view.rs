//! What goes out about products: product page, tiles, trails. Only shapes values of the snapshot;
//! no rule but the calls into the rules crate.

use std::collections::HashSet;

use fieldhouse_core::{
    brand::Site,
    catalog::{
        AttributeView, AvailableDate, CategoryView, ImageView, ProductTextView, ProductTileView, ProductVariantView,
        ProductView, SizeView, SwatchView, TilePriceView, VariantGroupView,
    },
    pricing::{PriceStateDraft, PriceTextView, lowest_price, price_text, your_price},
};

use super::{
    product::{Attribute, Group, Product, Variant},
    snapshot::{Catalog, Category},
};

/// Others shown under a product.
const RELATED: usize = 8;

impl Catalog {
    /// Everything the product page shows.
    pub fn product_view(&self, site: Site, product: &Product) -> ProductView {
        let facts = &product.facts;
        let lowest = lowest_price(product.variants.iter().map(Variant::prices));
        ProductView {
            id: facts.id.clone(),
            slug: facts.slug.clone(),
            name: facts.name.clone(),
            brand: facts.brand.clone(),
            subtitle: facts.subtitle.clone(),
            description: facts.description.clone(),
            features: facts.features.clone(),
            flags: facts.flags.clone(),
            sku: facts.sku.clone(),
            href: product_href(product),
            regular_price: lowest.map(|price| price.base),
            your_price: lowest.map(|price| price.your),
            pricing_message: facts.pricing_message.clone(),
            shipping_info: facts.shipping_info.clone(),
            manufacturer: facts.manufacturer.clone(),
            warnings: facts.warnings.clone(),
            variants: product.groups.iter().map(|group| group_view(product, group)).collect(),
            free_form_options: facts.free_form_options.clone(),
            call_to_order: facts.call_to_order,
            unit_of_measure: facts.unit_of_measure.clone(),
            categories: self.product_trail(site, product),
            attributes: facts.attributes.clone(),
            related: self.related(site, product).into_iter().map(|other| self.tile_view(site, other)).collect(),
        }
    }

    /// A product in a list.
    pub fn tile_view(&self, site: Site, product: &Product) -> ProductTileView {
        let facts = &product.facts;
        let priced = || product.variants.iter().filter_map(|variant| Some((your_price(variant.prices(), 1)?, variant)));
        let cheapest = priced().min_by_key(|(price, _)| (price.your, price.base));
        let shown = cheapest.map(|(_, variant)| variant).or_else(|| product.variants.first());
        let pair = cheapest.map(|(price, _)| price.view());
        let sizes: HashSet<&str> = product.variants.iter().map(|variant| &*variant.size).collect();
        ProductTileView {
            pid: facts.id.clone(),
            href: product_href(product),
            product_text: ProductTextView { title: facts.name.clone(), brand: facts.brand.clone() },
            price: TilePriceView {
                regular_price: pair.as_ref().map(|pair| pair.regular_price),
                discounted_price: pair.and_then(|pair| pair.discounted_price),
                from: cheapest.is_some_and(|(lowest, _)| priced().any(|(price, _)| price.your != lowest.your)),
            },
            sku: shown.map_or_else(String::new, |variant| variant.sku.to_string()),
            default_image: product_image(product),
            colors: product
                .groups
                .iter()
                .filter(|group| is_colour(group))
                .map(|group| swatch(product, group))
                .collect(),
            sizes: u32::try_from(sizes.len()).unwrap_or(u32::MAX),
            out_of_stock: product.variants.iter().all(|variant| !variant.available),
            call_to_order: facts.call_to_order,
            unit_of_measure: facts.unit_of_measure.clone(),
            categories: self.product_trail(site, product).into_iter().map(|category| category.name).collect(),
            flags: facts.flags.clone(),
        }
    }

    /// The most popular products of a category that a site sells at a price: rows of the home page and of articles.
    /// What has no price to show is found in its category; a row is there to sell.
    pub fn best_sellers(&self, site: Site, path: &str, most: usize) -> Vec<ProductTileView> {
        let Some(category) = self.category(site, path) else { return Vec::new() };
        let sold = category.products.iter().filter_map(|index| self.product(*index)).filter(|it| it.is_sold_by(site));
        let tiles = sold.map(|product| self.tile_view(site, product));
        tiles.filter(|tile| tile_price(tile).is_amount).take(most).collect()
    }

    /// Trail of a category, root first.
    pub fn trail_view(&self, category: &Category) -> Vec<CategoryView> {
        self.trail(category).into_iter().map(category_view).collect()
    }

    fn product_trail(&self, site: Site, product: &Product) -> Vec<CategoryView> {
        self.main_category(site, product).map_or_else(Vec::new, |category| self.trail_view(category))
    }

    /// The most popular others of the product's category, filled up from the categories above it.
    fn related(&self, site: Site, product: &Product) -> Vec<&Product> {
        let mut related: Vec<&Product> = Vec::with_capacity(RELATED);
        let Some(category) = self.main_category(site, product) else { return related };
        for category in self.trail(category).into_iter().rev() {
            for other in category.products.iter().filter_map(|index| self.product(*index)) {
                if related.len() == RELATED {
                    return related;
                }
                let known = related.iter().any(|listed| listed.facts.id == other.facts.id);
                if !known && other.facts.id != product.facts.id && other.is_sold_by(site) {
                    related.push(other);
                }
            }
        }
        related
    }
}

/// The price as a tile shows it to everyone: that of an article ordered by phone is none.
pub fn tile_price(tile: &ProductTileView) -> PriceTextView {
    price_text(&PriceStateDraft {
        regular_price: tile.price.regular_price,
        discounted_price: tile.price.discounted_price,
        personal_price: None,
        unit_of_measure: tile.unit_of_measure.clone(),
        call_to_order: tile.call_to_order,
        loading: false,
    })
}

/// `/p/{slug}/`.
pub fn product_href(product: &Product) -> String {
    format!("/p/{}/", product.facts.slug)
}

/// A category in a list or trail.
pub fn category_view(category: &Category) -> CategoryView {
    CategoryView {
        path: category.record.path.clone(),
        name: category.record.name.clone(),
        href: format!("/c/{}/", category.record.path),
    }
}

/// The picture of a variant: its colour's first, else the product's, else the placeholder.
pub fn default_image(product: &Product, variant: &Variant) -> ImageView {
    product.images_of(variant).first().cloned().unwrap_or_else(|| placeholder(&product.facts.name))
}

/// What stands in where there is no picture.
pub fn placeholder(alt: &str) -> ImageView {
    ImageView {
        href: "/images/placeholder.svg".to_owned(),
        alt: alt.to_owned(),
        width: 800,
        height: 800,
        srcset: String::new(),
    }
}

fn group_view(product: &Product, group: &Group) -> VariantGroupView {
    let first = product.members(group).next();
    let all_out = product.members(group).all(|variant| !variant.available);
    let images: Vec<ImageView> = first
        .map(|variant| product.images_of(variant))
        .filter(|images| !images.is_empty())
        .map_or_else(|| vec![placeholder(&product.facts.name)], <[ImageView]>::to_vec);
    VariantGroupView {
        product_variant: ProductVariantView {
            title: group.title.to_string(),
            sku: first.map_or_else(String::new, |variant| variant.sku.to_string()),
            default_image: images.first().cloned().unwrap_or_else(|| placeholder(&product.facts.name)),
            availability: product
                .members(group)
                .filter(|_| all_out)
                .filter_map(Variant::available_date)
                .min()
                .map(AvailableDate::view),
            min_order_qty: first.map_or(0, |variant| variant.min_order_qty),
            delivery_unit: first.map_or(0, |variant| variant.delivery_unit),
        },
        images,
        hex: group.hex.iter().map(ToString::to_string).collect(),
        sizes: product.members(group).map(size_view).collect(),
        attributes_data: group.attributes.iter().map(attribute_view).collect(),
    }
}

fn size_view(variant: &Variant) -> SizeView {
    SizeView {
        text: variant.size.to_string(),
        sku: variant.sku.to_string(),
        price: variant.price,
        discounted_price: variant.discounted_price,
        tiers: variant.tiers.to_vec(),
        unavailable: !variant.available,
        availability: variant.available_date().map(AvailableDate::view),
        available_date: variant.available_date().map_or_else(String::new, AvailableDate::text),
        min_order_qty: variant.min_order_qty,
        delivery_unit: variant.delivery_unit,
    }
}

/// One attribute, outward.
pub fn attribute_view(attribute: &Attribute) -> AttributeView {
    AttributeView { name: attribute.name.to_string(), value: attribute.value.to_string() }
}

fn is_colour(group: &Group) -> bool {
    !group.hex.is_empty() || group.attributes.iter().any(|attribute| &*attribute.name == "color")
}

fn swatch(product: &Product, group: &Group) -> SwatchView {
    SwatchView {
        title: group.title.to_string(),
        alt: format!("{} in {}", product.facts.name, group.title),
        hex: group.hex.iter().map(ToString::to_string).collect(),
        image: group.images.first().cloned(),
    }
}

/// The picture of a whole product: its own, else its first colour's, else the placeholder.
pub fn product_image(product: &Product) -> ImageView {
    product
        .facts
        .images
        .first()
        .or_else(|| product.groups.iter().find_map(|group| group.images.first()))
        .cloned()
        .unwrap_or_else(|| placeholder(&product.facts.name))
}

//! Objects of the indexes: what a hit says of a product (shell §3 'Search hit') or of a page of the learning
//! corner. Only what the brand's own pages show everybody: no pieces in stock, no other brand's categories.

use fieldhouse_core::{brand::Site, content::BlockView, content::PageView};
use serde_json::{Map, Value, json};

use fieldhouse_shop::{
    finding::{
        catalog::{Catalog, Category, Product},
        search::facets::{IN_STOCK, OUT_OF_STOCK},
    },
    publishing::content::learning::ARTICLE,
};

/// Fields of a product that are searched, and marked in hits.
pub const SEARCHED: [&str; 8] =
    ["name", "brand", "subtitle", "description", "categories", "color", "hierarchicalCategories", "variantSKUs"];
/// Fields of an article that are searched, and marked in hits.
pub const SEARCHED_ARTICLE: [&str; 3] = ["title", "description", "content"];

/// Between the levels of a category: `Football > Jerseys`.
pub const LEVELS: &str = " > ";

fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// A category by the names above it and its own.
pub fn path_of(catalog: &Catalog, category: &Category) -> Vec<String> {
    catalog.trail(category).into_iter().map(|above| above.record.name.clone()).collect()
}

/// A product as an object of a brand's index.
pub fn product(catalog: &Catalog, site: Site, product: &Product) -> Map<String, Value> {
    let facts = &product.facts;
    let tile = catalog.tile_view(site, product);
    let mut lines: Vec<Vec<String>> = vec![Vec::new(); 3];
    let mut names: Vec<String> = Vec::new();
    for category in facts.categories.iter().filter_map(|path| catalog.category(site, path)) {
        let path = path_of(catalog, category);
        for (level, line) in lines.iter_mut().enumerate().take(path.len()) {
            let label = path.get(..=level).unwrap_or_default().join(LEVELS);
            if !line.contains(&label) {
                line.push(label);
            }
        }
        names.extend(path.into_iter().filter(|name| !names.contains(name)).collect::<Vec<_>>());
    }
    let levels = lines.into_iter().enumerate().filter(|(_, line)| !line.is_empty());
    let values = |name: &str| {
        let mut values: Vec<&str> = Vec::new();
        for variant in &product.variants {
            let value = variant.attribute(name);
            if !value.is_empty() && !values.contains(&value) {
                values.push(value);
            }
        }
        values
    };
    // What has to be ordered by phone shows no price (shell §8).
    let price = tile.price.regular_price.filter(|_| !facts.call_to_order);
    let discounted = tile.price.discounted_price.filter(|_| !facts.call_to_order);
    fields(json!({
        "objectID": facts.id,
        "name": facts.name,
        "slug": facts.slug,
        "url": tile.href,
        "brand": facts.brand,
        "subtitle": facts.subtitle,
        "description": facts.description.join("\n"),
        "flags": facts.flags,
        "sku": facts.sku,
        "masterVariant": product.variants.first().map(|variant| &*variant.sku),
        "variantSKUs": product.variants.iter().map(|variant| &*variant.sku).collect::<Vec<_>>(),
        "price": price,
        "discountedPrice": discounted,
        "yourPrice": discounted.or(price),
        "callToOrder": facts.call_to_order,
        "unitOfMeasure": facts.unit_of_measure,
        "thumbnail": tile.default_image.smallest(),
        "availability": if tile.out_of_stock { OUT_OF_STOCK } else { IN_STOCK },
        "color": values("color"),
        "size": values("size"),
        "categories": names,
        "hierarchicalCategories": levels.map(|(level, line)| (format!("lvl{level}"), json!(line)))
            .collect::<Map<_, _>>(),
    }))
}

/// A page of the learning corner as an object.
pub fn article(page: &PageView) -> Map<String, Value> {
    let paragraphs = page.blocks.iter().flat_map(|block| match block {
        BlockView::Text { title, paragraphs } => {
            std::iter::once(title.as_str()).chain(paragraphs.iter().map(String::as_str)).collect::<Vec<_>>()
        }
        _ => Vec::new(),
    });
    let content: Vec<&str> = paragraphs.filter(|text| !text.is_empty()).collect();
    fields(json!({
        "objectID": page.slug,
        "title": page.title,
        "description": page.description,
        "content": content.join("\n"),
        "slug": page.slug,
        "url": format!("/{}/", page.slug),
        "image": page.image,
        "content_type": ARTICLE,
    }))
}

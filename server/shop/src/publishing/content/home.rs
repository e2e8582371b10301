//! The home page of a brand that has none of its own: what it sells, by department. Nobody has to write content before
//! an imported catalogue can be walked from `/`; the first `home` that is written takes this one's place.

use fieldhouse_core::{
    brand::{Site, brand},
    content::{BlockView, DepartmentView, DepartmentsView, LinkView, PageView},
};

use super::{ROW, document::HOME};
use crate::finding::catalog::{
    Catalog, Category,
    view::{category_view, product_image, tile_price},
};

/// Departments that are listed, and links below each.
const DEPARTMENTS: usize = 24;
const LINKS: usize = 5;
/// Departments whose best sellers are shown.
const ROWS: usize = 3;

/// A heading, links to the top categories and best sellers; where nothing has a category, the first products.
pub fn plain(catalog: &Catalog, site: Site) -> PageView {
    let name = brand(site).name.to_string();
    let top = top(catalog, site);
    let mut blocks = Vec::new();
    let departments: Vec<DepartmentView> =
        top.iter().take(DEPARTMENTS).filter_map(|category| department(catalog, site, category)).collect();
    if !departments.is_empty() {
        let title = "Shop by department".to_owned();
        blocks.push(BlockView::Departments(DepartmentsView {
            uid: "departments".to_owned(),
            title,
            text: String::new(),
            departments,
        }));
    }
    let best = |category: &&Category| {
        let products = catalog.best_sellers(site, &category.record.path, ROW);
        let (title, path) = (category.record.name.clone(), category.record.path.clone());
        (!products.is_empty()).then_some(BlockView::Products { title, category: path, products })
    };
    blocks.extend(top.iter().filter_map(best).take(ROWS));
    if top.is_empty() {
        let tiles = catalog.products_of(site).map(|product| catalog.tile_view(site, product));
        // As in every row: nothing without a price.
        let products: Vec<_> = tiles.filter(|tile| tile_price(tile).is_amount).take(ROW).collect();
        if !products.is_empty() {
            blocks.push(BlockView::Products { title: "Products".to_owned(), category: String::new(), products });
        }
    }
    PageView {
        slug: HOME.to_owned(),
        title: name.clone(),
        description: name.clone(),
        content_type: String::new(),
        image: None,
        blocks,
    }
}

/// The categories right below the root; where the platform's tree has a single root, those below that one.
fn top(catalog: &Catalog, site: Site) -> Vec<&Category> {
    let mut top = catalog.children(site, None);
    while let [only] = top.as_slice() {
        let below = catalog.children(site, Some(only));
        if below.is_empty() {
            break;
        }
        top = below;
    }
    top
}

fn department(catalog: &Catalog, site: Site, category: &Category) -> Option<DepartmentView> {
    let mut products = category.products.iter().filter_map(|index| catalog.product(*index));
    let image = product_image(products.find(|product| product.is_sold_by(site))?);
    let below = catalog.children(site, Some(category));
    Some(DepartmentView {
        title: category.record.name.clone(),
        link: link(category),
        image,
        links: below.into_iter().take(LINKS).map(link).collect(),
    })
}

fn link(category: &Category) -> LinkView {
    let view = category_view(category);
    LinkView { href: view.href, title: view.name, new_tab: false }
}

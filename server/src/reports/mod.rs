//! The store's own report pages, shown in frames: order status, certificate reporting, styles (shell §2,
//! §6). They take the parameters of the hosted ones and show only what the session may see, whatever
//! those parameters say (R54).

pub mod html;
pub mod routes;

use fieldhouse_core::{
    brand::{Site, brand},
    money::format_cents,
};

use self::html::{Document, Table};
use crate::{
    account,
    catalog::view,
    http::problem::Problem,
    orders,
    render::address::encode,
    session::{Visitor, VisitorId},
    state::AppState,
};

/// Rows of a report.
const MOST: u64 = 200;
/// Styles of a table, and covers of a bookshelf.
const STYLES: usize = 60;

/// The orders of the customer who has signed in.
pub async fn order_status(state: &AppState, visitor: &Visitor) -> Result<String, Problem> {
    let mut page = Document::new(visitor.site, "Order Status");
    let Some(customer) = visitor.customer().await? else {
        page.text("Please sign in to see your orders.");
        return Ok(page.finish());
    };
    let owner = VisitorId(customer.0);
    let (orders, _) = orders::store::list_orders(state.db.read(), owner, visitor.site.key(), (0, MOST)).await?;
    if orders.is_empty() {
        page.text("There are no orders on this account yet.");
        return Ok(page.finish());
    }
    let mut table = Table::new("Orders", &["Order", "Placed", "Status", "Purchase order", "Pieces", "Total"]);
    for order in orders {
        let placed = jiff::Timestamp::from_millisecond(order.placed_at).map_err(Problem::internal)?;
        let total = fieldhouse_core::money::Cents::try_from(order.total_cents)
            .map_err(|_| Problem::internal(anyhow::anyhow!("a total below zero")))?;
        table.row(&[
            (&order.number, Some(format!("/order?id={}", encode(&order.id)))),
            (&placed.to_zoned(state.config.time_zone.clone()).strftime("%m/%d/%Y").to_string(), None),
            (&order.status, None),
            (&order.po_number, None),
            (&order.total_quantity.to_string(), None),
            (&format_cents(total), None),
        ]);
    }
    page.table(&table);
    Ok(page.finish())
}

/// Certificates used by the orders of a customer who may see them.
pub async fn certificate_reporting(state: &AppState, visitor: &Visitor) -> Result<String, Problem> {
    let session = account::session(state, visitor).await?;
    let mut page = Document::new(visitor.site, "Certificate Reporting");
    if !session.show_cert_reporting {
        page.text("You do not have access to gift certificate reporting.");
        return Ok(page.finish());
    }
    page.text("No certificates have been used by orders of this account yet.");
    Ok(page.finish())
}

/// Styles sold at a site: a table, or with a bookshelf filter the covers of its catalogues.
pub fn styles(state: &AppState, site: Site, category: &str, bookshelf: Option<&str>) -> String {
    let catalog = state.catalog.load();
    let Some(filter) = bookshelf else {
        let mut page = Document::new(site, "Styles");
        let mut table = Table::new("Styles", &["Style", "Name", "Brand"]);
        let tiles = if category.is_empty() {
            catalog.products_of(site).take(STYLES).map(|product| catalog.tile_view(site, product)).collect()
        } else {
            catalog.best_sellers(site, category, STYLES)
        };
        let any = !tiles.is_empty();
        for tile in tiles {
            let brand = tile.product_text.brand.as_str();
            table.row(&[
                (&tile.pid, None),
                (&tile.product_text.title, Some(tile.href.clone())),
                (if brand.is_empty() { "-" } else { brand }, None),
            ]);
        }
        if any {
            page.table(&table);
        } else {
            page.text("There are no styles here.");
        }
        return page.finish();
    };
    let mut page = Document::new(site, "Catalogs");
    let wanted = filter.to_lowercase();
    let covers: Vec<(String, String, String)> = catalog
        .categories_of(site)
        .filter(|category| !category.record.path.contains('/'))
        .filter(|category| category.record.name.to_lowercase().contains(&wanted))
        .filter_map(|category| {
            let cover = catalog.best_sellers(site, &category.record.path, 1).into_iter().next()?;
            Some((category.record.name.clone(), view::category_view(category).href, cover.default_image.href))
        })
        .take(STYLES)
        .collect();
    if covers.is_empty() {
        page.text("There is no catalog of this name.");
    } else {
        page.shelf(&format!("{} catalogs", brand(site).name), &covers);
    }
    page.finish()
}

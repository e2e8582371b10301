//! The store's own report pages, shown in frames: order status, certificate reporting, styles (shell §2,
//! §6). They take the parameters of the hosted ones and show only what the session may see, whatever
//! those parameters say (R54).

pub mod routes;

use std::collections::HashSet;

use fieldhouse_core::{
    brand::{Site, brand},
    certificates::held::CertificateLineView,
    money::format_cents,
};
use fieldhouse_kernel::failure::Failure;

use crate::surfaces::pages::{
    address::encode,
    html::{Document, Table},
};
use fieldhouse_shop::{
    buying::{certificates, orders},
    finding::catalog::view,
    owner::{CustomerId, VisitorId},
    people::{account::store::CustomerRow, business_units::store as units, members},
    state::AppState,
};

/// Rows of a report.
const MOST: u64 = 200;
/// Styles of a table, and covers of a bookshelf.
const STYLES: usize = 60;

/// The orders of the customer who has signed in.
pub async fn order_status(state: &AppState, site: Site, customer: Option<CustomerId>) -> Result<String, Failure> {
    let mut page = Document::new(site, "Order Status");
    let Some(customer) = customer else {
        page.text("Please sign in to see your orders.");
        return Ok(page.finish());
    };
    let owner = VisitorId(customer.0);
    let orders = orders::store::list_newest(state.db.read(), owner, site.key(), MOST).await?;
    if orders.is_empty() {
        page.text("There are no orders on this account yet.");
        return Ok(page.finish());
    }
    let mut table = Table::new("Orders", &["Order", "Placed", "Status", "Purchase order", "Pieces", "Total"]);
    for order in orders {
        table.row(&[
            (&order.number, Some(format!("/order?id={}", encode(&order.id)))),
            (&day(state, order.placed_at)?, None),
            (order.status(), None),
            (&order.po_number, None),
            (&order.total_quantity.to_string(), None),
            (&format_cents(*order.total_cents), None),
        ]);
    }
    page.table(table);
    Ok(page.finish())
}

/// Certificates used by orders of the business units of a customer who may see them: the customer's own orders, and
/// those for one of the units of everybody else who belongs to it. Which unit the address names does not matter.
pub async fn certificate_reporting(
    state: &AppState,
    site: Site,
    customer: Option<&CustomerRow>,
) -> Result<String, Failure> {
    let mut page = Document::new(site, "Certificate Reporting");
    let Some(customer) = customer.filter(|customer| customer.show_cert_reporting) else {
        page.text("You do not have access to gift certificate reporting.");
        return Ok(page.finish());
    };
    let db = state.db.read();
    let units = units::list_units_of(db, &customer.id).await?;
    let (ids, keys): (Vec<String>, HashSet<String>) = units.into_iter().map(|unit| (unit.id, unit.key)).unzip();
    let members = units::list_people(db, ids).await?;
    let mut buyers: Vec<String> = members.into_iter().map(|member| member.customer_id).collect();
    buyers.push(customer.id.clone());
    buyers.sort();
    buyers.dedup();
    let people = members::store::find_customers(db, buyers.clone()).await?;
    let mut orders = orders::store::list_paid_by_certificates(db, buyers, site.key(), MOST).await?;
    // What somebody orders for themselves is nobody else's to see.
    orders.retain(|order| order.visitor == customer.id || keys.contains(&order.unit_key));
    if orders.is_empty() {
        page.text("No certificates have been used by orders of this account yet.");
        return Ok(page.finish());
    }
    let mut used = Vec::new();
    for order in &orders {
        let lines: Vec<CertificateLineView> = serde_json::from_str(&order.certificates).map_err(Failure::internal)?;
        used.extend(lines.into_iter().map(|line| (order, line)));
    }
    let numbers: Vec<String> = used.iter().map(|(_, line)| line.certificate_number.clone()).collect();
    let catalog = &brand(site).certificate_catalog;
    let known = certificates::store::list_certificates(db, catalog, &numbers).await?;
    let heads = ["Certificate", "Value", "Organization", "Participant", "Order", "Placed", "Ordered by"];
    let mut table = Table::new("Certificates used", &heads);
    for (order, line) in used {
        let certificate = known.iter().find(|certificate| certificate.number == line.certificate_number);
        let buyer = people.iter().find(|person| person.id == order.visitor);
        let own = order.visitor == customer.id;
        table.row(&[
            (&line.certificate_number, None),
            (&line.amount, None),
            (certificate.map_or("", |certificate| &certificate.organization), None),
            (certificate.map_or("", |certificate| &certificate.participant), None),
            // Only whoever placed an order can open it.
            (&order.number, own.then(|| format!("/order?id={}", encode(&order.id)))),
            (&day(state, order.placed_at)?, None),
            (&buyer.map_or_else(String::new, |buyer| format!("{} {}", buyer.first_name, buyer.last_name)), None),
        ]);
    }
    page.table(table);
    Ok(page.finish())
}

/// A day of the store, as reports show it.
fn day(state: &AppState, millis: i64) -> Result<String, Failure> {
    let time = jiff::Timestamp::from_millisecond(millis).map_err(Failure::internal)?;
    Ok(time.to_zoned(state.config.time_zone.clone()).strftime("%m/%d/%Y").to_string())
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
            page.table(table);
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
        page.shelf(&format!("{} catalogs", brand(site).name), covers);
    }
    page.finish()
}

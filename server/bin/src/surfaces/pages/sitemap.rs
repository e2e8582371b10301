//! `sitemap.xml` and `robots.txt` of a site: its own assortment only.

use askama::Template;
use axum::http::HeaderValue;
use bytes::Bytes;
use fieldhouse_core::brand::Site;
use fieldhouse_kernel::http::cached::{Cached, REVALIDATED};

use fieldhouse_shop::{finding::catalog, state::AppState};

/// Addresses in one file; the protocol allows 50,000.
const MOST: usize = 45_000;

/// Which file of the sitemap a path asks for: 0 is `/sitemap.xml`, n is `/sitemap-{n}.xml`.
pub fn part(path: &str) -> Option<usize> {
    let name = path.strip_prefix("/sitemap")?.strip_suffix(".xml")?;
    if name.is_empty() { Some(0) } else { name.strip_prefix('-')?.parse().ok().filter(|part| *part > 0) }
}

/// Everything a search engine may find at a site; nothing when there is no such part.
pub fn build(state: &AppState, site: Site, origin: &str, part: usize) -> Option<Cached> {
    let catalog = state.catalog.load();
    let contents = state.contents.load();
    let mut addresses = vec!["/".to_owned()];
    addresses.extend(contents.slugs(site).filter(|slug| *slug != "home").map(|slug| format!("/{slug}/")));
    addresses.extend(catalog.categories_of(site).map(|category| catalog::view::category_view(category).href));
    addresses.extend(catalog.products_of(site).map(catalog::view::product_href));
    let mut chunks = addresses.chunks(MOST);
    let index = part == 0 && chunks.len() > 1;
    let parts = if index { chunks.len() } else { 0 };
    let addresses = if index { &[] } else { chunks.nth(part.saturating_sub(1))? };
    let xml = Sitemap { origin, parts, addresses }.render().ok()?;
    Some(Cached::compressible(Bytes::from(xml), HeaderValue::from_static("application/xml"), REVALIDATED))
}

/// A list of addresses, or of the parts there are.
#[derive(Template)]
#[template(path = "sitemap.xml")]
struct Sitemap<'a> {
    origin: &'a str,
    parts: usize,
    addresses: &'a [String],
}

/// What search engines should leave alone: what is personal, and the endless combinations of filters.
pub fn robots(origin: &str) -> Cached {
    let text = format!(
        "User-agent: *\nDisallow: /api/\nDisallow: /cart\nDisallow: /checkout/\nDisallow: /order\nDisallow: /search/\n\
         \nSitemap: {origin}/sitemap.xml\n"
    );
    Cached::plain(Bytes::from(text), HeaderValue::from_static("text/plain; charset=utf-8"), REVALIDATED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_sitemap_have_names() {
        assert_eq!(part("/sitemap.xml"), Some(0));
        assert_eq!(part("/sitemap-2.xml"), Some(2));
        assert_eq!(part("/sitemap-0.xml"), None);
        assert_eq!(part("/sitemap-x.xml"), None);
        assert_eq!(part("/sitemaps/"), None);
    }
}

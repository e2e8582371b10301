//! What pickers of the desk find by a fragment: business units and articles, of those brands that somebody sees.

use std::collections::HashSet;

use fieldhouse_core::{
    brand::Site,
    cart::ordered::{chosen_options, options_text},
    catalog::AttributeView,
    money::format_cents,
    pricing::your_price,
    staff::Permission,
};
use fieldhouse_kernel::failure::Failure;
use serde::{Deserialize, Serialize};

use super::wanted_sites;
use crate::{
    env::Env,
    finding::catalog::{
        product::{Product, Variant},
        snapshot::Catalog,
        view::attribute_view,
    },
    people::business_units::store::list_by_fragment,
    staff::StaffMember,
    state::AppState,
};

/// Rows of an answer: more are found by a longer fragment.
const ROWS: usize = 20;
/// Characters of a fragment that count.
const LONGEST: usize = 100;

/// What a picker asks for.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct PickAsk {
    /// Site key; without it all brands that somebody sees.
    pub site: String,
    /// A fragment.
    pub q: String,
}

impl PickAsk {
    fn fragment(&self) -> String {
        self.q.trim().chars().take(LONGEST).collect::<String>().to_lowercase()
    }
}

/// A business unit to pick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnitPickView {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Site key.
    pub site: String,
}

/// An article to pick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArticlePickView {
    /// Stock keeping unit.
    pub sku: String,
    /// Name of its product.
    pub name: String,
    /// What is chosen of it: 'Color: Navy, Size: M'.
    pub options: String,
    /// What a piece costs; empty where there is no price.
    pub price: String,
    /// It can be bought now.
    pub orderable: bool,
}

/// Business units whose key or name holds a fragment, by name; all of them without one.
pub async fn units(env: &Env, member: &StaffMember, ask: &PickAsk) -> Result<Vec<UnitPickView>, Failure> {
    let sites = wanted_sites(member, Permission::OrdersView, &ask.site)?;
    let most = u64::try_from(ROWS).map_err(Failure::internal)?;
    let rows = list_by_fragment(env.db.read(), &sites, &ask.fragment(), most).await?;
    let view = |row: crate::people::business_units::store::UnitRow| UnitPickView {
        key: row.key,
        name: row.name,
        site: row.site.to_string(),
    };
    Ok(rows.into_iter().map(view).collect())
}

/// Articles whose sku, or whose name and options, hold a fragment: those that begin with it first. None without one.
pub fn articles(state: &AppState, member: &StaffMember, ask: &PickAsk) -> Result<Vec<ArticlePickView>, Failure> {
    let sites = wanted_sites(member, Permission::CatalogueView, &ask.site)?;
    let catalog = state.catalog.load_full();
    Ok(find(&catalog, &sites, &ask.fragment()))
}

/// How well an article fits what was typed: lower is shown first.
#[derive(Clone, Copy)]
enum Fit {
    Sku,
    Begins,
    Holds,
    Named,
}

impl Fit {
    const fn rank(self) -> usize {
        match self {
            Self::Sku => 0,
            Self::Begins => 1,
            Self::Holds => 2,
            Self::Named => 3,
        }
    }
}

fn find(catalog: &Catalog, sites: &[Site], fragment: &str) -> Vec<ArticlePickView> {
    let words: Vec<&str> = fragment.split_whitespace().collect();
    if words.is_empty() {
        return Vec::new();
    }
    let mut found: [Vec<(&Product, &Variant)>; 4] = Default::default();
    let mut seen = HashSet::new();
    for site in sites {
        for product in catalog.products_of(*site) {
            let name = product.facts.name.to_lowercase();
            // Options are only read where the name has some of what was typed: a catalogue has many articles.
            let rest: Vec<&str> = words.iter().copied().filter(|word| !name.contains(word)).collect();
            for variant in &*product.variants {
                let Some(fit) = fit(variant, fragment, (&words, &rest)) else { continue };
                let Some(rows) = found.get_mut(fit.rank()) else { continue };
                if rows.len() < ROWS && seen.insert(&*variant.sku) {
                    rows.push((product, variant));
                }
            }
        }
    }
    found.iter().flatten().take(ROWS).map(|(product, variant)| view(product, variant)).collect()
}

/// How an article fits, where it does: a fragment of its sku, or each word in its name or its options.
fn fit(variant: &Variant, fragment: &str, (words, rest): (&[&str], &[&str])) -> Option<Fit> {
    let sku = variant.sku.to_lowercase();
    if sku == fragment {
        return Some(Fit::Sku);
    }
    if sku.starts_with(fragment) {
        return Some(Fit::Begins);
    }
    if sku.contains(fragment) {
        return Some(Fit::Holds);
    }
    if rest.len() == words.len() {
        return None;
    }
    let options = if rest.is_empty() { String::new() } else { options_of(variant).to_lowercase() };
    rest.iter().all(|word| options.contains(word) || sku.contains(word)).then_some(Fit::Named)
}

fn options_of(variant: &Variant) -> String {
    let attributes: Vec<AttributeView> = variant.attributes.iter().map(attribute_view).collect();
    options_text(&chosen_options(&attributes))
}

fn view(product: &Product, variant: &Variant) -> ArticlePickView {
    let price = your_price(variant.prices(), 1).filter(|_| !product.facts.call_to_order);
    ArticlePickView {
        sku: variant.sku.to_string(),
        name: product.facts.name.clone(),
        options: options_of(variant),
        orderable: variant.available && price.is_some(),
        price: price.map(|price| format_cents(price.your)).unwrap_or_default(),
    }
}

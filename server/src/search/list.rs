//! A list page: what its address asks for, and the products, facets and pages that answer it.

use fieldhouse_core::{
    brand::Site,
    catalog::CategoryView,
    search::{FacetValueView, FacetView, SearchView, query::clean_query},
};

use super::{
    SearchIndex,
    bits::Bits,
    facets::{Sort, Value},
};
use crate::{
    catalog::{Catalog, view::category_view},
    http::{extract::QueryPairs, problem::Problem},
};

/// Products a page (decisions: search and lists).
const PAGE: usize = 24;
/// Last page anybody can ask for.
const LAST_PAGE: u32 = 10_000;
/// Values of one facet that are read from an address.
const MOST_VALUES: usize = 50;
/// Names and values an address may have (R59).
const MOST_PAIRS: usize = 200;

/// What the address of a list asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ListRequest {
    /// Cleaned query.
    pub query: String,
    /// Category paths; several are united.
    pub category: Vec<String>,
    /// Brands.
    pub brand: Vec<String>,
    /// Colours.
    pub color: Vec<String>,
    /// Sizes.
    pub size: Vec<String>,
    /// Price ranges, `0-2500` in cents.
    pub price: Vec<String>,
    /// `in-stock`, `out-of-stock`.
    pub availability: Vec<String>,
    /// Order.
    pub sort: Sort,
    /// Page from 1.
    pub page: u32,
}

impl ListRequest {
    /// Reads an address. Names that mean nothing here are ignored: campaigns add their own.
    pub fn parse(pairs: &QueryPairs) -> Result<Self, Problem> {
        if pairs.0.len() > MOST_PAIRS {
            return Err(Problem::malformed("The address has too many parameters."));
        }
        let values = |name: &str| {
            let mut values: Vec<String> =
                pairs.all(name).filter(|value| !value.is_empty()).take(MOST_VALUES).map(str::to_owned).collect();
            values.sort();
            values.dedup();
            values
        };
        let first = |name| pairs.all(name).next().unwrap_or_default();
        Ok(Self {
            query: clean_query(first("query")),
            category: values("category").iter().map(|path| path.trim_matches('/').to_owned()).collect(),
            brand: values("brand"),
            color: values("color"),
            size: values("size"),
            price: values("price"),
            availability: values("availability"),
            sort: Sort::parse(first("sort")),
            page: first("page").parse().unwrap_or(1).clamp(1, LAST_PAGE),
        })
    }

    /// Bytes it holds, roughly: what a cache of answers pays for its key.
    pub fn weight(&self) -> usize {
        let lists = [&self.category, &self.brand, &self.color, &self.size, &self.price, &self.availability];
        lists.into_iter().flatten().map(String::len).sum::<usize>().saturating_add(self.query.len())
    }
}

/// A chosen facet: which products it leaves, and how it is shown.
struct Choice {
    name: &'static str,
    label: &'static str,
    chosen: Option<Bits>,
    values: Vec<FacetValue>,
}

struct FacetValue {
    view: FacetValueView,
    products: Bits,
}

impl SearchIndex {
    /// Answers a list page. An unknown category is not there; everything else has an answer.
    pub fn list(&self, catalog: &Catalog, site: Site, request: &ListRequest) -> Result<SearchView, Problem> {
        let sold = self.facets.sold_by(site);
        let only = match request.category.as_slice() {
            [path] => Some(catalog.category(site, path).ok_or_else(Problem::not_found)?),
            _ => None,
        };
        let found = if request.query.is_empty() { None } else { Some(self.find(&request.query, &sold)?) };
        let mut base = sold;
        if let Some(found) = &found {
            base.intersect(&set_of(self.facets.products, &found.ranked));
        }
        let children: Vec<CategoryView> = catalog.children(site, only).into_iter().map(category_view).collect();
        let choices = self.choices(request, &children);
        let matching = |except: Option<&str>| {
            let mut matching = base.clone();
            for choice in choices.iter().filter(|choice| Some(choice.name) != except) {
                if let Some(chosen) = &choice.chosen {
                    matching.intersect(chosen);
                }
            }
            matching
        };
        let matched = matching(None);
        let ranked = found.as_ref().map_or_else(|| matched.iter().collect(), |found| found.ranked.clone());
        let mut hits: Vec<usize> = ranked.into_iter().filter(|product| matched.contains(*product)).collect();
        self.facets.sort(&mut hits, request.sort, found.is_some());
        // Subcategories narrow the category: their counts keep it. Other facets widen their own choice.
        let facets = choices.iter().map(|choice| {
            let others =
                if choice.name == "category" && only.is_some() { matched.clone() } else { matching(Some(choice.name)) };
            facet_view(choice, &others)
        });
        let first = usize::try_from(request.page.saturating_sub(1)).unwrap_or(usize::MAX).saturating_mul(PAGE);
        let shown = hits.iter().skip(first).take(PAGE).filter_map(|product| catalog.product(*product));
        Ok(SearchView {
            title: match only {
                _ if !request.query.is_empty() => format!("Results for \u{2018}{}\u{2019}", request.query),
                Some(category) => category.record.name.clone(),
                None => "All products".to_owned(),
            },
            query: request.query.clone(),
            category: only.map_or_else(String::new, |category| category.record.path.clone()),
            trail: only.map_or_else(Vec::new, |category| catalog.trail_view(category)),
            children,
            nb_hits: number(hits.len()),
            page: request.page,
            nb_pages: number(hits.len().div_ceil(PAGE)),
            sort: request.sort.key().to_owned(),
            facets: facets.filter(|facet| !facet.values.is_empty()).collect(),
            hits: shown.map(|product| catalog.tile_view(site, product)).collect(),
            corrected_query: found.map_or_else(String::new, |found| found.corrected),
        })
    }

    fn choices(&self, request: &ListRequest, children: &[CategoryView]) -> Vec<Choice> {
        let facets = &self.facets;
        let of_category =
            |path: &str| facets.categories.get(path).cloned().unwrap_or_else(|| Bits::none(facets.products));
        let category = Choice {
            name: "category",
            label: "Category",
            chosen: united(facets.products, &request.category, |path| Some(of_category(path))),
            values: children
                .iter()
                .map(|child| FacetValue {
                    view: value_view(&child.path, &child.name, &[], &request.category),
                    products: of_category(&child.path),
                })
                .collect(),
        };
        let listed = |name, label, values: &[Value], chosen: &[String]| {
            let known = |wanted: &str| values.iter().find(|value| value.value == wanted);
            let unknown = chosen.iter().filter(|wanted| known(wanted).is_none());
            Choice {
                name,
                label,
                chosen: united(facets.products, chosen, |wanted| match known(wanted) {
                    Some(value) => Some(value.products.clone()),
                    None if name == "price" => Some(facets.price_range(wanted)?.products),
                    None => None,
                }),
                values: values
                    .iter()
                    .map(|value| FacetValue {
                        view: value_view(&value.value, &value.label, &value.hex, chosen),
                        products: value.products.clone(),
                    })
                    .chain(unknown.map(|wanted| {
                        let range = if name == "price" { facets.price_range(wanted) } else { None };
                        let label = range.as_ref().map_or(wanted.as_str(), |range| range.label.as_str());
                        let view = value_view(wanted, label, &[], chosen);
                        FacetValue {
                            view,
                            products: range.map_or_else(|| Bits::none(facets.products), |it| it.products),
                        }
                    }))
                    .collect(),
            }
        };
        vec![
            listed("brand", "Brand", &facets.brand, &request.brand),
            category,
            listed("color", "Color", &facets.color, &request.color),
            listed("size", "Size", &facets.size, &request.size),
            listed("price", "Price", &facets.price, &request.price),
            listed("availability", "Availability", &facets.availability, &request.availability),
        ]
    }
}

/// Products of any of the chosen values; nothing when none is chosen.
fn united(bound: usize, chosen: &[String], products: impl Fn(&str) -> Option<Bits>) -> Option<Bits> {
    if chosen.is_empty() {
        return None;
    }
    let mut all = Bits::none(bound);
    for bits in chosen.iter().filter_map(|value| products(value)) {
        all.unite(&bits);
    }
    Some(all)
}

fn value_view(value: &str, label: &str, hex: &[String], chosen: &[String]) -> FacetValueView {
    FacetValueView {
        value: value.to_owned(),
        label: label.to_owned(),
        count: 0,
        selected: chosen.iter().any(|known| known == value),
        hex: hex.to_vec(),
    }
}

/// Values that would leave something, and the chosen ones; by count, prices by amount.
fn facet_view(choice: &Choice, others: &Bits) -> FacetView {
    let mut values: Vec<FacetValueView> = choice
        .values
        .iter()
        .map(|value| FacetValueView { count: value.products.count_common(others), ..value.view.clone() })
        .filter(|value| value.count > 0 || value.selected)
        .collect();
    if choice.name != "price" {
        values.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.label.cmp(&b.label)));
    }
    FacetView { name: choice.name.to_owned(), label: choice.label.to_owned(), values }
}

fn set_of(bound: usize, numbers: &[usize]) -> Bits {
    let mut bits = Bits::none(bound);
    for number in numbers {
        bits.insert(*number);
    }
    bits
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

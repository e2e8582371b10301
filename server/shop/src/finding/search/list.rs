//! A list page: what its address asks for, and the products, facets and pages that answer it.

use std::borrow::Cow;

use fieldhouse_core::{
    brand::Site,
    search::{FacetValueView, FacetView, SearchView, address::page_number, query::clean_query},
};
use fieldhouse_kernel::{failure::Failure, http::extract::QueryPairs};
use serde::Serialize;

use super::{
    SearchIndex,
    articles::{Axis, Clause},
    bits::{Bits, Counted},
    facets::{OUT_OF_STOCK, Sort, Value},
    synonyms::{OtherWords, Synonyms},
    weight_of,
};
use crate::finding::catalog::{Catalog, Category, view::category_view};

/// Products a page (decisions: search and lists).
const PAGE: usize = 24;
/// Values of one facet that are read from an address.
const MOST_VALUES: usize = 50;
/// Bytes that a list's facets take as JSON, and a tile, roughly: room is made for them at once.
const FACETS_LENGTH: usize = 16 * 1024;
const TILE_LENGTH: usize = 2 * 1024;
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
    /// What else the query looks for.
    pub others: Vec<OtherWords>,
}

impl ListRequest {
    /// Asks for what was typed and for nothing else: no filter can be why nothing is found.
    pub fn is_plain(&self) -> bool {
        let filters = [&self.category, &self.brand, &self.color, &self.size, &self.price, &self.availability];
        !self.query.is_empty() && filters.iter().all(|chosen| chosen.is_empty())
    }

    /// Reads an address. Names that mean nothing here are ignored: campaigns add their own.
    pub fn parse(pairs: &QueryPairs) -> Result<Self, Failure> {
        if pairs.0.len() > MOST_PAIRS {
            return Err(Failure::malformed("The address has too many parameters."));
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
            page: page_number(first("page")),
            others: Vec::new(),
        })
    }

    /// The same, looking also for what means the same.
    #[must_use]
    pub fn with_synonyms(self, synonyms: Option<&Synonyms>) -> Self {
        Self { others: synonyms.map(|synonyms| synonyms.of(&self.query)).unwrap_or_default(), ..self }
    }

    /// Bytes it holds, roughly: what a cache of answers pays for its key.
    pub fn weight(&self) -> usize {
        let lists = [&self.category, &self.brand, &self.color, &self.size, &self.price, &self.availability];
        let chosen: usize = lists.into_iter().flatten().map(String::len).sum();
        chosen.saturating_add(weight_of(&self.query, &self.others))
    }
}

/// A facet with what was chosen of it.
struct Choice<'a> {
    name: &'static str,
    label: &'static str,
    /// What the choice leaves; nothing chosen leaves all.
    chosen: Option<Clause>,
    values: Vec<Offered<'a>>,
}

/// A value that can be chosen, or was.
struct Offered<'a> {
    value: Cow<'a, str>,
    label: Cow<'a, str>,
    hex: &'a [String],
    selected: bool,
    products: Cow<'a, Counted>,
}

/// A [`FacetView`] whose texts stay where they are kept.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Told<'a> {
    name: &'a str,
    label: &'a str,
    values: Vec<ToldValue<'a>>,
}

/// A [`FacetValueView`], the same.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ToldValue<'a> {
    value: &'a str,
    label: &'a str,
    count: u32,
    selected: bool,
    hex: &'a [String],
}

impl Told<'_> {
    fn view(&self) -> FacetView {
        let value = |told: &ToldValue<'_>| FacetValueView {
            value: told.value.to_owned(),
            label: told.label.to_owned(),
            count: told.count,
            selected: told.selected,
            hex: told.hex.to_vec(),
        };
        let (name, label) = (self.name.to_owned(), self.label.to_owned());
        FacetView { name, label, values: self.values.iter().map(value).collect() }
    }
}

/// Where the facets of a list stand that has none yet, and its hits.
const NO_FACETS: &str = "\"facets\":[]";
const NO_HITS: &str = "\"hits\":[]";

impl SearchIndex {
    /// Answers a list page. An unknown category is not there; everything else has an answer.
    pub fn list(&self, catalog: &Catalog, site: Site, request: &ListRequest) -> Result<SearchView, Failure> {
        let views = |facets: &[Told<'_>]| facets.iter().map(Told::view).collect();
        let (view, facets, shown) = self.list_without(catalog, site, request, views)?;
        let hits = shown.into_iter().filter_map(|product| catalog.product(product));
        Ok(SearchView { facets, hits: hits.map(|product| catalog.tile_view(site, product)).collect(), ..view })
    }

    /// The same as JSON. Tiles are most of it and the same in every list: each is serialised once a
    /// snapshot and set in, which makes an answer several times cheaper; facets are written from where they are kept. And whether
    /// nothing was found.
    pub fn list_json(&self, catalog: &Catalog, site: Site, request: &ListRequest) -> Result<(String, bool), Failure> {
        let written = |facets: &[Told<'_>]| {
            let mut json = Vec::with_capacity(FACETS_LENGTH);
            serde_json::to_writer(&mut json, facets).and(Ok(json))
        };
        let (view, facets, shown) = self.list_without(catalog, site, request, written)?;
        let facets = String::from_utf8(facets.map_err(Failure::internal)?).map_err(Failure::internal)?;
        let json = serde_json::to_string(&view).map_err(Failure::internal)?;
        // Quotes inside texts are escaped, so these can only be the fields.
        let place = |missing: &str| Failure::internal(anyhow::anyhow!("a list has no {missing}"));
        let (head, rest) = json.split_once(NO_FACETS).ok_or_else(|| place(NO_FACETS))?;
        let (middle, tail) = rest.split_once(NO_HITS).ok_or_else(|| place(NO_HITS))?;
        let tiles = shown.len().saturating_mul(TILE_LENGTH);
        let mut out = String::with_capacity(json.len().saturating_add(facets.len()).saturating_add(tiles));
        for part in [head, "\"facets\":", &facets, middle, "\"hits\":["] {
            out.push_str(part);
        }
        for (nth, product) in shown.into_iter().enumerate() {
            if nth > 0 {
                out.push(',');
            }
            out.push_str(catalog.tile_json(site, product)?);
        }
        out.push(']');
        out.push_str(tail);
        Ok((out, view.nb_hits == 0))
    }

    /// A list page without facets and hits; what is made of the facets, and the products of the page.
    fn list_without<F>(
        &self,
        catalog: &Catalog,
        site: Site,
        request: &ListRequest,
        facets_as: impl FnOnce(&[Told<'_>]) -> F,
    ) -> Result<(SearchView, F, Vec<usize>), Failure> {
        let sold = self.facets.sold_by(site);
        let only = match request.category.as_slice() {
            [path] => Some(catalog.category(site, path).ok_or_else(Failure::not_found)?),
            _ => None,
        };
        let found = if request.query.is_empty() { None } else { Some(self.found(site, request, &sold)?) };
        let mut base = sold;
        if let Some(found) = &found {
            base.intersect(&Bits::of(self.facets.products, found.ranked.iter().copied()));
        }
        let children = catalog.children(site, only);
        let choices = self.choices(request, &children);
        let chosen = |except: Option<&'static str>| {
            choices.iter().filter(move |choice| Some(choice.name) != except).filter_map(|choice| choice.chosen.as_ref())
        };
        let matching = |except| self.facets.articles.matching(&base, chosen(except));
        let matched = matching(None);
        let mut hits: Vec<usize> = match &found {
            Some(found) => found.ranked.iter().copied().filter(|product| matched.contains(*product)).collect(),
            None => matched.iter().collect(),
        };
        let first = usize::try_from(request.page.saturating_sub(1)).unwrap_or(usize::MAX).saturating_mul(PAGE);
        self.facets.sort_first(first.saturating_add(PAGE), &mut hits, request.sort, found.is_some());
        // Subcategories narrow the category: their counts keep it. Other facets widen their own choice.
        let facets = choices.iter().map(|choice| {
            let widens = choice.chosen.is_some() && !(choice.name == "category" && only.is_some());
            let others = if widens { Cow::Owned(matching(Some(choice.name))) } else { Cow::Borrowed(&matched) };
            let by_article = Axis::of(choice.name).and_then(|axis| {
                self.facets.articles.count(axis, choice.values.len(), &others, chosen(Some(choice.name)))
            });
            told(choice, &others, by_article.as_deref())
        });
        let facets = facets.filter(|facet| !facet.values.is_empty()).collect::<Vec<_>>();
        let facets = facets_as(&facets);
        let shown = hits.iter().skip(first).take(PAGE).copied().collect();
        let view = SearchView {
            title: match only {
                _ if !request.query.is_empty() => format!("Results for \u{2018}{}\u{2019}", request.query),
                Some(category) => category.record.name.clone(),
                None => "All products".to_owned(),
            },
            query: request.query.clone(),
            category: only.map_or_else(String::new, |category| category.record.path.clone()),
            trail: only.map_or_else(Vec::new, |category| catalog.trail_view(category)),
            children: children.iter().map(|child| category_view(child)).collect(),
            nb_hits: number(hits.len()),
            page: request.page,
            nb_pages: number(hits.len().div_ceil(PAGE)),
            sort: request.sort.key().to_owned(),
            facets: Vec::new(),
            hits: Vec::new(),
            corrected_query: found.map_or_else(String::new, |found| found.corrected.clone()),
        };
        Ok((view, facets, shown))
    }

    fn choices<'a>(&'a self, request: &'a ListRequest, children: &[&'a Category]) -> [Choice<'a>; 6] {
        let facets = &self.facets;
        let listed = |name, label, values: &'a [Value], chosen: &'a [String]| {
            let unlisted = facets.unlisted(name, values, chosen);
            let any = facets.any_of(name, values, &unlisted, chosen);
            let offered = values.iter().map(|value| Offered {
                value: Cow::Borrowed(&*value.value),
                label: Cow::Borrowed(&*value.label),
                hex: &value.hex,
                selected: chosen.contains(&value.value),
                products: Cow::Borrowed(&value.products),
            });
            // Shown so that they can be taken back.
            let own = unlisted.into_iter().map(|Value { value, label, products, .. }| Offered {
                value: Cow::Owned(value),
                label: Cow::Owned(label),
                hex: &[],
                selected: true,
                products: Cow::Owned(products),
            });
            Choice { name, label, chosen: any, values: offered.chain(own).collect() }
        };
        let category = Choice {
            name: "category",
            label: "Category",
            chosen: (!request.category.is_empty()).then(|| {
                let mut any = Clause::none(facets.products);
                let known = request.category.iter().filter_map(|path| facets.categories.get(path));
                known.for_each(|products| any.or_products(products));
                any
            }),
            values: children
                .iter()
                .filter_map(|child| {
                    Some(Offered {
                        value: Cow::Borrowed(&*child.record.path),
                        label: Cow::Borrowed(&*child.record.name),
                        hex: &[],
                        selected: request.category.contains(&child.record.path),
                        products: Cow::Borrowed(facets.categories.get(&child.record.path)?),
                    })
                })
                .collect(),
        };
        [
            listed("brand", "Brand", &facets.brand, &request.brand),
            category,
            listed("color", "Color", &facets.color, &request.color),
            listed("size", "Size", &facets.size, &request.size),
            listed("price", "Price", &facets.price, &request.price),
            listed("availability", "Availability", &facets.availability, &request.availability),
        ]
    }
}

/// Values that would leave something, and the chosen ones; by count, prices by amount.
fn told<'a>(choice: &'a Choice<'_>, others: &Bits, by_article: Option<&[u32]>) -> Told<'a> {
    let counted = choice.values.iter().enumerate().map(|(nth, offered)| {
        let by_article = by_article.filter(|_| offered.value != OUT_OF_STOCK).and_then(|counts| counts.get(nth));
        (by_article.copied().unwrap_or_else(|| offered.products.count_in(others)), offered)
    });
    let mut values: Vec<ToldValue<'_>> = counted
        .filter(|(count, offered)| *count > 0 || offered.selected)
        .map(|(count, offered)| ToldValue {
            value: &offered.value,
            label: &offered.label,
            count,
            selected: offered.selected,
            hex: offered.hex,
        })
        .collect();
    if choice.name != "price" {
        values.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.label.cmp(b.label)));
    }
    Told { name: choice.name, label: choice.label, values }
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

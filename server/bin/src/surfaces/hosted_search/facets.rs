//! What products can be filtered and counted by: the facets of the lists under the names of the objects' fields,
//! categories by level, and prices as numbers.

use std::borrow::Cow;

use fieldhouse_core::brand::Site;
use fieldhouse_kernel::failure::Failure;
use rust_decimal::Decimal;
use serde_json::{Map, Value, json};

use super::{
    errors::invalid,
    filters::{Condition, Test},
    objects::{LEVELS, path_of},
    params::{Names, Params},
};
use fieldhouse_shop::finding::{
    catalog::Product,
    search::{
        articles::{Axis, Clause},
        bits::{Bits, Counted},
        facets::{Facets, OUT_OF_STOCK, Value as Known},
    },
    snapshot::Snapshot,
};

/// Attributes with values.
const VALUED: [&str; 9] = [
    "availability",
    "brand",
    "callToOrder",
    "categories",
    "color",
    "hierarchicalCategories.lvl0",
    "hierarchicalCategories.lvl1",
    "hierarchicalCategories.lvl2",
    "size",
];
/// Attributes that are numbers.
const NUMBERS: [&str; 3] = ["discountedPrice", "price", "yourPrice"];

/// A value with its products.
pub struct Offer<'a> {
    /// As it stands in objects.
    pub value: Cow<'a, str>,
    products: Cow<'a, Counted>,
    article: Option<(Axis, usize)>,
}

/// One brand's products.
pub struct Shelf<'a> {
    pub catalog: &'a Snapshot,
    pub site: Site,
    pub facets: &'a Facets,
    pub sold: Bits,
}

impl<'a> Shelf<'a> {
    /// A brand's products of a snapshot.
    pub fn new(catalog: &'a Snapshot, site: Site) -> Self {
        let facets = catalog.search.facets();
        Self { catalog, site, facets, sold: facets.sold_by(site) }
    }

    /// The values of an attribute; nothing when it has none or is not known.
    pub fn values(&self, attribute: &str) -> Option<Vec<Offer<'a>>> {
        let listed = |values: &'a [Known]| {
            let offer = |(number, known): (usize, &'a Known)| Offer {
                value: Cow::Borrowed(&known.value),
                products: Cow::Borrowed(&known.products),
                // 'Out of stock' says that a product has nothing left at all.
                article: Axis::of(attribute).filter(|_| known.value != OUT_OF_STOCK).map(|axis| (axis, number)),
            };
            values.iter().enumerate().map(offer).collect()
        };
        Some(match attribute {
            "brand" => listed(&self.facets.brand),
            "color" => listed(&self.facets.color),
            "size" => listed(&self.facets.size),
            "availability" => listed(&self.facets.availability),
            "callToOrder" => [true, false]
                .map(|wanted| self.whole(&wanted.to_string(), |it| it.facts.call_to_order == wanted))
                .into(),
            "categories" => self.categories(None),
            _ => {
                let level = attribute.strip_prefix("hierarchicalCategories.lvl")?.parse::<usize>().ok()?;
                if !VALUED.contains(&attribute) {
                    return None;
                }
                self.categories(Some(level))
            }
        })
    }

    fn whole(&self, value: &str, has: impl Fn(&Product) -> bool) -> Offer<'a> {
        let products = self.catalog.products().iter().enumerate().filter(|(_, product)| has(product));
        let products = Bits::of(self.facets.products, products.map(|(number, _)| number));
        Offer { value: Cow::Owned(value.to_owned()), products: Cow::Owned(products.into()), article: None }
    }

    /// Categories of a level by all their names, or of every level by their own.
    fn categories(&self, level: Option<usize>) -> Vec<Offer<'a>> {
        let mut offers: Vec<Offer<'a>> = Vec::new();
        for category in self.catalog.categories_of(self.site) {
            let Some(products) = self.facets.categories.get(&category.record.path) else { continue };
            let path = path_of(self.catalog, category);
            let value = match level {
                None => category.record.name.clone(),
                Some(level) if path.len() == level.saturating_add(1) => path.join(LEVELS),
                Some(_) => continue,
            };
            match offers.iter_mut().find(|offer| offer.value == value) {
                Some(offer) => offer.products = Cow::Owned(offer.products.united(products)),
                None => offers.push(Offer { value: value.into(), products: Cow::Borrowed(products), article: None }),
            }
        }
        offers
    }

    /// An attribute's number of a product, in cents; nothing for other attributes.
    fn number(&self, attribute: &str, product: usize) -> Option<i64> {
        if self.catalog.product(product).is_none_or(|product| product.facts.call_to_order) {
            return None;
        }
        let your = self.facets.prices.get(product).copied().flatten();
        let base = self.facets.base_prices.get(product).copied().flatten();
        match attribute {
            "price" => base,
            "yourPrice" => your,
            _ => your.filter(|your| base.is_some_and(|base| *your < base)),
        }
    }

    /// The clause of conditions of which one must hold.
    pub fn clause(&self, conditions: &[Condition]) -> Result<Clause, Failure> {
        let mut clause = Clause::none(self.facets.products);
        for condition in conditions {
            let met = self.offer(condition)?;
            if condition.negated {
                let mut others = self.sold.clone();
                others.retain(|product| !met.products.contains(product));
                clause.or_products(&others);
            } else if let Some((axis, number)) = met.article {
                clause.or_article(axis, number, &met.products);
            } else {
                clause.or_products(&met.products);
            }
        }
        Ok(clause)
    }

    fn offer(&self, condition: &Condition) -> Result<Offer<'a>, Failure> {
        let attribute = condition.attribute.as_str();
        let none = || self.whole("", |_| false);
        let numeric = |holds: &dyn Fn(Decimal) -> bool| {
            let mut products = self.sold.clone();
            products.retain(|product| self.number(attribute, product).is_some_and(|cents| holds(Decimal::from(cents))));
            Offer { value: Cow::Borrowed(""), products: Cow::Owned(products.into()), article: None }
        };
        if NUMBERS.contains(&attribute) {
            return Ok(match &condition.test {
                Test::Is(value) => match value.parse::<Decimal>() {
                    Ok(number) => numeric(&|cents| cents == number),
                    Err(_) => none(),
                },
                Test::Within(low, high) => {
                    numeric(&|cents| low.is_none_or(|low| cents >= low) && high.is_none_or(|high| cents <= high))
                }
                Test::Above(bound) => numeric(&|cents| cents > *bound),
                Test::Below(bound) => numeric(&|cents| cents < *bound),
                Test::Not(bound) => numeric(&|cents| cents != *bound),
            });
        }
        let Test::Is(value) = &condition.test else {
            return Err(invalid(format!("Attribute {attribute} is no number here")));
        };
        if attribute == "objectID" {
            return Ok(self.whole(value, |product| product.facts.id == *value));
        }
        let unknown = || invalid(format!("Attribute {attribute} cannot be filtered by"));
        let offers = self.values(attribute).ok_or_else(unknown)?;
        Ok(offers.into_iter().find(|offer| offer.value == *value).unwrap_or_else(none))
    }

    /// How often each value occurs among the matching products; only what does.
    pub fn counts(&self, attribute: &str, matching: &Bits, clauses: &[Clause]) -> Vec<(String, u32)> {
        let Some(offers) = self.values(attribute) else { return Vec::new() };
        let by_article = Axis::of(attribute)
            .and_then(|axis| self.facets.articles.count(axis, offers.len(), matching, clauses.iter()));
        let counted = offers.into_iter().enumerate().map(|(nth, offer)| {
            let known = by_article.as_ref().filter(|_| offer.article.is_some()).and_then(|counts| counts.get(nth));
            (offer.value.into_owned(), known.copied().unwrap_or_else(|| offer.products.count_in(matching)))
        });
        let mut counts: Vec<(String, u32)> = counted.filter(|(_, count)| *count > 0).collect();
        counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        counts
    }

    /// `facets` and `facets_stats` of an answer; an unknown facet is left out, as the service does.
    pub fn counted(
        &self,
        params: &Params,
        matching: &Bits,
        clauses: &[Clause],
    ) -> Result<[Map<String, Value>; 2], Failure> {
        let (mut facets, mut stats) = (Map::new(), Map::new());
        let Some(wanted) = params.facets()? else { return Ok([facets, stats]) };
        let most = params.most_values()?;
        let wanted = |name: &&str| match &wanted {
            Names::Only(names) => names.iter().any(|known| known == name),
            all @ Names::AllBut(_) => all.contain(name),
        };
        for attribute in VALUED.into_iter().filter(wanted) {
            let counts = self.counts(attribute, matching, clauses).into_iter().take(most);
            let counts: Map<String, Value> = counts.map(|(value, count)| (value, json!(count))).collect();
            if !counts.is_empty() {
                facets.insert(attribute.to_owned(), Value::Object(counts));
            }
        }
        for attribute in NUMBERS.into_iter().filter(wanted) {
            let mut numbers: Vec<i64> = matching.iter().filter_map(|product| self.number(attribute, product)).collect();
            numbers.sort_unstable();
            let (Some(min), Some(max)) = (numbers.first(), numbers.last()) else { continue };
            let sum = numbers.iter().fold(0_i64, |sum, number| sum.saturating_add(*number));
            let count = i64::try_from(numbers.len()).unwrap_or(i64::MAX).max(1);
            stats.insert(
                attribute.to_owned(),
                json!({"min": min, "max": max, "avg": sum.checked_div(count), "sum": sum}),
            );
            let runs =
                numbers.chunk_by(|a, b| a == b).filter_map(|run| Some((run.first()?.to_string(), json!(run.len()))));
            facets.insert(attribute.to_owned(), Value::Object(runs.take(most).collect()));
        }
        Ok([facets, stats])
    }
}

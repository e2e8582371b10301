//! Facets: for each value the set of products that have it, and the orders a list can be sorted in.

use std::{cmp::Reverse, collections::BTreeMap, sync::Arc};

use fieldhouse_core::{
    brand::Site,
    catalog::tile_stock_note,
    money::{Cents, format_cents},
    pricing::lowest_price,
};

use super::{
    articles::{Articles, Axis, Clause},
    bits::{Bits, Counted},
};
use crate::finding::catalog::{Category, Group, Product, Text, Touched, Variant};

/// One value with its products.
#[derive(Debug, Clone)]
pub struct Value {
    /// What goes into the address and, for all but prices and availability, what is shown.
    pub value: String,
    /// What is shown.
    pub label: String,
    /// Swatch colours.
    pub hex: Vec<String>,
    /// Products that have it.
    pub products: Counted,
}

/// The facets whose values are known beforehand, and the categories.
#[derive(Debug, Clone, Default)]
pub struct Facets {
    /// How many products there are in all.
    pub products: usize,
    /// By site, in the order of [`Site::all()`].
    sites: Vec<Bits>,
    /// Brands.
    pub brand: Vec<Value>,
    /// Colours.
    pub color: Vec<Value>,
    /// Sizes.
    pub size: Vec<Value>,
    /// Price ranges.
    pub price: Vec<Value>,
    /// In stock or not.
    pub availability: Vec<Value>,
    /// Products of a category and those below it, by path.
    pub categories: BTreeMap<String, Counted>,
    /// What is paid for a product at least, in cents.
    pub prices: Vec<Option<i64>>,
    /// The base price of what is paid at least.
    pub base_prices: Vec<Option<i64>>,
    amounts: Amounts,
    orders: Orders,
    /// For filters of several kinds at once.
    pub articles: Articles,
}

/// For each product its place in each order.
#[derive(Debug, Clone, Default)]
struct Orders {
    popularity: Vec<u32>,
    price_asc: Vec<u32>,
    price_desc: Vec<u32>,
    name: Vec<u32>,
    newest: Vec<u32>,
}

/// How a list is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Sort {
    /// Best match first; the most popular first where nothing was typed.
    #[default]
    Relevance,
    /// Cheapest first; what has no price last.
    PriceAsc,
    /// Dearest first; what has no price last.
    PriceDesc,
    /// By name.
    Name,
    /// What came last first.
    Newest,
}

impl Sort {
    /// All of them, relevance first.
    pub const ALL: [Self; 5] = [Self::Relevance, Self::PriceAsc, Self::PriceDesc, Self::Name, Self::Newest];

    /// As it stands in the address.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Relevance => "relevance",
            Self::PriceAsc => "price-asc",
            Self::PriceDesc => "price-desc",
            Self::Name => "name",
            Self::Newest => "newest",
        }
    }

    /// The order of a key; anything unknown is relevance.
    pub fn parse(key: &str) -> Self {
        Self::ALL.into_iter().find(|sort| sort.key() == key).unwrap_or_default()
    }
}

/// In stock, as it stands in the address.
pub const IN_STOCK: &str = "in-stock";
/// Out of stock, as it stands in the address.
pub const OUT_OF_STOCK: &str = "out-of-stock";
/// Bounds of the price ranges in cents; the last one is open.
const PRICE_BOUNDS: [u32; 6] = [0, 1000, 2500, 5000, 10_000, 20_000];

impl Facets {
    /// The facets of a snapshot's products.
    pub fn build(products: &[Arc<Product>], categories: &[Category]) -> Self {
        let bound = products.len();
        let (prices, base_prices): (Vec<Option<i64>>, Vec<Option<i64>>) =
            products.iter().map(|product| paid_at_least(product)).unzip();
        let set = |numbers: &mut dyn Iterator<Item = usize>| {
            let mut bits = Bits::none(bound);
            numbers.for_each(|number| bits.insert(number));
            bits
        };
        let having = |has: &dyn Fn(&Product) -> bool| {
            set(&mut products.iter().enumerate().filter(|(_, product)| has(product)).map(|(index, _)| index))
        };
        let color = values(products, |product, tell| {
            product.groups.iter().for_each(|group| tell(group_colour(group), &group.hex));
        });
        let size = values(products, |product, tell| {
            product.variants.iter().for_each(|variant| tell(variant.attribute("size"), &[]));
        });
        let number = |values: &[Value], name: &str| values.binary_search_by(|value| (*value.value).cmp(name)).ok();
        let articles = Articles::of(products, |name| number(&color, name), |name| number(&size, name));
        let amounts = Amounts::of(&prices);
        Self {
            articles,
            products: bound,
            sites: Site::all().map(|site| having(&|product| product.is_sold_by(site))).collect(),
            brand: values(products, |product, tell| tell(&product.facts.brand, &[])),
            color,
            size,
            price: price_values(&amounts),
            amounts,
            availability: availability(products),
            categories: categories
                .iter()
                .map(|category| (category.record.path.clone(), set(&mut category.products.iter().copied()).into()))
                .collect(),
            orders: Orders::of(products, &prices),
            base_prices,
            prices,
        }
    }

    /// These facets of the same products, some of which cost something else, can be bought or not, or are called otherwise.
    #[must_use]
    pub fn with_changes(&self, products: &[Arc<Product>], touched: &Touched) -> Self {
        let mut facets = self.restocked(products);
        if touched.words {
            facets.orders.name = Orders::by_name(products);
        }
        for index in &touched.products {
            let paid = products.get(*index).map(|product| paid_at_least(product)).unwrap_or_default();
            for (prices, price) in [(&mut facets.prices, paid.0), (&mut facets.base_prices, paid.1)] {
                if let Some(known) = prices.get_mut(*index) {
                    *known = price;
                }
            }
        }
        if facets.prices != self.prices {
            facets.amounts = Amounts::of(&facets.prices);
            facets.price = price_values(&facets.amounts);
            facets.orders.set_prices(products, &facets.prices);
        }
        facets
    }

    /// These facets of the same products, of which others can be bought.
    #[must_use]
    pub fn restocked(&self, products: &[Arc<Product>]) -> Self {
        let mut facets = self.clone();
        facets.articles.restock(products);
        facets.availability = availability(products);
        facets
    }

    /// Products a site sells.
    pub fn sold_by(&self, site: Site) -> Bits {
        self.sites.get(site.place()).cloned().unwrap_or_default()
    }

    /// The wanted values that are none of a facet's: price ranges of one's own, and what nothing has.
    pub fn unlisted(&self, facet: &str, values: &[Value], wanted: &[String]) -> Vec<Value> {
        let unlisted = wanted.iter().filter(|wanted| values.iter().all(|value| value.value != **wanted));
        let value = |wanted: &String| {
            let range = if facet == "price" { self.price_range(wanted) } else { None };
            let value = range.unwrap_or_else(|| plain(wanted, wanted, Bits::none(self.products)));
            Value { value: wanted.clone(), ..value }
        };
        unlisted.map(value).collect()
    }

    /// Products within a price range of an address, `0-2500` or `20000-` in cents; the upper bound is
    /// not in it. Nothing when it is not one.
    fn price_range(&self, range: &str) -> Option<Value> {
        let (low, high) = range.split_once('-')?;
        let bound = |text: &str| text.parse::<u32>().ok();
        let high = if high.is_empty() { None } else { Some(bound(high)?) };
        Some(price_value(bound(low)?, high, &self.amounts))
    }

    /// Where any of the wanted values of a facet is, or of those that it has not; nothing when none is wanted.
    pub fn any_of(&self, facet: &str, values: &[Value], unlisted: &[Value], wanted: &[String]) -> Option<Clause> {
        if wanted.is_empty() {
            return None;
        }
        let mut clause = Clause::none(self.products);
        for wanted in wanted {
            let number = values.iter().position(|value| value.value == *wanted);
            match (Axis::of(facet), number.and_then(|number| Some((number, values.get(number)?)))) {
                // 'Out of stock' says that a product has nothing left at all.
                (Some(axis), Some((number, value))) if value.value != OUT_OF_STOCK => {
                    clause.or_article(axis, number, &value.products);
                }
                (_, Some((_, value))) => clause.or_products(&value.products),
                (_, None) => {}
            }
        }
        // Where nothing has it, it is no other way to meet the clause.
        unlisted.iter().filter(|own| !own.products.is_empty()).for_each(|own| clause.or_products(&own.products));
        Some(clause)
    }

    /// Each product's place by popularity, the most popular first.
    pub fn popularity(&self) -> &[u32] {
        &self.orders.popularity
    }

    /// Brings the first so many products to the front, in order; relevance leaves ranked ones as they are. Who looks at a page of a
    /// long list need not wait for the rest to be sorted.
    pub fn sort_first(&self, most: usize, products: &mut [usize], sort: Sort, ranked: bool) {
        let places = match sort {
            Sort::Relevance if ranked => return,
            Sort::Relevance => &self.orders.popularity,
            Sort::PriceAsc => &self.orders.price_asc,
            Sort::PriceDesc => &self.orders.price_desc,
            Sort::Name => &self.orders.name,
            Sort::Newest => &self.orders.newest,
        };
        let place = |product: &usize| places.get(*product).copied().unwrap_or(u32::MAX);
        let first = if most < products.len() { products.select_nth_unstable_by_key(most, place).0 } else { products };
        first.sort_unstable_by_key(place);
    }
}

impl Orders {
    fn of(products: &[Arc<Product>], prices: &[Option<i64>]) -> Self {
        let popular = |index: usize| popular(products, index);
        let added = |index: usize| products.get(index).and_then(|product| product.facts.added_on);
        let places = |order: &mut dyn FnMut(&mut Vec<usize>)| places(products.len(), order);
        let mut orders = Self {
            popularity: places(&mut |it| it.sort_by_key(|index| (popular(*index), *index))),
            name: Self::by_name(products),
            newest: places(&mut |it| it.sort_by_key(|index| (Reverse(added(*index)), popular(*index), *index))),
            ..Self::default()
        };
        orders.set_prices(products, prices);
        orders
    }

    fn by_name(products: &[Arc<Product>]) -> Vec<u32> {
        let name = |index: usize| products.get(index).map_or_else(String::new, |it| it.facts.name.to_lowercase());
        places(products.len(), &mut |it| it.sort_by_cached_key(|index| name(*index)))
    }

    fn set_prices(&mut self, products: &[Arc<Product>], prices: &[Option<i64>]) {
        let price = |index: usize| prices.get(index).copied().flatten();
        let popular = |index: usize| popular(products, index);
        self.price_asc = places(products.len(), &mut |it| {
            it.sort_by_key(|index| (price(*index).is_none(), price(*index), popular(*index)));
        });
        self.price_desc = places(products.len(), &mut |it| {
            it.sort_by_key(|index| (price(*index).is_none(), Reverse(price(*index)), popular(*index)));
        });
    }
}

/// The most popular is least.
fn popular(products: &[Arc<Product>], index: usize) -> Reverse<u32> {
    Reverse(products.get(index).map_or(0, |product| product.facts.popularity))
}

/// The place of each of so many products in an order.
fn places(products: usize, order: &mut dyn FnMut(&mut Vec<usize>)) -> Vec<u32> {
    let mut indexes: Vec<usize> = (0..products).collect();
    order(&mut indexes);
    let mut places = vec![u32::MAX; products];
    for (place, index) in indexes.into_iter().enumerate() {
        if let Some(known) = places.get_mut(index) {
            *known = u32::try_from(place).unwrap_or(u32::MAX);
        }
    }
    places
}

/// What is paid for a product at least, and the base price of that, in cents.
fn paid_at_least(product: &Product) -> (Option<i64>, Option<i64>) {
    let lowest = lowest_price(product.variants.iter().map(Variant::prices));
    lowest.map_or((None, None), |price| (Some(price.your.get()), Some(price.base.get())))
}

fn price_values(amounts: &Amounts) -> Vec<Value> {
    let next = |nth: usize| PRICE_BOUNDS.get(nth.saturating_add(1)).copied();
    PRICE_BOUNDS.iter().enumerate().map(|(nth, low)| price_value(*low, next(nth), amounts)).collect()
}

fn availability(products: &[Arc<Product>]) -> Vec<Value> {
    let (mut available, mut out) = (Bits::none(products.len()), Bits::none(products.len()));
    for (index, product) in products.iter().enumerate() {
        let any = product.variants.iter().any(|variant| variant.available);
        if any { available.insert(index) } else { out.insert(index) }
    }
    vec![plain(IN_STOCK, "In stock", available), plain(OUT_OF_STOCK, tile_stock_note(true), out)]
}

fn group_colour(group: &Group) -> &str {
    let colour = group.attributes.iter().find(|attribute| &*attribute.name == "color");
    colour.map_or("", |attribute| &attribute.value)
}

/// Every non-empty name that `names` tells of products, in order, with the first swatch it came with.
fn values<'p>(
    products: &'p [Arc<Product>],
    names: impl Fn(&'p Product, &mut dyn FnMut(&'p str, &'p [Text])),
) -> Vec<Value> {
    let mut by_name: BTreeMap<&str, (Vec<String>, Bits)> = BTreeMap::new();
    for (index, product) in products.iter().enumerate() {
        names(product, &mut |name, swatch| {
            if name.is_empty() {
                return;
            }
            let (hex, having) = by_name.entry(name).or_insert_with(|| (Vec::new(), Bits::none(products.len())));
            having.insert(index);
            if hex.is_empty() {
                *hex = swatch.iter().map(ToString::to_string).collect();
            }
        });
    }
    by_name.into_iter().map(|(name, (hex, having))| Value { hex, ..plain(name, name, having) }).collect()
}

fn plain(value: &str, label: &str, products: Bits) -> Value {
    Value { value: value.to_owned(), label: label.to_owned(), hex: Vec::new(), products: products.into() }
}

fn price_value(low: u32, high: Option<u32>, amounts: &Amounts) -> Value {
    let shown = |cents: u32| format_cents(Cents::new(cents.into()).unwrap_or(Cents::MAX));
    let (value, label) = match high {
        Some(high) if low == 0 => (format!("{low}-{high}"), format!("Under {}", shown(high))),
        Some(high) => (format!("{low}-{high}"), format!("{} to {}", shown(low), shown(high))),
        None => (format!("{low}-"), format!("{} and above", shown(low))),
    };
    plain(&value, &label, amounts.within(low, high))
}

/// What is paid for each product at least, in cents and small, for ranges. Above all that can be asked for it is the most that an
/// address can say but one; what has no price is beyond every range.
#[derive(Debug, Clone, Default)]
struct Amounts(Vec<u32>);

impl Amounts {
    fn of(prices: &[Option<i64>]) -> Self {
        let most = u32::MAX.saturating_sub(1);
        let small = |cents: i64| u32::try_from(cents.max(0)).unwrap_or(most).min(most);
        Self(prices.iter().map(|price| price.map_or(u32::MAX, small)).collect())
    }

    /// The products from `low` on and below `high`.
    fn within(&self, low: u32, high: Option<u32>) -> Bits {
        let width = high.unwrap_or(u32::MAX).saturating_sub(low);
        Bits::where_it_holds(&self.0, |amount| amount.wrapping_sub(low) < width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_many_come_in_order_whatever_comes_after_them() {
        let orders = Orders { name: vec![4, 0, 3, 1, 2], popularity: vec![0, 4, 1, 3, 2], ..Orders::default() };
        let facets = Facets { orders, ..Facets::default() };
        let first = |most, sort, ranked| {
            let mut products = vec![0, 1, 2, 3, 4];
            facets.sort_first(most, &mut products, sort, ranked);
            products
        };
        for most in 0..7 {
            let shown = |sort, ranked| first(most, sort, ranked).into_iter().take(most).collect::<Vec<_>>();
            let all = most.min(5);
            assert_eq!(shown(Sort::Name, true), [1, 3, 4, 2, 0][..all]);
            assert_eq!(shown(Sort::Relevance, false), [0, 2, 4, 3, 1][..all]);
            assert_eq!(shown(Sort::Relevance, true), [0, 1, 2, 3, 4][..all]);
            let mut none_lost = first(most, Sort::Name, false);
            none_lost.sort_unstable();
            assert_eq!(none_lost, [0, 1, 2, 3, 4]);
        }
    }

    #[test]
    fn a_range_begins_at_its_lower_bound_and_ends_before_its_upper() {
        let prices = [Some(0), Some(999), Some(1000), None, Some(2500), Some(i64::from(u32::MAX)), Some(i64::MAX)];
        let within = |low, high| Amounts::of(&prices).within(low, high).iter().collect::<Vec<_>>();
        assert_eq!(within(0, Some(1000)), [0, 1]);
        assert_eq!(within(1000, Some(2500)), [2]);
        assert_eq!(within(1000, None), [2, 4, 5, 6]);
        assert_eq!(within(0, None), [0, 1, 2, 4, 5, 6]);
        assert!(within(2500, Some(1000)).is_empty() && within(1000, Some(1000)).is_empty());
        assert!(within(u32::MAX, None).is_empty());
    }
}

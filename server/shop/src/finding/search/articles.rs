//! Articles as filters see them: a colour and a size are met by one article that has both, not by a product
//! that has the one in red and the other in small. Not here: which values there are.

use std::sync::Arc;

use super::bits::Bits;
use crate::finding::catalog::Product;

/// Ways to join clauses that are looked at; beyond them products are held against each clause alone.
const MOST_JOINS: usize = 64;

/// What sets the articles of one product apart, as far as filters know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// Colour.
    Color,
    /// Size.
    Size,
    /// Can be bought now.
    Availability,
}

impl Axis {
    /// The axis a facet is one of; nothing for what is true of whole products.
    pub fn of(facet: &str) -> Option<Self> {
        match facet {
            "color" => Some(Self::Color),
            "size" => Some(Self::Size),
            "availability" => Some(Self::Availability),
            _ => None,
        }
    }
}

/// One article: numbers of its values in the lists of the facets.
#[derive(Debug, Clone, Copy)]
struct Article {
    color: Option<u32>,
    size: Option<u32>,
    available: bool,
}

impl Article {
    fn value(self, axis: Axis) -> Option<usize> {
        let number = match axis {
            Axis::Color => self.color,
            Axis::Size => self.size,
            Axis::Availability => Some(u32::from(!self.available)),
        };
        number.and_then(|number| usize::try_from(number).ok())
    }
}

/// All articles of a snapshot, product by product.
#[derive(Debug, Clone, Default)]
pub struct Articles {
    all: Vec<Article>,
    /// Where each product's articles end.
    ends: Vec<usize>,
}

/// One of several conditions: it is met where any of its values is.
#[derive(Debug, Clone)]
pub struct Clause {
    /// Products that meet it with any of their articles.
    pub products: Bits,
    /// What an article needs, when an article has to meet it.
    article: Option<Need>,
}

#[derive(Debug, Clone)]
struct Need {
    /// The axis, when all values are of one.
    axis: Option<Axis>,
    values: Vec<(Axis, usize)>,
    /// Products that meet the clause whatever the article.
    whole: Bits,
}

impl Clause {
    /// A clause that nothing meets, over `bound` products.
    pub fn none(bound: usize) -> Self {
        Self { products: Bits::none(bound), article: None }
    }

    /// Met by whole products as well.
    pub fn or_products(&mut self, products: &Bits) {
        self.products.unite(products);
        if let Some(need) = &mut self.article {
            need.axis = None;
            need.whole.unite(products);
        }
    }

    /// Met by articles with a value as well: its number in the facet's list, and the products that have it.
    pub fn or_article(&mut self, axis: Axis, value: usize, products: &Bits) {
        let empty = self.products.is_empty();
        let before = &self.products;
        let need = self.article.get_or_insert_with(|| Need {
            axis: empty.then_some(axis),
            values: Vec::new(),
            whole: before.clone(),
        });
        if need.axis != Some(axis) {
            need.axis = None;
        }
        need.values.push((axis, value));
        self.products.unite(products);
    }

    fn axis(&self) -> Option<Axis> {
        self.article.as_ref().and_then(|need| need.axis)
    }
}

impl Need {
    fn meets(&self, product: usize, article: Article) -> bool {
        self.values.iter().any(|(axis, value)| article.value(*axis) == Some(*value)) || self.whole.contains(product)
    }
}

impl Articles {
    /// The articles of all products; `color` and `size` tell a value's number.
    pub fn of(
        products: &[Arc<Product>],
        color: impl Fn(&str) -> Option<usize>,
        size: impl Fn(&str) -> Option<usize>,
    ) -> Self {
        let number = |found: Option<usize>| found.and_then(|number| u32::try_from(number).ok());
        let mut articles = Self::default();
        for product in products {
            articles.all.extend(product.variants.iter().map(|variant| Article {
                color: number(color(variant.color())),
                size: number(size(variant.attribute("size"))),
                available: variant.available,
            }));
            articles.ends.push(articles.all.len());
        }
        articles
    }

    /// The same articles of the same products, of which others can be bought.
    pub fn restock(&mut self, products: &[Arc<Product>]) {
        let variants = products.iter().flat_map(|product| &product.variants);
        for (article, variant) in self.all.iter_mut().zip(variants) {
            article.available = variant.available;
        }
    }

    fn of_product(&self, product: usize) -> &[Article] {
        let start = product.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(product).copied().unwrap_or(start);
        self.all.get(start..end).unwrap_or_default()
    }

    /// The products of `base` that meet all clauses: where two ask for an article, one article meets both.
    pub fn matching<'a>(&self, base: &Bits, clauses: impl Iterator<Item = &'a Clause> + Clone) -> Bits {
        let mut matching = base.clone();
        for clause in clauses.clone() {
            matching.intersect(&clause.products);
        }
        let joins = joins(clauses);
        if joins.iter().all(|join| join.len() < 2) {
            return matching;
        }
        matching.retain(|product| {
            joins.iter().all(|join| {
                self.of_product(product).iter().any(|article| join.iter().all(|need| need.meets(product, *article)))
            })
        });
        matching
    }

    /// How many of the matching products have each of `values` values of an axis on an article that meets the
    /// clauses of the other axes. Nothing where no other axis is asked for: then products tell as much.
    pub fn count<'a>(
        &self,
        axis: Axis,
        values: usize,
        matching: &Bits,
        clauses: impl Iterator<Item = &'a Clause>,
    ) -> Option<Vec<u32>> {
        let others: Vec<&Need> =
            clauses.filter(|clause| clause.axis() != Some(axis)).filter_map(|clause| clause.article.as_ref()).collect();
        if others.is_empty() {
            return None;
        }
        let mut counts = vec![0_u32; values];
        let mut seen = vec![usize::MAX; values];
        for product in matching.iter() {
            for article in self.of_product(product) {
                let Some(value) = article.value(axis) else { continue };
                let (Some(count), Some(last)) = (counts.get_mut(value), seen.get_mut(value)) else { continue };
                if *last != product && others.iter().all(|need| need.meets(product, *article)) {
                    *last = product;
                    *count = count.saturating_add(1);
                }
            }
        }
        Some(counts)
    }
}

/// The needs that one article has to meet together: one of each axis, every choice of them. `red` and `blue`
/// beside `small` asks for a small red one and a small blue one.
fn joins<'a>(clauses: impl Iterator<Item = &'a Clause>) -> Vec<Vec<&'a Need>> {
    let mut by_axis: Vec<(Option<Axis>, Vec<&Need>)> = Vec::new();
    for need in clauses.filter_map(|clause| clause.article.as_ref()) {
        match by_axis.iter_mut().find(|(axis, _)| axis.is_some() && *axis == need.axis) {
            Some((_, needs)) => needs.push(need),
            None => by_axis.push((need.axis, vec![need])),
        }
    }
    let mut joins: Vec<Vec<&Need>> = vec![Vec::new()];
    for (_, needs) in by_axis {
        if joins.len().saturating_mul(needs.len()) > MOST_JOINS {
            return Vec::new();
        }
        joins = joins
            .iter()
            .flat_map(|join| needs.iter().map(|need| join.iter().copied().chain([*need]).collect()))
            .collect();
    }
    joins
}

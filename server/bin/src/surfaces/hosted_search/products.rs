//! A search over a brand's products: the store's own search and order, with the filters of the hosted service.

use fieldhouse_core::{brand::Site, search::query::clean_query};
use fieldhouse_kernel::failure::Failure;
use serde_json::{Map, Value};

use super::{
    answer::FoundHits,
    facets::Shelf,
    filters,
    highlight::Highlighter,
    objects::{self, SEARCHED},
    params::Params,
};
use fieldhouse_shop::{
    finding::{
        search::{articles::Clause, bits::Bits, facets::Sort, marks::Marker},
        snapshot::Snapshot,
    },
    publishing::content::Contents,
    words::query_words,
};

/// Words of a typed facet value.
const WORDS: usize = 10;

struct Selection<'a> {
    shelf: Shelf<'a>,
    clauses: Vec<Clause>,
    matched: Bits,
    /// Best first, when something was typed.
    ranked: Option<Vec<usize>>,
    words: Vec<String>,
}

fn select<'a>(
    catalog: &'a Snapshot,
    contents: &Contents,
    site: Site,
    params: &Params,
) -> Result<Selection<'a>, Failure> {
    let shelf = Shelf::new(catalog, site);
    let clauses: Vec<Clause> =
        filters::read(params)?.iter().map(|conditions| shelf.clause(conditions)).collect::<Result<_, _>>()?;
    let mut base = shelf.sold.clone();
    let (mut ranked, mut words) = (None, Vec::new());
    if !params.query.is_empty() {
        let others = contents.synonyms(site).map(|synonyms| synonyms.of(&params.query)).unwrap_or_default();
        let found = catalog.search.find(&params.query, &others, &shelf.sold)?;
        base.intersect(&Bits::of(shelf.facets.products, found.ranked.iter().copied()));
        words = found.words;
        ranked = Some(found.ranked);
    }
    let matched = shelf.facets.articles.matching(&base, clauses.iter());
    Ok(Selection { shelf, clauses, matched, ranked, words })
}

/// What a search finds, in the order of its index.
pub fn find(
    catalog: &Snapshot,
    contents: &Contents,
    site: Site,
    sort: Sort,
    params: &Params,
) -> Result<FoundHits, Failure> {
    let Selection { shelf, clauses, matched, ranked, words } = select(catalog, contents, site, params)?;
    let is_ranked = ranked.is_some();
    let mut hits = ranked.unwrap_or_else(|| matched.iter().collect());
    hits.retain(|product| matched.contains(*product));
    let window = params.window()?;
    shelf.facets.sort_first(window.first.saturating_add(window.length), &mut hits, sort, is_ranked);
    let [facets, stats] = shelf.counted(params, &matched, &clauses)?;
    let retrieved = params.retrieved()?;
    let mut highlighter = Highlighter::new(params, &words)?;
    let shown = hits.iter().skip(window.first).take(window.length).filter_map(|index| catalog.product(*index));
    let shown: Vec<Value> = shown
        .map(|product| {
            let object = objects::product(catalog, site, product);
            let mut hit: Map<String, Value> = object
                .iter()
                .filter(|(name, _)| *name == "objectID" || retrieved.contain(name))
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect();
            highlighter.mark(&mut hit, &object, &SEARCHED);
            Value::Object(hit)
        })
        .collect();
    Ok(FoundHits { total: hits.len(), hits: shown, facets, stats })
}

/// Values of a facet whose words begin with what was typed, the most frequent first, with tags around it.
pub fn facet_values(
    catalog: &Snapshot,
    contents: &Contents,
    site: Site,
    facet: &str,
    params: &Params,
) -> Result<Option<Vec<(String, u32)>>, Failure> {
    let Selection { shelf, clauses, matched, .. } = select(catalog, contents, site, params)?;
    if shelf.values(facet).is_none() {
        return Ok(None);
    }
    let typed: Vec<String> =
        query_words(&clean_query(&params.facet_query), WORDS).into_iter().map(|word| word.text).collect();
    let counts = shelf.counts(facet, &matched, &clauses);
    let mut marker = Marker::new(&typed);
    let met = |value: &str, marker: &mut Marker| {
        let mut words: Vec<usize> = marker.marks(value).into_iter().map(|mark| mark.word).collect();
        words.sort_unstable();
        words.dedup();
        words.len() == typed.len()
    };
    let most = params.most_facet_hits()?;
    Ok(Some(counts.into_iter().filter(|(value, _)| met(value, &mut marker)).take(most).collect()))
}

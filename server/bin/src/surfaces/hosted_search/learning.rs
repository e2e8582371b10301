//! A search over a brand's learning corner (shell §7 'second hosted search'), filtered by content type.

use std::collections::BTreeMap;

use fieldhouse_core::{brand::Site, content::PageView};
use fieldhouse_kernel::failure::Failure;
use serde_json::{Map, Value, json};

use super::{
    answer::FoundHits,
    errors::invalid,
    filters::{self, Condition, Test},
    highlight::Highlighter,
    objects::{self, SEARCHED_ARTICLE},
    params::{Names, Params},
};
use fieldhouse_shop::{publishing::content::Contents, words::query_words};

/// Words of a query that are marked.
const WORDS: usize = 10;
/// The only facet.
const CONTENT_TYPE: &str = "content_type";

fn meets(page: &PageView, condition: &Condition) -> Result<bool, Failure> {
    let Test::Is(value) = &condition.test else {
        return Err(invalid(format!("Attribute {} is no number here", condition.attribute)));
    };
    let is = match condition.attribute.as_str() {
        CONTENT_TYPE => page.content_type == *value,
        "objectID" => page.slug == *value,
        other => return Err(invalid(format!("Attribute {other} cannot be filtered by"))),
    };
    Ok(is != condition.negated)
}

/// The pages that a search finds, best first; all of them when nothing was typed.
fn select<'a>(contents: &'a Contents, site: Site, params: &Params) -> Result<Vec<&'a PageView>, Failure> {
    let found: Vec<&PageView> = if params.query.is_empty() {
        contents.articles(site).collect()
    } else {
        contents.rank_articles(site, &params.query)
    };
    let clauses = filters::read(params)?;
    let mut pages = Vec::new();
    for page in found {
        let mut all = true;
        for clause in &clauses {
            let mut any = false;
            for condition in clause {
                any |= meets(page, condition)?;
            }
            all &= any;
        }
        if all {
            pages.push(page);
        }
    }
    Ok(pages)
}

/// What a search finds.
pub fn find(contents: &Contents, site: Site, params: &Params) -> Result<FoundHits, Failure> {
    let pages = select(contents, site, params)?;
    let words: Vec<String> = query_words(&params.query, WORDS).into_iter().map(|word| word.text).collect();
    let window = params.window()?;
    let retrieved = params.retrieved()?;
    let mut highlighter = Highlighter::new(params, &words)?;
    let mut facets = Map::new();
    if let Some(wanted) = params.facets()?
        && (wanted.contain(CONTENT_TYPE) || wanted == Names::AllBut(Vec::new()))
    {
        let counts = counts(&pages).into_iter().map(|(value, count)| (value, json!(count))).collect::<Map<_, _>>();
        if !counts.is_empty() {
            facets.insert(CONTENT_TYPE.to_owned(), Value::Object(counts));
        }
    }
    let hits = pages.iter().skip(window.first).take(window.length).map(|page| {
        let object = objects::article(page);
        let mut hit: Map<String, Value> = object
            .iter()
            .filter(|(name, _)| *name == "objectID" || retrieved.contain(name))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        highlighter.mark(&mut hit, &object, &SEARCHED_ARTICLE);
        Value::Object(hit)
    });
    Ok(FoundHits { hits: hits.collect(), total: pages.len(), facets, stats: Map::new() })
}

fn counts(pages: &[&PageView]) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    for page in pages {
        let count: &mut u32 = counts.entry(page.content_type.clone()).or_default();
        *count = count.saturating_add(1);
    }
    counts
}

/// Values of the facet that begin with what was typed.
pub fn facet_values(
    contents: &Contents,
    site: Site,
    facet: &str,
    params: &Params,
) -> Result<Option<Vec<(String, u32)>>, Failure> {
    if facet != CONTENT_TYPE {
        return Ok(None);
    }
    let counts = counts(&select(contents, site, params)?).into_iter();
    Ok(Some(counts.filter(|(value, _)| value.starts_with(params.facet_query.as_str())).collect()))
}

//! The learning corner: a site's articles, and the search over them (shell §7 'second hosted search').

use std::collections::{BTreeMap, BTreeSet};

use fieldhouse_core::{
    brand::Site,
    content::{ArticleCardView, BlockView, ContentSearchView, PageView},
    search::query::clean_query,
};

use super::Contents;
use crate::words::{Stems, distance, forgiven, index_words, query_words};

/// Content type of what is searched (shell §7).
pub const ARTICLE: &str = "page_content";
/// Where articles live.
pub const BELOW: &str = "learning-corner/";
/// Most articles in an answer.
const MOST: usize = 20;
/// Words of a query that count.
const WORDS: usize = 10;
/// What a word is worth in the title, in the description and in the text.
const WORTH: [u32; 3] = [12, 4, 1];

/// An article in short.
pub fn card(page: &PageView) -> ArticleCardView {
    ArticleCardView {
        title: page.title.clone(),
        href: format!("/{}/", page.slug),
        description: page.description.clone(),
        image: page.image.clone(),
    }
}

/// The words of an article, as they are and stemmed: of its title, its description and its text.
type Fields = [BTreeSet<String>; 3];
/// Of all articles, by site and address.
pub type Words = BTreeMap<(Site, String), Fields>;

/// The words of an article by where they stand, stemmed.
fn words_of(page: &PageView, stems: &mut Stems) -> Fields {
    let texts = page.blocks.iter().flat_map(|block| match block {
        BlockView::Text { title, paragraphs } => {
            std::iter::once(title.as_str()).chain(paragraphs.iter().map(String::as_str)).collect::<Vec<_>>()
        }
        BlockView::Html { title, html } => vec![title.as_str(), html.as_str()],
        _ => Vec::new(),
    });
    let mut stemmed = |texts: &mut dyn Iterator<Item = &str>| {
        let mut words = BTreeSet::new();
        texts.for_each(|text| index_words(text, &mut words));
        let stems: BTreeSet<String> = words.iter().map(|word| stems.stem(word)).collect();
        words.into_iter().chain(stems).collect()
    };
    [
        stemmed(&mut std::iter::once(page.title.as_str())),
        stemmed(&mut std::iter::once(page.description.as_str())),
        stemmed(&mut texts.collect::<Vec<_>>().into_iter()),
    ]
}

/// How well a typed word meets a field: as it is, as a beginning, or with a slip of the finger.
fn meets(typed: &str, stem: &str, field: &BTreeSet<String>) -> u32 {
    if field.contains(typed) || field.contains(stem) {
        return 4;
    }
    let letters: Vec<char> = typed.chars().collect();
    if letters.len() >= 2 && field.range(typed.to_owned()..).next().is_some_and(|word| word.starts_with(typed)) {
        return 3;
    }
    let slips = forgiven(letters.len());
    let near = |word: &String| distance(&letters, &word.chars().collect::<Vec<_>>()).whole <= slips;
    u32::from(slips > 0 && field.iter().any(near))
}

impl Contents {
    /// A site's articles in the order of their addresses.
    pub fn articles(&self, site: Site) -> impl Iterator<Item = &PageView> {
        self.pages
            .iter()
            .filter(move |((of, _), page)| *of == site && page.content_type == ARTICLE)
            .map(|(_, page)| page)
    }

    /// The first articles that meet a query. A blank query meets none.
    pub fn find_articles(&self, site: Site, typed: &str) -> ContentSearchView {
        let query = clean_query(typed);
        let found = self.rank_articles(site, &query);
        ContentSearchView { hits: found.into_iter().take(MOST).map(card).collect(), query }
    }

    /// The words of all articles: to find them takes longer than to look through them.
    fn words(&self) -> &Words {
        self.words.get_or_init(|| {
            let mut stems = Stems::default();
            let articles = self.pages.iter().filter(|(_, page)| page.content_type == ARTICLE);
            articles.map(|(address, page)| (address.clone(), words_of(page, &mut stems))).collect()
        })
    }

    /// All articles that meet a cleaned query, the best first: those with all its words, else those with some.
    pub fn rank_articles(&self, site: Site, query: &str) -> Vec<&PageView> {
        let mut stems = Stems::default();
        let words: Vec<_> =
            query_words(query, WORDS).into_iter().map(|word| (stems.stem(&word.text), word.text)).collect();
        let mut found: Vec<(usize, u32, &PageView)> = Vec::new();
        for (address, fields) in self.words().iter().filter(|((of, _), _)| *of == site) {
            let Some(page) = self.pages.get(address) else { continue };
            let scores = words.iter().map(|(stem, word)| {
                fields.iter().zip(WORTH).map(|(field, worth)| meets(word, stem, field).saturating_mul(worth)).sum()
            });
            let scores: Vec<u32> = scores.collect();
            let met = scores.iter().filter(|score| **score > 0).count();
            if met > 0 {
                found.push((met, scores.iter().sum(), page));
            }
        }
        let most = found.iter().map(|(met, ..)| *met).max().unwrap_or_default();
        found.retain(|(met, ..)| *met == most);
        found.sort_by_key(|(_, score, _)| std::cmp::Reverse(*score));
        found.into_iter().map(|(.., page)| page).collect()
    }
}

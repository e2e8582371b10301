//! The text index: which products a word reaches, and how well it fits there. Tantivy holds terms and posting
//! lists in memory; words are looked up in its dictionary one by one, never through a query language. Not here:
//! what a whole query finds, and in which order.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    sync::Arc,
};

use tantivy::{
    DocSet, Index, InvertedIndexReader, SegmentReader, TERMINATED, TantivyDocument, TantivyError,
    directory::RamDirectory,
    postings::TermInfo,
    schema::{Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions},
};

use super::{
    bits::Bits,
    naming::{Naming, read_name},
};
use crate::{
    finding::catalog::Product,
    words::{Stems, compact, distance, english, forgiven, index_words, words},
};

/// A field, and what a hit in it is worth.
struct WordPlace {
    name: &'static str,
    worth: u32,
    /// It tells what the thing is.
    head: bool,
    /// A bit; places that say the same have the same one.
    kind: u8,
}

const NAMED: u8 = 1;
const RESTED: u8 = 2;

const fn place(name: &'static str, worth: u32, kind: u8) -> WordPlace {
    WordPlace { name, worth, head: false, kind }
}

/// The head is the word that says what a thing is: a `Laptop & Cleats Backpack` is a backpack. The rest of a name is
/// what it is for. Joined are neighbours as one word: `hair dryer` is also found as `hairdryer`.
const FIELDS: [WordPlace; 10] = [
    WordPlace { name: "head", worth: 120, head: true, kind: NAMED },
    WordPlace { name: "joined-head", worth: JOINED_WORTH, head: true, kind: NAMED },
    place("name", NAME_WORTH, NAMED),
    place("joined", JOINED_WORTH, 0),
    place("brand", 60, 4),
    place("category", 60, 8),
    place("rest", 60, RESTED),
    place("keywords", 50, 16),
    place("options", 40, 32),
    place("text", TEXT_WORTH, 64),
];
pub(super) const NAME_WORTH: u32 = 100;
const JOINED_WORTH: u32 = 65;
/// Options whose values do not say what a thing is.
const ASIDES: [&str; 4] = ["color", "colour", "size", "finish"];
/// What is only said in a text somewhere is said of many things.
pub(super) const TEXT_WORTH: u32 = 10;
/// Worth of a part of a sku in any field's place.
const SKU_WORTH: u32 = 70;
/// How well a word fits, times the field's worth. A typing error never beats a word that is there.
pub(super) const EXACT: u32 = 20;
pub(super) const STEM: u32 = 19;
const BEGINNING: u32 = 15;
const ONE_ERROR: u32 = 6;
const TWO_ERRORS: u32 = 3;
const ERROR_IN_BEGINNING: u32 = 2;

/// Terms a beginning may stand for in one field.
const MOST_BEGINNINGS: usize = 200;
/// Known words a misspelt one may stand for.
const MOST_CORRECTIONS: usize = 8;
/// Letters of a known word that a longer unknown one begins with: `letterman` begins with `letter`.
const LONGEST_REST: usize = 4;
const SHORTEST_BEGUN: usize = 5;
/// Shortest part of a sku that is looked for.
const SHORTEST_SKU_PART: usize = 3;
/// Marks stems in the dictionary: no folded word starts with it.
const STEM_MARK: char = '=';
/// Between the stems of neighbours in a name.
const PAIR_MARK: char = '+';
/// Memory tantivy may use while building; it takes it as it needs it.
const BUILD_MEMORY: usize = 15_000_000;

/// The index of one snapshot; documents are numbered like its products.
pub struct TextIndex {
    fields: Vec<(Arc<InvertedIndexReader>, &'static WordPlace)>,
    pairs: Arc<InvertedIndexReader>,
    grams: Arc<InvertedIndexReader>,
    skus: Vec<Box<str>>,
    vocabulary: Vec<Known>,
    products: usize,
    /// How many telling words each name has.
    lengths: Vec<u8>,
}

/// A word that occurs, for finding what a misspelt one meant.
struct Known {
    text: Box<str>,
    letters: Box<[char]>,
    mask: u64,
    documents: u32,
}

/// What one word of the query reaches: a worth for each product, 0 where it does not occur.
#[derive(Clone)]
pub(super) struct Reach {
    worth: Vec<u32>,
    /// The kinds of fields that have the word, as bits.
    seen: Vec<u8>,
    /// Products that are what the word says.
    pub heads: Bits,
    /// Products whose heads begin with it.
    pub begun: Bits,
    /// Products reached only by forgiving an error.
    pub by_error: Bits,
    pub correction: Option<String>,
}

impl TextIndex {
    /// Indexes all products; `categories` tells the names of a product's categories.
    pub fn build<'p>(
        products: impl ExactSizeIterator<Item = (&'p Product, Vec<String>)>,
    ) -> Result<Self, TantivyError> {
        let many = products.len();
        let mut schema = Schema::builder();
        let indexing = TextFieldIndexing::default()
            .set_tokenizer("whitespace")
            .set_index_option(IndexRecordOption::Basic)
            .set_fieldnorms(false);
        let options = TextOptions::default().set_indexing_options(indexing);
        let fields: Vec<Field> = FIELDS.iter().map(|it| schema.add_text_field(it.name, options.clone())).collect();
        let pairs = schema.add_text_field("pairs", options.clone());
        let grams = schema.add_text_field("grams", options);
        let mut writer = Index::builder()
            .schema(schema.build())
            .single_segment_index_writer::<TantivyDocument>(RamDirectory::create(), BUILD_MEMORY)?;
        let mut stems = Stems::default();
        let mut skus = Vec::with_capacity(many);
        let mut lengths = Vec::with_capacity(many);
        for (product, categories) in products {
            let mut document = TantivyDocument::default();
            let naming = naming_of(product);
            lengths.push(u8::try_from(naming.telling()).unwrap_or(u8::MAX));
            for (field, texts) in fields.iter().zip(texts_of(product, &naming, categories)) {
                document.add_text(*field, with_stems(&texts, &mut stems));
            }
            document.add_text(pairs, pairs_of(&naming.main, &mut stems));
            let compacted = compact_skus(product);
            document.add_text(grams, grams_of(&compacted).into_iter().collect::<Vec<_>>().join(" "));
            skus.push(compacted.into_boxed_str());
            writer.add_document(document)?;
        }
        let index = writer.finalize()?;
        let segments = index.searchable_segments()?;
        let readers: Vec<SegmentReader> = segments.iter().map(SegmentReader::open).collect::<Result<_, _>>()?;
        let reader =
            readers.first().ok_or_else(|| TantivyError::InternalError("the index has no segment".to_owned()))?;
        let fields = fields
            .into_iter()
            .zip(&FIELDS)
            .map(|(field, place)| Ok((reader.inverted_index(field)?, place)))
            .collect::<Result<Vec<_>, TantivyError>>()?;
        // Neighbours as one word are found, not proposed.
        let written = fields.iter().filter(|(_, place)| !place.name.starts_with("joined")).map(|(reader, _)| reader);
        let vocabulary = vocabulary(written)?;
        Ok(Self {
            fields,
            pairs: reader.inverted_index(pairs)?,
            grams: reader.inverted_index(grams)?,
            skus,
            vocabulary,
            products: many,
            lengths,
        })
    }

    /// How many telling words the name of a product has.
    pub(super) fn length(&self, product: usize) -> u8 {
        self.lengths.get(product).copied().unwrap_or(u8::MAX)
    }

    /// Products in whose name two words are neighbours.
    pub(super) fn with_neighbours(&self, one: &str, other: &str, stems: &mut Stems) -> io::Result<Bits> {
        let mut found = Bits::none(self.products);
        let pair = format!("{}{PAIR_MARK}{}", stems.stem(one), stems.stem(other));
        if let Some(term) = self.pairs.terms().get(pair.as_bytes())? {
            let mut postings = self.pairs.read_postings_from_terminfo(&term, IndexRecordOption::Basic)?;
            for_each_document(&mut postings, |product| found.insert(product));
        }
        Ok(found)
    }

    /// Two words that are one somewhere: `basket ball`.
    pub(super) fn reach_joined(&self, one: &str, other: &str, stems: &mut Stems) -> io::Result<Reach> {
        self.reach_whole(&[one, other].concat(), stems)
    }

    /// A word itself and its stem, nothing that only begins with it.
    pub(super) fn reach_whole(&self, word: &str, stems: &mut Stems) -> io::Result<Reach> {
        let mut reach = Reach::none(self.products);
        let stem = format!("{STEM_MARK}{}", stems.stem(word));
        for (reader, place) in &self.fields {
            reach.add(reader, word, place, EXACT)?;
            reach.add(reader, &stem, place, STEM)?;
        }
        Ok(reach)
    }

    /// A word as typed: itself, its stem, what begins with it, and skus it is a part of.
    pub(super) fn reach_known(&self, word: &str, stems: &mut Stems) -> io::Result<Reach> {
        let mut reach = self.reach_whole(word, stems)?;
        for (reader, place) in &self.fields {
            if word.chars().nth(1).is_none() {
                continue;
            }
            let mut terms = reader.terms().range().ge(word).into_stream()?;
            let mut taken = 0;
            while taken < MOST_BEGINNINGS && terms.advance() && terms.key().starts_with(word.as_bytes()) {
                taken = taken.saturating_add(1);
                reach.add_postings(reader, terms.value(), place, BEGINNING)?;
            }
        }
        for product in self.containing_sku(&compact(word))?.iter() {
            reach.raise(product, SKU_WORTH.saturating_mul(BEGINNING));
        }
        Ok(reach)
    }

    /// A word nobody wrote: the known words nearest to it.
    pub(super) fn reach_misspelt(&self, word: &str) -> io::Result<Reach> {
        let mut reach = Reach::none(self.products);
        let letters: Vec<char> = word.chars().collect();
        let most = forgiven(letters.len());
        if most == 0 {
            return Ok(reach);
        }
        let mask = mask_of(&letters);
        let mut near: Vec<(usize, std::cmp::Reverse<u32>, &Known)> = Vec::new();
        for known in &self.vocabulary {
            // An unknown word may be a known one with something behind it.
            let rest = letters.len().saturating_sub(known.letters.len());
            if (1..=LONGEST_REST).contains(&rest)
                && known.letters.len() >= SHORTEST_BEGUN
                && letters.starts_with(&known.letters)
            {
                near.push((3, std::cmp::Reverse(known.documents), known));
                continue;
            }
            // Each error can bring at most one letter that the known word does not have.
            let strange = usize::try_from((mask & !known.mask).count_ones()).unwrap_or(usize::MAX);
            if strange > most || known.letters.len().saturating_add(most) < letters.len() {
                continue;
            }
            let apart = distance(&letters, &known.letters);
            let grade = if apart.whole == 0 {
                continue;
            } else if apart.whole <= most {
                apart.whole
            } else if apart.beginning == 1 {
                3
            } else {
                continue;
            };
            near.push((grade, std::cmp::Reverse(known.documents), known));
        }
        near.sort_by(|a, b| (a.0, a.1, &a.2.text).cmp(&(b.0, b.1, &b.2.text)));
        near.truncate(MOST_CORRECTIONS);
        for (grade, _, known) in &near {
            let fit = match grade {
                1 => ONE_ERROR,
                2 => TWO_ERRORS,
                _ => ERROR_IN_BEGINNING,
            };
            for (reader, place) in &self.fields {
                reach.add(reader, &known.text, place, fit)?;
            }
        }
        reach.correction = near.first().map(|(_, _, known)| known.text.to_string());
        reach.by_error = reach.products();
        Ok(reach)
    }

    /// True for a word that is right: it, or one of the same stem, occurs somewhere, or it is English.
    pub(super) fn knows(&self, word: &str, stems: &mut Stems) -> io::Result<bool> {
        let stem = format!("{STEM_MARK}{}", stems.stem(word));
        for (reader, _) in &self.fields {
            if reader.terms().get(word.as_bytes())?.is_some() || reader.terms().get(stem.as_bytes())?.is_some() {
                return Ok(true);
            }
        }
        Ok(english::is_word(word))
    }

    /// Products with a sku that has this part; only parts with a digit are looked for.
    pub(super) fn containing_sku(&self, part: &str) -> io::Result<Bits> {
        let mut found = Bits::none(self.products);
        let letters: Vec<char> = part.chars().collect();
        if letters.len() < SHORTEST_SKU_PART || !letters.iter().any(char::is_ascii_digit) {
            return Ok(found);
        }
        let mut candidates: Option<Bits> = None;
        for gram in letters.windows(SHORTEST_SKU_PART) {
            let gram: String = gram.iter().collect();
            let mut with_gram = Bits::none(self.products);
            if let Some(term) = self.grams.terms().get(gram.as_bytes())? {
                let mut postings = self.grams.read_postings_from_terminfo(&term, IndexRecordOption::Basic)?;
                for_each_document(&mut postings, |product| with_gram.insert(product));
            }
            match &mut candidates {
                Some(candidates) => candidates.intersect(&with_gram),
                None => candidates = Some(with_gram),
            }
            if candidates.as_ref().is_some_and(Bits::is_empty) {
                return Ok(found);
            }
        }
        for product in candidates.iter().flat_map(Bits::iter) {
            if self.skus.get(product).is_some_and(|skus| skus.contains(part)) {
                found.insert(product);
            }
        }
        Ok(found)
    }
}

impl Reach {
    fn none(products: usize) -> Self {
        let none = || Bits::none(products);
        Self {
            worth: vec![0; products],
            seen: vec![0; products],
            heads: none(),
            begun: none(),
            by_error: none(),
            correction: None,
        }
    }

    pub fn of(&self, product: usize) -> u32 {
        self.worth.get(product).copied().unwrap_or(0)
    }

    /// True when the word is in the name of a product.
    pub fn is_named(&self, product: usize) -> bool {
        self.seen.get(product).is_some_and(|seen| seen & (NAMED | RESTED) != 0)
    }

    /// In how many kinds of places a product has the word.
    pub fn places(&self, product: usize) -> u32 {
        self.seen.get(product).copied().unwrap_or(0).count_ones()
    }

    pub fn products(&self) -> Bits {
        let mut products = Bits::none(self.worth.len());
        for (product, _) in self.worth.iter().enumerate().filter(|(_, worth)| **worth > 0) {
            products.insert(product);
        }
        products
    }

    pub fn raise(&mut self, product: usize, worth: u32) {
        if let Some(known) = self.worth.get_mut(product) {
            *known = worth.max(*known);
        }
    }

    fn add(&mut self, reader: &InvertedIndexReader, term: &str, place: &WordPlace, fit: u32) -> io::Result<()> {
        match reader.terms().get(term.as_bytes())? {
            Some(info) => self.add_postings(reader, &info, place, fit),
            None => Ok(()),
        }
    }

    fn add_postings(
        &mut self,
        reader: &InvertedIndexReader,
        term: &TermInfo,
        place: &WordPlace,
        fit: u32,
    ) -> io::Result<()> {
        let worth = place.worth.saturating_mul(fit);
        let mut postings = reader.read_postings_from_terminfo(term, IndexRecordOption::Basic)?;
        for_each_document(&mut postings, |product| {
            self.raise(product, worth);
            if fit >= STEM
                && let Some(seen) = self.seen.get_mut(product)
            {
                *seen |= place.kind;
            }
            if place.head {
                let heads = if fit == BEGINNING { &mut self.begun } else { &mut self.heads };
                heads.insert(product);
            }
        });
        Ok(())
    }
}

fn for_each_document(postings: &mut impl DocSet, mut then: impl FnMut(usize)) {
    let mut document = postings.doc();
    while document != TERMINATED {
        if let Ok(product) = usize::try_from(document) {
            then(product);
        }
        document = postings.advance();
    }
}

/// The texts of a product in the order of [`FIELDS`].
fn texts_of(product: &Product, naming: &Naming, categories: Vec<String>) -> [Vec<String>; 10] {
    let facts = &product.facts;
    let options = product.variants.iter().flat_map(|variant| variant.attributes.iter().map(|it| it.value.to_string()));
    let long = facts.description.iter().chain(&facts.features).chain(&facts.flags).chain([&facts.subtitle]);
    let neighbours = std::iter::once(&facts.name).chain(&categories).chain(&facts.keywords);
    [
        naming.heads().cloned().collect(),
        naming.joined_heads(),
        vec![naming.text.clone()],
        neighbours.flat_map(|text| joined(text)).collect(),
        vec![facts.brand.clone(), facts.manufacturer.clone()],
        categories,
        naming.rest.clone(),
        facts.keywords.clone(),
        options.collect::<BTreeSet<_>>().into_iter().collect(),
        long.cloned().collect(),
    ]
}

/// What the name of a product says; its own colors and sizes at the end say nothing of what it is.
fn naming_of(product: &Product) -> Naming {
    let own = product.variants.iter().flat_map(|variant| variant.attributes.iter());
    let asides = own.filter(|it| ASIDES.contains(&&*it.name.to_lowercase()));
    let asides = asides.flat_map(|it| words(&it.value)).map(|word| word.text).collect();
    read_name(&product.facts.name, &product.facts.brand, &asides)
}

/// Neighbours as one word.
fn joined(text: &str) -> Vec<String> {
    let words = words(text);
    words.iter().zip(words.iter().skip(1)).map(|(one, other)| [one.text.as_str(), &other.text].concat()).collect()
}

/// The stems of neighbours.
fn pairs_of(name: &[String], stems: &mut Stems) -> String {
    let stemmed: Vec<String> = name.iter().map(|word| stems.stem(word)).collect();
    let pairs = stemmed.iter().zip(stemmed.iter().skip(1));
    pairs.map(|(one, other)| format!("{one}{PAIR_MARK}{other}")).collect::<Vec<_>>().join(" ")
}

/// Each word once, and its stem.
fn with_stems(texts: &[String], stems: &mut Stems) -> String {
    let mut words = BTreeSet::new();
    for text in texts {
        index_words(text, &mut words);
    }
    let mut out = String::new();
    for word in &words {
        out.push_str(word);
        out.push(' ');
        out.push(STEM_MARK);
        out.push_str(&stems.stem(word));
        out.push(' ');
    }
    out
}

/// All skus of a product and its style number, compacted, one a line.
fn compact_skus(product: &Product) -> String {
    let skus = product.variants.iter().map(|variant| &*variant.sku).chain([product.facts.sku.as_str()]);
    skus.map(compact).collect::<Vec<_>>().join("\n")
}

/// All stretches of three characters.
fn grams_of(skus: &str) -> BTreeSet<String> {
    let mut grams = BTreeSet::new();
    for sku in skus.lines() {
        let letters: Vec<char> = sku.chars().collect();
        grams.extend(letters.windows(SHORTEST_SKU_PART).map(|gram| gram.iter().collect::<String>()));
    }
    grams
}

/// Every word of the dictionaries that can be meant by a misspelt one.
fn vocabulary<'a>(fields: impl Iterator<Item = &'a Arc<InvertedIndexReader>>) -> Result<Vec<Known>, TantivyError> {
    let mut documents: BTreeMap<String, u32> = BTreeMap::new();
    for reader in fields {
        let mut terms = reader.terms().stream()?;
        while terms.advance() {
            let Ok(term) = std::str::from_utf8(terms.key()) else { continue };
            if term.chars().nth(2).is_some()
                && !term.starts_with(STEM_MARK)
                && !term.contains(|c: char| c.is_ascii_digit())
            {
                let number = documents.entry(term.to_owned()).or_default();
                *number = number.saturating_add(terms.value().doc_freq);
            }
        }
    }
    let known = documents.into_iter().map(|(text, documents)| {
        let letters: Box<[char]> = text.chars().collect();
        Known { mask: mask_of(&letters), letters, text: text.into_boxed_str(), documents }
    });
    Ok(known.collect())
}

/// Which letters occur, as bits; letters may share a bit.
fn mask_of(letters: &[char]) -> u64 {
    letters.iter().fold(0, |mask, letter| mask | 1 << (u32::from(*letter) % u64::BITS))
}

impl std::fmt::Debug for TextIndex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TextIndex of {} products and {} words", self.products, self.vocabulary.len())
    }
}

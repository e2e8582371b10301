//! What matched, in the hosted service's form: whole texts and snippets with tags around what was looked for. The
//! texts are the catalogue's as they are; who shows them escapes them, as with the service itself.

use fieldhouse_kernel::failure::Failure;
use serde_json::{Map, Value, json};

use super::params::{Names, Params};
use fieldhouse_shop::finding::search::marks::{Mark, Marker};

/// Before and after what matched when nothing is said.
pub const TAGS: (&str, &str) = ("<em>", "</em>");
const ELLIPSIS: &str = "\u{2026}";

/// How hits are marked.
pub struct Highlighter<'a> {
    pre: &'a str,
    post: &'a str,
    ellipsis: &'a str,
    highlighted: Names,
    snippets: Vec<(String, usize)>,
    restricted: bool,
    marker: Marker,
}

impl<'a> Highlighter<'a> {
    /// As the parameters want it, for the words that were looked for.
    pub fn new(params: &'a Params, words: &[String]) -> Result<Self, Failure> {
        Ok(Self {
            pre: params.highlight_pre_tag.as_deref().unwrap_or(TAGS.0),
            post: params.highlight_post_tag.as_deref().unwrap_or(TAGS.1),
            ellipsis: params.snippet_ellipsis_text.as_deref().unwrap_or(ELLIPSIS),
            highlighted: params.highlighted()?,
            snippets: params.snippets()?,
            restricted: params.restricts_arrays(),
            marker: Marker::new(words),
        })
    }

    /// Adds `_highlightResult` and `_snippetResult` to a hit; `searched` are the fields that are searched.
    pub fn mark(&mut self, hit: &mut Map<String, Value>, object: &Map<String, Value>, searched: &[&str]) {
        let fields = object.iter().filter(|(name, _)| searched.contains(&name.as_str()));
        let mut highlighted = Map::new();
        let mut cut = Map::new();
        for (name, value) in fields {
            if self.highlighted.contain(name)
                && let Some(marked) = self.each(value, &mut Self::highlight)
            {
                highlighted.insert(name.clone(), marked);
            }
            let words = self.snippets.iter().find(|(known, _)| known == name || known == "*").map(|(_, words)| *words);
            if let Some(words) = words
                && let Some(snippet) = self.each(value, &mut |this: &mut Self, text: &str| this.snippet(text, words))
            {
                cut.insert(name.clone(), snippet);
            }
        }
        if !highlighted.is_empty() {
            hit.insert("_highlightResult".to_owned(), Value::Object(highlighted));
        }
        if !cut.is_empty() {
            hit.insert("_snippetResult".to_owned(), Value::Object(cut));
        }
    }

    /// The same shape with each text replaced; nothing for what is no text.
    fn each(&mut self, value: &Value, mark: &mut impl FnMut(&mut Self, &str) -> Value) -> Option<Value> {
        match value {
            Value::String(text) => Some(mark(self, text)),
            Value::Array(items) => {
                let marked: Vec<Value> = items.iter().filter_map(|item| self.each(item, mark)).collect();
                let kept = marked.into_iter().filter(|item| !self.restricted || item["matchLevel"] != "none");
                Some(Value::Array(kept.collect()))
            }
            Value::Object(fields) => {
                let marked = fields.iter().filter_map(|(name, inner)| Some((name.clone(), self.each(inner, mark)?)));
                Some(Value::Object(marked.collect()))
            }
            _ => None,
        }
    }

    fn highlight(&mut self, text: &str) -> Value {
        let marks = self.marker.marks(text);
        let (level, words) = self.level(&marks);
        let value = tagged(text, &marks, self.pre, self.post);
        if marks.is_empty() {
            return json!({"value": value, "matchLevel": level, "matchedWords": words});
        }
        let covered: usize = marks.iter().map(|mark| mark.end.saturating_sub(mark.start)).sum();
        let whole = covered == text.chars().count();
        json!({"value": value, "matchLevel": level, "matchedWords": words, "fullyHighlighted": whole})
    }

    /// A text cut to some words around the first that matched.
    fn snippet(&mut self, text: &str, words: usize) -> Value {
        let marks = self.marker.marks(text);
        let (level, _) = self.level(&marks);
        let letters: Vec<char> = text.chars().collect();
        let mut places: Vec<(usize, usize)> = Vec::new();
        for (at, letter) in letters.iter().enumerate().filter(|(_, letter)| !letter.is_whitespace()) {
            match places.last_mut() {
                Some((_, end)) if *end == at && !letter.is_whitespace() => *end = at.saturating_add(1),
                _ => places.push((at, at.saturating_add(1))),
            }
        }
        let hit = marks.first().and_then(|mark| places.iter().position(|(_, end)| *end > mark.start)).unwrap_or(0);
        // A few words before the first that matched, and never past the end.
        let first = hit.saturating_sub(words / 3).min(places.len().saturating_sub(words));
        let shown: Vec<&(usize, usize)> = places.iter().skip(first).take(words).collect();
        let (start, end) = match (shown.first(), shown.last()) {
            (Some((start, _)), Some((_, end))) => (*start, *end),
            _ => (0, 0),
        };
        let part: String = letters.get(start..end).unwrap_or_default().iter().collect();
        let inside = marks.iter().filter(|mark| mark.start >= start && mark.end <= end);
        let moved: Vec<Mark> = inside
            .map(|mark| Mark {
                start: mark.start.saturating_sub(start),
                end: mark.end.saturating_sub(start),
                word: mark.word,
            })
            .collect();
        let before = if first > 0 { self.ellipsis } else { "" };
        let after = if first.saturating_add(shown.len()) < places.len() { self.ellipsis } else { "" };
        let value = [before, &tagged(&part, &moved, self.pre, self.post), after].concat();
        json!({"value": value, "matchLevel": level})
    }

    fn level(&self, marks: &[Mark]) -> (&'static str, Vec<&str>) {
        let mut found: Vec<usize> = marks.iter().map(|mark| mark.word).collect();
        found.sort_unstable();
        found.dedup();
        let level = match found.len() {
            0 => "none",
            length if length == self.marker.count() => "full",
            _ => "partial",
        };
        (level, found.into_iter().map(|word| self.marker.word(word)).collect())
    }
}

/// A text with tags around its marks.
pub fn tagged(text: &str, marks: &[Mark], pre: &str, post: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, letter) in text.chars().enumerate() {
        if marks.iter().any(|mark| mark.start == at) {
            out.push_str(pre);
        }
        out.push(letter);
        if marks.iter().any(|mark| mark.end == at.saturating_add(1)) {
            out.push_str(post);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(params: Value, words: &[&str], object: Value) -> Value {
        let (Value::Object(params), Value::Object(object)) = (params, object) else { panic!("not objects") };
        let params = Params::from_fields(params).unwrap();
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let mut hit = Map::new();
        Highlighter::new(&params, &words).unwrap().mark(&mut hit, &object, &["name", "color", "description"]);
        Value::Object(hit)
    }

    #[test]
    fn what_matched_stands_between_tags() {
        let object = json!({"name": "Red Ball", "color": ["Red", "Blue"], "price": 5, "slug": "red-ball"});
        let hit = marked(json!({}), &["red", "ball"], object.clone());
        assert_eq!(
            hit["_highlightResult"],
            json!({
                "name": {"value": "<em>Red</em> <em>Ball</em>", "matchLevel": "full", "matchedWords": ["red", "ball"],
                    "fullyHighlighted": false},
                "color": [
                    {"value": "<em>Red</em>", "matchLevel": "partial", "matchedWords": ["red"], "fullyHighlighted": true},
                    {"value": "Blue", "matchLevel": "none", "matchedWords": []},
                ],
            })
        );
        let own = json!({"highlightPreTag": "[", "highlightPostTag": "]", "attributesToHighlight": ["color"],
            "restrictHighlightAndSnippetArrays": true});
        let hit = marked(own, &["red"], object.clone());
        let color = json!({"value": "[Red]", "matchLevel": "full", "matchedWords": ["red"], "fullyHighlighted": true});
        assert_eq!(hit["_highlightResult"], json!({"color": [color]}));
        assert_eq!(marked(json!({"attributesToHighlight": []}), &["red"], object), json!({}));
    }

    #[test]
    fn a_snippet_is_cut_around_what_matched() {
        let cut = |words: &[&str], text: &str| {
            let params = json!({"attributesToSnippet": ["description:4"], "attributesToHighlight": []});
            marked(params, words, json!({"description": text}))["_snippetResult"]["description"]["value"].clone()
        };
        assert_eq!(cut(&["six"], "one two three four five six seven eight"), "…five <em>six</em> seven eight");
        assert_eq!(cut(&["two"], "one two three four five"), "one <em>two</em> three four…");
        assert_eq!(cut(&[], "one two three four five"), "one two three four…");
        assert_eq!(cut(&["one"], "one"), "<em>one</em>");
        assert_eq!(cut(&["one"], "  "), "");
    }
}

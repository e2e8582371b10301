//! The two weights of the one typeface: what a text measures, where it may end a line, and which glyphs it is.
//! Figures of amounts are tabular, so that columns of amounts align; what the typeface lacks is a box that still copies as what it was.

use std::{ops::Range, sync::LazyLock};

use krilla::text::{GlyphId, KrillaGlyph};
use rustybuzz::{Direction, Face, Feature, ShapePlan, UnicodeBuffer, script::LATIN, shape_with_plan, ttf_parser::Tag};

use crate::text::{BOX, printable};

/// How strong a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// What is read.
    Regular,
    /// What is looked for.
    Strong,
}

/// A weight of the typeface.
struct Typeface {
    bytes: &'static [u8],
    face: Face<'static>,
    words: ShapePlan,
    figures: ShapePlan,
    box_glyph: (u32, f32),
}

static REGULAR: LazyLock<Option<Typeface>> =
    LazyLock::new(|| Typeface::read(include_bytes!("../fonts/Inter-Regular.ttf")));
static STRONG: LazyLock<Option<Typeface>> =
    LazyLock::new(|| Typeface::read(include_bytes!("../fonts/Inter-SemiBold.ttf")));

fn typeface(weight: Weight) -> Option<&'static Typeface> {
    match weight {
        Weight::Regular => REGULAR.as_ref(),
        Weight::Strong => STRONG.as_ref(),
    }
}

/// The file of a weight, for the document that embeds what it uses of it.
pub fn file(weight: Weight) -> Option<&'static [u8]> {
    typeface(weight).map(|typeface| typeface.bytes)
}

impl Typeface {
    fn read(bytes: &'static [u8]) -> Option<Self> {
        let face = Face::from_slice(bytes, 0)?;
        // Signs stay what they are: no arrow is made of '->', no word of letters that flow together.
        let feature = |tag: &[u8; 4], value| Feature::new(Tag::from_bytes(tag), value, ..);
        let common = [feature(b"calt", 0), feature(b"liga", 0), feature(b"clig", 0)];
        let made = |features: &[Feature]| ShapePlan::new(&face, Direction::LeftToRight, Some(LATIN), None, features);
        let words = made(&common);
        let figures = made(&[common.as_slice(), &[feature(b"tnum", 1)]].concat());
        let glyph = face.glyph_index(BOX)?;
        let advance = f32::from(face.glyph_hor_advance(glyph)?) / em(&face);
        Some(Self { bytes, box_glyph: (u32::from(glyph.0), advance), words, figures, face })
    }
}

/// Whether a text is an amount or a quantity: they stand below each other, figure by figure.
fn is_figures(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|sign| sign.is_ascii_digit() || matches!(sign, '$' | ',' | '.'))
}

fn em(face: &Face<'_>) -> f32 {
    u16::try_from(face.units_per_em()).map_or(1000.0, f32::from)
}

/// A line of text with its glyphs.
#[derive(Debug, Clone)]
pub struct Run {
    /// What it says; what ends with a space goes on in the next line.
    pub text: String,
    /// Its glyphs, in parts of the size.
    pub glyphs: Vec<KrillaGlyph>,
    /// Points from the first to the last sign that is seen.
    pub width: f32,
    /// Points.
    pub size: f32,
    /// How strong.
    pub weight: Weight,
}

/// A text in lines no wider than `width` points. There is at least one line.
pub fn set(text: &str, (weight, size): (Weight, f32), width: f32) -> Vec<Run> {
    let clean = printable(text);
    clean.lines().chain(clean.is_empty().then_some("")).flat_map(|line| set_line(line, (weight, size), width)).collect()
}

fn set_line(text: &str, (weight, size): (Weight, f32), width: f32) -> Vec<Run> {
    // Nothing is set as a blank: a cell that says nothing is a cell all the same.
    let text = if text.is_empty() { " " } else { text };
    let glyphs = shape(text, weight);
    let mut runs = Vec::new();
    let mut start = 0;
    while let Some(rest) = glyphs.get(start..).filter(|rest| !rest.is_empty()) {
        let count = fitting(text, rest, width / size);
        runs.push(run(text, rest.get(..count).unwrap_or(rest), (weight, size)));
        start += count;
    }
    runs
}

/// How many glyphs the next line takes: up to the last place where it may end, or what fits of a word that is too long.
fn fitting(text: &str, glyphs: &[KrillaGlyph], width: f32) -> usize {
    let mut used = 0.0;
    let mut last_end = None;
    for (place, glyph) in glyphs.iter().enumerate() {
        let sign = text.get(glyph.text_range.clone()).unwrap_or_default();
        let is_space = sign == " ";
        // A space at the end of a line takes no room.
        if used + glyph.x_advance > width && !is_space {
            let cluster = begin_of_cluster(glyphs, place);
            return last_end.unwrap_or(cluster).max(1);
        }
        used += glyph.x_advance;
        let after = place.saturating_add(1);
        let ends_cluster = glyphs.get(after).is_none_or(|next| next.text_range != glyph.text_range);
        if ends_cluster && (is_space || matches!(sign, "-" | "/" | "@" | "_")) {
            last_end = Some(after);
        }
    }
    glyphs.len()
}

fn begin_of_cluster(glyphs: &[KrillaGlyph], place: usize) -> usize {
    let range = glyphs.get(place).map(|glyph| glyph.text_range.clone());
    let same = |at: &usize| glyphs.get(*at).map(|glyph| glyph.text_range.clone()) == range;
    (0..place).rev().take_while(same).last().unwrap_or(place)
}

fn run(text: &str, glyphs: &[KrillaGlyph], (weight, size): (Weight, f32)) -> Run {
    let start = glyphs.first().map_or(0, |glyph| glyph.text_range.start);
    let end = glyphs.last().map_or(start, |glyph| glyph.text_range.end);
    let text = text.get(start..end).unwrap_or_default().to_owned();
    let glyphs: Vec<KrillaGlyph> = glyphs.iter().map(|glyph| shifted(glyph, start)).collect();
    let seen = |glyph: &&KrillaGlyph| text.get(glyph.text_range.clone()) == Some(" ");
    let unseen: f32 = glyphs.iter().rev().take_while(seen).map(|glyph| glyph.x_advance).sum();
    let all: f32 = glyphs.iter().map(|glyph| glyph.x_advance).sum();
    Run { width: (all - unseen) * size, text, glyphs, size, weight }
}

fn shifted(glyph: &KrillaGlyph, start: usize) -> KrillaGlyph {
    let Range { start: from, end: to } = glyph.text_range;
    KrillaGlyph { text_range: from.saturating_sub(start)..to.saturating_sub(start), ..glyph.clone() }
}

/// The glyphs of a text, each with the part of the text it stands for. A minus is no figure: it stands at them.
fn shape(text: &str, weight: Weight) -> Vec<KrillaGlyph> {
    let Some(typeface) = typeface(weight) else { return Vec::new() };
    let (minus, figures) = text.split_at(usize::from(text.starts_with('-')));
    if !is_figures(figures) {
        return typeface.shape(text, 0, &typeface.words);
    }
    let mut glyphs = typeface.shape(minus, 0, &typeface.words);
    glyphs.extend(typeface.shape(figures, minus.len(), &typeface.figures));
    glyphs
}

impl Typeface {
    /// Glyphs of what begins so many bytes into its text.
    fn shape(&self, text: &str, begin: usize, plan: &ShapePlan) -> Vec<KrillaGlyph> {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.set_direction(Direction::LeftToRight);
        buffer.set_script(LATIN);
        let shaped = shape_with_plan(&self.face, plan, buffer);
        let em = em(&self.face);
        let units = |units: i32| i16::try_from(units).map_or(0.0, f32::from) / em;
        let clusters: Vec<usize> =
            shaped.glyph_infos().iter().map(|info| usize::try_from(info.cluster).unwrap_or_default()).collect();
        let glyphs = shaped.glyph_infos().iter().zip(shaped.glyph_positions()).zip(&clusters).enumerate();
        glyphs
            .map(|(place, ((info, position), start))| {
                let later = clusters.iter().skip(place).find(|cluster| *cluster > start);
                let end = later.copied().unwrap_or(text.len());
                let (id, advance) = match info.glyph_id {
                    0 => self.box_glyph,
                    id => (id, units(position.x_advance)),
                };
                let (x, y) = (units(position.x_offset), units(position.y_offset));
                let range = begin.saturating_add(*start)..begin.saturating_add(end);
                KrillaGlyph::new(GlyphId::new(id), advance, x, y, 0.0, range, None)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: (Weight, f32) = (Weight::Regular, 9.0);

    fn lines(text: &str, width: f32) -> Vec<String> {
        set(text, BODY, width).into_iter().map(|run| run.text).collect()
    }

    #[test]
    fn lines_end_at_words_and_no_line_is_wider_than_there_is_room() {
        let text = "Ironvale Redzone Practice Jersey with a very long name";
        let set = set(text, BODY, 90.0);
        assert!(set.len() > 2 && set.iter().all(|run| run.width <= 90.0), "{set:?}");
        assert_eq!(set.iter().map(|run| run.text.as_str()).collect::<String>(), text);
        assert!(set.iter().rev().skip(1).all(|run| run.text.ends_with(' ')));
        assert_eq!(lines("one\ntwo", 90.0), ["one", "two"]);
        assert_eq!(lines("", 90.0), [" "]);
    }

    #[test]
    fn a_word_without_an_end_is_broken_and_a_column_of_no_width_ends() {
        let broken = set(&"x".repeat(100), BODY, 40.0);
        assert!(broken.len() > 5 && broken.iter().all(|run| run.width <= 40.0));
        assert_eq!(lines("abc", 0.0), ["a", "b", "c"]);
        assert_eq!(lines("DD1364-NAV/WHT-XL", 60.0).concat(), "DD1364-NAV/WHT-XL");
    }

    #[test]
    fn figures_are_as_wide_as_each_other() {
        let width = |text: &str| set(text, BODY, 500.0)[0].width;
        assert!((width("$1,111.11") - width("$8,888.88")).abs() < 0.001);
        assert!((width("-$1.11") - width("$1.11") - width("-")).abs() < 0.001);
    }

    #[test]
    fn what_the_typeface_lacks_is_a_box_and_still_says_what_it_was() {
        let hostile = "Noa \u{5e0}\u{5d5}\u{5e2}\u{5d4} \u{1f3c0}\u{200d}\u{1f468} \u{6f22} z\u{346}\u{307}\u{307}";
        let run = &set(hostile, BODY, 500.0)[0];
        assert!(run.text.contains('\u{5e0}') && run.glyphs.iter().all(|glyph| glyph.glyph_id.to_u32() != 0));
    }
}

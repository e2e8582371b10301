//! The file of laid-out sheets: a PDF tagged for who hears it (PDF/UA-1), with the same bytes for the same sheets.

use krilla::{
    Document,
    color::rgb,
    configure::{Accessibility, ConfigurationBuilder},
    destination::XyzDestination,
    geom::{PathBuilder, Point, Rect},
    metadata::Metadata,
    outline::{Outline, OutlineNode},
    page::PageSettings,
    paint::Fill,
    surface::Surface,
    tagging::{
        Artifact, ArtifactType, ContentTag, Identifier, Node as Tagged, TableHeaderScope, Tag, TagGroup, TagKind,
        TagTree,
    },
    text::Font,
};
use std::num::{NonZeroU16, NonZeroU32};

use crate::{
    font::{Weight, file},
    sheet::{Ink, Mark, PAGE_HEIGHT, PAGE_WIDTH},
    tree::{Child, Leaf, Role, Tree},
};

/// Language of everything the store says.
const LANGUAGE: &str = "en-US";

/// Why a document cannot be made. None of it comes of what it says.
#[derive(Debug)]
pub enum DocumentError {
    /// The typeface that is built in cannot be read.
    Typeface,
    /// Nobody waits for it any more.
    Unwanted,
    /// What the file's rules refuse.
    Refused(String),
}

impl std::fmt::Display for DocumentError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unwanted => f.write_str("nobody waits for the document"),
            Self::Typeface => f.write_str("the typeface cannot be read"),
            Self::Refused(why) => write!(f, "the document cannot be written: {why}"),
        }
    }
}

impl std::error::Error for DocumentError {}

/// The two weights as the file embeds them.
struct Fonts {
    regular: Font,
    strong: Font,
}

impl Fonts {
    fn read() -> Option<Self> {
        let font = |weight| Font::new(file(weight)?.into(), 0);
        Some(Self { regular: font(Weight::Regular)?, strong: font(Weight::Strong)? })
    }

    fn of(&self, weight: Weight) -> Font {
        match weight {
            Weight::Regular => self.regular.clone(),
            Weight::Strong => self.strong.clone(),
        }
    }
}

/// Where a paper begins, for who goes from one to the other.
pub struct Entry {
    /// 'Packing slip FH-100023'.
    pub title: String,
    /// Its first page, from 0.
    pub page: usize,
}

/// Writes sheets as a file.
pub fn write(
    title: &str,
    pages: &[Vec<Mark>],
    tree: &Tree,
    entries: &[Entry],
    step: &mut dyn FnMut() -> bool,
) -> Result<Vec<u8>, DocumentError> {
    let fonts = Fonts::read().ok_or(DocumentError::Typeface)?;
    let refused = |error: &dyn std::fmt::Debug| DocumentError::Refused(format!("{error:?}"));
    let configuration = ConfigurationBuilder::new().with_accessibility_validator(Accessibility::UA1).finish();
    let settings = krilla::SerializeSettings {
        configuration: configuration.map_err(|error| refused(&error))?,
        ..krilla::SerializeSettings::default()
    };
    let mut document = Document::new_with(settings);
    document.set_metadata(Metadata::new().title(title.to_owned()).language(LANGUAGE.to_owned()));
    let mut drawn: Vec<Vec<Identifier>> = vec![Vec::new(); tree.leaves];
    let size = PageSettings::from_wh(PAGE_WIDTH, PAGE_HEIGHT).ok_or_else(|| refused(&"page size"))?;
    for marks in pages {
        let mut page = document.start_page_with(size.clone());
        let mut surface = page.surface();
        draw(&mut surface, marks, &fonts, &mut drawn);
        surface.finish();
        page.finish();
        if !step() {
            return Err(DocumentError::Unwanted);
        }
    }
    let mut outline = Outline::new();
    for entry in entries {
        let place = XyzDestination::new(entry.page, Point::from_xy(0.0, 0.0));
        outline.push_child(OutlineNode::new(entry.title.clone(), place));
    }
    document.set_outline(outline);
    let top = tree.top.iter().filter_map(|node| group(tree, *node, &drawn)).map(Tagged::from).collect::<Vec<_>>();
    document.set_tag_tree(TagTree::from(top).with_lang(Some(LANGUAGE.to_owned())));
    document.finish().map_err(|error| refused(&error))
}

/// Draws marks; neighbors of one leaf are one piece of content.
fn draw(surface: &mut Surface<'_>, marks: &[Mark], fonts: &Fonts, drawn: &mut [Vec<Identifier>]) {
    let mut open: Option<Option<Leaf>> = None;
    for mark in marks {
        let leaf = match mark {
            Mark::Text(.., leaf) => *leaf,
            Mark::Block(..) => None,
        };
        if open != Some(leaf) {
            if open.is_some() {
                surface.end_tagged();
            }
            let tag = match leaf {
                Some(_) => ContentTag::Other,
                None => ContentTag::Artifact(Artifact::with_kind(ArtifactType::PaginationOther)),
            };
            let id = surface.start_tagged(tag);
            if let Some(ids) = leaf.and_then(|leaf| drawn.get_mut(leaf.0)) {
                ids.push(id);
            }
            open = Some(leaf);
        }
        match mark {
            Mark::Text(x, y, run, ink, _) => {
                surface.set_fill(Some(fill(*ink)));
                let start = Point::from_xy(*x, *y);
                surface.draw_glyphs(start, &run.glyphs, fonts.of(run.weight), &run.text, run.size, false);
            }
            Mark::Block(x, y, width, height, ink) => {
                let mut path = PathBuilder::new();
                if let Some(rect) = Rect::from_xywh(*x, *y, *width, *height) {
                    path.push_rect(rect);
                }
                if let Some(path) = path.finish() {
                    surface.set_fill(Some(fill(*ink)));
                    surface.draw_path(&path);
                }
            }
        }
    }
    if open.is_some() {
        surface.end_tagged();
    }
}

fn fill(ink: Ink) -> Fill {
    let color = match ink {
        Ink::Black => rgb::Color::new(0x16, 0x19, 0x1f),
        Ink::Gray => rgb::Color::new(0x50, 0x57, 0x63),
        Ink::Line => rgb::Color::new(0xd5, 0xd9, 0xdf),
        Ink::Wash => rgb::Color::new(0xf1, 0xf3, 0xf6),
    };
    Fill { paint: color.into(), ..Fill::default() }
}

fn tag(role: Role, text: &str) -> TagKind {
    let level = |level: u16| NonZeroU16::new(level).unwrap_or(NonZeroU16::MIN);
    match role {
        Role::Section => Tag::Section.into(),
        Role::Title => Tag::Hn(level(1), Some(text.to_owned())).into(),
        Role::Heading => Tag::Hn(level(2), Some(text.to_owned())).into(),
        Role::Paragraph => Tag::P.into(),
        Role::Table => Tag::Table.into(),
        Role::Head => Tag::THead.into(),
        Role::Body => Tag::TBody.into(),
        Role::Row => Tag::TR.into(),
        Role::ColumnHead => Tag::TH(TableHeaderScope::Column).into(),
        Role::RowHead(span) => {
            let span = NonZeroU32::new(span).filter(|span| span.get() > 1);
            Tag::TH(TableHeaderScope::Row).with_col_span(span).into()
        }
        Role::Cell => Tag::TD.into(),
    }
}

/// A node with what is below it; nothing when none of it was drawn.
fn group(tree: &Tree, node: usize, drawn: &[Vec<Identifier>]) -> Option<TagGroup> {
    let node = tree.nodes.get(node)?;
    let mut children: Vec<Tagged> = Vec::new();
    for child in &node.children {
        match child {
            Child::Node(id) => children.extend(group(tree, *id, drawn).map(Tagged::from)),
            Child::Leaf(leaf) => children.extend(drawn.get(leaf.0).into_iter().flatten().copied().map(Tagged::from)),
        }
    }
    (!children.is_empty()).then(|| TagGroup::with_children(tag(node.role, &node.text), children))
}

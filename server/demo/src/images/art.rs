//! The drawings as they lie in `art/`: an SVG file each, read once. A product is a list of pieces, back to front: `body`
//! is its outline, `decor` lies inside it, `behind` and `over` it what their names say, `dark` and `bright` are folds.
//! In each markup `{…}` is a slot of the palette and `[[…]]` is drawn a second time mirrored.

use std::{borrow::Cow, sync::LazyLock};

use roxmltree::{Document, Node};
use rust_embed::RustEmbed;

use super::{
    scenes::Scene,
    studio::{Drawing, Light, Paint, Piece, Stand},
};

#[derive(RustEmbed)]
#[folder = "art"]
struct Files;

/// What the files hold, by name.
#[derive(Default)]
pub struct Art {
    /// Products, 800 by 800.
    pub drawings: Vec<Drawing>,
    /// Wide scenes.
    pub scenes: Vec<Scene>,
}

/// All drawings.
pub static ART: LazyLock<Art> = LazyLock::new(|| {
    let mut art = Art::default();
    for file in Files::iter() {
        let name: &'static str = match file {
            Cow::Borrowed(name) => name,
            Cow::Owned(name) => name.leak(),
        };
        let Some((name, source)) = name.strip_suffix(".svg").zip(source(name)) else { continue };
        let Ok(document) = Document::parse(source) else { continue };
        if name.starts_with("scene-") {
            art.scenes.extend(scene(name, source, document.root_element()));
        } else {
            art.drawings.extend(drawing(name, source, document.root_element()));
        }
    }
    art
});

fn source(name: &str) -> Option<&'static str> {
    let bytes: &'static [u8] = match Files::get(name)?.data {
        Cow::Borrowed(bytes) => bytes,
        Cow::Owned(bytes) => bytes.leak(),
    };
    std::str::from_utf8(bytes).ok()
}

fn drawing(name: &'static str, source: &'static str, root: Node<'_, '_>) -> Option<Drawing> {
    let stand = match root.attribute("data-stand")?.split_once(' ') {
        Some(("floor", shadow)) => {
            let mut numbers = shadow.split(' ').map_while(|number| number.parse().ok());
            Stand::Floor(numbers.next()?, numbers.next()?, numbers.next()?)
        }
        _ => Stand::Hung,
    };
    let pieces = root.children().filter(Node::is_element).map(|piece_of| piece(source, piece_of));
    Some(Drawing { name, stand, pieces: pieces.collect::<Option<Vec<_>>>()?.leak() })
}

fn piece(source: &'static str, group: Node<'_, '_>) -> Option<Piece> {
    let of = |class: &'static str| group.children().filter(move |child| child.attribute("class") == Some(class));
    let path = |class: &'static str| of(class).find_map(|path| value(source, path, "d")).unwrap_or_default();
    let markup = |class: &'static str| -> &'static [&'static str] {
        of(class).map(|part| inner(source, part)).collect::<Vec<_>>().leak()
    };
    Some(Piece {
        body: path("body"),
        paint: match value(source, group, "data-paint")? {
            "first" => Paint::First,
            "second" => Paint::Second,
            fixed => Paint::Fixed(fixed),
        },
        light: match value(source, group, "data-light")? {
            "cloth" => Light::Cloth,
            "ball" => Light::Ball,
            "gloss" => Light::Gloss,
            _ => Light::Flat,
        },
        behind: markup("behind"),
        decor: markup("decor"),
        dark: path("dark"),
        bright: path("bright"),
        over: markup("over"),
    })
}

fn scene(name: &'static str, source: &'static str, root: Node<'_, '_>) -> Option<Scene> {
    let part = |tag: &str| root.children().find(|child| child.has_tag_name(("http://www.w3.org/2000/svg", tag)));
    Some(Scene { name, defs: inner(source, part("defs")?), body: inner(source, part("g")?) })
}

/// An attribute as it stands in the file.
fn value(source: &'static str, node: Node<'_, '_>, name: &str) -> Option<&'static str> {
    source.get(node.attribute_node(name)?.range_value())
}

/// All that lies between the tags of an element, as it stands in the file.
fn inner(source: &'static str, node: Node<'_, '_>) -> &'static str {
    let between = node.first_child().zip(node.last_child());
    between.and_then(|(first, last)| source.get(first.range().start..last.range().end)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_drawing_and_every_part_of_it_is_read() {
        assert_eq!(ART.drawings.len() + ART.scenes.len(), Files::iter().count());
        for file in Files::iter() {
            let text = source(&file).unwrap();
            let document = Document::parse(text).unwrap_or_else(|error| panic!("{file}: {error}"));
            for class in document.descendants().filter_map(|node| node.attribute("class")) {
                assert!(["body", "behind", "decor", "dark", "bright", "over"].contains(&class), "{file}: {class}");
            }
        }
        let pads = ART.drawings.iter().find(|drawing| drawing.name == "shoulder-pads").unwrap();
        assert!(matches!(pads.stand, Stand::Floor(400, 660, 270)) && pads.pieces.len() == 2);
        assert!(pads.pieces[0].body.starts_with("M250 300C") && pads.pieces[0].decor[0].starts_with("[[<path"));
        assert_eq!((pads.pieces[1].light, pads.pieces[1].paint), (Light::Gloss, Paint::First));
    }
}

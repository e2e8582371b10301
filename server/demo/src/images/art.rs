//! The drawings as they lie in `art/`: an SVG file each, read once. A product is a list of pieces, back to front: `body`
//! is its outline, `decor` lies inside it, `behind` and `over` it what their names say, `dark` and `bright` are folds.
//! In each markup `{…}` is a slot of the palette and `[[…]]` is drawn a second time mirrored. Of the pieces and parts that
//! bear the same `data-choice` a style has one; `data-builds` are the proportions its styles are built in.

use std::{borrow::Cow, collections::BTreeMap, sync::LazyLock};

use roxmltree::{Document, Node, NodeId};
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
    let builds = value(source, root, "data-builds").map(|builds| builds.split(';').collect::<Vec<_>>().leak());
    let makes = makes(root).into_iter().map(|left_out| {
        let kept = |node: &Node<'_, '_>| node.is_element() && !left_out.contains(&node.id());
        let pieces = root.children().filter(kept).map(|group| piece(source, group, &left_out));
        Some(&*pieces.collect::<Option<Vec<_>>>()?.leak())
    });
    let makes = makes.collect::<Option<Vec<_>>>()?;
    Some(Drawing { name, stand, builds: builds.unwrap_or_default(), makes: makes.leak() })
}

/// The ways a drawing is made: for each what it is made without.
fn makes(root: Node<'_, '_>) -> Vec<Vec<NodeId>> {
    let mut choices: BTreeMap<&str, Vec<NodeId>> = BTreeMap::new();
    for node in root.descendants() {
        if let Some(choice) = node.attribute("data-choice") {
            choices.entry(choice).or_default().push(node.id());
        }
    }
    let mut makes = vec![Vec::new()];
    for among in choices.values() {
        let without = |one: NodeId| among.iter().copied().filter(move |other| *other != one);
        makes = makes
            .iter()
            .flat_map(|left: &Vec<NodeId>| {
                among.iter().map(move |one| left.iter().copied().chain(without(*one)).collect::<Vec<_>>())
            })
            .collect();
    }
    makes
}

fn piece(source: &'static str, group: Node<'_, '_>, left_out: &[NodeId]) -> Option<Piece> {
    let of = |class: &'static str| {
        let kept = |child: &Node<'_, '_>| !left_out.contains(&child.id());
        group.children().filter(kept).filter(move |child| child.attribute("class") == Some(class))
    };
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
        assert!(matches!(pads.stand, Stand::Floor(400, 660, 270)));
        let [arms, plates] = pads.make(0) else { panic!("{} pieces", pads.make(0).len()) };
        assert!(arms.body.starts_with("M250 300C") && arms.decor[0].starts_with("[[<path"));
        assert_eq!((plates.light, plates.paint), (Light::Gloss, Paint::First));
    }
}

//! Drawn pictures: garments, equipment and scenes as SVG, tinted with the colours asked for.
//! Everything is computed from the name and the colours; what is drawn lies in `art/`, which is part of the binary.

mod art;
pub mod colour;
mod design;
#[cfg(test)]
mod differences;
mod extent;
mod figures;
mod poses;
mod scenes;
mod studio;
mod views;

pub use colour::Hex;
pub use design::Design;
pub use views::{View, caption, views};

use art::ART;
use studio::Drawing;

fn drawings() -> std::slice::Iter<'static, Drawing> {
    ART.drawings.iter()
}

/// Names of all pictures: products are 800 by 800, those that begin with `scene-` 1600 by 900.
pub fn names() -> impl Iterator<Item = &'static str> {
    drawings().map(|drawing| drawing.name).chain(ART.scenes.iter().map(|scene| scene.name))
}

/// The front of that name in the given colours (main, trim), without a style's print and emblem; nothing when there
/// is no such name.
pub fn draw(name: &str, colours: &[Hex]) -> Option<String> {
    show(name, colours, View::Front, None)
}

/// A view of that name in the given colours, in the design of a style; nothing when there is no such name or the
/// drawing has no such view.
pub fn show(name: &str, colours: &[Hex], view: View, design: Option<Design>) -> Option<String> {
    if let Some(scene) = ART.scenes.iter().find(|scene| scene.name == name) {
        return (view == View::Front && design.is_none()).then(|| scenes::paint(scene, colours));
    }
    let drawing = drawings().find(|drawing| drawing.name == name)?;
    let staged = views::stage(drawing, view, design)?;
    let shown =
        format!("{name}{}{}", view.word(), design.map(|design| design.number().to_string()).unwrap_or_default());
    Some(studio::shoot(&staged, &shown, colours))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const COLOURS: [[Hex; 2]; 3] = [
        [Hex::rgb(0x12, 0x33, 0x5B), Hex::WHITE],
        [Hex::WHITE, Hex::rgb(0xC8, 0x10, 0x2E)],
        [Hex::rgb(0, 0, 0), Hex::rgb(0xFF, 0xC7, 0x2C)],
    ];

    #[test]
    fn there_are_enough_pictures_and_each_has_its_own_name() {
        let all: Vec<&str> = names().collect();
        assert!(all.len() >= 60, "{}", all.len());
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
        assert!(all.contains(&"placeholder"));
    }

    #[test]
    fn every_picture_is_whole_small_and_harmless_in_any_colour() {
        for name in names() {
            for colours in &COLOURS {
                assert_whole(name, &draw(name, colours).unwrap(), 7_200);
            }
        }
    }

    #[test]
    fn every_view_of_a_style_is_whole_small_and_harmless_and_there_are_at_least_three() {
        for (name, nth) in drawings().map(|drawing| drawing.name).filter(|name| *name != "placeholder").zip(0..) {
            let design = Some(Design::of(1_000 + nth));
            let shown: Vec<String> =
                views(name).into_iter().map(|view| show(name, &COLOURS[0], view, design).unwrap()).collect();
            assert!(shown.len() >= 3, "{name}");
            for (svg, view) in shown.iter().zip(views(name)) {
                assert_whole(&format!("{name} {}", view.word()), svg, 11_000);
            }
            let closed: HashSet<String> = shown.iter().map(|svg| anonymous(svg)).collect();
            assert_eq!(closed.len(), shown.len(), "{name}: two views are one");
            let captions: HashSet<&str> = views(name).into_iter().map(|view| caption(name, view)).collect();
            assert_eq!(captions.len(), shown.len(), "{name}: two views read the same");
        }
        for word in ["", "front", "top", "BACK"] {
            assert_eq!(View::parse(word), None);
        }
        assert!(show("placeholder", &[], View::Back, None).is_none());
        assert!(show("scene-gym", &[], View::Front, Some(Design::of(1_000))).is_none());
        assert!(show("duffel", &[], View::Worn, None).is_none(), "nobody wears a bag");
    }

    /// A picture without the ids that tell it apart in a document.
    fn anonymous(svg: &str) -> String {
        let id = svg.split_once(" id=\"").unwrap().1.split_once("w\"").unwrap().0;
        svg.replace(id, "")
    }

    fn assert_whole(name: &str, svg: &str, most: usize) {
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"") && svg.ends_with("</svg>"), "{name}");
        assert!(svg.len() <= most, "{name}: {} bytes", svg.len());
        assert!(!svg.contains(['{', '}', '[', ']']), "{name} has an unfilled slot");
        for forbidden in ["<script", "<style", "style=", "xlink", "http://", "https://", "foreignObject", "NaN"] {
            let rest = svg.replacen("http://www.w3.org/2000/svg", "", 1);
            assert!(!rest.contains(forbidden), "{name} contains {forbidden}");
        }
        assert_tags_close(name, svg);
    }

    /// Each element is closed in order: a browser shows nothing of an SVG that is not well-formed.
    fn assert_tags_close(name: &str, svg: &str) {
        let mut open: Vec<&str> = Vec::new();
        for tag in svg.split('<').skip(1) {
            let (tag, text) = tag.split_once('>').unwrap_or_else(|| panic!("{name}: an open tag: {tag}"));
            assert!(text.is_empty(), "{name}: stray text {text:?}");
            assert_eq!(tag.matches('"').count() % 2, 0, "{name}: quotes in {tag}");
            if let Some(closed) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(closed), "{name}");
            } else if !tag.ends_with('/') {
                open.push(tag.split(' ').next().unwrap_or_default());
            }
        }
        assert!(open.is_empty(), "{name}: {open:?} stay open");
    }

    #[test]
    fn every_reference_is_to_an_id_of_the_same_picture_and_ids_differ_by_colour() {
        for name in names() {
            let ids = |svg: &str| -> HashSet<String> {
                let ids: Vec<String> =
                    svg.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect();
                let unique: HashSet<String> = ids.iter().cloned().collect();
                assert_eq!(unique.len(), ids.len(), "{name}: an id is given twice");
                unique
            };
            let svg = draw(name, &COLOURS[0]).unwrap();
            let own = ids(&svg);
            for reference in svg.split("url(#").skip(1).map(|rest| rest.split(')').next().unwrap()) {
                assert!(own.contains(reference), "{name}: {reference}");
            }
            for reference in svg.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap()) {
                assert!(own.contains(reference), "{name}: {reference}");
            }
            assert!(own.is_disjoint(&ids(&draw(name, &COLOURS[1]).unwrap())), "{name}");
            for view in views(name).into_iter().filter(|_| !name.starts_with("scene-") && name != "placeholder") {
                let svg = show(name, &COLOURS[0], view, Some(Design::of(1_364))).unwrap();
                let others = ids(&svg);
                assert!(own.is_disjoint(&others), "{name} {}", view.word());
                for reference in svg.split("(#").skip(1).map(|rest| rest.split(')').next().unwrap()) {
                    assert!(others.contains(reference), "{name} {}: {reference}", view.word());
                }
            }
        }
    }

    #[test]
    fn only_six_hex_digits_are_a_colour() {
        assert_eq!(Hex::parse("12335b"), Some(Hex::rgb(0x12, 0x33, 0x5B)));
        assert_eq!(Hex::parse("#FFC72C"), Some(Hex::rgb(0xFF, 0xC7, 0x2C)));
        for text in ["", "fff", "12335b7", "+12335", "12335g", "red", "##1233", "\"/><sc", "１２３４５６"] {
            assert_eq!(Hex::parse(text), None, "{text}");
        }
    }

    #[test]
    fn an_unknown_name_draws_nothing() {
        assert!(draw("jersey", &[]).is_none());
        assert!(draw("../jersey-front", &[]).is_none());
    }

    #[test]
    fn pictures_need_no_colours_and_do_not_change_from_call_to_call() {
        for name in names() {
            assert_eq!(draw(name, &[]), draw(name, &[]));
        }
    }
}

//! What tells the styles of one drawing apart from afar: not the emblem, which is a few pixels in a list.

use std::collections::HashMap;

use super::{
    art::ART,
    design::{Design, Matter},
    extent::Extent,
    poses::pose,
    studio::{Drawing, Piece},
};

/// Styles by their drawing: number and sku.
fn styles() -> HashMap<&'static str, Vec<(u16, String)>> {
    let mut styles: HashMap<&'static str, Vec<(u16, String)>> = HashMap::new();
    for product in crate::records().products {
        let href = &product.variants[0].images[0].href;
        let name = href.strip_prefix("/images/").and_then(|rest| rest.split_once(".svg")).unwrap().0;
        let drawing = ART.drawings.iter().find(|drawing| drawing.name == name).unwrap();
        let number = href.split_once("&s=").unwrap().1.parse().unwrap();
        styles.entry(drawing.name).or_default().push((number, product.facts.sku));
    }
    styles
}

fn drawn(name: &str) -> &'static Drawing {
    ART.drawings.iter().find(|drawing| drawing.name == name).unwrap()
}

/// Enough of it is in the main color that a print changes the picture; what is all frame and net is built otherwise.
fn is_printed(drawing: &Drawing) -> bool {
    let box_of = |shown: fn(&&Piece) -> bool| {
        Extent::of(drawing.make(0).iter().filter(shown).map(|piece| piece.body)).map_or(0, Extent::area)
    };
    box_of(|piece| piece.is_main()) * 10 > box_of(|piece| !piece.body.is_empty())
}

#[test]
fn no_two_styles_of_a_drawing_differ_by_their_emblem_only() {
    for (name, numbers) in styles() {
        let drawing = drawn(name);
        let pose = pose(name).unwrap();
        let matter = pose.matter;
        let mut seen = HashMap::new();
        for (number, sku) in numbers {
            let design = Design::of(number);
            let turn = if matter == Matter::Round { design.turn() } else { 0 };
            let printed = (design.print(matter).defs, design.print(matter).paint, pose.panel(design), turn);
            let nth = usize::from(number);
            let built = (drawing.build(nth), drawing.make(nth).as_ptr());
            let look = if is_printed(drawing) { (Some(printed), None) } else { (None, Some(built)) };
            if let Some(other) = seen.insert(look, sku.clone()) {
                panic!("{name}: {sku} and {other} are the same but for the emblem");
            }
        }
    }
}

#[test]
fn neighbors_differ_in_panel_and_print() {
    let print = |design: Design| (design.print(Matter::Cloth).defs, design.print(Matter::Cloth).paint);
    for number in 1_000..1_700 {
        let (one, next) = (Design::of(number), Design::of(number + 1));
        assert_ne!(one.panel(Matter::Cloth), next.panel(Matter::Cloth), "{number}");
        assert_ne!(print(one), print(next), "{number}");
        let round = Design::of(number + 12);
        assert_eq!(print(one), print(round));
        assert_ne!(one.panel(Matter::Cloth), round.panel(Matter::Cloth), "{number}: the same print on the same panel");
        assert_ne!(one.turn(), round.turn(), "{number}");
    }
}

#[test]
fn each_choice_of_a_drawing_is_made() {
    let goal = drawn("goal");
    assert_eq!((goal.builds.len(), goal.makes.len()), (4, 8));
    let first = goal.make(0).as_ptr();
    assert!((0..32).filter(|number| goal.make(*number).as_ptr() == first).count() == 4);
    // Each make has one net and one pair of posts.
    assert!(
        goal.makes.iter().all(|pieces| pieces.len() == 1 && pieces[0].behind.len() == 1 && pieces[0].decor.len() == 1)
    );
    assert!(drawn("hoop").makes.iter().all(|pieces| pieces.len() == 1));
}

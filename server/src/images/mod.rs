//! Drawn pictures: garments, equipment and scenes as SVG, tinted with the colours asked for.
//! Markup only; the HTTP route is elsewhere.


mod balls;
mod bottoms;
pub mod colour;
mod equipment;
mod games;
mod headwear;
mod jerseys;
mod scenes;
mod spirit;
mod studio;
mod tops;

pub use colour::Hex;

use studio::Drawing;

fn drawings() -> impl Iterator<Item = &'static Drawing> {
    [
        jerseys::ALL,
        tops::ALL,
        bottoms::ALL,
        headwear::ALL,
        balls::ALL,
        equipment::ALL,
        games::ALL,
        spirit::ALL,
    ]
    .into_iter()
    .flatten()
}

/// Names of all pictures: products are 800 by 800, those that begin with `scene-` 1600 by 900.
pub fn names() -> impl Iterator<Item = &'static str> {
    drawings().map(|drawing| drawing.name).chain(scenes::ALL.iter().map(|scene| scene.name))
}

/// The picture of that name in the given colours (main, trim); nothing when there is no such name.
pub fn draw(name: &str, colours: &[Hex]) -> Option<String> {
    if let Some(scene) = scenes::ALL.iter().find(|scene| scene.name == name) {
        return Some(scenes::paint(scene, colours));
    }
    drawings().find(|drawing| drawing.name == name).map(|drawing| studio::shoot(drawing, colours))
}

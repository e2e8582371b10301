//! The tables of the demo catalogue: what is sold, family by family.

mod bags;
mod balls;
mod clothing;
mod fieldwork;
mod footwear;
mod options;
mod play;
mod protective;
mod spirit;
mod training;
mod uniforms;

use super::family::Family;

/// All families.
pub fn all() -> impl Iterator<Item = &'static Family> {
    [
        uniforms::FAMILIES,
        clothing::FAMILIES,
        footwear::FAMILIES,
        balls::FAMILIES,
        protective::FAMILIES,
        fieldwork::FAMILIES,
        training::FAMILIES,
        bags::FAMILIES,
        play::FAMILIES,
        spirit::FAMILIES,
        options::FAMILIES,
    ]
    .into_iter()
    .flatten()
}

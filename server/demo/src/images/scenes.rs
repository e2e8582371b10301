//! Drawings: wide scenes behind heroes and tiles, tinted with a brand's colours. They are dark
//! enough at the left for white lettering.

use super::{
    colour::{Hex, Palette},
    studio::{fill, unique},
};

/// A scene of 1600 by 900.
#[derive(Debug, Clone, Copy)]
pub struct Scene {
    /// Name in the address.
    pub name: &'static str,
    /// Gradients and patterns.
    pub defs: &'static str,
    /// What is seen, back to front.
    pub body: &'static str,
}

/// The markup of a scene in the given colours.
pub fn paint(scene: &Scene, colours: &[Hex]) -> String {
    let palette = Palette::new(colours);
    let id = unique(scene.name, colours);
    let template = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900" width="1600" height="900"><defs><filter id="{{id}}s" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="14"/></filter><filter id="{{id}}m" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="40"/></filter><linearGradient id="{{id}}v"><stop stop-color="#060B14" stop-opacity=".5"/><stop offset=".5" stop-color="#060B14" stop-opacity=".18"/><stop offset="1" stop-color="#060B14" stop-opacity="0"/></linearGradient>{}</defs>{}<path fill="url(#{{id}}v)" d="M0 0h1600v900H0z"/></svg>"##,
        scene.defs, scene.body
    );
    fill(&template, &palette, &id)
}

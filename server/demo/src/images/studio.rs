//! The studio every drawing is shot in: backdrop, shadows, light on cloth, balls and hard goods.
//! A drawing is a list of pieces; here they become markup. What is drawn lies in `art/`, an SVG file a drawing.

use std::fmt::{self, Write};

use super::{
    colour::{Hex, Palette, Slot},
    views::{Scene, Staged},
};

/// How light falls on a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Light {
    /// Cloth: soft, darker at both sides.
    Cloth,
    /// A ball: a highlight above left, a dark rim.
    Ball,
    /// Hard goods: crisp vertical reflections.
    Gloss,
    /// None.
    Flat,
}

/// Which slot a piece is painted with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    /// Main colour.
    First,
    /// Trim.
    Second,
    /// A fixed colour: leather, steel, rubber.
    Fixed(&'static str),
}

/// A part of a drawing: one outline, painted, decorated inside it, lit, and finished on top.
/// In every markup text `{…}` is a slot of the palette and `[[…]]` is drawn a second time mirrored.
#[derive(Debug, Clone, Copy)]
pub struct Piece {
    /// Outline as path data; empty for a piece that is only `behind` and `over`.
    pub body: &'static str,
    /// Paint of the outline.
    pub paint: Paint,
    /// Light on it.
    pub light: Light,
    /// Drawn before the outline.
    pub behind: &'static [&'static str],
    /// Panels, stripes, patterns inside the outline.
    pub decor: &'static [&'static str],
    /// Path data of folds that lie in shadow, blurred.
    pub dark: &'static str,
    /// Path data of folds that catch the light, blurred.
    pub bright: &'static str,
    /// Stitching, buttons, cords on top.
    pub over: &'static [&'static str],
}

impl Piece {
    /// Painted in the main colour: what a style's print goes on.
    pub fn is_main(&self) -> bool {
        self.paint == Paint::First && !self.body.is_empty()
    }
}

/// How a drawing stands in the studio.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stand {
    /// Hung before the wall: the outline throws the shadow.
    Hung,
    /// On the floor: centre x, y and half width of the ground shadow.
    Floor(u16, u16, u16),
}

/// A product drawing.
#[derive(Debug, Clone, Copy)]
pub struct Drawing {
    /// Name in the address.
    pub name: &'static str,
    /// How it stands.
    pub stand: Stand,
    /// Proportions it is built in, as `x y` factors; none when there is one only.
    pub builds: &'static [&'static str],
    /// Parts, back to front, in each of the ways it is made.
    pub makes: &'static [&'static [Piece]],
}

impl Drawing {
    /// Its proportions in a style.
    pub fn build(&self, number: usize) -> Option<&'static str> {
        self.builds.get(number % self.builds.len().max(1)).copied()
    }

    /// Its parts in a style. Styles of the same proportions are made differently, and neighbors differ in both.
    pub fn make(&self, number: usize) -> &'static [Piece] {
        let nth = number + if self.builds.is_empty() { 0 } else { number / self.builds.len() };
        self.makes.get(nth % self.makes.len().max(1)).copied().unwrap_or_default()
    }
}

/// The markup of a view in the given colours; `name` tells its ids from those of other pictures.
pub fn shoot(scene: &Scene, name: &str, colours: &[Hex]) -> String {
    let palette = Palette::new(colours);
    let id = unique(name, colours);
    let mut out = String::with_capacity(8 * 1024);
    out.push_str(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" width="800" height="800"><defs>"#);
    out.push_str(ROOM);
    for (light, markup) in [(Light::Cloth, CLOTH), (Light::Ball, BALL), (Light::Gloss, GLOSS)] {
        if scene.pieces.iter().any(|staged| staged.piece.light == light && !staged.body.is_empty()) {
            out.push_str(markup);
        }
    }
    out.push_str(&scene.defs);
    out.push_str("</defs>");
    out.push_str(BACKDROP);
    if let Some(Stand::Floor(x, y, half)) = scene.stand {
        add(
            &mut out,
            format_args!(
                r##"<g filter="url(#{{id}}m)"><ellipse cx="{x}" cy="{y}" rx="{half}" ry="{}" fill="#1A2636" opacity=".26"/><ellipse cx="{x}" cy="{}" rx="{}" ry="{}" fill="#0E1723" opacity=".4"/></g>"##,
                half / 8 + 8,
                y - 4,
                half * 4 / 5,
                half / 20 + 4,
            ),
        );
    }
    if !scene.placing.is_empty() {
        add(&mut out, format_args!(r#"<g transform="{}">"#, scene.placing));
    }
    out.push_str(&scene.before);
    for (number, staged) in scene.pieces.iter().enumerate() {
        place(&mut out, staged, number, scene);
    }
    out.push_str(&scene.after);
    if !scene.placing.is_empty() {
        out.push_str("</g>");
    }
    out.push_str(&scene.labels);
    out.push_str("</svg>");
    fill(&out, &palette, &id)
}

/// Wall, floor and the two blurs.
const ROOM: &str = r##"<radialGradient id="{id}w" cx=".5" cy=".4" r=".8"><stop stop-color="#FAFBFC"/><stop offset=".55" stop-color="#EDF0F3"/><stop offset="1" stop-color="#D8DEE5"/></radialGradient><linearGradient id="{id}f" x2="0" y2="1"><stop stop-color="#C9D0D8" stop-opacity="0"/><stop offset="1" stop-color="#C3CBD5" stop-opacity=".7"/></linearGradient><filter id="{id}s" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="9"/></filter><filter id="{id}m" x="-30%" y="-60%" width="160%" height="220%"><feGaussianBlur stdDeviation="15"/></filter>"##;

/// Cloth: both sides fall off, a soft band of light left of the middle.
const CLOTH: &str = r#"<linearGradient id="{id}c"><stop stop-color="{s}" stop-opacity=".5"/><stop offset=".2" stop-color="{s}" stop-opacity=".05"/><stop offset=".36" stop-color="{h}" stop-opacity=".2"/><stop offset=".6" stop-color="{s}" stop-opacity="0"/><stop offset=".82" stop-color="{s}" stop-opacity=".16"/><stop offset="1" stop-color="{s}" stop-opacity=".58"/></linearGradient>"#;

/// Balls: light from above left, a dark rim.
const BALL: &str = r#"<radialGradient id="{id}b" cx=".36" cy=".28" r=".82"><stop stop-color="{h}" stop-opacity=".6"/><stop offset=".28" stop-color="{h}" stop-opacity=".12"/><stop offset=".52" stop-color="{s}" stop-opacity=".05"/><stop offset=".8" stop-color="{s}" stop-opacity=".45"/><stop offset="1" stop-color="{s}" stop-opacity=".88"/></radialGradient>"#;

/// Hard goods: a bright top edge, a dark foot.
const GLOSS: &str = r#"<linearGradient id="{id}g" x2=".35" y2="1"><stop stop-color="{h}" stop-opacity=".55"/><stop offset=".3" stop-color="{h}" stop-opacity=".05"/><stop offset=".62" stop-color="{s}" stop-opacity=".12"/><stop offset="1" stop-color="{s}" stop-opacity=".66"/></linearGradient>"#;

const BACKDROP: &str =
    r#"<path fill="url(#{id}w)" d="M0 0h800v800H0z"/><path fill="url(#{id}f)" d="M0 590h800v210H0z"/>"#;

fn place(out: &mut String, staged: &Staged, number: usize, scene: &Scene) {
    let Staged { body, print, lettering, turn, piece } = staged;
    let Piece { paint, light, behind, decor, dark, bright, over, .. } = piece;
    if !body.is_empty() {
        add(out, format_args!(r#"<defs><path id="{{id}}o{number}" d="{body}"/></defs>"#));
    }
    let outline = format!(r##"<use href="#{{id}}o{number}""##);
    if !body.is_empty() && scene.stand == Some(Stand::Hung) {
        let shadow = r##"transform="translate(6 20)" fill="#16202E" opacity=".3""##;
        add(out, format_args!("{outline} {shadow} filter=\"url(#{{id}}m)\"/>"));
    }
    out.extend(behind.iter().copied());
    if body.is_empty() {
        out.extend(over.iter().copied());
        return;
    }
    if scene.thick {
        // What makes a flat outline a solid from an angle: the outline behind itself, dark.
        let side = match paint {
            Paint::First => "{c--}",
            Paint::Second => "{t--}",
            Paint::Fixed(_) => "#59636F",
        };
        add(out, format_args!(r#"<g fill="{side}">"#));
        for step in (1..=6).rev() {
            add(out, format_args!(r#"{outline} transform="translate({} {})"/>"#, step * 6, step * -2));
        }
        out.push_str("</g>");
    }
    let (base, edge) = match paint {
        Paint::First => ("{c}", "{c--}"),
        Paint::Second => ("{t}", "{t--}"),
        Paint::Fixed(colour) => (*colour, "#10161F"),
    };
    add(
        out,
        format_args!(
            r#"<clipPath id="{{id}}{number}">{outline}/></clipPath>{outline} fill="{base}"/><g clip-path="url(#{{id}}{number})">"#
        ),
    );
    let turned = |out: &mut String, markup: &[&str]| {
        if turn.is_empty() {
            out.extend(markup.iter().copied());
        } else {
            add(out, format_args!(r#"<g transform="{turn}">"#));
            out.extend(markup.iter().copied());
            out.push_str("</g>");
        }
    };
    turned(out, decor);
    out.push_str(print);
    if !dark.is_empty() {
        add(out, format_args!(r#"<path d="{dark}" fill="{{s}}" opacity="{{sh}}" filter="url(#{{id}}s)"/>"#));
    }
    if !bright.is_empty() {
        add(out, format_args!(r#"<path d="{bright}" fill="{{h}}" opacity="{{hi}}" filter="url(#{{id}}m)"/>"#));
    }
    let lamp = match light {
        Light::Cloth => "c",
        Light::Ball => "b",
        Light::Gloss => "g",
        Light::Flat => "",
    };
    if !lamp.is_empty() {
        add(out, format_args!(r#"{outline} fill="url(#{{id}}{lamp})" opacity="{{sh}}"/>"#));
    }
    add(out, format_args!(r#"</g>{outline} fill="none" stroke="{edge}" stroke-opacity=".42" stroke-width="2.5"/>"#));
    turned(out, over);
    out.push_str(lettering);
}

/// Fills the slots and doubles what is mirrored.
pub fn fill(template: &str, palette: &Palette, id: &str) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    let mut mirrored = 0_u32;
    while let Some(at) = rest.find(['{', '[', ']']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        if let Some(after) = from.strip_prefix("[[") {
            mirrored += 1;
            add(&mut out, format_args!(r#"<g id="{id}m{mirrored}">"#));
            rest = after;
        } else if let Some(after) = from.strip_prefix("]]") {
            add(&mut out, format_args!(r##"</g><use href="#{id}m{mirrored}" transform="matrix(-1 0 0 1 800 0)"/>"##));
            rest = after;
        } else if let Some((token, after)) = from.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
            out.push_str(&value(token, palette, id));
            rest = after;
        } else {
            let (one, after) = from.split_at(1);
            out.push_str(one);
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

fn value(token: &str, palette: &Palette, id: &str) -> String {
    let Palette { first, second, lettering } = palette;
    match token {
        "id" => id.to_owned(),
        "n" => lettering.to_string(),
        "s" => first.shadow.to_string(),
        "h" => first.highlight.to_string(),
        "sh" => percent(first.shadow_percent),
        "hi" => percent(first.highlight_percent),
        _ => {
            let slot: &Slot = if token.starts_with('t') { second } else { first };
            match token.get(1..).unwrap_or_default() {
                "-" => slot.dark,
                "--" => slot.deep,
                "+" => slot.light,
                "~" => slot.seam,
                "s" => slot.shadow,
                "h" => slot.highlight,
                _ => slot.base,
            }
            .to_string()
        }
    }
}

/// Appends formatted text; writing to a `String` cannot fail.
fn add(out: &mut String, text: fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
}

fn percent(value: u8) -> String {
    if value >= 100 { "1".to_owned() } else { format!(".{value:02}") }
}

/// A short prefix for ids, its own for each drawing and colouring: pictures set into one document
/// must not share gradients.
pub fn unique(name: &str, colours: &[Hex]) -> String {
    let mut hash = 0x811c_9dc5_u32;
    for byte in name.bytes().chain(colours.iter().flat_map(|colour| colour.to_string().into_bytes())) {
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    format!("i{hash:x}")
}

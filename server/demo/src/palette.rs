//! Team colours: name, code in a sku, swatch.

use super::chance::Chance;

/// A colour a style is made in: one tone or two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shade {
    /// Shown name: 'Navy/White'.
    pub name: &'static str,
    /// Letters in a sku.
    pub code: &'static str,
    /// Six hex digits; the second may be empty.
    pub hex: [&'static str; 2],
}

const fn one(name: &'static str, code: &'static str, hex: &'static str) -> Shade {
    Shade { name, code, hex: [hex, ""] }
}

const fn two(name: &'static str, code: &'static str, main: &'static str, trim: &'static str) -> Shade {
    Shade { name, code, hex: [main, trim] }
}

/// Single colours, the ones every team asks for first.
pub const SOLIDS: &[Shade] = &[
    one("Black", "BLK", "15171A"),
    one("Navy", "NVY", "14294B"),
    one("Royal", "RYL", "1C4FA0"),
    one("Scarlet", "SCR", "C8102E"),
    one("White", "WHT", "FFFFFF"),
    one("Athletic Heather", "HTH", "C3C8CD"),
    one("Forest", "FOR", "17452E"),
    one("Kelly", "KEL", "0B8A45"),
    one("Maroon", "MAR", "5D1A2B"),
    one("Cardinal", "CAR", "8F1D31"),
    one("Purple", "PUR", "4C2C87"),
    one("Athletic Gold", "GLD", "FFB81C"),
    one("Orange", "ORG", "E4560B"),
    one("Columbia Blue", "COL", "7FB3E4"),
    one("Graphite", "GPH", "4B525B"),
    one("Silver", "SLV", "A9B1B9"),
    one("Vegas Gold", "VGD", "C2AD73"),
    one("Teal", "TEA", "00828A"),
    one("Burnt Orange", "BOR", "B2521B"),
    one("Dark Green", "DGN", "0F4F35"),
    one("Yellow", "YEL", "FFE03A"),
    one("Pink", "PNK", "E8619F"),
    one("Brown", "BRN", "5B3B24"),
    one("Lime", "LIM", "A3D133"),
    one("Turquoise", "TRQ", "19A7B8"),
    one("Charcoal Heather", "CHH", "5E656D"),
    one("Sand", "SND", "D9C9A6"),
    one("Light Blue", "LBL", "A8CDEB"),
];

/// Two-tone colours.
pub const PAIRS: &[Shade] = &[
    two("Navy/White", "NVWH", "14294B", "FFFFFF"),
    two("Royal/White", "RYWH", "1C4FA0", "FFFFFF"),
    two("Scarlet/White", "SCWH", "C8102E", "FFFFFF"),
    two("Black/White", "BKWH", "15171A", "FFFFFF"),
    two("White/Navy", "WHNV", "FFFFFF", "14294B"),
    two("White/Scarlet", "WHSC", "FFFFFF", "C8102E"),
    two("Black/Gold", "BKGD", "15171A", "FFB81C"),
    two("Royal/Gold", "RYGD", "1C4FA0", "FFB81C"),
    two("Maroon/Gold", "MRGD", "5D1A2B", "FFB81C"),
    two("Forest/White", "FOWH", "17452E", "FFFFFF"),
    two("Kelly/White", "KLWH", "0B8A45", "FFFFFF"),
    two("Purple/Gold", "PUGD", "4C2C87", "FFB81C"),
    two("Purple/White", "PUWH", "4C2C87", "FFFFFF"),
    two("Orange/Black", "ORBK", "E4560B", "15171A"),
    two("Navy/Orange", "NVOR", "14294B", "E4560B"),
    two("Cardinal/White", "CDWH", "8F1D31", "FFFFFF"),
    two("Columbia Blue/Navy", "COLN", "7FB3E4", "14294B"),
    two("Navy/Vegas Gold", "NVVG", "14294B", "C2AD73"),
    two("Graphite/Scarlet", "GPSC", "4B525B", "C8102E"),
    two("Graphite/Black", "GPBK", "4B525B", "15171A"),
    two("Teal/Black", "TEBK", "00828A", "15171A"),
    two("Burnt Orange/White", "BOWH", "B2521B", "FFFFFF"),
    two("White/Royal", "WHRY", "FFFFFF", "1C4FA0"),
    two("White/Black", "WHBK", "FFFFFF", "15171A"),
    two("Scarlet/Black", "SCBK", "C8102E", "15171A"),
    two("Silver/Royal", "SVRY", "A9B1B9", "1C4FA0"),
];

/// Bright colours of things that must be seen on a field or told apart in a class.
pub const SIGNAL: &[Shade] = &[
    two("Red", "RED", "D8352A", "FFFFFF"),
    two("Orange", "ORG", "F5821F", "FFFFFF"),
    two("Yellow", "YEL", "FFD23F", "3A2F00"),
    two("Green", "GRN", "2FA84F", "FFFFFF"),
    two("Blue", "BLU", "1E6FC4", "FFFFFF"),
    two("Purple", "PUR", "7A4FBF", "FFFFFF"),
];

/// Nine of ten styles come in the colours asked for most; the rest is drawn from all.
pub fn some_shades(list: &[Shade], count: usize, chance: &mut Chance) -> Vec<Shade> {
    let usual = list.get(..list.len().min(5)).unwrap_or(list);
    let keep = usual.len().min(count.saturating_sub(count / 2));
    let mut shades = chance.some_of(usual, keep);
    let rest: Vec<Shade> = list.iter().copied().filter(|shade| !shades.contains(shade)).collect();
    shades.extend(chance.some_of(&rest, count.saturating_sub(shades.len())));
    shades
}

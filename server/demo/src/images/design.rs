//! What tells the styles of one cut apart: print, emblem and how the emblem is framed, all from the style's number.
//! Shapes only; where they go is in `poses`, and how a view is put together in `views`.

/// What a drawing is made of: decides which prints suit it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matter {
    /// Woven or knit.
    Cloth,
    /// A ball of radius 264 about the middle.
    Round,
    /// Shells, frames, boards, bags.
    Hard,
}

/// The look of one style.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Design {
    number: u16,
}

/// A print: definitions that stand once in a picture, and what is painted inside each outline.
#[derive(Debug, Clone, Copy)]
pub struct Print {
    /// Gradients and patterns.
    pub defs: &'static str,
    /// Painted between the cut's own panels and the light.
    pub paint: &'static str,
}

impl Design {
    /// The design of a style. Numbers less than 864 apart never share print, emblem and frame.
    pub fn of(number: u16) -> Self {
        Self { number }
    }

    /// Of a number written as exactly four digits: every design has one address.
    pub fn parse(text: &str) -> Option<Self> {
        let written = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| written).map(Self::of)
    }

    /// Its number as it stands on labels.
    pub fn number(self) -> u16 {
        self.number
    }

    /// The print that suits the matter.
    pub fn print(self, matter: Matter) -> Print {
        let prints = match matter {
            Matter::Cloth => &CLOTH,
            Matter::Round => &ROUND,
            Matter::Hard => &HARD,
        };
        prints.get(self.step(0)).copied().unwrap_or(Print { defs: "", paint: "" })
    }

    /// The panel in the trim, in a square of 100 that is set into the outline; empty for none.
    pub fn panel(self, matter: Matter) -> &'static str {
        let number = usize::from(self.number);
        let rounds = number / CLOTH.len();
        let nth = number + rounds + rounds / CLOTH.len() * LEAP;
        match matter {
            // The panels of a ball are its seams.
            Matter::Round => "",
            Matter::Cloth | Matter::Hard => PANELS.get(nth % PANELS.len()).copied().unwrap_or_default(),
        }
    }

    /// How far the print of a ball is turned, in degrees: the next ball of the same print lies otherwise.
    pub fn turn(self) -> usize {
        usize::from(self.number) / ROUND.len() % 7 * 51
    }

    /// The emblem, drawn about 0,0 and 100 wide.
    pub fn emblem(self) -> &'static str {
        EMBLEMS.get((self.step(1) + self.step(0)) % EMBLEMS.len()).copied().unwrap_or_default()
    }

    /// How the emblem is framed, drawn about 0,0; `{ink}` is the emblem's colour.
    pub fn frame(self) -> &'static str {
        FRAMES.get((self.step(2) + self.step(0)) % FRAMES.len()).copied().unwrap_or_default()
    }

    /// The player's number on a back: two digits, none of them a leading zero.
    pub fn player(self) -> [usize; 2] {
        let number = usize::from(self.number) * 37 % 90 + 10;
        [number / 10, number % 10]
    }

    /// Print, emblem and frame are the digits of the number in a mixed base, so that none is met twice.
    fn step(self, place: u8) -> usize {
        let number = usize::from(self.number);
        match place {
            0 => number % CLOTH.len(),
            1 => number / CLOTH.len() % EMBLEMS.len(),
            _ => number / CLOTH.len() / EMBLEMS.len() % FRAMES.len(),
        }
    }
}

/// How many numbers in a row have each a look of their own.
#[cfg(test)]
pub const SPAN: usize = CLOTH.len() * EMBLEMS.len() * FRAMES.len();

const fn flat(paint: &'static str) -> Print {
    Print { defs: "", paint }
}

const fn with(defs: &'static str, paint: &'static str) -> Print {
    Print { defs, paint }
}

/// Prints of cloth: most are quiet, so that the cut stays the thing one sees.
const CLOTH: [Print; 12] = [
    flat(r#"<path d="M0 560H800V580H0ZM0 592H800V600H0Z" fill="{t}" opacity=".9"/>"#),
    flat(r#"<path d="M60 400L400 560L740 400V436L400 596L60 436Z" fill="{t}" opacity=".85"/>"#),
    with(
        r#"<pattern id="{id}z" width="34" height="40" patternUnits="userSpaceOnUse"><path d="M16 0h3v40h-3z" fill="{t}"/></pattern>"#,
        r#"<path d="M0 0h800v800H0z" fill="url(#{id}z)" opacity=".6"/>"#,
    ),
    with(
        r#"<linearGradient id="{id}z" x2="0" y2="1"><stop offset=".5" stop-color="{t}" stop-opacity="0"/><stop offset=".95" stop-color="{t}" stop-opacity=".85"/></linearGradient>"#,
        r#"<path d="M0 0h800v800H0z" fill="url(#{id}z)"/>"#,
    ),
    flat(r#"[[<path d="M150 470L290 800H120ZM190 430L322 800H306L180 450Z" fill="{t}" opacity=".9"/>]]"#),
    with(
        r#"<pattern id="{id}z" width="72" height="60" patternUnits="userSpaceOnUse"><path d="M0 0h24v12H0zM36 18h24v12H36zM12 36h18v12H12zM54 44h18v10H54z" fill="{c--}" opacity=".5"/><path d="M24 6h12v18H24zM60 30h12v12H60zM30 48h12v12H30zM0 24h12v12H0z" fill="{c+}" opacity=".6"/></pattern>"#,
        r#"<path d="M0 0h800v800H0z" fill="url(#{id}z)"/>"#,
    ),
    flat(r#"<path d="M540 0L180 800H230L590 0ZM620 0L260 800H276L636 0Z" fill="{t}" opacity=".8"/>"#),
    with(
        r#"<pattern id="{id}z" width="26" height="26" patternUnits="userSpaceOnUse"><circle cx="6" cy="6" r="4" fill="{t}"/><circle cx="19" cy="19" r="2.5" fill="{t}"/></pattern><linearGradient id="{id}y" x2="0" y2="1"><stop offset=".35" stop-color="{c}" stop-opacity="1"/><stop offset=".9" stop-color="{c}" stop-opacity="0"/></linearGradient>"#,
        r#"<path d="M0 440h800v360H0z" fill="url(#{id}z)" opacity=".75"/><path d="M0 430h800v380H0z" fill="url(#{id}y)"/>"#,
    ),
    flat(
        r#"<path d="M0 610C160 560 260 660 400 610C540 560 640 660 800 610V800H0Z" fill="{t}" opacity=".85"/><path d="M0 580C160 530 260 630 400 580C540 530 640 630 800 580" fill="none" stroke="{t}" stroke-width="7"/>"#,
    ),
    flat(
        r#"<path d="M0 250H800V300H0ZM0 350H800V400H0ZM0 450H800V500H0ZM0 550H800V600H0ZM0 650H800V700H0Z" fill="{c+}" opacity=".5"/>"#,
    ),
    flat(r#"<path d="M380 0H420V800H380ZM362 0H370V800H362ZM430 0H438V800H430Z" fill="{t}" opacity=".8"/>"#),
    with(
        r#"<pattern id="{id}z" width="22" height="22" patternUnits="userSpaceOnUse" patternTransform="rotate(35)"><path d="M0 0h8v22H0z" fill="{c--}" opacity=".45"/></pattern>"#,
        r#"<path d="M0 0h800v800H0z" fill="url(#{id}z)"/><path d="M0 640H800V652H0Z" fill="{t}" opacity=".8"/>"#,
    ),
];

/// Panels: none, yoke, sides and sleeves, foot, half, below the diagonal, band, chevron, quarters. The panel moves on by
/// one with the number, by one more with each round of prints, and leaps with each round of rounds: so no two styles
/// of a cut have both print and panel in common.
const PANELS: [&str; 9] = [
    "",
    "M0 0H100V25L50 35L0 25Z",
    "M0 0H25V100H0ZM75 0H100V100H75Z",
    "M0 74L50 62L100 74V100H0Z",
    "M50 0H100V100H50Z",
    "M100 30V100H0Z",
    "M0 34H100V60H0Z",
    "M0 20L50 44L100 20V46L50 70L0 46Z",
    "M0 0H50V50H0ZM50 50H100V100H50Z",
];

/// How many panels a round of rounds passes over.
const LEAP: usize = 4;

/// Prints of balls, inside a circle of 264 about 400,400.
const ROUND: [Print; 12] = [
    flat(r#"<circle cx="400" cy="400" r="228" fill="none" stroke="{t}" stroke-width="7" opacity=".8"/>"#),
    flat(r#"<path d="M120 520C260 620 540 620 680 520V580C540 680 260 680 120 580Z" fill="{t}" opacity=".75"/>"#),
    with(
        r#"<pattern id="{id}z" width="44" height="44" patternUnits="userSpaceOnUse"><path d="M22 8L26 18H36L28 24L31 34L22 28L13 34L16 24L8 18H18Z" fill="{t}"/></pattern>"#,
        r#"<path d="M120 540h560v160H120z" fill="url(#{id}z)" opacity=".7"/>"#,
    ),
    flat(
        r#"<path d="M120 120H400V400H120Z" fill="{t}" opacity=".22"/><path d="M400 400H680V680H400Z" fill="{t}" opacity=".22"/>"#,
    ),
    flat(r#"<path d="M150 560C280 480 420 640 650 470" fill="none" stroke="{t}" stroke-width="22" opacity=".7"/>"#),
    flat(r#"[[<path d="M136 400C190 360 190 440 244 400V430C190 470 190 390 136 430Z" fill="{t}" opacity=".85"/>]]"#),
    flat(r#"<path d="M100 100H300L100 480ZM700 700H500L700 320Z" fill="{t}" opacity=".55"/>"#),
    with(
        r#"<pattern id="{id}z" width="20" height="20" patternUnits="userSpaceOnUse"><circle cx="10" cy="10" r="3.5" fill="{t}"/></pattern>"#,
        r#"<path d="M560 120h140v560H560z" fill="url(#{id}z)" opacity=".7"/>"#,
    ),
    flat(
        r#"<path d="M240 620L280 580L320 620L360 580L400 620L440 580L480 620L520 580L560 620" fill="none" stroke="{t}" stroke-width="13" opacity=".8"/>"#,
    ),
    flat(r#"<path d="M120 340H680V352H120ZM120 448H680V460H120Z" fill="{t}" opacity=".55"/>"#),
    flat(r#"<path d="M400 120A280 280 0 0 1 400 680A420 420 0 0 0 400 120Z" fill="{c+}" opacity=".45"/>"#),
    flat(
        r#"<path d="M330 650L360 600L390 650ZM410 650L440 600L470 650ZM330 150L360 200L390 150ZM410 150L440 200L470 150Z" fill="{t}" opacity=".85"/>"#,
    ),
];

/// Prints of hard goods and bags.
const HARD: [Print; 12] = [
    flat(r#"<path d="M0 0L800 500V800H0Z" fill="{c--}" opacity=".3"/>"#),
    with(
        r#"<pattern id="{id}z" width="14" height="14" patternUnits="userSpaceOnUse"><path d="M0 0h7v7H0zM7 7h7v7H7z" fill="{c--}" opacity=".4"/></pattern>"#,
        r#"<path d="M0 0h800v800H0z" fill="url(#{id}z)"/>"#,
    ),
    flat(r#"<path d="M300 0H322V800H300ZM334 0H342V800H334Z" fill="{t}" opacity=".7"/>"#),
    with(
        r#"<pattern id="{id}z" width="46" height="46" patternUnits="userSpaceOnUse"><path d="M8 6h3v3H8zM30 12h4v4h-4zM18 28h3v3h-3zM38 36h3v3h-3zM4 40h4v4H4z" fill="{t}"/></pattern>"#,
        r#"<path d="M0 0h800v800H0z" fill="url(#{id}z)" opacity=".8"/>"#,
    ),
    flat(r#"<path d="M0 640L800 440V470L0 670ZM0 690L800 490V500L0 700Z" fill="{t}" opacity=".7"/>"#),
    with(
        r#"<pattern id="{id}z" width="36" height="62" patternUnits="userSpaceOnUse"><path d="M18 0V10M18 52V62M18 10L36 21V41L18 52L0 41V21Z" fill="none" stroke="{c--}" stroke-width="4" opacity=".45"/></pattern>"#,
        r#"<path d="M0 0h800v800H0z" fill="url(#{id}z)"/>"#,
    ),
    with(
        r#"<linearGradient id="{id}z" x2="1" y2="0"><stop offset=".55" stop-color="{t}" stop-opacity="0"/><stop offset="1" stop-color="{t}" stop-opacity=".75"/></linearGradient>"#,
        r#"<path d="M0 0h800v800H0z" fill="url(#{id}z)"/>"#,
    ),
    flat(
        r#"<path d="M0 300C200 240 300 360 480 300C600 260 700 320 800 290M0 340C200 280 300 400 480 340C600 300 700 360 800 330M0 520C200 460 300 580 480 520C600 480 700 540 800 510" fill="none" stroke="{t}" stroke-width="6" opacity=".6"/>"#,
    ),
    with(
        r#"<pattern id="{id}z" width="60" height="34" patternUnits="userSpaceOnUse"><path d="M0 17L15 3L30 17L45 3L60 17V25L45 11L30 25L15 11L0 25Z" fill="{c+}" opacity=".55"/></pattern>"#,
        r#"<path d="M0 0h800v800H0z" fill="url(#{id}z)"/>"#,
    ),
    flat(r#"<path d="M0 0H400V800H0Z" fill="{c+}" opacity=".35"/>"#),
    with(
        r#"<pattern id="{id}z" width="16" height="16" patternUnits="userSpaceOnUse" patternTransform="rotate(60)"><path d="M0 0h5v16H0z" fill="{c--}" opacity=".4"/></pattern>"#,
        r#"<path d="M0 0h800v800H0z" fill="url(#{id}z)"/>"#,
    ),
    flat(
        r#"<path d="M800 100L560 340V380L800 140ZM800 190L560 430V450L800 210ZM0 700L240 460V500L0 740Z" fill="{t}" opacity=".75"/>"#,
    ),
];

/// Emblems: star, bolt, shield, peak, crown, flame, arrow, paw, wave, hexagon, leaf, diamond.
const EMBLEMS: [&str; 12] = [
    "M0 -48L13 -15L48 -15L19 6L30 42L0 20L-30 42L-19 6L-48 -15L-13 -15Z",
    "M10 -50L-32 8H-5L-12 50L32 -12H5Z",
    "M0 -48L40 -34V4C40 28 18 42 0 50C-18 42 -40 28 -40 4V-34ZM0 -28L-22 -20V4C-22 16 -12 26 0 30Z",
    "M-50 38L-14 -38L6 2L18 -16L50 38Z",
    "M-44 -28L-22 0L0 -40L22 0L44 -28L36 24H-36ZM-36 32H36V42H-36Z",
    "M4 -50C10 -22 38 -12 34 18C32 38 16 50 0 50C-20 50 -34 36 -34 16C-34 -2 -20 -10 -16 -26C-6 -18 -4 -8 -4 0C6 -12 8 -30 4 -50Z",
    "M-50 -20H8L-4 -42L50 0L-4 42L8 20H-50L-30 0Z",
    "M0 4C22 4 36 24 29 39C20 52 8 41 0 41C-8 41 -20 52 -29 39C-36 24 -22 4 0 4ZM-46 -4a10 14 0 1 1 20 0a10 14 0 1 1 -20 0ZM-23 -30a10 15 0 1 1 20 0a10 15 0 1 1 -20 0ZM3 -30a10 15 0 1 1 20 0a10 15 0 1 1 -20 0ZM26 -4a10 14 0 1 1 20 0a10 14 0 1 1 -20 0Z",
    "M-50 -2C-34 -30 -17 -30 0 -10C17 10 34 10 50 -18V0C34 28 17 28 0 8C-17 -12 -34 -12 -50 16ZM-50 32C-34 4 -17 4 0 24C17 44 34 44 50 16V30C34 58 17 58 0 38C-17 18 -34 18 -50 46Z",
    "M0 -50L43 -25V25L0 50L-43 25V-25ZM0 -24L-21 -12V12L0 24L21 12V-12Z",
    "M0 -50C34 -22 38 12 4 50V8L20 -12L4 -4V-30H-4V-4L-20 -12L-4 8V50C-38 12 -34 -22 0 -50Z",
    "M0 -50L38 0L0 50L-38 0ZM0 -22L-16 0L0 22L16 0Z",
];

/// Frames about an emblem: bare, ring, bars beneath, square on its tip, bars at both sides, laurels.
const FRAMES: [&str; 6] = [
    "",
    r#"<circle r="68" fill="none" stroke="{ink}" stroke-width="7"/>"#,
    r#"<path d="M-56 66H56V74H-56ZM-36 82H36V88H-36Z" fill="{ink}"/>"#,
    r#"<path d="M0 -88L88 0L0 88L-88 0Z" fill="none" stroke="{ink}" stroke-width="7"/>"#,
    r#"<path d="M-98 -14H-60V-4H-98ZM-90 4H-60V14H-90ZM60 -14H98V-4H60ZM60 4H90V14H60Z" fill="{ink}"/>"#,
    r#"<path d="M-30 62C-62 50 -76 22 -70 -22M30 62C62 50 76 22 70 -22" fill="none" stroke="{ink}" stroke-width="9" stroke-dasharray="15 7"/>"#,
];

/// Block digits, 86 by 140, to be stroked: no font decides how a number looks.
pub const DIGITS: [&str; 10] = [
    "M18 0H68L86 18V122L68 140H18L0 122V18Z",
    "M14 24L43 0V140M10 140H76",
    "M2 36V18L20 0H66L84 18V60L4 124V140H86",
    "M2 0H82L44 56H66L84 74V122L66 140H18L0 122V112",
    "M68 140V0L0 94H88",
    "M82 0H6V62H64L84 80V122L66 140H18L0 122V112",
    "M84 26V18L66 0H18L0 18V122L18 140H66L84 122V82L66 64H0",
    "M0 0H86L34 140",
    "M18 0H66L80 14V52L66 66H18L4 52V14ZM18 66H66L86 84V122L68 140H16L-2 122V84Z",
    "M0 114V122L18 140H66L84 122V18L66 0H18L0 18V58L18 76H84",
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_numbers_of_a_span_share_a_look() {
        let first = 1_000;
        let last = first + u16::try_from(SPAN).unwrap();
        let looks: HashSet<_> = (first..last)
            .map(|number| {
                let design = Design::of(number);
                (design.print(Matter::Cloth).defs, design.print(Matter::Cloth).paint, design.emblem(), design.frame())
            })
            .collect();
        assert_eq!(looks.len(), SPAN);
        assert_eq!((CLOTH.len(), ROUND.len()), (HARD.len(), HARD.len()));
    }

    #[test]
    fn players_numbers_have_two_digits() {
        assert!((0..2_000).all(|number| matches!(Design::of(number).player(), [1..=9, 0..=9])));
    }
}

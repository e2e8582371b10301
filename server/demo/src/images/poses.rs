//! How each drawing is shown from other sides: where its emblem sits, what is looked at closely, who wears it.

use super::{
    design::{
        Design,
        Matter::{self, Cloth, Hard, Round},
    },
    figures::Figure,
};

/// What the second view shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The back of a top: closed neck, number or emblem between the shoulders.
    BackOfTop,
    /// The back of a bottom: seam and patch pocket instead of cord and fly.
    BackOfBottom,
    /// The other side: mirrored.
    Other,
    /// From an angle: narrower, its thickness seen.
    Angle,
    /// Rolled on: a ball's other seams.
    Rolled,
}

/// Where the emblem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    /// On the thing: middle x and y, width in pixels, ink as a slot of the palette.
    Printed(i16, i16, u8, &'static str),
    /// On a tag that hangs from this point: nothing of the thing is wide enough.
    Tag(i16, i16),
}

/// How one drawing is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pose {
    /// The drawing's name.
    pub name: &'static str,
    /// Material.
    pub matter: Matter,
    /// Emblem.
    pub spot: Spot,
    /// Second view.
    pub side: Side,
    /// Who wears it, if it is worn.
    pub worn: Option<Figure>,
}

impl Pose {
    /// The panel of a style on it; none on spots, which are read from above: what stands on them must be read at once.
    pub fn panel(&self, design: Design) -> &'static str {
        if self.name.starts_with("spot-") { "" } else { design.panel(self.matter) }
    }

    /// Worn to work, to an interview, to be handed a diploma: its panels are a shade, not the trim.
    pub fn is_sober(&self) -> bool {
        matches!(
            self.name,
            "gown" | "grad-cap" | "stole" | "cord" | "polo" | "pants" | "leggings" | "mitt" | "flag" | "banner"
        )
    }
}

/// The pose of a drawing.
pub fn pose(name: &str) -> Option<&'static Pose> {
    POSES.iter().find(|pose| pose.name == name)
}

const fn top(name: &'static str, x: i16, y: i16, width: u8, figure: Figure) -> Pose {
    Pose { name, matter: Cloth, spot: Spot::Printed(x, y, width, "n"), side: Side::BackOfTop, worn: Some(figure) }
}

const fn bottom(name: &'static str, x: i16, y: i16, width: u8, figure: Figure) -> Pose {
    Pose { name, matter: Cloth, spot: Spot::Printed(x, y, width, "n"), side: Side::BackOfBottom, worn: Some(figure) }
}

const fn other(name: &'static str, matter: Matter, spot: Spot, worn: Option<Figure>) -> Pose {
    Pose { name, matter, spot, side: Side::Other, worn }
}

const fn angle(name: &'static str, spot: Spot) -> Pose {
    Pose { name, matter: Hard, spot, side: Side::Angle, worn: None }
}

const fn ball(name: &'static str, x: i16, y: i16, width: u8, ink: &'static str) -> Pose {
    Pose { name, matter: Round, spot: Spot::Printed(x, y, width, ink), side: Side::Rolled, worn: None }
}

const fn at(x: i16, y: i16, width: u8) -> Spot {
    Spot::Printed(x, y, width, "n")
}

const POSES: &[Pose] = &[
    top("jersey-front", 400, 330, 110, Figure::Player),
    top("jersey-football", 400, 262, 44, Figure::Player),
    top("jersey-striped", 492, 300, 70, Figure::Player),
    top("jersey-button", 492, 300, 70, Figure::Player),
    top("jersey-hoops", 490, 306, 46, Figure::Player),
    top("jersey-sash", 508, 280, 70, Figure::Player),
    top("jersey-sleeveless", 400, 530, 84, Figure::Player),
    top("jersey-reversible", 400, 530, 84, Figure::Player),
    top("pinnie", 400, 390, 130, Figure::Player),
    top("tee", 400, 330, 130, Figure::Player),
    top("tee-raglan", 400, 330, 120, Figure::Player),
    top("tee-graphic", 400, 530, 66, Figure::Player),
    top("tee-long", 400, 330, 120, Figure::Player),
    top("crewneck", 400, 340, 120, Figure::Player),
    top("polo", 494, 300, 60, Figure::Player),
    top("hoodie", 400, 440, 90, Figure::Hooded),
    top("quarter-zip", 490, 330, 60, Figure::Player),
    top("jacket", 490, 290, 60, Figure::Player),
    top("jacket-letter", 310, 310, 60, Figure::Player),
    top("vest", 490, 216, 56, Figure::Player),
    top("cheer-shell", 400, 370, 90, Figure::Player),
    top("singlet", 400, 400, 76, Figure::Player),
    top("gown", 520, 300, 56, Figure::Player),
    bottom("shorts", 250, 560, 70, Figure::Legs),
    bottom("shorts-panel", 306, 560, 62, Figure::Legs),
    bottom("pants", 318, 200, 50, Figure::Legs),
    bottom("joggers", 330, 300, 50, Figure::Legs),
    bottom("leggings", 330, 200, 46, Figure::Legs),
    bottom("skirt", 400, 218, 34, Figure::Legs),
    other("sock", Cloth, at(400, 310, 64), Some(Figure::Calf)),
    other("cleat", Hard, at(216, 430, 46), Some(Figure::Ankle)),
    other("shoe", Hard, at(222, 424, 46), Some(Figure::Ankle)),
    other("slide", Hard, Spot::Printed(500, 560, 34, "t"), None),
    other("cap", Cloth, at(534, 356, 94), Some(Figure::HeadLeft)),
    other("visor", Cloth, at(440, 420, 40), Some(Figure::HeadLeft)),
    other("beanie", Cloth, at(400, 310, 54), Some(Figure::Head)),
    other("helmet", Hard, at(300, 300, 76), None),
    other("batting-helmet", Hard, at(420, 300, 76), None),
    other("mitt", Hard, at(380, 450, 64), None),
    other("glove", Cloth, at(400, 558, 46), Some(Figure::Forearm)),
    other("bow", Cloth, Spot::Printed(400, 355, 34, "c"), None),
    other("grad-cap", Cloth, at(324, 496, 66), None),
    Pose { name: "football", matter: Hard, spot: at(400, 520, 74), side: Side::Angle, worn: None },
    ball("basketball", 318, 334, 86, "n"),
    ball("soccer-ball", 400, 394, 70, "c"),
    ball("volleyball", 540, 340, 74, "n"),
    ball("baseball", 400, 400, 110, "t"),
    ball("softball", 400, 400, 100, "t"),
    ball("playground-ball", 400, 290, 110, "n"),
    ball("foam-ball", 400, 390, 130, "n"),
    ball("medicine-ball", 400, 226, 60, "c"),
    ball("stability-ball", 400, 420, 130, "n"),
    angle("disc", at(400, 520, 40)),
    angle("puck", Spot::Tag(600, 210)),
    angle("shoulder-pads", at(310, 484, 46)),
    other("shin-guards", Hard, at(270, 586, 44), None),
    other("knee-pads", Cloth, at(254, 244, 46), None),
    angle("bat", Spot::Printed(550, 252, 54, "c")),
    angle("goal", Spot::Tag(400, 214)),
    angle("net", Spot::Tag(400, 408)),
    angle("hoop", Spot::Printed(216, 220, 76, "c")),
    angle("cone", at(400, 434, 46)),
    angle("disc-cones", at(400, 410, 66)),
    other("whistle", Hard, at(250, 444, 46), None),
    angle("hurdle", Spot::Tag(400, 300)),
    angle("ladder", Spot::Tag(640, 240)),
    angle("kettlebell", at(400, 596, 54)),
    angle("dumbbell", Spot::Tag(400, 404)),
    angle("stopwatch", at(400, 632, 40)),
    angle("scoreboard", Spot::Printed(400, 216, 46, "c")),
    angle("racket", Spot::Tag(400, 540)),
    angle("bases", Spot::Printed(400, 410, 50, "c--")),
    angle("blocking-dummy", at(400, 192, 62)),
    angle("sled", at(400, 236, 40)),
    other("duffel", Hard, at(400, 420, 50), None),
    other("backpack", Hard, at(400, 262, 46), None),
    other("ball-bag", Cloth, Spot::Tag(400, 220), None),
    angle("mat", Spot::Printed(420, 470, 50, "c")),
    angle("jump-rope", Spot::Tag(204, 330)),
    angle("hula-hoop", Spot::Tag(350, 506)),
    angle("scooter-board", at(400, 360, 44)),
    angle("parachute", Spot::Tag(300, 520)),
    other("bean-bags", Cloth, at(254, 540, 76), None),
    angle("bottle", at(400, 430, 64)),
    angle("spot-markers", Spot::Printed(612, 452, 26, "c")),
    angle("spot-plain", Spot::Printed(400, 560, 50, "n")),
    angle("spot-footprints", Spot::Printed(580, 388, 20, "c")),
    angle("spot-letters", Spot::Printed(580, 388, 20, "c")),
    angle("spot-arrows", Spot::Printed(580, 390, 18, "c")),
    angle("balance-stones", at(250, 600, 50)),
    angle("balance-beam", at(400, 494, 40)),
    angle("batting-tee", at(284, 648, 30)),
    angle("race-timer", Spot::Printed(400, 213, 34, "c")),
    other("tag-kit", Cloth, at(400, 450, 60), None),
    angle("pe-kit", at(400, 610, 70)),
    angle("foam-kit", Spot::Printed(400, 560, 70, "c")),
    angle("cart", Spot::Tag(400, 300)),
    angle("cart-folding", at(400, 420, 70)),
    angle("cart-double", Spot::Tag(400, 420)),
    angle("cart-vertical", Spot::Tag(400, 330)),
    angle("drink-mix", at(400, 642, 44)),
    angle("paper-roll", at(400, 450, 110)),
    other("flag-belt", Cloth, at(208, 460, 36), None),
    other("pom-poms", Cloth, Spot::Tag(400, 470), None),
    other("megaphone", Hard, at(520, 340, 50), None),
    other("pennant", Cloth, at(610, 346, 40), None),
    other("flag", Cloth, at(280, 390, 56), None),
    other("banner", Cloth, at(400, 650, 44), None),
    other("blanket", Cloth, at(260, 430, 60), None),
    angle("medal", Spot::Printed(400, 431, 34, "#5E430E")),
    angle("medal-field-day", Spot::Printed(400, 431, 34, "#5E430E")),
    angle("medal-torch", Spot::Printed(400, 431, 34, "#5E430E")),
    angle("medal-number-one", Spot::Printed(400, 431, 34, "#5E430E")),
    angle("medal-finisher", Spot::Printed(400, 431, 34, "#5E430E")),
    angle("trophy-tower", Spot::Printed(276, 658, 34, "t")),
    angle("trophy-classroom", Spot::Printed(256, 658, 34, "t")),
    angle("trophy-perpetual", Spot::Printed(400, 668, 34, "t")),
    angle("trophy-mvp", Spot::Printed(400, 624, 34, "t")),
    angle("trophy", Spot::Printed(400, 646, 34, "c")),
    Pose { name: "stole", matter: Cloth, spot: at(306, 420, 46), side: Side::Other, worn: Some(Figure::Player) },
    other("cord", Cloth, Spot::Tag(400, 330), None),
    angle("tent", Spot::Printed(400, 212, 40, "c")),
    angle("tumbler", at(400, 302, 64)),
    other("scarf", Cloth, at(276, 376, 40), None),
];

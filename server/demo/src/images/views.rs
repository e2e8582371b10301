//! The views of a product: front, back or side, detail, worn. Each is staged from the one drawing: outlines swapped,
//! panels turned, parts left off, a figure put behind. What is staged is turned into markup in `studio`.

use std::{borrow::Cow, fmt::Write};

use super::{
    design::{DIGITS, Design, Matter, Print},
    extent::Extent,
    figures,
    poses::{Pose, Side, Spot, pose},
    studio::{Drawing, Piece, Stand},
};

/// Which view of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum View {
    /// As it is drawn.
    Front,
    /// Its back or side.
    Back,
    /// A part of it, close.
    Detail,
    /// On a mannequin.
    Worn,
}

impl View {
    /// By its word in an address.
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "back" => Some(Self::Back),
            "detail" => Some(Self::Detail),
            "worn" => Some(Self::Worn),
            _ => None,
        }
    }

    /// Its word in an address; the front needs none.
    pub fn word(self) -> &'static str {
        match self {
            Self::Front => "",
            Self::Back => "back",
            Self::Detail => "detail",
            Self::Worn => "worn",
        }
    }
}

/// The views a drawing has, the front first.
pub fn views(name: &str) -> Vec<View> {
    let Some(pose) = pose(name) else { return vec![View::Front] };
    let mut views = vec![View::Front, View::Back, View::Detail];
    if pose.worn.is_some() {
        // A buyer looks at what it is like on before looking closely.
        views.insert(2, View::Worn);
    }
    views
}

/// What a view shows, for its description.
pub fn caption(name: &str, view: View) -> &'static str {
    match (view, pose(name).map(|pose| pose.side)) {
        (View::Front, _) | (View::Back, None) => "",
        (View::Back, Some(Side::BackOfTop | Side::BackOfBottom)) => "back",
        (View::Back, Some(Side::Other | Side::Rolled)) => "other side",
        (View::Back, Some(Side::Angle)) => "from the side",
        (View::Detail, _) => "detail",
        (View::Worn, _) => "worn",
    }
}

/// A piece as it stands in a view.
#[derive(Debug)]
pub struct Staged {
    /// Outline.
    pub body: Cow<'static, str>,
    /// The rest of it.
    pub piece: Piece,
    /// Painted inside the outline after the cut's own panels.
    pub print: String,
    /// Lettering on top of it, where it lies on a panel in its own color.
    pub lettering: String,
    /// Turn of everything painted inside the outline and on top of it.
    pub turn: &'static str,
}

/// A view ready to be turned into markup.
#[derive(Debug)]
pub struct Scene {
    /// Definitions.
    pub defs: String,
    /// Transform of everything but the room.
    pub placing: String,
    /// Drawn before the pieces.
    pub before: String,
    /// Pieces, back to front.
    pub pieces: Vec<Staged>,
    /// How far the outlines are drawn behind themselves: the thickness of hard goods from an angle.
    pub thick: bool,
    /// Drawn after the pieces, placed as they are.
    pub after: String,
    /// Drawn last, not placed: numbers and labels that must be readable.
    pub labels: String,
    /// How it stands, if a floor is seen.
    pub stand: Option<Stand>,
}

/// A view of a drawing; nothing when the drawing has no such view.
pub fn stage(drawing: &'static Drawing, view: View, design: Option<Design>) -> Option<Scene> {
    let pose = pose(drawing.name);
    let number = design.map_or(0, |design| usize::from(design.number()));
    let mut scene = Scene {
        defs: String::new(),
        placing: String::new(),
        before: String::new(),
        pieces: drawing
            .make(number)
            .iter()
            .map(|piece| Staged {
                body: Cow::Borrowed(piece.body),
                piece: *piece,
                print: String::new(),
                lettering: String::new(),
                turn: "",
            })
            .collect(),
        thick: false,
        after: String::new(),
        labels: String::new(),
        stand: Some(drawing.stand),
    };
    let Some(pose) = pose else { return (view == View::Front).then_some(scene) };
    if let Some(design) = design {
        print(&mut scene, pose, design);
    }
    match view {
        View::Front => scene.after.push_str(&emblem(pose, design, false)),
        View::Back => back(&mut scene, pose, design),
        View::Detail => detail(&mut scene, pose, design),
        View::Worn => {
            let figure = pose.worn?;
            scene.defs.push_str(figures::SKIN);
            figure.placing().clone_into(&mut scene.placing);
            scene.before = figure.behind();
            scene.stand = hung(scene.stand);
            for staged in &mut scene.pieces {
                // The inside of a collar is what a neck fills.
                staged.piece.behind = if pose.side == Side::BackOfTop { &[] } else { staged.piece.behind };
            }
            scene.after.push_str(&emblem(pose, design, false));
            scene.after.push_str(figure.before());
        }
    }
    if let Some(build) = design.and_then(|_| drawing.build(number)) {
        if !scene.placing.is_empty() {
            scene.placing.push(' ');
        }
        scene.placing.push_str(&built(drawing.stand, build));
    }
    Some(scene)
}

/// Proportions change about the foot of what stands, about the middle of what hangs.
fn built(stand: Stand, build: &str) -> String {
    let (x, y) = if let Stand::Floor(x, y, _) = stand { (x, y) } else { (400, 400) };
    format!("translate({x} {y}) scale({build}) translate(-{x} -{y})")
}

/// The style's panel and print on every piece in the main colour.
fn print(scene: &mut Scene, pose: &Pose, design: Design) {
    let print = design.print(pose.matter);
    scene.defs.push_str(print.defs);
    let panel = panel(scene, pose, design, print);
    for staged in scene.pieces.iter_mut().filter(|staged| staged.piece.is_main()) {
        staged.print = match pose.matter {
            Matter::Round => format!(r#"<g transform="rotate({} 400 400)">{}</g>"#, design.turn(), print.paint),
            Matter::Cloth | Matter::Hard => [print.paint, &panel].concat(),
        };
        let lettering = staged.piece.over.iter().filter(|part| part.contains("{n}"));
        staged.lettering = on_panel(pose, design, &lettering.copied().collect::<String>());
    }
}

/// Cut as the box of all pieces in the main colour is: what is printed is printed on it in the colours exchanged, so
/// that neither hides the other.
fn panel(scene: &mut Scene, pose: &Pose, design: Design, print: Print) -> String {
    let outlines = scene.pieces.iter().filter(|staged| staged.piece.is_main()).map(|staged| staged.body.as_ref());
    let cut = pose.panel(design);
    let Some(extent) = Extent::of(outlines).filter(|_| !cut.is_empty()) else { return String::new() };
    let own = |markup: &str| exchanged(markup).replace("{id}z", "{id}tz").replace("{id}y", "{id}ty");
    scene.defs.push_str(&own(print.defs));
    let placing = extent.placing();
    let _ = write!(scene.defs, r#"<clipPath id="{{id}}tp"><path d="{cut}" transform="{placing}"/></clipPath>"#);
    let ground = if pose.is_sober() { r#"fill="{c~}" opacity=".75""# } else { r#"fill="{t}""# };
    let print = if pose.is_sober() { "" } else { print.paint };
    format!(r#"<g clip-path="url(#{{id}}tp)"><path d="M0 0h800v800H0z" {ground}/>{}</g>"#, own(print))
}

/// Lettering again where it lies on the panel, in the main colour; nothing where it can be read as it is.
fn on_panel(pose: &Pose, design: Design, lettering: &str) -> String {
    if pose.is_sober() || lettering.is_empty() || pose.panel(design).is_empty() {
        return String::new();
    }
    // What it names stands in the picture already.
    let own =
        lettering.replace("{n}", "{c}").replace("id=\"{id}", "id=\"{id}l").replace("href=\"#{id}", "href=\"#{id}l");
    format!(r#"<g clip-path="url(#{{id}}tp)">{own}</g>"#)
}

/// The same where the panel is mirrored and what is printed on it is not.
fn on_mirrored_panel(pose: &Pose, design: Design, lettering: &str) -> String {
    let own = on_panel(pose, design, &format!(r#"<g transform="{MIRROR}">{lettering}</g>"#));
    if own.is_empty() { own } else { format!(r#"<g transform="{MIRROR}">{own}</g>"#) }
}

/// Main colour and trim change places.
fn exchanged(markup: &str) -> String {
    markup.replace("{c", "{?").replace("{t", "{c").replace("{?", "{t")
}

fn back(scene: &mut Scene, pose: &Pose, design: Option<Design>) {
    match pose.side {
        Side::BackOfTop => back_of_top(scene, pose, design),
        Side::BackOfBottom => {
            MIRROR.clone_into(&mut scene.placing);
            let pocketless = matches!(pose.name, "skirt" | "leggings");
            for staged in &mut scene.pieces {
                staged.piece.over = if pocketless { &[SEAT] } else { &[SEAT, POCKET] };
            }
            scene.labels = if pocketless { mark(design, 400, 218, 34, "n") } else { mark(design, 462, 278, 40, "n") };
            let own = design.map(|design| on_mirrored_panel(pose, design, &scene.labels)).unwrap_or_default();
            scene.labels.push_str(&own);
        }
        Side::Other => {
            MIRROR.clone_into(&mut scene.placing);
            scene.labels = emblem(pose, design, true);
        }
        Side::Angle => {
            "matrix(.8 .07 0 1 92 -28)".clone_into(&mut scene.placing);
            scene.thick = true;
            scene.after = emblem(pose, design, false);
        }
        Side::Rolled => {
            for staged in &mut scene.pieces {
                staged.turn = "rotate(128 400 400)";
            }
            if let Spot::Printed(x, y, width, ink) = pose.spot {
                let moved = format!(r#"<g transform="rotate(128 400 400)">{}</g>"#, mark(design, x, y, width, ink));
                scene.after = moved;
            }
        }
    }
}

/// Where no floor is seen only what hangs throws a shadow.
fn hung(stand: Option<Stand>) -> Option<Stand> {
    stand.filter(|stand| *stand == Stand::Hung)
}

const MIRROR: &str = "matrix(-1 0 0 1 800 0)";

const SEAT: &str = r#"<path d="M400 150V330" fill="none" stroke="{c~}" stroke-width="2.5" opacity=".6"/>"#;
const POCKET: &str = r#"<path d="M296 236H380V318L338 334L296 318Z" fill="{c}" fill-opacity=".5" stroke="{c~}" stroke-opacity=".8" stroke-width="2.5"/><path d="M302 248H374" stroke="{c~}" stroke-width="2" stroke-dasharray="6 4" opacity=".7"/>"#;

/// Necklines of fronts, and what closes them at the back.
const NECKS: [(&str, &str); 5] = [
    ("C462 162 432 196 400 212C368 196 338 162 322 116Z", "C440 134 360 134 322 116Z"),
    ("C458 142 432 154 400 156C368 154 342 142 326 112Z", "C440 128 360 128 326 112Z"),
    ("C448 168 430 208 400 214C370 208 352 168 348 98Z", "C446 132 430 150 400 154C370 150 354 132 348 98Z"),
    ("C440 190 424 230 400 250C376 230 360 190 354 122Z", "C440 160 424 176 400 180C376 176 360 160 354 122Z"),
    ("L400 176Z", "C430 110 370 110 344 96Z"),
];

const COLLAR: &str = r#"<path d="M320 114C360 138 440 138 480 114" fill="none" stroke="{t}" stroke-width="20"/><path d="M316 124C360 150 440 150 484 124" fill="none" stroke="{c--}" stroke-opacity=".45" stroke-width="2"/>"#;
const RIB: &str = r#"<path d="M324 112C360 134 440 134 476 112" fill="none" stroke="{c-}" stroke-width="18"/><path d="M318 120C360 146 440 146 482 120" fill="none" stroke="{c~}" stroke-opacity=".6" stroke-width="2"/>"#;
const STAND_UP: &str = r#"<path d="M322 122C320 92 330 74 346 68C370 58 430 58 454 68C470 74 480 92 478 122C440 140 360 140 322 122Z" fill="{c}" stroke="{c--}" stroke-opacity=".5" stroke-width="2.5"/><path d="M326 116C360 132 440 132 474 116" fill="none" stroke="{c~}" stroke-width="2" opacity=".6"/>"#;
const HOOD: &str = r#"<path d="M322 108C292 170 330 330 400 356C470 330 508 170 478 108C440 84 360 84 322 108Z" fill="{c}" stroke="{c--}" stroke-opacity=".6" stroke-width="3"/><path d="M400 96V352" stroke="{c~}" stroke-width="2" opacity=".6"/><path d="M336 120C316 180 346 300 400 330C360 270 346 180 356 116Z" fill="{s}" opacity=".3"/>"#;
const YOKE: &str = r#"<path d="M214 222C300 250 500 250 586 222" fill="none" stroke="{c~}" stroke-width="2" stroke-dasharray="6 4" opacity=".6"/>"#;
const SCOOPS: &str = r#"[[<path d="M294 104C286 190 264 256 210 306" fill="none" stroke="{t}" stroke-width="26"/>]]<path d="M348 96C354 132 370 150 400 154C430 150 446 132 452 96" fill="none" stroke="{t}" stroke-width="26"/>"#;
const CHEER_SCOOPS: &str = r#"<path d="M220 500L400 600L580 500V540L400 640L220 540Z" fill="{t}"/>[[<path d="M306 130C296 200 280 250 230 306" fill="none" stroke="{t}" stroke-width="30"/>]]<path d="M352 120C360 160 376 176 400 180C424 176 440 160 448 120" fill="none" stroke="{t}" stroke-width="30"/>"#;
const SLEEVE_ENDS: &str = r#"[[<path d="M74 356L96 312C126 344 166 366 212 374L192 412Z" fill="{t}"/>]]"#;
const PLEATS: &str = r#"<path d="M228 220C320 250 480 250 572 220" fill="none" stroke="{c~}" stroke-width="3" opacity=".7"/><path d="M300 240V740M340 246V740M380 248V740M420 248V740M460 246V740M500 240V740" stroke="{c--}" stroke-opacity=".5" stroke-width="5"/>"#;

fn back_of_top(scene: &mut Scene, pose: &Pose, design: Option<Design>) {
    MIRROR.clone_into(&mut scene.placing);
    scene.pieces.truncate(1);
    let (panels, seams): (Option<&'static [&'static str]>, &'static [&'static str]) = match pose.name {
        "jersey-sleeveless" | "jersey-reversible" | "pinnie" => (Some(&[SCOOPS]), &[]),
        "cheer-shell" => (Some(&[CHEER_SCOOPS]), &[]),
        "jersey-button" => (Some(&[SLEEVE_ENDS]), &[COLLAR, YOKE]),
        "gown" => (Some(&[]), &[PLEATS]),
        "singlet" => (None, &[]),
        "hoodie" => (None, &[HOOD]),
        "quarter-zip" | "jacket" | "vest" => (None, &[STAND_UP, YOKE]),
        "polo" | "jersey-front" | "jersey-football" | "jersey-striped" | "jersey-hoops" | "jersey-sash"
        | "jacket-letter" => (None, &[COLLAR, YOKE]),
        _ => (None, &[RIB, YOKE]),
    };
    for staged in &mut scene.pieces {
        staged.piece.behind = &[];
        staged.piece.over = seams;
        staged.piece.decor = panels.unwrap_or(staged.piece.decor);
        let closed = NECKS.iter().find_map(|(neck, back)| Some([staged.piece.body.strip_suffix(neck)?, back].concat()));
        if let Some(body) = closed {
            staged.body = Cow::Owned(body);
        }
    }
    let Some(design) = design else { return };
    let numbered = pose.name.starts_with("jersey") || pose.name == "pinnie";
    scene.labels = if numbered {
        [player(design), mark(Some(design), 400, 252, 46, "n")].concat()
    } else {
        let (y, width) = if pose.name == "hoodie" { (470, 100) } else { (330, 96) };
        mark(Some(design), 400, y, width, "n")
    };
    let own = on_mirrored_panel(pose, design, &scene.labels);
    scene.labels.push_str(&own);
}

/// The player's number between the shoulders.
fn player(design: Design) -> String {
    let digits: Vec<&str> = design.player().iter().filter_map(|digit| DIGITS.get(*digit).copied()).collect();
    let [tens, ones] = digits.as_slice() else { return String::new() };
    let both = format!(r#"<path d="{tens}"/><path d="{ones}" transform="translate(134 0)"/>"#);
    format!(
        r#"<g transform="translate(278 320) scale(1.1)" fill="none" stroke-linejoin="bevel"><g stroke="{{c--}}" stroke-width="42">{both}</g><g stroke="{{n}}" stroke-width="29">{both}</g></g>"#
    )
}

/// The emblem where the pose has it; on the other side of a mirrored drawing it is not mirrored.
fn emblem(pose: &Pose, design: Option<Design>, mirrored: bool) -> String {
    let across = |x: i16| if mirrored { 800 - x } else { x };
    match pose.spot {
        Spot::Printed(x, y, width, ink) => {
            let printed = mark(design, across(x), y, width, ink);
            let Some(design) = design.filter(|_| ink == "n") else { return printed };
            if !mirrored {
                let own = on_panel(pose, design, &printed);
                return [printed, own].concat();
            }
            let own = on_mirrored_panel(pose, design, &printed);
            [printed, own].concat()
        }
        Spot::Tag(x, y) => tag(design, across(x), y),
    }
}

/// Emblem in its frame.
fn mark(design: Option<Design>, x: i16, y: i16, width: u8, ink: &str) -> String {
    let Some(design) = design else { return String::new() };
    let ink = if ink.starts_with('#') { ink.to_owned() } else { format!("{{{ink}}}") };
    let frame = design.frame().replace("{ink}", &ink);
    format!(
        r#"<g transform="translate({x} {y}) {}"><path d="{}" fill="{ink}" fill-rule="evenodd"/>{frame}</g>"#,
        scale(width),
        design.emblem()
    )
}

/// Emblems are drawn 100 wide.
fn scale(width: u8) -> String {
    format!("scale({}.{:02})", width / 100, width % 100)
}

/// A card on a string.
fn tag(design: Option<Design>, x: i16, y: i16) -> String {
    if design.is_none() {
        return String::new();
    }
    format!(
        r##"<g transform="translate({x} {y})"><path d="M0 0C-14 20 10 30 4 52" fill="none" stroke="#5D6875" stroke-width="4"/><path d="M-46 60L4 44L54 60V176H-46Z" fill="#10161F" opacity=".22" transform="translate(5 9)"/><path d="M-46 60L4 44L54 60V176H-46Z" fill="#FDFEFE" stroke="#8D99A6" stroke-width="2"/><circle cx="4" cy="60" r="6" fill="#8D99A6"/><path d="M-46 160H54V176H-46Z" fill="{{c}}"/><g transform="translate(4 112)">{}</g></g>"##,
        mark(design, 0, 0, 54, "c--")
    )
}

/// A close look: what it is made of, and the label sewn to it.
fn detail(scene: &mut Scene, pose: &Pose, design: Option<Design>) {
    let (x, y, zoom) = match (pose.side, pose.spot) {
        (Side::BackOfTop, Spot::Printed(x, ..)) => ((x - 400) / 2 + 400, 262, 21),
        (_, Spot::Printed(x, y, ..)) => ((x * 3 + 400) / 4, (y * 3 + 400) / 4, 21),
        (_, Spot::Tag(x, y)) => (x, y + 60, 21),
    };
    scene.stand = hung(scene.stand);
    scene.placing = format!("translate(400 360) scale({}.{}) translate({} {})", zoom / 10, zoom % 10, -x, -y);
    scene.defs.push_str(match pose.matter {
        Matter::Cloth => KNIT,
        Matter::Round => PEBBLE,
        Matter::Hard => BRUSHED,
    });
    for staged in scene.pieces.iter_mut().filter(|staged| !staged.body.is_empty()) {
        staged.print.push_str(GRAIN);
    }
    scene.after = emblem(pose, design, false);
    scene.labels = label(design);
}

/// What it is made of, over the whole outline.
const GRAIN: &str = r#"<path d="M0 0h800v800H0z" fill="url(#{id}x)" opacity=".5"/>"#;
const KNIT: &str = r#"<pattern id="{id}x" width="5" height="5" patternUnits="userSpaceOnUse"><path d="M0 0l2.5 3l2.5 -3" fill="none" stroke="{c--}" stroke-width="1" opacity=".7"/><path d="M0 1.5l2.5 3l2.5 -3" fill="none" stroke="{c+}" stroke-width=".6" opacity=".6"/></pattern>"#;
const PEBBLE: &str = r#"<pattern id="{id}x" width="8" height="8" patternUnits="userSpaceOnUse"><circle cx="2" cy="2" r="1.5" fill="{c--}" opacity=".6"/><circle cx="6" cy="6" r="1.5" fill="{c+}" opacity=".6"/></pattern>"#;
const BRUSHED: &str = r#"<pattern id="{id}x" width="40" height="6" patternUnits="userSpaceOnUse"><path d="M0 1H26M10 3H40M4 5H30" stroke="{c--}" stroke-width=".8" opacity=".5"/><path d="M0 2H40" stroke="{c+}" stroke-width=".6" opacity=".5"/></pattern>"#;

/// The woven label with emblem and style number.
fn label(design: Option<Design>) -> String {
    let Some(design) = design else { return String::new() };
    let number = design.number().to_string();
    let digits: String = number
        .bytes()
        .zip([0_u16, 120, 240, 360, 480])
        .filter_map(|(digit, x)| {
            let path = DIGITS.get(usize::from(digit.saturating_sub(b'0')))?;
            Some(format!(r#"<path d="{path}" transform="translate({x} 0)"/>"#))
        })
        .collect();
    format!(
        r##"<path d="M506 652H770V764H506Z" fill="#10161F" opacity=".25" transform="translate(4 8)"/><path d="M506 652H770V764H506Z" fill="#F7F8FA"/><path d="M514 660H762V756H514Z" fill="none" stroke="{{c}}" stroke-width="3" stroke-dasharray="9 5"/>{}<g transform="translate(614 688) scale(.28)" fill="none" stroke="#20262F" stroke-width="24">{digits}</g>"##,
        mark(Some(design), 552, 708, 36, "c--")
    )
}

//! Mannequins: plain grey forms that wear a garment, drawn in the garment's own coordinates.

/// Who wears it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    /// Head to shin: tops.
    Player,
    /// The same with the head before the garment: a hood lies behind it.
    Hooded,
    /// Waist to shoes: bottoms.
    Legs,
    /// A lower leg: socks.
    Calf,
    /// An ankle: shoes.
    Ankle,
    /// A head turned to the left, as caps are drawn.
    HeadLeft,
    /// A head from the front.
    Head,
    /// A forearm: gloves.
    Forearm,
}

impl Figure {
    /// How the group of figure and garment is set into the picture.
    pub fn placing(self) -> &'static str {
        match self {
            Self::Player | Self::Hooded => "translate(80 146) scale(.8)",
            Self::Legs => "translate(96 80) scale(.76)",
            Self::Calf => "translate(100 150) scale(.8)",
            Self::Ankle => "translate(40 110) scale(.9)",
            Self::HeadLeft | Self::Head => "translate(128 20) scale(.7)",
            Self::Forearm => "translate(120 24) scale(.7)",
        }
    }

    /// Drawn before the garment.
    pub fn behind(self) -> String {
        match self {
            Self::Player => [TRUNK, HEAD].concat(),
            Self::Hooded => TRUNK.to_owned(),
            Self::Legs => LEGS.to_owned(),
            Self::Calf => CALF.to_owned(),
            Self::Ankle => ANKLE.to_owned(),
            Self::HeadLeft => PROFILE.to_owned(),
            Self::Head => FACE.to_owned(),
            Self::Forearm => FOREARM.to_owned(),
        }
    }

    /// Drawn after it.
    pub fn before(self) -> &'static str {
        if self == Self::Hooded { HEAD } else { "" }
    }
}

/// What mannequins are made of, once in a picture that has one.
pub const SKIN: &str = r##"<linearGradient id="{id}k"><stop stop-color="#9BA5B0"/><stop offset=".38" stop-color="#DDE2E8"/><stop offset=".62" stop-color="#C5CDD5"/><stop offset="1" stop-color="#8A95A1"/></linearGradient><linearGradient id="{id}j"><stop stop-color="#262E38"/><stop offset=".4" stop-color="#4A5563"/><stop offset="1" stop-color="#1C232C"/></linearGradient>"##;

/// Trunk, arms and covered legs.
const TRUNK: &str = r#"[[<path d="M236 156C176 168 150 216 136 300C118 420 106 540 104 640C102 690 96 720 104 760C112 790 140 790 148 760C156 720 160 690 166 650C180 550 214 430 252 330Z" fill="url(#{id}k)"/>]]<path d="M330 116C290 140 232 140 214 176C232 300 250 420 244 520C238 590 232 650 230 720H570C568 650 562 590 556 520C550 420 568 300 586 176C568 140 510 140 470 116Z" fill="url(#{id}k)"/><path d="M236 660H564C580 800 566 940 548 1110H430C428 980 420 880 400 800C380 880 372 980 370 1110H252C234 940 220 800 236 660Z" fill="url(#{id}j)"/>"#;

/// Head and neck.
const HEAD: &str = r##"<path d="M346 60H454C452 110 470 124 486 132C460 190 430 214 400 216C370 214 340 190 314 132C330 124 348 110 346 60Z" fill="url(#{id}k)"/><path d="M346 74C370 104 430 104 454 74C454 96 456 106 460 112C430 130 370 130 340 112C344 106 346 96 346 74Z" fill="#5D6875" opacity=".4"/><path d="M400 -156C466 -156 492 -104 488 -46C486 10 456 88 400 92C344 88 314 10 312 -46C308 -104 334 -156 400 -156Z" fill="url(#{id}k)"/><path d="M352 -20C372 -30 384 -28 392 -20M408 -20C416 -28 428 -30 448 -20M400 -10V26M380 56C392 62 408 62 420 56" fill="none" stroke="#6F7B88" stroke-opacity=".55" stroke-width="5"/>"##;

/// Trunk above, legs and shoes below.
const LEGS: &str = r##"<path d="M236 -160C250 -40 272 40 262 150H538C528 40 550 -40 564 -160Z" fill="url(#{id}j)"/><path d="M268 130H532C560 330 540 480 520 640C508 740 508 790 500 850H438C430 740 420 560 400 400C380 560 370 740 362 850H300C292 790 292 740 280 640C260 480 240 330 268 130Z" fill="url(#{id}k)"/>[[<path d="M296 842H366C374 880 372 916 366 930H258C252 900 280 876 296 842Z" fill="#2B323C"/><path d="M256 922H368V938H256Z" fill="#F3F5F7"/>]]"##;

/// Knee to ankle.
const CALF: &str = r#"<path d="M322 -190C310 -60 318 60 332 160H470C484 60 490 -60 478 -190Z" fill="url(#{id}k)"/>"#;

/// A leg that stands in a shoe, in a short sock.
const ANKLE: &str = r##"<path d="M116 -130C124 60 136 200 118 350C150 400 260 400 310 350C296 200 304 60 312 -130Z" fill="url(#{id}k)"/><path d="M128 200H302C300 260 304 310 312 356C260 400 150 400 116 356C126 310 130 260 128 200Z" fill="#F3F5F7"/><path d="M128 222H302M128 240H302" stroke="#AEB8C3" stroke-width="6"/>"##;

/// A head turned to the left under a cap.
const PROFILE: &str = r##"<path d="M300 900C330 830 320 780 316 730C290 738 262 738 250 726C242 712 248 700 246 688C236 682 234 672 240 664C230 654 234 642 240 636C220 632 206 622 212 610C220 590 240 566 244 540C238 490 240 420 262 390C290 290 360 262 440 262C540 262 610 310 634 390C680 520 640 640 600 700C590 780 610 850 650 900Z" fill="url(#{id}k)"/><path d="M480 560C510 540 540 560 530 600C524 630 500 650 484 640C474 610 470 580 480 560Z" fill="#6F7B88" opacity=".4"/><path d="M262 548C280 540 296 544 304 552" fill="none" stroke="#5D6875" stroke-width="7"/>"##;

/// A head from the front under a knit cap.
const FACE: &str = r##"<path d="M330 860C340 820 338 790 336 760H464C462 790 460 820 470 860L600 900H200Z" fill="url(#{id}k)"/><path d="M250 480C250 640 300 800 400 806C500 800 550 640 550 480Z" fill="url(#{id}k)"/><path d="M316 640C336 630 356 632 366 642M434 642C444 632 464 630 484 640M400 650V700M368 748C388 758 412 758 432 748" fill="none" stroke="#6F7B88" stroke-opacity=".6" stroke-width="7"/>"##;

/// A forearm that comes from below.
const FOREARM: &str =
    r#"<path d="M292 660H514C516 800 540 960 556 1120H250C266 960 290 800 292 660Z" fill="url(#{id}k)"/>"#;

//! Balls for sport; those for play are in `play`.

use crate::{
    family::{Axis, Breaks, Family, StyleKind, Tint},
    sizes::Run,
};

const BALL: Family =
    Family { kind: StyleKind::Ball, breaks: Breaks::Gear, makers: &["LM", "HC", "GM"], ..Family::BASE };

/// The families.
pub const FAMILIES: &[Family] = &[
    Family {
        noun: "Football",
        models: &[
            "Friday Leather",
            "Composite Practice",
            "Kickoff Rubber",
            "Grip Touch",
            "Tackified Game",
            "Junior Spiral",
        ],
        drawings: &["football"],
        run: Run::Sizes(&["Pee Wee", "Junior", "Youth", "Official"]),
        tint: Tint::Only(&[("Brown", "BRN", "7A3E1D", "F4F1EA")]),
        axis: None,
        price: (1499, 6999),
        made_of: &["a tackified leather cover", "a composite cover with deep pebbles", "a durable rubber cover"],
        details: &[
            "Butyl bladder holds air",
            "Deep pebble, sewn laces",
            "Meets high-school size and weight in Official",
            "Team name imprint available",
        ],
        uses: &["games and practice", "quarterbacks with small hands and large"],
        places: &["f:football/equipment/footballs", "u:pe-essentials/balls/sport-balls"],
        words: &["ball"],
        ..BALL
    },
    Family {
        noun: "Basketball",
        makers: &["HC", "LM"],
        models: &["Tournament Composite", "Indoor Leather", "All-Court", "Blacktop Rubber", "Grip Trainer", "Camp"],
        drawings: &["basketball"],
        run: Run::Sizes(&["27.5\" Junior", "28.5\" Women's", "29.5\" Official"]),
        tint: Tint::Only(&[("Orange", "ORG", "D2691E", "1A1008")]),
        price: (1199, 6499),
        made_of: &["a microfiber composite cover", "a full-grain leather cover", "a wide-channel rubber cover"],
        details: &[
            "Wide channels for small hands",
            "Nylon-wound carcass",
            "Even bounce for years",
            "Imprint available from 12",
        ],
        uses: &["gyms that never close", "game nights", "driveways, blacktop and PE"],
        places: &["f:basketball/equipment/basketballs", "u:pe-essentials/balls/sport-balls"],
        words: &["ball", "hoops"],
        ..BALL
    },
    Family {
        noun: "Graded Soccer Ball",
        makers: &["GM"],
        models: &["Halfway Line", "Derby", "Cup Run", "Street"],
        drawings: &["soccer-ball"],
        run: Run::Sizes(&["Size 3", "Size 4", "Size 5"]),
        tint: Tint::Only(&[
            ("White/Black", "WHBK", "FFFFFF", "15171A"),
            ("White/Royal", "WHRY", "FFFFFF", "1C4FA0"),
            ("Yellow/Scarlet", "YLSC", "FFE03A", "C8102E"),
        ]),
        axis: Some(Axis { key: "grade", values: &["Training", "Match"] }),
        price: (1399, 4999),
        made_of: &["a thermo-bonded polyurethane cover", "a machine-stitched TPU cover with foam backing"],
        details: &[
            "Latex-lined bladder",
            "Keeps its round",
            "Inspected size and weight",
            "Pump needle in every carton",
        ],
        uses: &["training nights and match day", "age groups from U8 to adult"],
        places: &[
            "f:soccer/equipment/soccer-balls",
            "a:club-equipment/balls/match-balls",
            "u:pe-essentials/balls/sport-balls",
        ],
        words: &["football", "ball"],
        ..BALL
    },
    Family {
        noun: "Match Ball",
        makers: &["GM"],
        models: &["Crest Thermal", "Premier Hybrid", "Night Match", "Futsal Low-Bounce"],
        drawings: &["soccer-ball"],
        run: Run::Sizes(&["Size 4", "Size 5"]),
        tint: Tint::Pair(3, 5),
        price: (2999, 6999),
        made_of: &["a thermo-bonded textured polyurethane cover"],
        details: &[
            "Seamless panels fly true",
            "Low water uptake",
            "Balanced butyl bladder",
            "Club crest imprint available",
        ],
        uses: &["league matches", "clubs that print their own crest"],
        places: &["a:club-equipment/balls/match-balls", "f:soccer/equipment/soccer-balls"],
        words: &["soccer ball"],
        ..BALL
    },
    Family {
        noun: "Volleyball",
        makers: &["LM", "KS"],
        models: &["Match Point Leather", "Libero Composite", "Soft Set Trainer", "Quick Set", "Sand Series"],
        drawings: &["volleyball"],
        run: Run::Sizes(&["Lite", "Official"]),
        tint: Tint::Only(&[
            ("White/Navy", "WHNV", "FFFFFF", "14294B"),
            ("White/Scarlet", "WHSC", "FFFFFF", "C8102E"),
            ("Gold/Royal", "GDRY", "FFC629", "1C4FA0"),
            ("White/Kelly", "WHKL", "FFFFFF", "0B8A45"),
        ]),
        price: (1499, 6299),
        made_of: &[
            "a soft composite cover",
            "a premium leather cover",
            "a sponge-backed cover that is kind to forearms",
        ],
        details: &[
            "True flight",
            "Cotton-poly wrapped bladder",
            "Colors that read against the lights",
            "Lite version weighs 25 percent less",
        ],
        uses: &["match play", "beginners who are learning to pass", "gyms and sand courts"],
        places: &["f:volleyball/equipment/volleyballs", "u:pe-essentials/balls/sport-balls"],
        words: &["ball"],
        ..BALL
    },
    Family {
        noun: "Baseball",
        makers: &["DD"],
        models: &[
            "High-School Raised Seam",
            "League Leather",
            "Practice Synthetic",
            "Soft-Core Safety",
            "Machine Dimple",
        ],
        drawings: &["baseball"],
        tint: Tint::Only(&[("White", "WHT", "FFFFFF", "C8102E")]),
        axis: Some(Axis { key: "grade", values: &["Practice", "Game"] }),
        unit: "DZN",
        price: (2999, 7999),
        made_of: &[
            "a full-grain leather cover on a cushioned cork core",
            "a synthetic cover on a sponge core",
            "a dimpled urethane cover made for the machine",
            "a soft-core cover that is kind to beginners",
        ],
        details: &[
            "Raised or low seams by style",
            "Sold by the dozen",
            "Batch-inspected weight",
            "Bucket refills ship in one carton",
        ],
        uses: &["games, bullpens and batting practice", "machines and tees"],
        places: &["f:baseball-softball/field/baseballs"],
        words: &["balls", "hardball"],
        ..BALL
    },
    Family {
        noun: "Softball",
        makers: &["DD"],
        models: &["Fastpitch Leather", "Slowpitch Core .52", "Practice Cork", "Soft-Touch"],
        drawings: &["softball"],
        run: Run::Sizes(&["11\"", "12\""]),
        tint: Tint::Only(&[("Optic Yellow", "OPY", "D9E43A", "C8102E")]),
        unit: "DZN",
        price: (3999, 8499),
        made_of: &[
            "an optic leather cover on a poly core",
            "a synthetic cover on a practice cork core",
            "a soft-touch cover for indoor practice",
        ],
        details: &["Red raised seams", "Sold by the dozen", "Consistent compression", "Stamped for fastpitch play"],
        uses: &["league play and practice", "programs that go through balls by the bucket"],
        places: &["f:baseball-softball/field/softballs", "u:pe-essentials/balls/sport-balls"],
        words: &["balls", "fastpitch"],
        ..BALL
    },
];

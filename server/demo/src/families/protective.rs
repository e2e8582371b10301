//! What guards a player.

use crate::{
    family::{Axis, Breaks, Family, Lots, Shipping, StyleKind, Tint},
    sizes::Run,
};

const GUARD: Family = Family { kind: StyleKind::Protective, breaks: Breaks::Gear, ..Family::BASE };
const HEAD_WARNING: &[&str] = &[
    "No helmet can prevent every head or neck injury a player might receive while taking part in sport. Do not use this helmet to butt, ram or spear an opponent.",
];

/// The families.
pub const FAMILIES: &[Family] = &[
    Family {
        noun: "Football Helmet",
        makers: &["IV"],
        models: &["Guardian Varsity", "Guardian Youth", "Sentry Flex"],
        drawings: &["helmet"],
        run: Run::Sizes(&["S", "M", "L", "XL"]),
        tint: Tint::Pair(4, 6),
        axis: Some(Axis { key: "age", values: &["Varsity"] }),
        price: (19900, 42900),
        breaks: Breaks::Large,
        made_of: &["a polycarbonate shell with inflatable liner", "an ABS shell with air-fit padding"],
        details: &[
            "Certified to the current football helmet standard",
            "Stainless-steel facemask in any stock color",
            "Quick-release mask clips",
            "Four-point chin strap included",
            "Reconditioning program available",
        ],
        uses: &["tackle football", "fitted by staff, checked weekly"],
        places: &["f:football/protective/helmets"],
        shipping: Shipping::Custom,
        warnings: HEAD_WARNING,
        words: &["hat", "shell", "facemask"],
        ..GUARD
    },
    Family {
        noun: "Shoulder Pads",
        makers: &["IV"],
        models: &["Rampart", "Rampart Youth", "Trench Pro", "Skill Light"],
        drawings: &["shoulder-pads"],
        run: Run::Sizes(&["S", "M", "L", "XL", "2XL"]),
        tint: Tint::Only(&[("Black", "BLK", "20242A", "A9B1B9"), ("White", "WHT", "F4F6F8", "15171A")]),
        axis: Some(Axis { key: "shoulderPadModel", values: &["QB/WR", "RB/DB", "OL/DL"] }),
        price: (8999, 31900),
        breaks: Breaks::Large,
        made_of: &["high-impact polyethylene arches over ventilated foam"],
        details: &[
            "Dual-density body padding",
            "Elastic belts with steel hardware",
            "Low-profile epaulets on skill models",
            "Zip-out, washable liner",
        ],
        uses: &["every position group", "youth leagues to varsity"],
        places: &["f:football/protective/shoulder-pads"],
        words: &["pads"],
        ..GUARD
    },
    Family {
        noun: "Receiver Gloves",
        makers: &["IV", "HP"],
        models: &["Sticky Route", "Cold Catch", "Skill Grip"],
        drawings: &["glove"],
        run: Run::YouthToAdult,
        tint: Tint::Pair(3, 5),
        price: (1999, 4499),
        unit: "PR",
        made_of: &["a silicone-print palm and a stretch back"],
        details: &["Tacky palm for wet nights", "Padded fingertips", "Snug wrist closure", "Sold by the pair"],
        uses: &["receivers, backs and safeties"],
        places: &["f:football/protective/gloves"],
        words: &["football gloves"],
        ..GUARD
    },
    Family {
        noun: "Goalkeeper Gloves",
        makers: &["GM"],
        models: &["Clean Sheet", "Punch Cut", "Academy", "Wet Pitch"],
        drawings: &["glove"],
        run: Run::Sizes(&["5", "6", "7", "8", "9", "10", "11"]),
        tint: Tint::Pair(2, 4),
        price: (1999, 6999),
        unit: "PR",
        made_of: &["4 mm contact latex on a flat cut palm", "3.5 mm all-weather latex with finger spines"],
        details: &[
            "Removable finger spines on junior sizes",
            "Breathable mesh back",
            "Wrap-around strap",
            "Sold by the pair",
        ],
        uses: &["keepers from U8 up", "wet fields and dry"],
        places: &["f:soccer/protective/keeper-gloves", "a:club-kits/keepers/gloves"],
        words: &["keeper gloves", "goalie"],
        ..GUARD
    },
    Family {
        noun: "Shin Guards",
        makers: &["GM"],
        models: &["Slip-In", "Ankle Academy", "Featherweight", "Rec League"],
        drawings: &["shin-guards"],
        run: Run::Sizes(&["XS", "S", "M", "L", "XL"]),
        tint: Tint::Pair(3, 4),
        price: (799, 2999),
        unit: "PR",
        made_of: &["a hard polypropylene shell on EVA foam"],
        details: &[
            "Meets the current shin-guard standard",
            "Detachable ankle sleeve on ankle styles",
            "Washable backing",
            "Sold by the pair",
        ],
        uses: &["rec leagues and select squads"],
        places: &["f:soccer/protective/shin-guards", "a:club-kits/keepers/guards", "u:games/teams/goals"],
        lots: Some(Lots { minimum: 0, unit: 2, percent: 30 }),
        words: &["shin pads"],
        ..GUARD
    },
    Family {
        noun: "Knee Pads",
        makers: &["KS", "IV"],
        models: &["Libero", "Dig Deep", "Low Profile", "All-Sport"],
        drawings: &["knee-pads"],
        run: Run::Sizes(&["S", "M", "L"]),
        tint: Tint::Solid(3, 5),
        price: (1299, 3299),
        unit: "PR",
        made_of: &["molded foam in a stretch knit sleeve"],
        details: &[
            "Anatomic left and right",
            "Breathable back of knee",
            "Stays up without squeezing",
            "Sold by the pair",
        ],
        uses: &["floor defense", "volleyball, wrestling and keepers"],
        places: &["f:volleyball/protective/knee-pads", "a:club-kits/keepers/guards"],
        words: &["kneepads"],
        ..GUARD
    },
    Family {
        noun: "Batting Helmet",
        makers: &["DD", "IV"],
        models: &["On Deck", "On Deck Fit-All", "Fastpitch Mask-Ready"],
        drawings: &["batting-helmet"],
        run: Run::Sizes(&["Junior", "Senior", "XL"]),
        tint: Tint::Pair(4, 6),
        price: (2499, 5499),
        made_of: &["a high-impact ABS shell with dual-density foam"],
        details: &[
            "Certified to the current batting helmet standard",
            "Vented crown",
            "Pre-drilled for a guard",
            "Matte or gloss",
        ],
        uses: &["teams that share a rack of helmets"],
        places: &["f:baseball-softball/gear/batting-helmets"],
        warnings: HEAD_WARNING,
        words: &["helmet"],
        ..GUARD
    },
];

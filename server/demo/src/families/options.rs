//! What completes the flagship's shelves so that each of the fifteen options of quick order (cart §3) can be
//! chosen there. Last in the list: style numbers depend on the order of families.

use crate::{
    family::{Axis, Breaks, Family, StyleKind, Tint},
    sizes::Run,
};

/// The families.
pub const FAMILIES: &[Family] = &[
    Family {
        noun: "Sideline Towel",
        kind: StyleKind::Equipment,
        makers: &["PM", "SW"],
        models: &["Bench", "Timeout"],
        drawings: &["blanket"],
        run: Run::One,
        tint: Tint::Pair(2, 3),
        axis: Some(Axis { key: "border", values: &["Plain Hem", "Jacquard Border"] }),
        price: (799, 1299),
        breaks: Breaks::Small,
        made_of: &["looped cotton terry"],
        details: &["Wrung out a thousand times and still soft", "Hangs from a loop", "Washes hot and dries fast"],
        uses: &["benches, buckets and the walk to the bus"],
        places: &["f:training-facility/sideline/hydration"],
        words: &["towel"],
        ..Family::BASE
    },
    Family {
        noun: "Mascot Cap",
        kind: StyleKind::Apparel,
        makers: &["PM", "SW"],
        models: &["Home Side"],
        drawings: &["cap"],
        run: Run::One,
        tint: Tint::Pair(2, 3),
        axis: Some(Axis { key: "team", values: &["Eagles", "Tigers", "Wildcats", "Knights"] }),
        price: (1699, 2199),
        breaks: Breaks::Team,
        made_of: &["washed cotton twill"],
        details: &[
            "Mascot stitched in the team's colors",
            "Strap in the back fits teens and adults",
            "Eyelets keep the crown cool",
        ],
        uses: &["parents in the stands"],
        places: &["f:team-apparel/headwear/caps"],
        words: &["fan hat"],
        ..Family::BASE
    },
    Family {
        noun: "Number Marker",
        kind: StyleKind::Equipment,
        makers: &["SM"],
        models: &["Station"],
        drawings: &["cone"],
        run: Run::One,
        tint: Tint::Signal(2, 3),
        axis: Some(Axis { key: "number", values: &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] }),
        price: (499, 699),
        breaks: Breaks::Small,
        made_of: &["flexible vinyl with a printed number"],
        details: &["Read from across the field", "Stacks flat", "Stays where it is put on grass and hardwood"],
        uses: &["stations, lines and drills that rotate"],
        places: &["f:training-facility/agility/cones"],
        words: &["station marker", "numbered cone"],
        ..Family::BASE
    },
    Family {
        noun: "Batting Tee",
        kind: StyleKind::Equipment,
        makers: &["SM"],
        models: &["First Swings"],
        drawings: &["batting-tee"],
        run: Run::Lengths(&["20\"", "30\"", "40\""]),
        axis: Some(Axis { key: "age", values: &["Ages 4-6", "Ages 7-10", "Ages 11+"] }),
        price: (1999, 2999),
        breaks: Breaks::Gear,
        made_of: &["rolled rubber on a steel base"],
        details: &["Bends, never snaps", "Heights marked for each age", "Base stays put on turf and gym floors"],
        uses: &["first practices and last warm-ups"],
        places: &["f:baseball-softball/field/bases"],
        words: &["hitting tee"],
        ..Family::BASE
    },
];

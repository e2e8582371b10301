//! Bags, and what balls are kept in.

use crate::{
    family::{Breaks, Family, Shipping, StyleKind, Tint},
    sizes::Run,
};

const GEAR: Family = Family { breaks: Breaks::Gear, ..Family::BASE };

/// The families.
pub const FAMILIES: &[Family] = &[
    Family {
        noun: "Duffel",
        kind: StyleKind::Bag,
        makers: &["PH"],
        models: &["Bus Bay", "Away Day", "Equipment Manager XL", "Weekender", "Gym Floor", "Convertible Pack"],
        drawings: &["duffel"],
        run: Run::Sizes(&["Small 19\"", "Medium 24\"", "Large 30\""]),
        tint: Tint::Pair(4, 7),
        price: (2499, 6999),
        made_of: &["a 600-denier polyester with a water-shedding base", "a tarpaulin body that wipes clean"],
        details: &["Vented shoe tunnel", "Wrapped web handles", "Two end pockets", "Room for a name and a number"],
        uses: &["bus days and overnights", "one bag for every player"],
        places: &["f:training-facility/bags/duffels", "a:travel-wear/club-bags/duffels"],
        words: &["gym bag", "duffle"],
        ..GEAR
    },
    Family {
        noun: "Backpack",
        kind: StyleKind::Bag,
        makers: &["PH"],
        models: &["Homeroom", "Ball Carrier", "Away Day", "Bat & Glove", "Laptop & Cleats", "Academy"],
        drawings: &["backpack"],
        tint: Tint::Pair(4, 7),
        price: (2499, 6499),
        made_of: &["a 600-denier polyester with padded back", "a recycled polyester ripstop"],
        details: &[
            "Separate shoe pocket",
            "Padded laptop sleeve",
            "Side pockets for 32 oz bottles",
            "Name panel on the flap",
        ],
        uses: &["school in the morning, practice at three"],
        places: &["f:training-facility/bags/backpacks", "a:travel-wear/club-bags/backpacks"],
        words: &["rucksack", "school bag"],
        ..GEAR
    },
    Family {
        noun: "Studio Bag",
        kind: StyleKind::Bag,
        makers: &["PH", "PM"],
        models: &["Spotlight Duffel", "Recital Tote", "Squad Backpack"],
        drawings: &["duffel", "backpack"],
        tint: Tint::Pair(3, 5),
        price: (2999, 5999),
        made_of: &["a quilted polyester that wipes clean"],
        details: &["Shoe compartment", "Garment strap", "Name embroidery available"],
        uses: &["studio, stage and competition travel"],
        places: &["v:dance/dancewear/studio-bags"],
        words: &["dance bag", "cheer bag"],
        texts: &["Name"],
        ..GEAR
    },
    Family {
        noun: "Mesh Ball Bag",
        kind: StyleKind::Bag,
        makers: &["PH", "RP"],
        models: &["24 x 36", "30 x 40", "Heavy-Duty", "Shoulder Strap"],
        drawings: &["ball-bag"],
        tint: Tint::Solid(4, 6),
        price: (599, 1999),
        breaks: Breaks::Gear,
        made_of: &["a knotless polyester mesh"],
        details: &["Drawcord with lock", "Holds 10 to 14 basketballs", "ID panel", "Dries wet gear"],
        uses: &["storage rooms, trunks and bus bays"],
        places: &[
            "f:training-facility/bags/ball-bags",
            "u:pe-essentials/storage/bags",
            "a:club-equipment/field/ball-care",
        ],
        words: &["net bag", "equipment bag"],
        ..GEAR
    },
    Family {
        noun: "Ball Cart",
        makers: &["SM", "RP"],
        models: &["Lockable Steel", "Folding", "Double Wide", "Vertical Rack"],
        drawings: &["cart", "cart-folding", "cart-double", "cart-vertical"],
        tint: Tint::Plain("D2691E", "1C4FA0"),
        price: (12_900, 44_900),
        breaks: Breaks::Large,
        made_of: &["powder-coated steel tube on swivel casters"],
        details: &["Fits through a standard door", "Non-marking casters, two locking", "Some assembly, tools included"],
        uses: &["gyms with full ball racks"],
        places: &[
            "f:training-facility/bags/ball-bags",
            "u:pe-essentials/storage/carts",
            "a:club-equipment/field/ball-care",
        ],
        shipping: Shipping::Freight,
        words: &["ball rack", "cage"],
        ..GEAR
    },
];

//! Shoes.

use crate::{
    family::{Breaks, Family, StyleKind, Tint},
    sizes::Run,
};

const SHOES: Family =
    Family { kind: StyleKind::Footwear, makers: &["SF"], unit: "PR", breaks: Breaks::Gear, ..Family::WORN };

/// The families.
pub const FAMILIES: &[Family] = &[
    Family {
        noun: "Football Cleat",
        models: &["Trench Mid", "Skill Low", "Redzone Molded", "Edge Speed"],
        drawings: &["cleat"],
        run: Run::Shoes,
        tint: Tint::Pair(2, 4),
        price: (4999, 10999),
        made_of: &["a synthetic upper on a molded plate", "an engineered-mesh upper with a locked-down heel"],
        details: &[
            "Molded or detachable studs by style",
            "Padded collar",
            "Wide width on request",
            "Team colors without a surcharge",
        ],
        uses: &["turf and grass", "linemen and skill players"],
        places: &["f:football/footwear/cleats"],
        words: &["shoes", "spikes"],
        ..SHOES
    },
    Family {
        noun: "Soccer Cleat",
        makers: &["SF", "GM"],
        models: &["Far Post FG", "Overlap Turf", "Touchline FG"],
        drawings: &["cleat"],
        run: Run::Shoes,
        tint: Tint::Pair(2, 4),
        price: (4499, 8999),
        made_of: &["a soft synthetic upper with a textured strike zone"],
        details: &["Firm-ground or turf plate", "Snug sock-like collar", "Asymmetric lacing"],
        uses: &["natural grass and turf", "players on the move"],
        places: &["f:soccer/footwear/cleats"],
        words: &["boots", "shoes"],
        ..SHOES
    },
    Family {
        noun: "Court Shoe",
        models: &["Baseline", "Full Court Mid", "Quick Set", "Sixth Man"],
        drawings: &["shoe"],
        run: Run::Shoes,
        tint: Tint::Pair(3, 4),
        price: (5999, 10999),
        made_of: &["a breathable mesh upper on a gum-rubber herringbone sole"],
        details: &["Non-marking outsole", "EVA midsole with a firm heel", "Team colors in stock", "Half sizes to 12"],
        uses: &["hardwood and sport court", "basketball and volleyball squads"],
        places: &["f:basketball/footwear/shoes"],
        words: &["sneakers", "basketball shoes"],
        ..SHOES
    },
    Family {
        noun: "Cheer Shoe",
        makers: &["SF", "PM"],
        models: &["Basket Toss", "Flyer Light", "Sideline"],
        drawings: &["shoe"],
        run: Run::Shoes,
        tint: Tint::Only(&[("White", "WHT", "FFFFFF", "D7DCE2"), ("White/Silver", "WHSV", "FFFFFF", "A9B1B9")]),
        price: (4999, 7999),
        made_of: &["a featherweight synthetic upper with finger notches"],
        details: &["Under 7 ounces a shoe", "Finger grooves for bases", "Non-marking sole", "Case included"],
        uses: &["stunting, tumbling and the track around the field"],
        places: &["v:cheer/accessories/cheer-shoes"],
        words: &["sneakers", "cheer sneakers"],
        ..SHOES
    },
    Family {
        noun: "Team Slide",
        models: &["Locker Room", "Poolside", "Recovery"],
        drawings: &["slide"],
        run: Run::Sizes(&["5-6", "7-8", "9-10", "11-12", "13-14"]),
        tint: Tint::Pair(4, 6),
        price: (1999, 3499),
        made_of: &["a molded EVA footbed with a padded strap"],
        details: &["Textured footbed", "Strap takes a team print", "Dries in minutes"],
        uses: &["locker rooms and travel days"],
        places: &["f:basketball/footwear/shoes"],
        words: &["sandals", "slides"],
        ..SHOES
    },
];

//! What a style says about itself: several ways of putting it for each sort of product.

use super::{
    chance::Chance,
    family::{Family, Kind, Shipping},
};

/// First sentences: `{name}`, `{brand}`, `{use}` and `{made}` are filled in.
const fn openings(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Uniform => &[
            "The {name} is cut for {use} from {made}, and it looks the same on the bench in week ten as it did on picture day.",
            "{brand} builds the {name} from {made}. It moves with the player, sheds sweat and keeps its color through a season of hot washes.",
            "Made for {use}: {made}, sewn with seams that sit away from straps and pads.",
            "Outfit the whole roster at once. The {name} uses {made} and comes in a full run of sizes, so the smallest and the tallest player match.",
        ],
        Kind::Apparel => &[
            "The {name} is what everyone reaches for: {made}, a clean cut and colors that match the rest of the line.",
            "{brand} makes the {name} from {made}. It holds decoration well and holds its shape better.",
            "Made for {use}, the {name} is cut from {made} and finished the way a favorite ought to be.",
            "Order it for the team, then order it again for the parents. The {name} pairs {made} with an easy fit.",
        ],
        Kind::Footwear => &[
            "The {name} pairs {made} with a fit that players stop thinking about.",
            "Built for {use}: {made}, in team colors that are on the shelf rather than on back order.",
            "{brand} keeps the {name} light where it can be and firm where it must be, with {made}.",
        ],
        Kind::Protective => &[
            "The {name} protects without getting in the way: {made}, shaped to stay where it is put.",
            "Built for {use}. {brand} starts with {made} and keeps the bulk off.",
            "Coaches outfit whole programs in the {name} because it fits early, wears long and cleans easily. It uses {made}.",
        ],
        Kind::Ball => &[
            "The {name} has {made} and the feel players expect the first time they pick it up.",
            "Made for {use}, the {name} combines {made} with a bladder that holds air between checks.",
            "{brand} inspects every {name} for weight, size and balance. The result is {made} and a ball that behaves the same on Friday as on Monday.",
        ],
        Kind::Equipment => &[
            "The {name} is made for {use} and for being left out in the rain now and then. It starts with {made}.",
            "{brand} builds the {name} with {made}, so the next coach will still be using it.",
            "Set it up once and get on with practice: the {name} is {made}, ready for {use}.",
            "Simple, sturdy and easy to store. The {name} uses {made} and is built for {use}.",
        ],
        Kind::Play => &[
            "Meet the {name}: {made}, ready for {use}.",
            "Thirty children, one bin, no waiting. The {name} is {made} and stands up to all of it.",
            "Teachers asked for something tougher, softer and easier to count back in. The {name} is {made}, made for {use}.",
            "The {name} gets everyone moving. {brand} makes it from {made} and backs it for the classroom.",
        ],
        Kind::Bag => &[
            "The {name} is {made} with a place for everything that otherwise rolls around the bus.",
            "Made for {use}. {brand} starts with {made} and adds the pockets players ask for.",
            "Pack it full, set it down wet, pick it up tomorrow. The {name} is {made}.",
        ],
        Kind::Spirit => &[
            "Be seen from the top row. The {name} is {made}, made for {use}.",
            "{brand} makes the {name} in true school colors from {made}.",
            "The {name} is made for {use}: {made}, finished by hand and packed with care.",
        ],
        Kind::Regalia => &[
            "The {name} is {made}, tailored to look right in the back row of the photograph as well as the front.",
            "{brand} has one job on the day: that nobody thinks about the {name}. {made}, pressed, bagged and on time.",
            "For {use}, in your school colors. The {name} is {made}.",
        ],
    }
}

/// Second paragraphs about ordering.
const STOCK: &[&str] = &[
    "Sizes and colors share one quantity break, so a mixed order reaches the team price sooner. Most colors ship from stock within two business days.",
    "Enter the quantities straight into the size grid: stock is shown under each size, and what is on its way back shows the date.",
    "Reorders match. The same dye lots are kept in stock for at least three seasons, so next year's additions look like this year's team.",
    "Order a single piece to check fit, then come back for the rest at the team price.",
];
const CUSTOM: &[&str] = &[
    "Each piece is made to order. Enter the name or number exactly as it should appear; we send a proof before anything is cut.",
    "Made to order in two to three weeks from proof approval. Every piece carries its own text, so a whole roster goes on one line of the order.",
];
const FREIGHT: &[&str] = &[
    "Ships by truck to a loading dock or, on request, with lift gate. The carrier calls the day before.",
    "Delivered on a pallet by appointment. Please have two people on hand to unload.",
];
const BY_PHONE: &[&str] = &[
    "Every site is different, so this is quoted by phone: we ask about your space, your floor or field and your deadline, and confirm everything in writing.",
    "Call us to order. Installation, freight and drawings for your permit are part of the quote.",
];

/// Paragraphs of a style.
pub fn paragraphs(family: &Family, name: &str, brand: &str, made: &str, chance: &mut Chance) -> Vec<String> {
    let opening = chance.one_of(openings(family.kind));
    let second = if family.by_phone {
        chance.one_of(BY_PHONE)
    } else {
        match family.shipping {
            Shipping::Custom => chance.one_of(CUSTOM),
            Shipping::Freight => chance.one_of(FREIGHT),
            Shipping::Stock => chance.one_of(STOCK),
        }
    };
    let told = opening
        .replace("{name}", name)
        .replace("{brand}", brand)
        .replace("{use}", chance.one_of(family.uses))
        .replace("{made}", made);
    vec![capital(&told), second.to_owned()]
}

/// Sentences begin with a capital letter, also where a material was put first.
pub fn capital(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut begins = true;
    for letter in text.chars() {
        if begins && letter.is_alphabetic() {
            out.extend(letter.to_uppercase());
            begins = false;
        } else {
            out.push(letter);
            if !letter.is_whitespace() {
                begins = begins && !letter.is_alphanumeric();
            }
        }
    }
    out
}

/// The shipping line, and the label of the cart card.
pub const fn shipping(family: &Family, short: bool) -> (&'static str, &'static str) {
    if family.by_phone {
        return ("Quoted with delivery and installation", "Freight");
    }
    match family.shipping {
        Shipping::Stock if short => ("Ships in 1-2 business days", "Ships from stock"),
        Shipping::Stock => ("Ships in 3-5 business days", "Ships from stock"),
        Shipping::Custom if short => ("Made to order: ships in 2-3 weeks after proof approval", "Made to order"),
        Shipping::Custom => ("Made to order: ships in 4-5 weeks after proof approval", "Made to order"),
        Shipping::Freight => ("Ships by freight in 5-7 business days, dock delivery", "Freight"),
    }
}

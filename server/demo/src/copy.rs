//! What a style says about itself: several ways of putting it for each sort of product.

use super::{
    chance::Chance,
    family::{Family, Shipping, StyleKind},
};

/// First sentences. `{name}`, `{brand}`, `{use}` and `{made}` are filled in; `{is}`, `{has}` and `{s}`
/// agree with the name, which may be a plural.
const fn openings(kind: StyleKind) -> &'static [&'static str] {
    match kind {
        StyleKind::Uniform => &[
            "Cut for {use} from {made}, the {name} look{s} the same on the bench in week ten as on picture day.",
            "{brand} builds the {name} from {made}. The fit moves with the player, sheds sweat and keeps its color through a season of hot washes.",
            "Made for {use}: {made}, sewn with seams that sit where nothing rubs.",
            "Outfit everyone at once. The {name} use{s} {made} and come{s} in a full run of sizes, so the smallest and the tallest match.",
            "A favorite for {use}. The {name} pair{s} {made} with a cut that has been worn, washed and reordered for years.",
        ],
        StyleKind::Apparel => &[
            "The {name} {is} what everyone reaches for: {made}, a clean cut and colors that match the rest of the line.",
            "{brand} makes the {name} from {made}, ready for print or embroidery and cut to keep its shape.",
            "Made for {use}, the {name} {is} cut from {made} and finished the way a favorite ought to be.",
            "Order for the team, then order again for the parents. The {name} pair{s} {made} with an easy fit.",
            "From the first cold morning to the last home game: the {name} in {made}, made for {use}.",
        ],
        StyleKind::Footwear => &[
            "The {name} pair{s} {made} with a fit that players stop thinking about.",
            "Built for {use}: {made}, in team colors that are on the shelf rather than on back order.",
            "{brand} keeps the {name} light where that helps and firm where it counts, with {made}.",
        ],
        StyleKind::Protective => &[
            "The {name} protect{s} without getting in the way: {made}, shaped to stay put.",
            "Built for {use}. {brand} starts with {made} and keeps the bulk off.",
            "Coaches outfit whole programs in the {name}: an early fit, a long life and easy cleaning, built around {made}.",
        ],
        StyleKind::Ball => &[
            "The {name} {has} {made} and the feel players expect the first time they pick one up.",
            "Made for {use}, the {name} combine{s} {made} with honest weight and a true bounce or flight.",
            "{brand} inspects the {name} for weight, size and balance. The result is {made} and a ball that behaves the same on Friday as on Monday.",
        ],
        StyleKind::Equipment => &[
            "The {name} {is} made for {use} and for being left out in the rain now and then. It all starts with {made}.",
            "{brand} builds the {name} around {made}, so that the next coach still has the use of it.",
            "Set up once and get on with practice: the {name}, built around {made}, ready for {use}.",
            "Simple, sturdy and easy to store. The {name} use{s} {made} and {is} built for {use}.",
        ],
        StyleKind::Play => &[
            "Meet the {name}: {made}, ready for {use}.",
            "Thirty children, one bin, no waiting. The {name} start{s} with {made} and stand{s} up to all of it.",
            "Teachers asked for something tougher, softer and easier to count back in. The answer is {made}: the {name}, made for {use}.",
            "The {name} get{s} everyone moving. {brand} starts with {made} and backs the result for the classroom.",
        ],
        StyleKind::Bag => &[
            "The {name} {is} made from {made}, with a place for everything that otherwise rolls around the bus.",
            "Made for {use}. {brand} starts with {made} and adds the pockets players ask for.",
            "Pack it full, set it down wet, pick it up tomorrow: the {name} in {made}.",
        ],
        StyleKind::Spirit => &[
            "Be seen from the top row. The {name} {is} made from {made}, made for {use}.",
            "{brand} makes the {name} in true school colors from {made}.",
            "For {use}: the {name}, made from {made}, finished by hand and packed with care.",
        ],
        StyleKind::Regalia => &[
            "The {name} {is} made from {made}, tailored to look right in the back row of the photograph as well as the front.",
            "On the day, nobody should have to think about the {name}. {brand} uses {made}, pressed, bagged and on time.",
            "For {use}, in your school colors: the {name} in {made}.",
        ],
    }
}

/// Second paragraphs about ordering what is worn.
const WORN: &[&str] = &[
    "Sizes and colors share one quantity break, so a mixed order reaches the team price sooner. Most colors ship from stock within two business days.",
    "Enter the quantities straight into the size grid: stock is shown under each size, and what is on its way back shows the date.",
    "Reorders match. The same dye lots are kept in stock for at least three seasons, so next year's additions look like this year's team.",
    "Order a single piece to check the fit, then come back for the rest at the team price.",
];
/// The same about everything else.
const HARD: &[&str] = &[
    "Stock is shown beside every choice, and what is on its way back shows the date. Most orders leave within two business days.",
    "Order one to try, then come back for the rest: all choices of one style count together toward the quantity price.",
    "We keep spare parts and matching pieces for at least three seasons, so a set stays a set.",
    "Ships in plain cartons marked with your purchase-order number, so that receiving knows whose it is.",
];
const LETTERED: &[&str] = &[
    "Each piece is made to order. Enter the text exactly as it should appear; we send a proof before anything is cut.",
    "Made to order from proof approval. Every piece carries its own text, so a whole roster goes on one line of the order.",
];
const CUSTOM: &[&str] = &[
    "Made to order in your colors. We send a proof, and nothing is cut before you approve it.",
    "Made to order, and worth the wait: tell us the date you need it by, and we confirm it in writing.",
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
    let plural = family.noun.ends_with('s') && !family.noun.ends_with("ss");
    let opening = chance.one_of(openings(family.kind));
    let second = if family.by_phone {
        chance.one_of(BY_PHONE)
    } else {
        match family.shipping {
            Shipping::Custom if family.texts.is_empty() => chance.one_of(CUSTOM),
            Shipping::Custom => chance.one_of(LETTERED),
            Shipping::Freight => chance.one_of(FREIGHT),
            Shipping::Stock if matches!(family.kind, StyleKind::Uniform | StyleKind::Apparel | StyleKind::Footwear) => {
                chance.one_of(WORN)
            }
            Shipping::Stock => chance.one_of(HARD),
        }
    };
    let told = opening
        .replace("{name}", name)
        .replace("{is}", if plural { "are" } else { "is" })
        .replace("{has}", if plural { "have" } else { "has" })
        .replace("{s}", if plural { "" } else { "s" })
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

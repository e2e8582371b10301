//! Who ordered: the demo's customers for their units, and guests of other schools and clubs. All made up.

use fieldhouse_core::addresses::AddressFormDraft;

/// Somebody who orders, and where it goes.
#[derive(Debug)]
pub(super) struct Person {
    /// E-mail; with one of the demo's customers the order is theirs.
    pub(super) email: &'static str,
    first_name: &'static str,
    last_name: &'static str,
    company: &'static str,
    /// Street, city, state, ZIP.
    place: [&'static str; 4],
    /// Key of the unit it is for, or empty.
    pub(super) unit: &'static str,
    /// How their purchase orders begin.
    purchase_orders: &'static str,
    /// For the carrier, or empty.
    pub(super) instructions: &'static str,
}

impl Person {
    /// Ship-to.
    pub(super) fn address(&self) -> AddressFormDraft {
        let [address, city, state, zip] = self.place.map(str::to_owned);
        AddressFormDraft {
            first_name: self.first_name.to_owned(),
            last_name: self.last_name.to_owned(),
            company: self.company.to_owned(),
            phone_number: self.phone(),
            address,
            country: "US".to_owned(),
            city,
            state,
            zip,
            ..AddressFormDraft::default()
        }
    }

    /// Numbers that belong to nobody, mostly one each.
    fn phone(&self) -> String {
        let line = self.email.bytes().map(u32::from).fold(0, |sum: u32, byte| sum.wrapping_mul(31).wrapping_add(byte));
        format!("555-201-{:04}", line % 10_000)
    }

    /// The purchase order of their order of this number.
    pub(super) fn purchase_order(&self, number: u32) -> String {
        format!("{}{}", self.purchase_orders, 2600_u32.saturating_add(number))
    }
}

const DEMO_ADDRESS: [&str; 4] = ["2826 Hatcher Street", "Dallas", "TX", "75201"];

const fn demo(email: &'static str, name: [&'static str; 2], company: &'static str, unit: &'static str) -> Person {
    let [first_name, last_name] = name;
    Person {
        email,
        first_name,
        last_name,
        company,
        place: DEMO_ADDRESS,
        unit,
        purchase_orders: "DISD-",
        instructions: "Receiving closes at 3 pm",
    }
}

const fn guest(
    email: &'static str,
    name: [&'static str; 2],
    company: &'static str,
    place: [&'static str; 4],
    purchase_orders: &'static str,
) -> Person {
    let [first_name, last_name] = name;
    Person { email, first_name, last_name, company, place, unit: "", purchase_orders, instructions: "" }
}

/// All of them.
pub(super) const PEOPLE: [Person; 14] = [
    demo("coach@demo.example", ["Dana", "Reyes"], "Lincoln High School", "LINCOLN-HS"),
    demo("buyer@demo.example", ["Robin", "Okafor"], "Lincoln High School", "LINCOLN-HS"),
    demo("director@demo.example", ["Lee", "Margolis"], "Adams Middle School", "ADAMS-MS"),
    guest(
        "athletics@cedarcreek.example",
        ["Jordan", "Pike"],
        "Cedar Creek High School",
        ["410 Panther Way", "Bastrop", "TX", "78602"],
        "CC-",
    ),
    guest(
        "purchasing@northshore.example",
        ["Avery", "Lindqvist"],
        "North Shore Schools",
        ["18 Harbor Road", "Duluth", "MN", "55802"],
        "NS26-",
    ),
    guest(
        "wrestling@ironvalley.example",
        ["Chris", "Baptiste"],
        "Iron Valley Wrestling",
        ["77 Mill Street", "Bethlehem", "PA", "18015"],
        "IVW ",
    ),
    guest(
        "coach.ng@harborview.example",
        ["Priya", "Ng"],
        "Harborview Academy",
        ["2200 Bay Street", "Tacoma", "WA", "98402"],
        "HA-",
    ),
    guest(
        "league@prairieyouth.example",
        ["Sam", "Eriksen"],
        "Prairie Youth League",
        ["905 County Road 12", "Salina", "KS", "67401"],
        "PYL/",
    ),
    guest(
        "store@redhawks.example",
        ["Taylor", "Brooks"],
        "Redhawks Booster Club",
        ["31 Summit Avenue", "Boise", "ID", "83702"],
        "RBC-",
    ),
    guest(
        "equipment@tidewater.example",
        ["Noor", "Haddad"],
        "Tidewater College Athletics",
        ["1 College Drive", "Norfolk", "VA", "23510"],
        "TW-EQ-",
    ),
    guest(
        "cheer@mesaridge.example",
        ["Gabriela", "Soto"],
        "Mesa Ridge Cheer",
        ["64 Canyon Boulevard", "Tucson", "AZ", "85701"],
        "MRC ",
    ),
    guest(
        "ad@stclement.example",
        ["Patrick", "O'Neal"],
        "St. Clement Prep",
        ["500 Abbey Lane", "Dayton", "OH", "45402"],
        "SCP-",
    ),
    guest(
        "office@granitefc.example",
        ["Mina", "Castellano"],
        "Granite FC",
        ["12 Quarry Street", "Concord", "NH", "03301"],
        "GFC-",
    ),
    guest(
        "pe@willowbrook.example",
        ["Devon", "Achebe"],
        "Willowbrook Elementary",
        ["88 Willow Court", "Macon", "GA", "31201"],
        "WB",
    ),
];

/// Names on jerseys.
pub(super) const PLAYERS: [&str; 24] = [
    "ABARA",
    "BECKETT",
    "CASTILLO",
    "DUBOIS",
    "ELLISON",
    "FARROW",
    "GUTIERREZ",
    "HOLLIS",
    "IBARRA",
    "JANSEN",
    "KOWALSKI",
    "LARKIN",
    "MBEKI",
    "NAKATA",
    "OYELARAN",
    "PRESTON",
    "QUINTERO",
    "RIVAS",
    "SANDOVAL",
    "THORNE",
    "UNDERHILL",
    "VARGAS",
    "WHITLOCK",
    "YAMADA",
];

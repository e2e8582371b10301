//! Shipments: which pieces leave together, in which parcels, and how far they are.

use serde::{Deserialize, Serialize};

use crate::{
    addresses::states::ChoiceView,
    rule::{Broken, FieldError, broken_rules},
    text::clean_line,
};

/// Parcels of a shipment at most.
pub const MAX_PARCELS: u32 = 200;
/// Characters of a tracking number: the longest of the carriers has 34.
const LONGEST_TRACKING: u32 = 40;

broken_rules! {
    /// What is wrong with a shipment.
    pub enum ShipmentError {
        /// It has shipped, or was cancelled.
        Move => "shipment_move", "This shipment is not where this can be done any more";
        /// Carriers are known ones, or 'other'.
        Carrier => "shipment_carrier", "Please choose a carrier";
        /// Letters, digits and hyphens.
        Tracking => "shipment_tracking", "Please enter the tracking number as the carrier prints it";
        /// More than anybody packs.
        Parcels { maximum: u32 } => "shipment_parcels", "A shipment holds at most {maximum} parcels";
    }
}

/// How far a shipment is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ShipmentState {
    /// Put together.
    Draft,
    /// Taken from the shelf.
    Picked,
    /// In its parcels.
    Packed,
    /// Handed to the carrier.
    Shipped,
    /// Arrived.
    Delivered,
    /// The carrier says that something is wrong.
    Exception,
    /// It came back from the carrier: its pieces are outstanding again.
    CameBack,
    /// It was undone before it left.
    Cancelled,
}

impl ShipmentState {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Draft,
        Self::Picked,
        Self::Packed,
        Self::Shipped,
        Self::Delivered,
        Self::Exception,
        Self::CameBack,
        Self::Cancelled,
    ];

    /// As it is stored and sent.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Picked => "picked",
            Self::Packed => "packed",
            Self::Shipped => "shipped",
            Self::Delivered => "delivered",
            Self::Exception => "exception",
            Self::CameBack => "came_back",
            Self::Cancelled => "cancelled",
        }
    }

    /// Reads a key.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.key() == key)
    }

    /// Whether it may go from here to another state. It is cancelled before it leaves, or not at all.
    pub const fn may_become(self, next: Self) -> bool {
        match self {
            Self::Draft => matches!(next, Self::Picked | Self::Cancelled),
            Self::Picked => matches!(next, Self::Packed | Self::Shipped | Self::Cancelled),
            Self::Packed => matches!(next, Self::Shipped | Self::Cancelled),
            Self::Shipped => matches!(next, Self::Delivered | Self::Exception),
            Self::Exception => matches!(next, Self::Delivered | Self::CameBack),
            // A carrier's word may turn out wrong.
            Self::Delivered => matches!(next, Self::Exception),
            Self::CameBack | Self::Cancelled => false,
        }
    }

    /// Its pieces are picked and here.
    pub const fn is_here(self) -> bool {
        matches!(self, Self::Picked | Self::Packed)
    }

    /// It left the house.
    pub const fn has_left(self) -> bool {
        matches!(self, Self::Shipped | Self::Delivered | Self::Exception)
    }
}

/// What keeps a shipment from another state.
pub fn check_move(from: ShipmentState, to: ShipmentState) -> Option<FieldError> {
    (!from.may_become(to)).then(|| ShipmentError::Move.at("state"))
}

/// A parcel as somebody enters it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ParcelDraft {
    /// A carrier's key.
    pub carrier: String,
    /// Its number; empty where the carrier gives none.
    pub tracking: String,
}

/// The carriers whose parcels can be followed: key, name, and the page that takes the number at its end.
const CARRIERS: [(&str, &str, &str); 6] = [
    ("ups", "UPS", "https://www.ups.com/track?tracknum="),
    ("fedex", "FedEx", "https://www.fedex.com/fedextrack/?trknbr="),
    ("usps", "USPS", "https://tools.usps.com/go/TrackConfirmAction?tLabels="),
    ("dhl", "DHL", "https://www.dhl.com/us-en/home/tracking.html?tracking-id="),
    ("ontrac", "OnTrac", "https://www.ontrac.com/tracking/?number="),
    ("other", "Other carrier", ""),
];

/// Keys and names of the carriers, in the order they are offered.
pub fn carriers() -> impl Iterator<Item = (&'static str, &'static str)> {
    CARRIERS.iter().map(|(key, name, _)| (*key, *name))
}

/// The same as choices.
pub fn carrier_choices() -> Vec<ChoiceView> {
    carriers().map(|(code, name)| ChoiceView { code, name }).collect()
}

/// A carrier's name; empty for none of them.
pub fn carrier_name(key: &str) -> &'static str {
    CARRIERS.iter().find(|(known, _, _)| *known == key).map_or("", |(_, name, _)| name)
}

/// Where a parcel can be followed; nothing without a number or for a carrier without a page.
pub fn tracking_link(carrier: &str, tracking: &str) -> Option<String> {
    let (_, _, page) = CARRIERS.iter().find(|(key, _, _)| *key == carrier)?;
    (!page.is_empty() && is_tracking(tracking)).then(|| [page, tracking].concat())
}

fn is_tracking(number: &str) -> bool {
    !number.is_empty() && number.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

/// Parcels as they are kept: numbers without the blanks they are printed with. All errors, in the order of the parcels.
pub fn parse_parcels(drafts: &[ParcelDraft]) -> Result<Vec<ParcelDraft>, Vec<FieldError>> {
    let count = u32::try_from(drafts.len()).unwrap_or(u32::MAX);
    if count > MAX_PARCELS {
        return Err(vec![ShipmentError::Parcels { maximum: MAX_PARCELS }.at("parcels")]);
    }
    let (mut errors, mut parcels) = (Vec::new(), Vec::new());
    for (place, draft) in drafts.iter().enumerate() {
        let field = |name: &str| ["parcels.", &place.to_string(), ".", name].concat();
        if carrier_name(&draft.carrier).is_empty() {
            errors.push(ShipmentError::Carrier.at(field("carrier")));
        }
        // As it is printed, with blanks between its groups.
        let typed: String = draft.tracking.chars().filter(|c| !c.is_whitespace() || c.is_control()).collect();
        let typed = clean_line(&typed, LONGEST_TRACKING).unwrap_or_else(|_| " ".to_owned());
        let tracking = typed.to_ascii_uppercase();
        if !(tracking.is_empty() || is_tracking(&tracking)) {
            errors.push(ShipmentError::Tracking.at(field("tracking")));
        }
        parcels.push(ParcelDraft { carrier: draft.carrier.clone(), tracking });
    }
    if errors.is_empty() { Ok(parcels) } else { Err(errors) }
}

/// Everything wrong with parcels.
pub fn check_parcels(drafts: &[ParcelDraft]) -> Vec<FieldError> {
    parse_parcels(drafts).err().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_read_back_and_go_one_way() {
        for state in ShipmentState::ALL {
            assert_eq!(ShipmentState::parse(state.key()), Some(state));
            assert_eq!(serde_json::to_value(state).unwrap(), state.key());
            assert_eq!(
                state.may_become(ShipmentState::Cancelled),
                !state.has_left() && !matches!(state, ShipmentState::CameBack | ShipmentState::Cancelled),
                "{state:?}"
            );
        }
        let moves: usize = ShipmentState::ALL
            .iter()
            .map(|from| ShipmentState::ALL.iter().filter(|to| from.may_become(**to)).count())
            .sum();
        assert_eq!(moves, 12);
        assert!(check_move(ShipmentState::Shipped, ShipmentState::Delivered).is_none());
        assert_eq!(check_move(ShipmentState::Shipped, ShipmentState::Cancelled).unwrap().code, "shipment_move");
    }

    #[test]
    fn numbers_are_kept_without_blanks_and_lead_to_their_carrier() {
        let typed = [ParcelDraft { carrier: "ups".to_owned(), tracking: " 1z 999 aa1 0123 4567 84".to_owned() }];
        let parcels = parse_parcels(&typed).unwrap();
        assert_eq!(parcels[0].tracking, "1Z999AA10123456784");
        let grouped = [ParcelDraft {
            carrier: "usps".to_owned(),
            tracking: "4201 2345 9205 5901 7554 7700 0000 0000 00".to_owned(),
        }];
        assert_eq!(parse_parcels(&grouped).unwrap()[0].tracking, "4201234592055901755477000000000000");
        assert_eq!(
            tracking_link("ups", &parcels[0].tracking).unwrap(),
            "https://www.ups.com/track?tracknum=1Z999AA10123456784"
        );
        assert_eq!(tracking_link("other", "1234"), None);
        assert_eq!(tracking_link("ups", ""), None);
        assert_eq!(tracking_link("ups", "1&x=2"), None);
    }

    #[test]
    fn all_that_is_wrong_with_parcels_is_said_at_once() {
        let draft =
            |carrier: &str, tracking: &str| ParcelDraft { carrier: carrier.to_owned(), tracking: tracking.to_owned() };
        let wrong = [draft("", ""), draft("ups", "12<34"), draft("pigeon", &"9".repeat(41))];
        let told: Vec<_> = check_parcels(&wrong).into_iter().map(|error| (error.field, error.code)).collect();
        let told: Vec<_> = told.iter().map(|(field, code)| (field.as_str(), code.as_str())).collect();
        assert_eq!(
            told,
            [
                ("parcels.0.carrier", "shipment_carrier"),
                ("parcels.1.tracking", "shipment_tracking"),
                ("parcels.2.carrier", "shipment_carrier"),
                ("parcels.2.tracking", "shipment_tracking"),
            ]
        );
        assert_eq!(check_parcels(&vec![draft("ups", "1"); 201])[0].code, "shipment_parcels");
        assert!(check_parcels(&vec![draft("other", ""); 200]).is_empty());
    }
}
